"""Is a statement true, or false, all over a piece? Used where parameters move: along one axis,
and on a map."""

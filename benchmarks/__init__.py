"""Each benchmark is a ratio: the same work, another way, in the same run."""

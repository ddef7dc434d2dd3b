"""`Parameter`, `Link` and `Preset`: the public module that authors import."""

from proofkit.language.parameters import Link, Parameter, Preset, Values, by_name, resolve, settle

__all__ = ["Link", "Parameter", "Preset", "Values", "by_name", "resolve", "settle"]

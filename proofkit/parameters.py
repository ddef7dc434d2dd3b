"""`Parameter`, `Link` and `Preset`, as authors import them."""

from proofkit.language.parameters import Link, Parameter, Preset, Values, by_name, resolve, settle

__all__ = ["Link", "Parameter", "Preset", "Values", "by_name", "resolve", "settle"]

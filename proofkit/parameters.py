"""`Parameter` and `Link`, as authors import them."""

from proofkit.language.parameters import Link, Parameter, Values, by_name, resolve, settle

__all__ = ["Link", "Parameter", "Values", "by_name", "resolve", "settle"]

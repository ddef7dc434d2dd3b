"""A call as text, for a process that may not have the function that is called.

A function that travels by pickle is looked up while the message is taken apart; where its module
is missing, the connection breaks and nobody is told why. This travels as text that needs nothing
but Python, and says in one sentence what is missing, and where.
"""

SOURCE = """
import importlib, platform

def call(module, name, args, kwargs):
    try:
        found = importlib.import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except Exception as error:
        raise ImportError(
            f"the worker on {platform.node()}{address()} cannot load {module}: "
            f"{type(error).__name__}: {error}"
        ) from None
    return found(*args, **kwargs)

def address():
    try:
        from distributed import get_worker
        return f" at {get_worker().address}"
    except Exception:
        return ""
"""

CALL = f"[scope := {{}}, exec({SOURCE!r}, scope), scope['call'](module, name, args, kwargs)][-1]"
"""An expression for `eval`, with `module`, `name`, `args` and `kwargs` as its names."""

"""House rules: what every file of the repository keeps to."""

import ast
import re
import sys
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "proofkit"

ROOMS = [
    "foundations",
    "jobs",
    "language",
    "kernel",
    "search",
    "attention",
    "probability",
    "questions",
    "readers",
    "bridges",
    "cli",
]
"""In the order of `docs/architecture.md`: a room imports only from rooms before it."""

DOORS = {"claims", "events", "lemma", "parameters", "plots", "proof", "sphinx_ext"}
"""Names under which collections and documents outside import what lives in a room."""

ENTRANCES = {"__init__.py", "__main__.py", *(f"{name}.py" for name in DOORS)}
"""The package's own front doors, which import any room, on demand."""

KERNEL_MAY_IMPORT = {"flint", "sympy", "proofkit", *sys.stdlib_module_names}

FLOATS_ALLOWED = {
    "attention/blocked/balls.py",
    "attention/blocked/factors.py",
    "attention/blocked/rounding.py",
    "attention/blocked/streaming.py",
    "attention/dense.py",
    "attention/layout.py",
    "questions/crosscheck.py",
    "readers/plots/axes.py",
    "probability/simulation.py",
}
"""NumPy's and the drawing side: an opinion or a picture, never a verdict."""


def sources(folder):
    return sorted(p for p in folder.rglob("*.py") if "__pycache__" not in p.parts)


MODULES = sources(PACKAGE)
ENGINE = [p for p in MODULES if p.relative_to(PACKAGE).parts[0] not in {"cli"}]


def named(paths):
    return pytest.mark.parametrize("path", paths, ids=lambda p: str(p.relative_to(ROOT)))


def tree(path):
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def room(path):
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def running(node):
    """All nodes below, without the blocks that only a type checker reads."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
            yield from chain.from_iterable([n, *running(n)] for n in child.orelse)
        else:
            yield child
            yield from running(child)


def imports(path):
    """The absolute names of everything a module imports, at any depth."""
    for node in running(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write absolute imports"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@named([p for p in MODULES if p.relative_to(PACKAGE).as_posix() not in ENTRANCES])
def test_imports_go_one_way(path):
    own = ROOMS.index(room(path))
    for name in imports(path):
        top, _, rest = name.partition(".")
        assert top != "lemmas", f"{path} imports {name}: the engine knows no lemma"
        if top == "proofkit":
            target = rest.partition(".")[0]
            assert target == "__version__" or ROOMS.index(target) <= own, f"{path} imports {name}"


@named([p for p in MODULES if room(p) == "kernel"])
def test_the_kernel_rests_on_little(path):
    tops = {name.partition(".")[0] for name in imports(path)}
    assert tops <= KERNEL_MAY_IMPORT
    forbidden = {"eval", "exec", "sympify", "pickle", "parse_expr", "lambdify", "simplify", "limit"}
    used = {n.id for n in running(tree(path)) if isinstance(n, ast.Name)}
    used |= {n.attr for n in running(tree(path)) if isinstance(n, ast.Attribute)}
    assert not used & forbidden


@named([p for p in MODULES if room(p) == "kernel"])
def test_soundness_does_not_vanish_under_optimisation(path):
    assert not [n.lineno for n in running(tree(path)) if isinstance(n, ast.Assert)]


@named(ENGINE)
def test_the_engine_neither_prints_nor_rounds_nor_swallows(path):
    calls = [n.func.id for n in ast.walk(tree(path)) if isinstance(n, ast.Call) and _named(n)]
    assert "print" not in calls
    if path.relative_to(PACKAGE).as_posix() not in FLOATS_ALLOWED:
        assert "float" not in calls
    handlers = [n for n in ast.walk(tree(path)) if isinstance(n, ast.ExceptHandler)]
    assert all(handler.type is not None for handler in handlers), "a bare except hides errors"


def _named(call):
    return isinstance(call.func, ast.Name)


@named([*MODULES, *sources(ROOT / "lemmas")])
def test_public_things_are_documented(path):
    """Modules, classes and functions say what they are for. A function of one statement
    says it by itself, and so does a class that is only data."""
    module = tree(path)
    assert ast.get_docstring(module) or path.name == "__main__.py"
    silent = [
        f"{path.name}:{node.lineno} {node.name}"
        for node in module.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        if not (node.name.startswith("_") or ast.get_docstring(node) or _speaks_for_itself(node))
    ]
    assert not silent


def _speaks_for_itself(node):
    if isinstance(node, ast.FunctionDef):
        return len(node.body) == 1
    return any("dataclass" in ast.dump(decorator) for decorator in node.decorator_list)


@named(MODULES)
def test_functions_fit_a_screen(path):
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno - node.lineno < 50, f"{path}:{node.lineno} {node.name}"


def test_the_architecture_table_is_the_tree():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `proofkit/([a-z_]+)(\.py|/)` \|", text, re.M)
    tree_rooms = {
        p.name if p.suffix else p.name + "/"
        for p in PACKAGE.iterdir()
        if p.name not in {*ENTRANCES, "__pycache__", "py.typed"} and not p.name.startswith(".")
    }
    assert {name + kind for name, kind in listed} == tree_rooms
    assert [name for name, _ in listed] == [name for name in ROOMS if name in dict(listed)]


def lemma_modules():
    for path in sources(ROOT / "lemmas"):
        targets = [n.targets for n in tree(path).body if isinstance(n, ast.Assign)]
        if any(getattr(t, "id", "") == "lemma" for t in chain.from_iterable(targets)):
            yield path


@named(list(lemma_modules()))
def test_every_lemma_has_its_test(path):
    place = path.relative_to(ROOT / "lemmas")
    assert (ROOT / "tests" / "lemmas" / place.parent / f"test_{place.name}").exists()


def test_metadata_is_in_one_place():
    pyproject = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert re.findall(r"^\[.*\]$", pyproject, re.M) == ["[build-system]"]
    assert not [
        p for p in ("ruff.toml", "mypy.ini", "pytest.ini", "tox.ini") if (ROOT / p).exists()
    ]


def test_the_changelog_knows_this_version():
    import proofkit

    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## {proofkit.__version__} " in changelog


def test_the_page_on_trust_names_every_rule_and_module_of_the_kernel():
    from proofkit.kernel.inference import RULES

    page = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([a-z]+)` \|", page, re.M)
    assert listed == list(dict.fromkeys(listed))
    assert set(listed) == set(RULES)
    named = set(re.findall(r"`([a-z_]+\.py)`", page))
    assert {p.name for p in (PACKAGE / "kernel").glob("[a-z]*.py")} <= named

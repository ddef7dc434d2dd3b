"""House rules: what every file of the repository keeps to."""

import ast
import json
import os
import re
import sys
import tomllib
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "proofkit"

spec = spec_from_file_location("house", ROOT / "scripts" / "house.py")
house = module_from_spec(spec)
spec.loader.exec_module(house)
arrows = cache(house.arrows)
ROOMS = list(house.LAYERS)
"""In the order of `docs/architecture.md`: a room imports only from rooms before it."""

DOORS = {"claims", "events", "findings", "lemma", "parameters", "plots", "proof", "sphinx_ext"}
"""Names under which collections and documents outside import what lives in a room."""

ENTRANCES = {"__init__.py", "__main__.py", *(f"{name}.py" for name in DOORS)}
"""The package's own front doors, which import any room, on demand."""

KERNEL_MAY_IMPORT = {"flint", "proofkit", *sys.stdlib_module_names}

DOUBLES = {
    "attention/blocked/": "the core in blocks, with an error bound for every entry",
    "attention/crowds.py": "NumPy: an opinion",
    "attention/dense.py": "NumPy: an opinion",
    "attention/keys.py": "NumPy: an opinion",
    "attention/layout.py": "NumPy: an opinion",
    "attention/links.py": "NumPy: an opinion",
    "attention/logs.py": "NumPy: an opinion",
    "attention/opinions.py": "NumPy: an opinion",
    "attention/queries.py": "NumPy: an opinion",
    "attention/signedlog.py": "NumPy: an opinion",
    "cli/progress.py": "seconds",
    "cli/watching.py": "seconds",
    "jobs/": "seconds",
    "kernel/certificates.py": "seconds",
    "foundations/effort.py": "seconds, and no limit at all",
    "probability/opinion.py": "an opinion",
    "probability/recall/": "an experiment: what is drawn and trained, beside its closed form",
    "probability/simulation.py": "counts of what was drawn, and near ties decided exactly",
    "probability/trials.py": "counts, as NumPy's integers",
    "questions/crosscheck.py": "an opinion",
    "questions/problem.py": "seconds",
    "questions/sweep/": "a filter with proved error bounds; the kernel decides the rest",
    "readers/graph/layout.py": "pictures",
    "readers/plots/": "pictures",
    "readers/report/regions.py": "NumPy's file format",
    "readers/report/sweep.py": "NumPy's file format",
    "search/budget.py": "seconds",
    "search/families/worlds.py": "where the search looks: the kernel decides",
    "search/inequalities/": "guesses of what to prove, which the kernel then checks exactly",
}
"""Where numbers may be doubles, and why that decides nothing."""

INEXACT = {"numpy", "numba", "cmath", "scipy", "mpmath", "torch", "statistics"}
WHOLE = {"ceil", "comb", "factorial", "floor", "gcd", "isqrt", "lcm", "perm", "prod"}
"""Functions of `math` that are exact on integers and fractions."""


def sources(folder):
    return sorted(p for p in folder.rglob("*.py") if "__pycache__" not in p.parts)


MODULES = sources(PACKAGE)
ENGINE = [p for p in MODULES if p.relative_to(PACKAGE).parts[0] not in {"cli"}]


def of_each(paths):
    """The rule is kept by each of the files; those that break it are named with what is wrong."""

    def decorate(rule):
        def test():
            found, broken = list(paths()), {}
            for path in found:
                try:
                    rule(path)
                except AssertionError as error:
                    broken[path.relative_to(ROOT).as_posix()] = str(error)
            assert found and broken == {}

        test.__name__, test.__doc__ = rule.__name__, rule.__doc__
        return test

    return decorate


def test_a_file_that_breaks_a_rule_is_named():
    def rule(path):
        assert path.suffix == ".txt", "it is code"

    with pytest.raises(AssertionError, match=r"tests/test_repository\.py.*it is code"):
        of_each(lambda: [Path(__file__)])(rule)()


@cache
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
    """The absolute names of everything a module imports, at any depth, by name or by statement,
    what only a type checker reads included."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write absolute imports"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and "import" in ast.unparse(node.func):
            given = node.args[0] if node.args else None
            yield from [given.value] if isinstance(given, ast.Constant) else []


def against_the_layers(path):
    """What a module imports that is not in its own room or one above it. Doors are for those
    outside; the engine knows no lemma."""
    allowed = {"__version__", *ROOMS[: ROOMS.index(room(path)) + 1]}
    for name in imports(path):
        top, _, rest = name.partition(".")
        if top == "lemmas" or (top == "proofkit" and rest.partition(".")[0] not in allowed):
            yield name


@of_each(lambda: [p for p in MODULES if p.relative_to(PACKAGE).as_posix() not in ENTRANCES])
def test_imports_go_one_way(path):
    assert list(against_the_layers(path)) == []


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A module of the room of questions, in a package of its own."""
    made_by_room()  # before the package is another
    monkeypatch.setattr(sys.modules[__name__], "PACKAGE", tmp_path)
    (tmp_path / "questions").mkdir()
    return tmp_path / "questions" / "own.py"


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("from proofkit.readers import alone", True),
        ("import proofkit.cli.options", True),
        ("def later():\n    from proofkit.bridges.coq import export", True),
        ("if TYPE_CHECKING:\n    from proofkit.readers.report.style import Style", True),
        ("x = importlib.import_module('proofkit.readers.alone')", True),
        ("from proofkit.claims import less", True),
        ("import proofkit", True),
        ("import lemmas.notation", True),
        ("from proofkit.kernel import terms", False),
        ("from proofkit.questions.audit import roles", False),
        ("from proofkit import __version__", False),
    ],
)
def test_the_guard_sees_imports_against_the_layers(module, source, seen):
    module.write_text(source)
    assert bool(list(against_the_layers(module))) is seen


def made_in(path):
    """The names that a module gives: to functions, classes, variables and attributes."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.id if isinstance(node, ast.Name) else node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value  # of `__slots__`


@cache
def made_by_room():
    return {name: {m for p in MODULES if room(p) == name for m in made_in(p)} for name in ROOMS}


def private_uses(path):
    """What a module takes that another room keeps to itself: `_x` imported, read off a module or
    a class that is imported, or read off anything when only another room makes such a name."""
    own, foreign, here, by_room = room(path), set(), set(made_in(path)), made_by_room()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("proofkit."):
            if node.module.split(".")[1] == own:
                continue
            for alias in node.names:
                if alias.name.startswith("_"):
                    yield node.lineno, alias.name
                foreign.add(alias.asname or alias.name)
    for node in ast.walk(tree(path)):
        if not isinstance(node, ast.Attribute) or not node.attr.startswith("_"):
            continue
        imported = isinstance(node.value, ast.Name) and node.value.id in foreign
        elsewhere = [name for name, made in by_room.items() if name != own and node.attr in made]
        made_here = node.attr in by_room.get(own, ()) or node.attr in here
        if not node.attr.endswith("__") and (imported or (elsewhere and not made_here)):
            yield node.lineno, ast.unparse(node)


@of_each(lambda: MODULES)
def test_rooms_keep_what_is_private(path):
    assert [name for _, name in private_uses(path)] == []


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("from proofkit.language.terms import _level", True),
        ("from proofkit.kernel import terms\nx = terms._level", True),
        ("from proofkit.kernel import terms\nx = terms.text", False),
        ("from proofkit.questions.audit import _roles", False),
        ("def f(ring):\n    return ring._real_power(1, 2)", True),
        ("def f(self):\n    self._mine = 1\n    return self._mine", False),
    ],
)
def test_the_guard_sees_private_names(module, source, seen):
    module.write_text(source)
    assert bool(list(private_uses(module))) is seen


@of_each(lambda: [p for p in MODULES if room(p) == "kernel"])
def test_the_kernel_rests_on_little(path):
    tops = {name.partition(".")[0] for name in imports(path)}
    assert tops <= KERNEL_MAY_IMPORT
    forbidden = {"eval", "exec", "sympify", "pickle", "parse_expr", "lambdify", "simplify", "limit"}
    used = {n.id for n in running(tree(path)) if isinstance(n, ast.Name)}
    used |= {n.attr for n in running(tree(path)) if isinstance(n, ast.Attribute)}
    assert not used & forbidden


@of_each(lambda: [p for p in MODULES if room(p) == "kernel"])
def test_soundness_does_not_vanish_under_optimisation(path):
    assert not [n.lineno for n in running(tree(path)) if isinstance(n, ast.Assert)]


@of_each(lambda: ENGINE)
def test_the_engine_neither_prints_nor_swallows(path):
    calls = [n.func.id for n in ast.walk(tree(path)) if isinstance(n, ast.Call) and _named(n)]
    assert "print" not in calls
    handlers = [n for n in ast.walk(tree(path)) if isinstance(n, ast.ExceptHandler)]
    assert all(handler.type is not None for handler in handlers), "a bare except hides errors"


def _named(call):
    return isinstance(call.func, ast.Name)


def doubles(module):
    """Every place where a number may become a double: literals, calls and uses of `float`,
    inexact modules, attributes that are types of NumPy."""
    exact = {
        id(call.args[0])
        for call in ast.walk(module)
        if isinstance(call, ast.Call) and _named(call) and call.func.id == "arb" and call.args
    }
    maths = {
        alias.asname or alias.name
        for node in running(module)
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name == "math"
    }
    for node in running(module):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            if id(node) not in exact or node.value not in (0.25, 0.5):
                yield line, repr(node.value)
        elif isinstance(node, ast.Call):
            given = (*node.args, *(keyword.value for keyword in node.keywords))
            used = [node.func, *(given if not _asks_for_a_type(node) else ())]
            yield from (
                (line, n.id)
                for n in used
                if isinstance(n, ast.Name) and n.id in ("float", "complex")
            )
        elif isinstance(node, ast.Import):
            yield from ((line, a.name) for a in node.names if a.name.split(".")[0] in INEXACT)
        elif isinstance(node, ast.ImportFrom) and node.module:
            top = node.module.split(".")[0]
            names = {alias.name for alias in node.names}
            if top in INEXACT or (top == "math" and names - WHOLE):
                yield line, f"{node.module}: {', '.join(sorted(names))}"
        elif isinstance(node, ast.Attribute):
            of_math = isinstance(node.value, ast.Name) and node.value.id in maths
            if re.fullmatch(r"float\d+|double|longdouble|evalf|__float__", node.attr) or (
                of_math and node.attr not in WHOLE
            ):
                yield line, node.attr


def _asks_for_a_type(call):
    return _named(call) and call.func.id in ("isinstance", "issubclass")


def _may_be_double(path):
    name = path.relative_to(PACKAGE).as_posix()
    return any(name == place or name.startswith(place) for place in DOUBLES)


@of_each(lambda: [p for p in MODULES if not _may_be_double(p)])
def test_no_double_decides_anything(path):
    assert list(doubles(tree(path))) == []


@pytest.mark.parametrize("place", DOUBLES)
def test_no_place_is_listed_without_need(place):
    paths = sources(PACKAGE / place) if place.endswith("/") else [PACKAGE / place]
    assert any(list(doubles(tree(path))) for path in paths)


@pytest.mark.parametrize(
    "source",
    [
        "x = 0.1",
        "x = arb(0.1)",
        "x = float(y)",
        "x = [*map(float, y)]",
        "import numpy as np",
        "from numpy import linalg",
        "from math import exp",
        "import math\nx = math.exp(y)",
        "import math as m\nx = m.sqrt(y)",
        "import mpmath",
        "x = y.evalf(30)",
        "x = max(y, key=float)",
        "x = np.float64(y)",
        "x = y.astype(np.float32)",
        "x = 2j",
    ],
)
def test_the_guard_sees_doubles(source):
    assert list(doubles(ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        "x = arb(0.5)",
        "isinstance(x, float)",
        "from math import isqrt",
        "import math\nx = math.gcd(2, 4)",
        "x: float",
    ],
)
def test_the_guard_sees_nothing_else(source):
    assert not list(doubles(ast.parse(source)))


@of_each(lambda: [*MODULES, *sources(ROOT / "lemmas")])
def test_public_things_are_documented(path):
    """Modules, classes and functions say what they are for. A function of one statement
    says it by itself, and so does a class that is only data; the entry of a tactic is what its
    module is about."""
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
        return len(node.body) == 1 or node.name == "prove"
    return any("dataclass" in ast.dump(decorator) for decorator in node.decorator_list)


@of_each(lambda: [*MODULES, *sources(ROOT / "lemmas")])
def test_functions_fit_a_screen(path):
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno - node.lineno < 50, f"{path}:{node.lineno} {node.name}"


def test_modules_are_read_in_one_sitting():
    assert not [p for p in MODULES if len(p.read_text(encoding="utf-8").splitlines()) > 400]


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


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_says_what_it_is_for_and_what_it_imports(name):
    says = ast.get_docstring(tree(PACKAGE / name / "__init__.py"))
    assert says.endswith(f"\n\n{house.said(name, arrows())}"), "run python scripts/house.py"


def test_words_of_the_language_and_the_kernel_mean_one_thing():
    """But for bridges, which speak of another system's theorems and definitions."""
    ours = [p for p in MODULES if room(p) != "bridges" or "coq" not in p.parts]
    made = [(n.name, room(p)) for p in ours for n in tree(p).body if isinstance(n, ast.ClassDef)]
    owned = {name for name, place in made if place in ("language", "kernel")}
    taken = [(name, place) for name, place in made if name in owned and name[0] != "_"]
    assert [name for name, _ in taken] == list(dict.fromkeys(name for name, _ in taken)), taken


def test_every_mechanism_has_its_place_in_the_tables():
    from proofkit.attention.mechanisms.registry import OURS

    places = sources(PACKAGE / "attention" / "mechanisms")
    found = {p.stem for p in places if re.search("^mechanism = ", p.read_text("utf-8"), re.M)}
    page = (ROOT / "docs" / "mechanisms.md").read_text(encoding="utf-8")
    assert found == set(OURS) == set(re.findall(r"^\| `([a-z]+)", page, re.M))


def test_the_picture_of_the_house_is_current():
    assert house.PICTURE.read_text(encoding="utf-8") == house.svg(), "run python scripts/house.py"


CODE_NAME = re.compile(r"`((?:proofkit|lemmas|tests|docs|scripts)/[A-Za-z0-9_./*-]+)`")


def test_the_files_that_the_change_table_names_are_there():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named_files = CODE_NAME.findall(text)
    assert len(named_files) > 50
    assert [name for name in named_files if not list(ROOT.glob(name.rstrip("/")))] == []


def test_the_tests_that_are_started_first_are_there():
    first = json.loads((ROOT / "tests" / "seconds.json").read_text(encoding="utf-8"))
    assert first and not [name for name in first if not (ROOT / name).is_file()]


@of_each(lambda: [p for p in sources(ROOT / "tests") if p.name.startswith("test_")])
def test_every_test_module_says_what_it_tests(path):
    assert ast.get_docstring(tree(path))


def lemma_modules():
    for path in sources(ROOT / "lemmas"):
        targets = [n.targets for n in tree(path).body if isinstance(n, ast.Assign)]
        if any(getattr(t, "id", "") == "lemma" for t in chain.from_iterable(targets)):
            yield path


@of_each(lemma_modules)
def test_every_lemma_has_its_test(path):
    """In the table of its folder, or in a module of its own."""
    place, tests = path.relative_to(ROOT / "lemmas"), ROOT / "tests" / "lemmas"
    table = tests / f"{place.parent}.toml"
    listed = tomllib.loads(table.read_text(encoding="utf-8")) if table.exists() else {}
    own = tests / place.parent / f"test_{place.name}"
    assert place.stem.replace("_", "-") in listed or own.exists()


def test_what_the_collection_keeps_is_made_from_this_code():
    from proofkit.language import statement_cache

    made = (ROOT / "lemmas" / statement_cache.FILE).read_text(encoding="utf-8").split('"', 4)
    assert made[3] == statement_cache.made_from(ROOT / "lemmas"), "run python scripts/statements.py"


def test_metadata_is_in_one_place():
    """In setup.cfg, with the settings of all tools but Ruff, which cannot read that file."""
    pyproject = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert re.findall(r"^\[.*\]$", pyproject, re.M) == ["[build-system]"]
    assert not [
        p for p in (".ruff.toml", "mypy.ini", "pytest.ini", "tox.ini") if (ROOT / p).exists()
    ]


def test_changelog_and_citation_know_this_version():
    import proofkit

    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## [{proofkit.__version__}] - " in changelog
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {proofkit.__version__}\n" in citation


def test_the_workflows_run_scripts_that_are_there():
    run = re.findall(r"run: (.*)", (ROOT / ".github/workflows/tests.yml").read_text("utf-8"))
    assert {"scripts/test", "scripts/lint", "scripts/docs", "scripts/wheel"} == set(run)
    assert all(os.access(ROOT / name, os.X_OK) for name in (*run, ".ci/run"))


FORGE_PAGES = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "CHANGELOG.md"]


@pytest.mark.parametrize("name", FORGE_PAGES)
def test_pages_read_on_a_forge_link_to_pages_that_read_well_there(name):
    """Links lead to files that exist, and not to a page that shows raw directives."""
    text = (ROOT / name).read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", text):
        path = ROOT / target
        assert path.exists(), target
        if path.suffix == ".md":
            raw = re.search(r"\{proofkit:|^(```|:::)\{", path.read_text("utf-8"), re.M)
            assert raw is None, f"{target} shows {raw and raw[0]}"


def test_the_page_on_trust_names_every_rule_and_module_of_the_kernel():
    from proofkit.kernel.inference import RULES

    page = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([a-z]+)` \|", page, re.M)
    assert listed == list(dict.fromkeys(listed))
    assert set(listed) == set(RULES)
    named = set(re.findall(r"`([a-z_]+\.py)`", page))
    assert {p.name for p in (PACKAGE / "kernel").glob("[a-z]*.py")} <= named


def test_the_page_on_coq_says_what_becomes_of_every_rule_of_the_kernel():
    from proofkit.bridges.coq import table
    from proofkit.kernel.inference import RULES

    page = (ROOT / "docs" / "coq.md").read_text(encoding="utf-8")
    rows = page.partition("| rule of the kernel | in Coq |")[2].partition("\n\n")[0]
    listed = ", ".join(re.findall(r"^\| ([a-z, ]+) \|", rows, re.M)).split(", ")
    assert sorted(listed) == sorted(table.RULES)
    assert [rule for rule in RULES if rule not in listed and f"`{rule}`" not in page] == []


def test_the_page_on_trust_says_how_long_the_kernel_is():
    page = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[a-z_]+\.py`(?:, `[a-z_]+\.py`)*) \| (\d+) \|", page, re.M)
    counted = {}
    for files, said in rows:
        names = re.findall(r"[a-z_]+\.py", files)
        counted |= {name: length(trusted(name)) for name in names}
        assert abs(sum(counted[name] for name in names) - int(said)) <= 20, files
    modules = {p.name for p in (PACKAGE / "kernel").glob("[a-z]*.py")}
    assert set(counted) == modules | TERMS
    whole, beside = (int(n.replace(",", "")) for n in re.findall(r"is ([\d,]+) lines", page))
    assert abs(sum(counted.values()) - whole) <= 50
    assert abs(sum(map(length, beside_the_kernel())) - beside) <= 50


def trusted(name):
    """A module of the kernel, or the terms of the language, with which it works."""
    return PACKAGE / ("language" if name in TERMS else "kernel") / name


TERMS = {"terms.py", "binding.py", "well_formed.py"}


def length(path):
    return len(path.read_text(encoding="utf-8").splitlines())


def beside_the_kernel():
    """What of other rooms the kernel imports, beside the terms."""
    found = {name for path in sources(PACKAGE / "kernel") for name in imports(path)}
    places = {"/".join(name.split(".")[1:3]) for name in found if name.startswith("proofkit.")}
    return [
        PACKAGE / f"{place}.py"
        for place in places
        if not place.startswith("kernel") and place.removeprefix("language/") + ".py" not in TERMS
    ]

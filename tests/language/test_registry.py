"""Collections are found by their names, and a bad one is told of without stopping the others."""

import os
import subprocess
import sys
from importlib.metadata import EntryPoint, EntryPoints

import pytest

from proofkit.foundations.errors import LemmaError, UnknownName
from proofkit.language import registry

LEMMA = """
from sympy import Symbol
from proofkit.claims import at_least
from proofkit.lemma import Lemma
from proofkit.parameters import Parameter
from proofkit.proof import Chain

n = Symbol("n", real=True)
lemma = Lemma({id!r}, title="T", source="S", provenance="O", section="1",
              parameters=(Parameter("n", "2", "tokens"),), hypotheses=())
for claim in ("one", "two"):
    lemma.claim(claim, at_least(n + 1, n), Chain(n + 1).at_least(n, "1 >= 0"))
"""


def lemma(id):
    return LEMMA.format(id=id)


def test_every_module_with_a_lemma_is_found_in_order(install):
    install(
        zoo={
            "__init__.py": "ORDER = ('late', 'group')",
            "alpha.py": lemma("alpha"),
            "late.py": lemma("late"),
            "notation.py": "x = 1",
            "_private.py": "1/0",
            "group/__init__.py": "",
            "group/deep_one.py": lemma("deep-one"),
        },
        ark={"first.py": lemma("first")},
    )
    assert [lemma.id for lemma, _ in registry.find(())] == ["first", "late", "deep-one", "alpha"]
    assert [[c.id for c in claims] for _, claims in registry.find(["late"])] == [["one", "two"]]


def test_claims_are_selected_in_the_lemmas_order(install):
    install(zoo={"alpha.py": lemma("alpha"), "beta.py": lemma("beta")})

    def chosen(*selection):
        return [(l.id, [c.id for c in claims]) for l, claims in registry.find(selection)]  # noqa: E741

    assert chosen("alpha/two", "alpha/one") == [("alpha", ["one", "two"])]
    assert chosen("beta/two", "alpha") == [("alpha", ["one", "two"]), ("beta", ["two"])]
    assert chosen("alpha/two", "alpha") == [("alpha", ["one", "two"])]


def test_one_lemma_is_found_without_importing_the_others(install):
    install(zoo={"alpha.py": lemma("alpha"), "broken.py": "raise RuntimeError('no')"})
    assert [found.id for found, _ in registry.find(["alpha/one"])] == ["alpha"]
    assert "zoo.broken" not in sys.modules
    with pytest.raises(LemmaError, match=r"'zoo': cannot load zoo\.broken: RuntimeError"):
        registry.find([])


@pytest.mark.parametrize(
    ("item", "message"),
    [
        ("alhpa", "unknown lemma 'alhpa'; did you mean alpha"),
        ("ALPHA", "unknown lemma 'ALPHA'; did you mean alpha"),
        ("notation", "unknown lemma 'notation'$"),
        ("notatoin", "unknown lemma 'notatoin'$"),
        ("alpha/tow", "unknown claim of alpha 'tow'; did you mean two"),
        ("alpha/", "unknown claim of alpha ''"),
        ("", "unknown lemma ''$"),
        ("zzz\n\x1b" + "y" * 5000, "unknown lemma 'zzz"),
    ],
)
def test_unknown_names_suggest_close_ones(install, item, message):
    install(zoo={"alpha.py": lemma("alpha"), "notation.py": "x = 1"})
    with pytest.raises(UnknownName, match=message) as caught:
        registry.find([item])
    assert str(caught.value).isprintable()


def test_an_id_is_its_modules_name(install):
    install(zoo={"alpha.py": lemma("beta")})
    for asked in ([], ["beta"]):
        with pytest.raises(LemmaError, match=r"zoo.alpha: lemma beta does not have .* id alpha"):
            registry.find(asked)


def test_something_else_called_lemma_is_refused(install):
    install(zoo={"alpha.py": "lemma = 3"})
    with pytest.raises(LemmaError, match="`lemma` is a int"):
        registry.find(["alpha"])


def test_two_lemmas_of_one_id_name_both_places(install):
    install(zoo={"alpha.py": lemma("alpha")}, ark={"alpha.py": lemma("alpha")})
    with pytest.raises(LemmaError, match=r"alpha is defined twice: in ark.alpha .*zoo.alpha"):
        registry.find(["alpha"])


def test_a_collection_that_is_not_there_or_does_not_load(install, monkeypatch):
    install(zoo={"__init__.py": "import nothing_of_that_name"})
    with pytest.raises(LemmaError, match="collection 'zoo': cannot load zoo: ModuleNotFoundError"):
        registry.find([])
    points = EntryPoints([EntryPoint("gone", "gone_package", registry.GROUP)])
    monkeypatch.setattr(registry, "entry_points", lambda group: points)
    with pytest.raises(LemmaError, match="collection 'gone': no module named gone_package"):
        registry.find([])


def test_order_names_only_modules_that_exist(install):
    install(zoo={"__init__.py": "ORDER = ('nobody',)", "alpha.py": lemma("alpha")})
    with pytest.raises(LemmaError, match=r"zoo.ORDER names 'nobody'"):
        registry.find([])


def test_a_plug_in_of_one_module_is_seen_by_a_new_process(tmp_path):
    (tmp_path / "lone_lemma.py").write_text(lemma("lone-lemma"))
    metadata = tmp_path / "lone-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: lone\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[proofkit.lemmas]\nlone = lone_lemma\n")
    code = "from proofkit.language import registry; print([l.id for l, _ in registry.find(['lone-lemma'])])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "['lone-lemma']\n"


def test_the_registry_itself_does_not_import_sympy():
    code = "import sys, proofkit.language.registry; sys.exit('sympy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


BAD = {
    "exits": "import sys; sys.exit(0)",
    "raises": "raise BaseException('boo')",
    "unprintable": "class E(Exception):\n    def __str__(self): raise ValueError\nraise E",
    "claims": "from proofkit.lemma import Lemma\nclass L(Lemma):\n    claims = property(lambda s: 1/0)\nlemma = L('claims', title='t', source='s', provenance='O', section='1', parameters=(), hypotheses=())",
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_a_module_that_cannot_be_loaded_is_one_error_and_the_rest_is_found(install, text):
    install(bad={"claims.py": text}, zoo={"alpha.py": lemma("alpha")})
    with pytest.raises(LemmaError, match=r"collection 'bad': cannot load bad\.claims"):
        registry.find(())
    broken = []
    assert [found.id for found, _ in registry.find((), broken)] == ["alpha"]
    assert len(broken) == 1 and "\n" not in str(broken[0])


def test_a_distribution_whose_entry_points_cannot_be_read_is_named(tmp_path):
    info = tmp_path / "mangled-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mangled\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[proofkit.lemmas\n= =\n\x00")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    arguments = [sys.executable, "-m", "proofkit", "list"]
    ran = subprocess.run(arguments, env=environment, capture_output=True, text=True, check=False)
    assert "Traceback" not in ran.stderr
    assert ran.returncode == 0 or (ran.returncode == 2 and "mangled" in ran.stderr)

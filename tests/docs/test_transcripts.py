"""The README and the pages of `docs/`, followed to the letter, each in a folder of its own.

The files that a page shows are written, its commands run and their output compared with the
page. From the first command on that is not proofkit's, they run in a fresh virtual environment that
sees proofkit and pytest as if they were installed in it. In a transcript `...` stands for output
that is cut. Pictures of the pages about pictures are drawn again, byte for byte.
"""

import doctest
import os
import re
import shlex
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import matplotlib
import pytest

from proofkit.bridges.coq import checker
from tests.bridges.coq.conftest import Once

ROOT = Path(__file__).parent.parent.parent
FILE = re.compile(r"^\*\*`(?P<path>[^`]+)`\*\*\n\n```\w+\n(?P<text>.*?)^```$", re.M | re.S)
CONSOLE = re.compile(r"^```console\n(?P<text>.*?)^```$", re.M | re.S)
PYTHON = re.compile(r"^```pycon\n(?P<text>.*?)^```$", re.M | re.S)
SHELL = re.compile(r"^```(?:sh|bash|shell)\n(?P<text>.*?)^```$", re.M | re.S)
COMMAND = re.compile(r"^(?:\$ | {4})(?:\.venv/bin/)?proofkit [a-z]", re.M)
INSTALLS = re.compile(r"pip install|-m venv|venv/bin/activate|^scripts/|-m sphinx|^cd ")
COMMANDS = ("proofkit", "pytest", "pip")
PICTURES = ("plots", "regions")
DRAWN_BY = "3.11.2"
"""The matplotlib that drew docs/pictures; another one may place a glyph elsewhere."""
VERDICTS = {0, 1, 3}
"""Exit codes that a transcript need not mention: the report says the same."""

PAGES = [
    ROOT / "README.md",
    *sorted(p for p in (ROOT / "docs").glob("*.md") if "```" in p.read_text(encoding="utf-8")),
]
named = pytest.mark.parametrize("path", PAGES, ids=lambda p: p.stem)


def transcripts(text):
    """`(command, exit codes, expected output)` of every console block, in order."""
    for block in CONSOLE.finditer(text):
        for part in re.split(r"^\$ ", block["text"], flags=re.M)[1:]:
            line, _, output = part.partition("\n")
            command, _, code = line.partition(" # exit code ")
            yield command, {int(code)} if code else VERDICTS, output


def environment(folder):
    """A virtual environment in which the packages of this one are installed too."""
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    here = [str(ROOT), *(sysconfig.get_path(name) for name in ("purelib", "platlib"))]
    there = sysconfig.get_path("purelib", vars={"base": folder, "platbase": folder})
    lines = [f"import site; site.addsitedir({path!r})" for path in dict.fromkeys(here)]
    Path(there, "outer.pth").write_text("\n".join(lines) + "\n")
    for name in COMMANDS:
        script = folder / "bin" / name
        code = f"import runpy; runpy.run_module({name!r}, run_name='__main__', alter_sys=True)"
        script.write_text(f"#!{python}\nimport sys; sys.argv[0] = {name!r}\n{code}\n")
        script.chmod(0o755)
    return folder


def variables(outer):
    """No network and no build environment: setuptools is here already. (pip reads `no` as
    the answer to "build isolation?".)"""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "PYTHON"))}
    return {
        **kept,
        "PATH": f"{outer / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PIP_NO_INDEX": "1",
        "PIP_NO_BUILD_ISOLATION": "no",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_ROOT_USER_ACTION": "ignore",
        "PYTHONIOENCODING": "utf-8",
        "COLUMNS": "80",
        "HOME": str(outer),
        "XDG_STATE_HOME": str(outer / "state"),
    }


@pytest.fixture
def here(tmp_path, monkeypatch, run):
    """Runs a command of proofkit in this process, in a folder of its own."""
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(checker, "run", Once())
    with open(os.devnull) as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        yield lambda command: run(*shlex.split(command)[1:])


def there(outer, command):
    done = subprocess.run(
        command,
        shell=True,
        env=variables(outer),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@named
def test_the_page_works_as_written(path, here, tmp_path):
    text, outer = path.read_text(encoding="utf-8"), None
    for file in FILE.finditer(text):
        target = Path(file["path"])
        target.parent.mkdir(exist_ok=True)
        target.write_text(file["text"], encoding="utf-8")
    for command, codes, expected in transcripts(text):
        if outer is None and not command.startswith("proofkit "):
            outer = environment(tmp_path / "venv")
        code, out, err = there(outer, command) if outer else here(command)
        assert code in codes, f"$ {command}\n{out}{err}"
        assert matches(expected, out), f"$ {command}\n{out}"
    for picture in Path.cwd().glob("*.svg") if path.stem in PICTURES else ():
        if matplotlib.__version__ != DRAWN_BY:
            pytest.skip(f"docs/pictures were drawn by matplotlib {DRAWN_BY}")
        committed = ROOT / "docs" / "pictures" / picture.name
        assert picture.read_bytes() == committed.read_bytes(), f"draw {committed} again"


@named
def test_every_command_is_in_a_transcript(path):
    """What a page shows as something to type is either run above or installs something."""
    text = path.read_text(encoding="utf-8")
    for block in SHELL.finditer(text):
        for line in block["text"].splitlines():
            assert INSTALLS.search(line) or not line.strip(), f"{path.name}: {line}"
    rest = CONSOLE.sub("", text)
    assert COMMAND.findall(rest) == [], path.name


@pytest.mark.parametrize(
    "block", [b for path in PAGES for b in PYTHON.findall(path.read_text(encoding="utf-8"))]
)
def test_the_python_on_the_pages(block):
    test = doctest.DocTestParser().get_doctest(block, {}, "page", "page", 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def matches(expected, got):
    """Equal, where `...` stands for anything."""
    pattern = ".*?".join(map(re.escape, expected.rstrip().split("...")))
    return re.fullmatch(pattern, got.rstrip(), re.S) is not None


def test_a_page_that_lies_is_noticed():
    assert matches("a\n...\nc\n", "a\nb\nc\n")
    assert not matches("4 proved", "3 proved, 1 open")
    assert not matches("a ...", "b")


@pytest.mark.parametrize(
    ("page", "words"),
    [
        (
            "adding_a_lemma",
            ("pip install", "list", "check", "prove", "graph", "audit", "pytest --proofkit"),
        ),
        ("tutorial", ("check", "explain", "threshold", "pip install", "prove")),
    ],
)
def test_the_lessons_are_complete(page, words):
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    seen = [command for command, _, _ in transcripts(text)]
    for word in words:
        assert any(word in command for command in seen), f"{page} does not show {word}"


def test_the_collections_live_outside():
    assert sys.modules.get("inequalities") is None
    assert sys.modules.get("mine") is None

"""`docs/adding_a_lemma.md`, followed to the letter in a folder of its own.

Its files are written, its commands run and their output compared with the page, in a fresh
virtual environment that sees proofkit and pytest as if they were installed in it.
"""

import doctest
import os
import re
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

PAGE = Path(__file__).parent.parent / "docs" / "adding_a_lemma.md"
FILE = re.compile(r"^\*\*`(?P<path>[^`]+)`\*\*\n\n```\w+\n(?P<text>.*?)^```$", re.M | re.S)
CONSOLE = re.compile(r"^```console\n(?P<text>.*?)^```$", re.M | re.S)
PYTHON = re.compile(r"^```pycon\n(?P<text>.*?)^```$", re.M | re.S)
COMMANDS = ("proofkit", "pytest", "pip")


def page():
    return PAGE.read_text(encoding="utf-8")


def transcripts(text):
    """`(command, exit code, expected output)` of every console block, in order."""
    for block in CONSOLE.finditer(text):
        for part in re.split(r"^\$ ", block["text"], flags=re.M)[1:]:
            line, _, output = part.partition("\n")
            command, _, code = line.partition(" # exit code ")
            yield command, int(code or 0), output


def environment(folder):
    """A virtual environment in which the packages of this one are installed too."""
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    here = [sysconfig.get_path(name) for name in ("purelib", "platlib")]
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
    }


def test_the_page_works_as_written(tmp_path):
    outer, folder = environment(tmp_path / "venv"), tmp_path / "work"
    folder.mkdir()
    files = list(FILE.finditer(page()))
    assert [f["path"] for f in files if f["path"].endswith("two_means.py")]
    for file in files:
        target = folder / file["path"]
        target.parent.mkdir(exist_ok=True)
        target.write_text(file["text"], encoding="utf-8")
    seen = []
    for command, code, expected in transcripts(page()):
        done = subprocess.run(
            command,
            shell=True,
            cwd=folder,
            env=variables(outer),
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            timeout=120,
        )
        assert done.returncode == code, f"$ {command}\n{done.stdout}{done.stderr}"
        assert matches(expected, done.stdout), f"$ {command}\n{done.stdout}"
        seen.append(command)
    for word in ("pip install", "list", "check", "prove", "graph", "audit", "pytest --proofkit"):
        assert any(word in command for command in seen), f"the page does not show {word}"


def matches(expected, got):
    """Equal, where `...` stands for anything."""
    pattern = ".*?".join(map(re.escape, expected.rstrip().split("...")))
    return re.fullmatch(pattern, got.rstrip(), re.S) is not None


def test_a_page_that_lies_is_noticed():
    assert matches("a\n...\nc\n", "a\nb\nc\n")
    assert not matches("4 proved", "3 proved, 1 open")
    assert not matches("a ...", "b")


@pytest.mark.parametrize("block", PYTHON.findall(page()))
def test_the_python_on_the_page(block):
    test = doctest.DocTestParser().get_doctest(block, {}, PAGE.name, str(PAGE), 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_collection_lives_outside():
    assert sys.modules.get("inequalities") is None

"""An exception that nobody expected is no verdict: code 70, one line, and what to send."""

import importlib
import pkgutil
import subprocess
import sys

import click
import pytest

from proofkit import cli
from proofkit.cli import application, commands, faults, terminal
from proofkit.foundations.errors import CertificateError, InternalError
from proofkit.language import registry
from proofkit.questions import ask
from proofkit.readers.report import asked
from proofkit.search.inequalities import prover

COMMANDS = [
    module.name for module in pkgutil.iter_modules(commands.__path__) if module.name[0] != "_"
]
FAULTS = [
    ZeroDivisionError("Fraction(1, 0)"),
    KeyError("x"),
    RecursionError("too deep"),
    AssertionError(),
    RuntimeWarning("overflow encountered"),
    CertificateError("ask", "refused by ourselves"),
    InternalError("ValueError: elsewhere"),
    UnicodeEncodeError("ascii", "é", 0, 1, "no such character"),
]


def told(found):
    """The one line of an internal error, on standard error alone."""
    code, out, err = found
    assert (code, out) == (70, "")
    assert err.startswith("proofkit: error: internal error, no verdict: ") and err.count("\n") == 1
    assert err.strip().isprintable() and len(err) < 500
    assert "please report it" in err and faults.VARIABLE in err
    return err


def fail(*_, **__):
    raise FAULTS[0]


@pytest.mark.parametrize("name", COMMANDS)
def test_no_exception_in_a_command_ends_as_a_verdict(run, monkeypatch, name):
    arguments, command = [name], importlib.import_module(f"{commands.__name__}.{name}").command
    if isinstance(command, click.Group):
        arguments += [*command.commands][:1]
        command = command.commands[arguments[-1]]
    monkeypatch.setattr(command, "params", [])
    for fault in FAULTS:

        def broken(fault=fault):
            raise fault

        monkeypatch.setattr(command, "callback", broken)
        told(run(*arguments))


@pytest.mark.parametrize(
    "arguments",
    [
        ["list"],
        ["check"],
        ["prove"],
        ["explain", "dataset"],
        ["graph"],
        ["report"],
        ["audit", "dataset"],
        ["threshold", "dataset/x", "--over", "n"],
        ["regions", "dataset/x", "--over", "n=2:3", "--over", "a1=1:2"],
        ["sweep", "dataset", "--grid", "n=10,100"],
    ],
    ids=" ".join,
)
def test_nor_does_one_deep_inside(run, monkeypatch, arguments):
    monkeypatch.setattr(registry, "sources", fail)
    assert "ZeroDivisionError" in told(run(*arguments))


def test_nor_where_the_answer_is_written(run, monkeypatch):
    for name in ("write", "show", "answer"):
        monkeypatch.setattr(terminal, name, fail)
    for arguments in (["list"], ["mechanisms"], ["ask", "x >= 1"], ["ask", "x^2 >= 0"]):
        assert "(cli/" in told(run(*arguments))


def test_a_traceback_is_shown_to_those_who_want_it(run, monkeypatch):
    monkeypatch.setattr(ask, "run", fail)
    monkeypatch.setenv(faults.VARIABLE, "1")
    code, _, err = run("ask", "x >= 1")
    assert code == 70 and err.startswith("Traceback") and err.endswith(f"{faults.VARIABLE}=1\n")


def test_a_failure_outside_of_every_command_is_none_either(monkeypatch):
    codes = []
    monkeypatch.setattr(application, "main", fail)
    monkeypatch.setattr(cli, "_leave", codes.append)
    monkeypatch.setattr("proofkit.cli.signals.answer_at_once", lambda: None)
    cli.main()
    assert codes == [70]


def test_whoever_starts_the_program_sees_the_code():
    begin = (
        "import sys; from proofkit.questions import ask; ask.run = lambda *_: 1/0; "
        "sys.argv = ['proofkit', 'ask', 'x >= 1']; from proofkit.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", begin], capture_output=True, text=True)
    told((done.returncode, done.stdout, done.stderr))


def test_a_proof_that_cannot_be_told_is_proved_all_the_same(run, monkeypatch):
    monkeypatch.setattr(asked, "_told", fail)
    for form in ("text", "json", "latex"):
        code, out, err = run("ask", "x^2 >= 0", "--format", form)
        assert (code, err) == (0, "") and "the kernel accepts" in out
    out = " ".join(run("ask", "x^2 >= 0")[1].split())
    assert asked.UNTOLD in out and "ZeroDivisionError" in out and "sign" in out


def test_a_search_that_fails_is_open_and_a_fault_of_ours(run, monkeypatch):
    monkeypatch.setattr(prover.Prover, "settle", fail)
    code, out, _ = run("ask", "x^2 + y^2 >= 2*x*y")
    assert code == 3 and "stopped: Fraction(1, 0)" in out

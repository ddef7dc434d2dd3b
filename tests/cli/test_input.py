"""Every kind of bad input: one clear line, exit code 2, no traceback."""

import pytest

from proofkit.foundations import files
from proofkit.foundations.errors import InputError, UnknownName
from proofkit.foundations.exact import rational
from proofkit.language.given import given_parameters


@pytest.fixture(autouse=True)
def exact(pipeline):
    """The pipeline reads the numbers, as the real one does."""

    def check(selection, given, progress=None, broken=None, kept=False):
        for name, value in given.items():
            rational(value, name)
        raise UnknownName("end of the road")

    pipeline.check = check


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-p", "a1"], "-p: expected NAME=VALUE, got 'a1'"),
        (["-p", "=3"], "-p: expected NAME=VALUE"),
        (["-p", ""], "-p: expected NAME=VALUE"),
        (["-p", "n=1", "-p", "n=1"], "-p: n is given twice"),
        (["-p", "n=nan"], "n: expected an exact number"),
        (["-p", "n="], "n: expected an exact number"),
        (["-p", "n=1=2"], "got '1=2'"),
        (["-p", "n=\x1b[31m\n"], "n: expected an exact number"),
        (["-p", "n=" + "9" * 1_000_000], "n: a number of more than 1000 digits"),
        (["-p", "n=1e1000000000"], "n: a number of more than 1000 digits"),
        (["--format", "xml"], "'xml' is not one of"),
        (["--no-such"], "No such option"),
        (["-p"], "requires an argument"),
        (["--params", "/no/such/file.toml"], "cannot read /no/such/file.toml: No such file"),
        (["--params", "/"], "cannot read /: Is a directory"),
        (["--params", "a\x00b"], "cannot read a?b: embedded null byte"),
        (["--params", "/dev/zero"], "larger than the limit of 1000000 bytes"),
    ],
)
def test_arguments(refused, arguments, message):
    assert message in refused("check", *arguments)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff\xfe", "expected text in UTF-8"),
        (b"n = ", "not valid TOML"),
        (b"n = 1\nn = 2", "not valid TOML"),
        (b"[paper]\nn = 1", "paper: expected a number or text, got a table"),
        (b"a.b = 1", "a: expected a number or text, got a table"),
        (b"n = [1]", "n: expected a number or text, got an array"),
        (b"n = true", "n: expected a number or text, got a boolean"),
        (b"n = 1979-05-27", "n: expected a number or text, got a date"),
        (b"n = nan", "n: expected an exact number"),
        (b"n = -inf", "n: expected an exact number"),
        (b"n = 1e999999999", "n: a number of more than 1000 digits"),
        (b"n = '" + b"9" * 3000 + b"'", "n: a number of more than 1000 digits"),
        (b"n = " + b"9" * 3000, "n: a number of more than 1000 digits"),
        (b"n = " + b"9" * 900_000, "line 1 is longer than 4000 characters"),
        (b"n = 0x" + b"f" * 3990, "n: a number of more than 1000 digits"),
        (b"n = [0x" + b"f" * 3980 + b"]", "got an array"),
        (b"n = " + b"[" * 3990, "not valid TOML"),
        (b"n = " + b"[\n" * 400_000, "not valid TOML"),
        (b"# \n" * 400_000, "larger than the limit"),
        (b"n = 1\n a" + b".a" * 1900 + b" = 1", "line 2 has more than 100 dots"),
        (b"".join(b"a%d" % i + b".a" * 90 + b" = 1\n" for i in range(4500)), "got a table"),
    ],
    ids=range(21),
)
def test_parameter_files(refused, tmp_path, content, message):
    file = tmp_path / "p.toml"
    file.write_bytes(content)
    assert message in refused("check", "--params", str(file))


def test_usage(refused, run):
    assert "No such command 'chekc'; did you mean check or cache?" in refused("chekc")
    assert "Missing argument" in refused("explain")
    assert "Missing argument" in refused("verify")
    code, out, err = run()
    assert (code, out) == (2, "")
    assert err.startswith("Usage: proofkit")
    code, out, _ = run("-h")
    assert code == 0
    assert all(
        name in out for name in ("list", "check", "prove", "verify", "explain", "Exit codes")
    )


def test_certificate_files(refused, tmp_path, monkeypatch):
    monkeypatch.setattr(files, "MAX_CERTIFICATES", 1000)
    assert "cannot read" in refused("verify", str(tmp_path / "none.json"))
    assert "larger than the limit of 1000 bytes" in refused("verify", "/dev/zero")
    (tmp_path / "b.json").write_bytes(b"\x80")
    assert "UTF-8" in refused("verify", str(tmp_path / "b.json"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("sweep", "x/y", "--points", "PLACE.csv"), "--points: expected a file, got "),
        (("sweep", "x/y", "--points", "PLACE.npz"), "--points: expected a file, got "),
        (("graph", "hoeffding", "--coq", "PLACE.json"), "larger than the limit of"),
    ],
)
def test_a_file_that_never_ends(refused, tmp_path, monkeypatch, arguments, message):
    monkeypatch.setattr(files, "MAX_CERTIFICATES", 1000)
    (tmp_path / f"zero{arguments[-1][5:]}").symlink_to("/dev/zero")
    asked = [argument.replace("PLACE", str(tmp_path / "zero")) for argument in arguments]
    assert message in refused(*asked)


def test_output_that_cannot_be_written(tmp_path):
    for target in (tmp_path / "none" / "c.json", tmp_path, "a\x00b"):
        with pytest.raises(InputError, match="cannot write"):
            files.write(str(target), "{}")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "command",
    [
        ("report", "hoeffding"),
        ("sweep", "softmax-d1-weights", "--grid", "a1=1,2"),
        ("prove", "hoeffding"),
        ("explorer", "softmax-d1-weights"),
        ("plot", "contexts"),
        ("regions", "softmax-d1-weights/f-NN", "--over", "a1=1:2", "--over", "b=0:1"),
    ],
)
def test_a_name_that_cannot_be_written_is_refused_before_the_work(
    refused, tmp_path, command, monkeypatch
):
    def too_late(*args, **more):
        raise AssertionError("the work was done first")

    for work in ("prove", "check"):
        monkeypatch.setattr(f"proofkit.questions.pipeline.{work}", too_late)
    endings = {"prove": "json", "sweep": "csv", "plot": "svg", "regions": "csv"}
    target = str(tmp_path / "none" / f"x.{endings.get(command[0], 'html')}")
    said = refused(*command, "-o", target)
    assert said.startswith("proofkit: error: cannot write")
    assert "No such file or directory" in said
    assert not (tmp_path / "none").exists()


CLAIM = "softmax-d1-weights/f-NN"
MAP = ("--over", "a1=1:2", "--over", "b=0:1")


@pytest.mark.parametrize(
    "arguments",
    [
        ("prove", CLAIM, "-o", ""),
        ("ask", "x^2 >= 0", "-o", ""),
        ("audit", CLAIM, "--certificates", ""),
        ("threshold", CLAIM, "--over", "a1", "--certificates", ""),
        ("regions", CLAIM, *MAP, "--certificates", ""),
        ("explorer", CLAIM, "-o", ""),
        ("export", "coq", CLAIM, "-o", ""),
        ("pages", "softmax-d1-weights", "-o", ""),
        ("study", "-o", ""),
        ("recall", "-o", ""),
        ("new", "ours", "-o", ""),
        ("check", "--params", ""),
        ("verify", ""),
        ("regions", CLAIM, *MAP, "-o", ""),
        ("sweep", CLAIM, "--grid", "a1=1", "-o", ""),
        ("plot", "contexts", "-o", ""),
        ("report", CLAIM, "-o", ""),
    ],
)
def test_no_name_is_no_name_of_a_file(refused, tmp_path, monkeypatch, arguments):
    """Neither the folder one is in, nor the root of all folders."""
    monkeypatch.chdir(tmp_path)
    said = refused(*arguments)
    assert "''" in said
    assert "expected a name" in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("list", "9" * 2000), "unexpected extra argument (999"),
        (("ask", "x >= 0", "--seconds", "nan"), "'--seconds': nan is not in the range 0<x<=3600"),
        (("plot", "contexts", "-o", "x.gif"), "expected a name ending in .svg, .png, got 'x.gif'"),
        (("report", CLAIM, "-o", "x.pdf"), "ending in .html, .md, .tex, .bib, got 'x.pdf'"),
        (("regions", CLAIM, *MAP[:2]), "expected two different parameters"),
        (("regions", CLAIM, *MAP[:2], *MAP[:2]), "each NAME=LOW:HIGH, got a1 and a1"),
    ],
)
def test_the_value_and_what_was_expected_are_named(refused, arguments, named):
    assert named in refused(*arguments)


def test_what_can_be_written_is_not_refused(tmp_path):
    target = tmp_path / "x.json"
    for path in (target, tmp_path / "other.json", "/dev/null"):
        target.write_text("old")
        files.require_writable(str(path))
        assert [file.name for file in tmp_path.iterdir()] == ["x.json"]
        assert target.read_text() == "old"
    for path in (tmp_path, "a\x00b", "x" * 300):
        with pytest.raises(InputError, match="cannot write"):
            files.require_writable(str(path))


def test_a_file_is_replaced_whole_and_devices_are_written_to(tmp_path):
    target = tmp_path / "c.json"
    target.write_text("old")
    link = tmp_path / "link.json"
    link.symlink_to(target)
    files.write(str(link), "new")
    assert target.read_text() == "new"
    assert link.is_symlink()
    files.write("/dev/null", "x")


def test_decimals_in_toml_stay_exact(tmp_path):
    file = tmp_path / "p.toml"
    file.write_text("b = 0.1\nn = 1e18\nd = 0x10\n")
    read = given_parameters([], str(file))
    assert {name: rational(value) for name, value in read.items()} == {
        "b": rational("1/10"),
        "n": 10**18,
        "d": 16,
    }

"""The reference pages have what the program has."""

import re

import click
import pytest

from proofkit.bridges.sphinx_ext import folders, reference
from proofkit.bridges.sphinx_ext.reference import errors as catalogue
from proofkit.cli.application import application
from proofkit.foundations import errors
from proofkit.language import registry
from proofkit.questions import pipeline
from proofkit.readers.report import phrases


@pytest.fixture(scope="module")
def pages():
    written = reference.pages(application)
    return {n: p.make() if isinstance(p, folders.Page) else p for n, p in written.items()}


@pytest.fixture(scope="module")
def messages():
    return catalogue.messages()


def test_every_command_and_option(pages):
    page = pages["commands.md"]
    context = click.Context(application, info_name="proofkit")
    for name in application.list_commands(context):
        assert f"\n## proofkit {name}\n" in page
        section = page.partition(f"\n## proofkit {name}\n")[2].partition("\n## ")[0]
        for parameter in application.get_command(context, name).params:
            if isinstance(parameter, click.Option):
                assert f"`{parameter.opts[0]}" in section, f"{name} {parameter.opts}"


def test_every_error_with_the_messages_it_has(pages, messages):
    page = pages["errors.md"]
    kinds = [k for k in vars(errors).values() if isinstance(k, type) and issubclass(k, Exception)]
    for kind in kinds:
        assert f"\n## {kind.__name__}\n" in page
    assert "-p: expected NAME=VALUE, got ‹pair›" in dict(messages["InputError"])
    assert "Exit code 1, after `refused:`" in page
    assert "Exit code 4, after `contradiction:`" in page


@pytest.mark.parametrize(
    ("selection", "given"),
    [
        ((), {"a1": "one"}),
        ((), {"d": "5/2"}),
        ((), {"n": "1000", "d": "102", "t": "7"}),
        ((), {"zeta": "1"}),
        (("softmax-d2-weights",), {}),
    ],
)
def test_a_message_that_is_met_is_in_the_catalogue(selection, given, messages):
    with pytest.raises(errors.InputError) as met:
        pipeline.check(selection, given)
    texts = [text for text, _ in messages[type(met.value).__name__]]
    patterns = [
        "".join(".*" if p.startswith("‹") else re.escape(p) for p in parts(t)) for t in texts
    ]
    assert any(re.fullmatch(pattern, str(met.value)) for pattern in patterns), str(met.value)


def parts(template):
    return re.split("(‹[^›]*›)", template)


def test_every_symbol(pages):
    page = pages["glossary.md"]
    for lemma, _ in registry.find(()):
        for parameter in lemma.parameters:
            assert f"| `{parameter.name}` |" in page
            assert phrases.markdown(phrases.typeset(parameter.meaning)) in page
        for name in lemma.definitions:
            assert f"| `{name}` |" in page


def test_the_python_interface(pages):
    assert "check(*selection: str, **parameters: object) -> CheckReport" in pages["api/proofkit.md"]
    assert "class Chain" in pages["api/proofkit.proof.md"]
    assert "Library.replay(certificate: object)" in pages["api/proofkit.kernel.md"]
    assert all(f"\n{name}\n" in pages["api/index.md"] for name in ("proofkit", "proofkit.cli"))


def test_a_folder_of_somebody_else_is_left_alone(tmp_path):
    (tmp_path / "mine.md").write_text("mine")
    with pytest.raises(folders.ConfigError, match="files of its own"):
        folders.update(tmp_path, {"page.md": "text"})
    assert [p.name for p in tmp_path.iterdir()] == ["mine.md"]


def test_only_what_changed_is_written(tmp_path):
    folder = tmp_path / "made"
    folders.update(folder, {"a.md": "a", "b/c.md": "c"})
    before = (folder / "a.md").stat().st_mtime_ns
    folders.update(folder, {"a.md": "a", "d.md": b"d"})
    assert (folder / "a.md").stat().st_mtime_ns == before
    made = {p.relative_to(folder).as_posix() for p in folder.rglob("*.md")}
    assert made == {"a.md", "d.md"}


@pytest.mark.parametrize("record", ["kept", "", "[1]", '{"a.md": 3}', '{"a.md": ["", ""]}'])
def test_a_page_is_made_again_when_what_it_is_made_of_has_changed(tmp_path, record):
    folder, made = tmp_path / "made", []

    def page(of):
        return {"a.md": folders.Page(lambda: made.append(of) or f"page {of}", of)}

    folders.update(folder, page("one"))
    if record == "kept":
        folders.update(folder, page("one"))
        assert made == ["one"]
        (folder / "a.md").write_text("by hand")
    else:
        (folder / folders.MARKER).write_text(record)
    folders.update(folder, page("one"))
    assert made == ["one", "one"] and (folder / "a.md").read_text() == "page one"
    folders.update(folder, page("two"))
    assert made[2:] == ["two"] and (folder / "a.md").read_text() == "page two"

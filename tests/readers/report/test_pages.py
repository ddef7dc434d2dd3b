"""Markdown and HTML say the same as the text."""

from html.parser import HTMLParser

import pytest

from proofkit.readers.report import html, markdown

SAID = [
    "Lemma 0.1",
    "reconstructed, not the paper's wording",
    "u_NN = n^((1 + a1)^2)",
    "4096 bits did not settle it",
    "3 claims: 1 holds, 1 fails, 1 undecided; 1 hypothesis unmet",
]


class Text(HTMLParser):
    """The text of a page; every element that opens closes in order."""

    void = frozenset({"meta", "br", "mspace"})

    def __init__(self):
        super().__init__()
        self.text, self.open = "", []

    def handle_starttag(self, tag, attrs):
        assert not {"src", "href"} & {name for name, _ in attrs}, "nothing may be loaded"
        self.text += dict(attrs).get("alttext", "")
        if tag not in self.void:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def test_markdown_tables_are_regular(report):
    page = markdown.check(report)
    rows = [line for line in page.splitlines() if line.startswith("|")]
    assert len(rows) == 5
    assert {row.replace(r"\|", "").count("|") for row in rows} == {5}
    assert "- **unmet** hypothesis: `a1 ≥ 7/10  (a1 = 3/5)`" in page
    assert r"## small-weights: Small weights \<on\> D1" in page
    for words in SAID:
        assert words in page.replace("\\", "")


def test_html_is_one_sound_page(report):
    page = Text()
    page.feed(html.check(report))
    assert page.open == []
    assert "Small weights <on> D₁" in page.text
    assert "a1 ≥ 7/10" in page.text
    for words in SAID:
        assert words in page.text


@pytest.mark.parametrize("render", [markdown.check, html.check])
def test_an_alarm_is_on_the_page(alarm, render):
    assert "CONTRADICTION" in render(alarm)

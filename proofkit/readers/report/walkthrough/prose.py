"""Markdown prose on a terminal: paragraphs and lists wrapped, formulas in Unicode."""

from __future__ import annotations

import re
from collections.abc import Iterator

from proofkit.readers.report.latex_text import in_ascii, in_unicode
from proofkit.readers.report.style import Style

_MATHS = re.compile(r"\$\$(.+?)\$\$|\$([^$]+?)\$|(`[^`]+`)", re.DOTALL)
_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")
_STRONG = re.compile(r"\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*")
_ITEM = re.compile(r"(?P<mark>[-*]|\d+\.) (?P<rest>.*)")
_GLUE = "\0"


def lines(text: str, style: Style, indent: str = "") -> list[str]:
    """The prose as lines that fit the page."""
    shown: list[str] = []
    previous = ""
    for kind, paragraph in _paragraphs(text):
        if shown and not (kind == "item" and previous == "item"):
            shown.append("")
        previous = kind
        if kind == "heading":
            words = inline(paragraph.lstrip("# "), style)
            shown.append(style.paint(words, "strong"))
        elif kind == "display":
            shown.append(f"{indent}    {_formula(paragraph.strip().strip('$'), style)}")
        elif kind == "item":
            mark, _, rest = paragraph.partition(" ")
            first = f"{indent}  {mark} "
            shown += _wrap(inline(rest, style), style, " " * len(first), first)
        else:
            shown += _wrap(inline(paragraph, style), style, indent, indent)
    return shown


def inline(text: str, style: Style) -> str:
    """One paragraph without its markup; formulas stay in one piece where lines break."""

    def plain(match: re.Match[str]) -> str:
        if match[3] is not None:
            return match[3].replace(" ", _GLUE) if len(match[3]) < 40 else match[3]
        formula = _formula(match[1] or match[2], style)
        return formula.replace(" ", _GLUE) if len(formula) <= 40 else formula

    pieces, place = [], 0
    for match in _MATHS.finditer(text):
        pieces += [_unmarked(text[place : match.start()]), plain(match)]
        place = match.end()
    joined = "".join([*pieces, _unmarked(text[place:])])
    return " ".join(joined.split())


def _unmarked(text: str) -> str:
    text = _LINK.sub(r"\1", text)
    return _STRONG.sub(lambda match: match[1] or match[2], text)


def _formula(latex: str, style: Style) -> str:
    return in_unicode(latex) if style.unicode else in_ascii(latex)


def _wrap(text: str, style: Style, indent: str, first: str) -> list[str]:
    return [line.replace(_GLUE, " ") for line in style.wrap(text, indent, first=first)]


def _paragraphs(text: str) -> Iterator[tuple[str, str]]:
    """Headings, list items, displayed formulas and paragraphs, each on one line."""
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        rows = block.split("\n")
        if rows[0].startswith("#"):
            yield "heading", rows.pop(0)
        if not rows:
            continue
        joined = " ".join(row.strip() for row in rows)
        if joined.startswith("$$") and joined.endswith("$$"):
            yield "display", joined
        elif _ITEM.match(rows[0]):
            yield from (("item", item) for item in _items(rows))
        else:
            yield "paragraph", joined


def _items(rows: list[str]) -> list[str]:
    items: list[str] = []
    for row in rows:
        if _ITEM.match(row) or not items:
            items.append(row.strip())
        else:
            items[-1] += " " + row.strip()
    return items

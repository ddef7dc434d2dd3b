"""In a notebook, what proofkit answers shows itself: statements and proofs as mathematics,
verdicts as tables; as plain text where a notebook shows nothing else.

`import proofkit` in a notebook is enough. Only the names of the types are told to IPython, so
that nothing is imported before it is shown.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from proofkit.language.claims import Claim
    from proofkit.language.lemma import Lemma
    from proofkit.language.proof import Chain
    from proofkit.language.results import CheckReport, ProvedClaim, ProveReport
    from proofkit.questions.ask import Answer
    from proofkit.questions.threshold import Threshold
    from proofkit.readers.report.quantifiers import Quantified


def install(shell: Any) -> None:
    """Tell an IPython shell how to show what proofkit answers."""
    for kind, shown in SHOWN.items():
        formatter = shell.display_formatter.formatters[kind]
        for (module, name), show in shown.items():
            formatter.for_type_by_name(module, name, show)


def here() -> None:
    """Install where this is a notebook."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is not None:
        install(shell)


# Mathematics -----------------------------------------------------------------------------


def claim_html(claim: Claim) -> str:
    """The statement, under its name."""
    return _styled(_said(claim, f"<code>{escape(claim.name)}</code>"))


def claim_latex(claim: Claim) -> str:
    """The statement of every part, for which values it is made."""
    from proofkit.readers.report import phrases
    from proofkit.readers.report.mathematics import LATEX

    begun = phrases.latex(_quantifier(claim))
    rows = [rf"&\text{{{begun}}}"] if begun else []
    return _aligned([*rows, *(rf"&{LATEX.statement(part.statement)}" for part in claim.parts)])


def chain_latex(chain: Chain) -> str:
    """A proof, relation by relation, with the reason at the right."""
    from proofkit.readers.report.explain import display

    return display(chain)


def lemma_html(lemma: Lemma) -> str:
    """What it is about, what it assumes and what it claims."""
    from proofkit.readers.report import mathml, phrases, quantifiers, sheet, wording
    from proofkit.readers.report.mathematics import LATEX

    title = escape(wording.lowered(lemma.title))
    lines = [f"<p><strong>{title}</strong> ({escape(wording.provenance(lemma))})</p>"]
    domain = quantifiers.of_lemma(lemma).domain(quantifiers.running(LATEX))
    lines += [f"<p>{phrases.html(wording.capital(domain))} with</p>"] if domain else []
    rows = ((escape(h.id), mathml.statement(h.statement)) for h in lemma.hypotheses)
    lines += sheet.table(("hypothesis", "says"), rows) if lemma.hypotheses else []
    rows = (
        (escape(claim.id), _further(quantifiers.further(lemma, claim)) + _statements(claim))
        for claim in lemma.claims.values()
    )
    return _styled("".join([*lines, *sheet.table(("claim", "says"), rows)]))


# Answers ---------------------------------------------------------------------------------


def checked_html(report: CheckReport) -> str:
    """The parameters, and a table of each lemma's claims."""
    from proofkit.readers.report import html, sheet, wording

    lines = html.setting(report)
    for lemma in report.lemmas:
        rows = (
            (
                escape(found.claim.id),
                _statements(found.claim),
                sheet.verdict(found.verdict, wording.note(found)),
                escape(wording.raised(found.margin)),
            )
            for found in lemma.claims
        )
        lines += [*html.heading(lemma, report, 4), *html.unmet(lemma)]
        lines += sheet.table(("claim", "says", "verdict", "margin"), rows)
    return _styled("".join(lines))


def proved_html(report: ProveReport) -> str:
    """A table of claims, and what each proof uses."""
    from proofkit.readers.report import sheet

    rows = (
        (
            escape(found.claim.name),
            _quantified(found.claim),
            sheet.verdict(found.verdict, found.reason or _at(found.witness)),
            escape(", ".join((*found.uses, *found.cites))),
        )
        for found in report.claims
    )
    return _styled("".join(sheet.table(("claim", "says", "verdict", "uses"), rows)))


def proof_html(found: ProvedClaim) -> str:
    """The statement, the verdict and the proof, whose lines unfold to what the kernel checked."""
    from proofkit.readers.report import proof_lines, sheet

    head = sheet.verdict(found.verdict, found.reason or _at(found.witness))
    lines = "".join(proof_lines.body(found))
    return _styled(_said(found.claim, head) + f'<div class="proofkit-asked">{lines}</div>')


def proof_latex(found: ProvedClaim) -> str:
    """The chain of every part."""
    from proofkit.questions.narration import narrated

    return "\n".join(chain_latex(part.chain) for part in narrated(found).parts)


def answer_html(answer: Answer) -> str:
    """The verdict, with the proof, the point that refutes, or how far the search came."""
    from proofkit.readers.report import asked, phrases, sheet

    head = f"<p>{sheet.verdict(answer.verdict)} <code>{escape(answer.statement.strip())}</code></p>"
    if answer.verdict == "proved":
        begun = phrases.html(asked.quantifier(answer))
        head += f"<p>{begun}</p>" if begun else ""
        return _styled(f'{head}<div class="proofkit-asked">{asked.as_html(answer)}</div>')
    _, *told = asked.as_text(answer).splitlines()
    return _styled("".join([head, *(f"<p>{escape(line.strip())}</p>" for line in told)]))


def answer_latex(answer: Answer) -> str | None:
    """The proof, for what shows LaTeX only."""
    from proofkit.readers.report import asked

    return asked.as_latex(answer) if answer.verdict == "proved" else None


def threshold_html(found: Threshold) -> str:
    """What the command line prints, as it stands."""
    return f"<pre>{escape(plain(found))}</pre>"


def plain(found: Answer | CheckReport | ProveReport | Threshold) -> str:
    """What the command line prints."""
    from proofkit.language.results import CheckReport, ProveReport
    from proofkit.questions.threshold import Threshold
    from proofkit.readers.report import asked, text, threshold
    from proofkit.readers.report.style import Style

    if isinstance(found, CheckReport):
        return text.check(found, Style())
    if isinstance(found, ProveReport):
        return text.prove(found, Style())
    return (
        threshold.text([found], Style()) if isinstance(found, Threshold) else asked.as_text(found)
    )


def printed(found: Answer | CheckReport | ProveReport | Threshold, to: Any, cycle: bool) -> None:
    """For IPython, which prints into what it gives."""
    to.text(plain(found))


# A slider --------------------------------------------------------------------------------


def slider(selected: str, over: str, values: Iterable[object], **given: object) -> Any:
    """The verdicts of a lemma or claim as one parameter moves through `values`: with a slider
    where ipywidgets is installed, one below the other where it is not."""
    from proofkit.questions.pipeline import check

    chosen = [str(value) for value in values]

    def at(value: str) -> CheckReport:
        return check((selected,), {**given, over: value})

    try:
        import ipywidgets
    except ImportError:
        return Lines(f"{over} = {value}: {_counted(at(value).summary)}" for value in chosen)
    moved = ipywidgets.SelectionSlider(options=chosen, description=over)
    return ipywidgets.interactive(at, value=moved)


class Lines(list[str]):
    """Lines that a notebook shows as they are."""

    def __repr__(self) -> str:
        return "\n".join(self)


# What they share -------------------------------------------------------------------------


def _styled(html: str) -> str:
    """With the style of verdicts and proofs, and formulas as elements."""
    from proofkit.readers import alone
    from proofkit.readers.report import mathml, sheet

    style = alone.text(sheet.STYLES[0]) + STYLE
    return f'<style>{style}</style><div class="proofkit-shown">{mathml.in_page(html)}</div>'


def _said(claim: Claim, head: str) -> str:
    return f"<p>{head}</p><p>{_quantified(claim)}</p>"


def _quantified(claim: Claim) -> str:
    """A claim with all that makes it true."""
    from proofkit.readers.report import quantifiers

    return _further(quantifiers.of_claim(claim)) + _statements(claim)


def _further(needs: Quantified) -> str:
    """For which values a claim is made, on a line of its own."""
    from proofkit.readers.report import phrases, quantifiers
    from proofkit.readers.report.mathematics import LATEX

    begun = phrases.html(needs.quantifier(quantifiers.running(LATEX)))
    return f"{begun}:<br>" if begun else ""


def _quantifier(claim: Claim) -> str:
    from proofkit.readers.report import quantifiers
    from proofkit.readers.report.mathematics import LATEX

    return quantifiers.of_claim(claim).quantifier(quantifiers.running(LATEX))


def _statements(claim: Claim) -> str:
    from proofkit.readers.report import mathml

    return "<br>".join(mathml.statement(part.statement) for part in claim.parts)


def _aligned(rows: Iterable[str]) -> str:
    return "\n".join([r"\begin{align*}", " \\\\\n".join(rows), r"\end{align*}"])


def _at(witness: Mapping[str, str] | None) -> str:
    return ", ".join(f"{name} = {value}" for name, value in (witness or {}).items())


def _counted(summary: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {verdict}" for verdict, count in summary.items() if count)


STYLE = (
    ".proofkit-shown :is(td, th) { text-align: left !important; vertical-align: baseline; } "
    ".proofkit-shown math { font-size: 1.15em; }"
)
"""Where a notebook's own style is not what formulas need."""

Shown = dict[tuple[str, str], Callable[..., Any]]

_CLAIM, _LEMMA = ("proofkit.language.claims", "Claim"), ("proofkit.language.lemma", "Lemma")
_CHAIN = ("proofkit.language.proof", "Chain")
_CHECKED = ("proofkit.language.results", "CheckReport")
_PROVED = ("proofkit.language.results", "ProveReport")
_PROOF = ("proofkit.language.results", "ProvedClaim")
_ANSWER = ("proofkit.questions.ask", "Answer")
_THRESHOLD = ("proofkit.questions.threshold.thresholds", "Threshold")

SHOWN: dict[str, Shown] = {
    "text/html": {
        _CLAIM: claim_html,
        _LEMMA: lemma_html,
        _CHECKED: checked_html,
        _PROVED: proved_html,
        _PROOF: proof_html,
        _ANSWER: answer_html,
        _THRESHOLD: threshold_html,
    },
    "text/latex": {
        _CLAIM: claim_latex,
        _CHAIN: chain_latex,
        _PROOF: proof_latex,
        _ANSWER: answer_latex,
    },
    "text/plain": dict.fromkeys((_CHECKED, _PROVED, _ANSWER, _THRESHOLD), printed),
}
"""How a notebook shows what is of a type."""

r"""A report as LaTeX, to be pasted into a paper: theorem environments with their provenance,
proofs as aligned displays with reasons, labels by claim, a table of thresholds.

`document` stands by itself; `fragment` is for `\input` and needs the packages and commands that
`PREAMBLE` has. Terms and reasons that are too wide for their column are scaled down or broken,
so that nothing runs into the margin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set

from proofkit.language.claims import Claim, Definition
from proofkit.language.lemma import Lemma
from proofkit.language.proof import Chain
from proofkit.language.results import PROVED, CheckedLemma, ProvedClaim, ProveReport
from proofkit.questions.narration import narrated
from proofkit.readers.report import contents, phrases, quantifiers, wording
from proofkit.readers.report.dossier import Dossier
from proofkit.readers.report.explain import derivation
from proofkit.readers.report.mathematics import LATEX, Latex, escape_latex
from proofkit.readers.report.naming import Named
from proofkit.readers.report.proof_lines import symbols

FEW = 4
"""As many lemmas are named in the title of an entry."""

PREAMBLE = r"""\usepackage{amsmath,amssymb,amsthm,graphicx,longtable}
\newtheorem{pkclaim}{Claim}
\newtheorem{pklemma}[pkclaim]{Lemma}
\newsavebox{\pkbox}
% A formula that is scaled down where it is wider than its column.
\newcommand{\pkfit}[2]{\sbox{\pkbox}{$\displaystyle #2$}%
  \ifdim\wd\pkbox>#1\resizebox{#1}{!}{\usebox{\pkbox}}\else\usebox{\pkbox}\fi}
% A line of a proof: relation, term, reason.
\newcommand{\pkline}[3]{&#1\ \pkfit{0.53\linewidth}{#2}
  &&\parbox{0.32\linewidth}{\raggedright\hspace{0pt}\footnotesize #3}}
\allowdisplaybreaks"""


def document(dossier: Dossier) -> str:
    """A whole document."""
    return "\n".join(
        [
            r"\documentclass{article}",
            r"\usepackage[utf8]{inputenc}",
            r"\usepackage[a4paper,margin=2.8cm]{geometry}",
            PREAMBLE,
            r"\emergencystretch=3em",
            r"\begin{document}",
            r"\appendix",
            *_body(dossier),
            r"\end{document}",
            "",
        ]
    )


def fragment(dossier: Dossier) -> str:
    r"""The same for `\input`; what the preamble needs stands in comments."""
    needed = [f"% {line}" for line in PREAMBLE.splitlines()]
    return "\n".join(["% In the preamble of the paper:", *needed, *_body(dossier), ""])


def bibtex(proofs: ProveReport, digest: str, version: str) -> str:
    """An entry that cites the proofs by the digest of their certificates."""
    names = [proved.lemma.id for proved in proofs.lemmas]
    about = ", ".join(names) if len(names) <= FEW else wording.count(len(names), "lemma")
    counted = wording.count(proofs.summary[PROVED], "claim")
    fields = {
        "title": "{Certificates of proofkit: " + escape_latex(about) + "}",
        "author": "{{The proofkit authors}}",
        "howpublished": f"{{proofkit {version}}}",
        "note": "{" + f"{counted} proved for all parameters; certificates with SHA-256 "
        rf"\texttt{{{digest}}}" + "}",
    }
    lines = [f"  {name} = {value}," for name, value in fields.items()]
    return "\n".join([f"@misc{{proofkit-{digest[:12]},", *lines, "}", ""])


def _body(dossier: Dossier) -> Iterator[str]:
    """Every lemma, the thresholds, and what it all rests on."""
    yield rf"% SHA-256 of the certificates: {dossier.digest}"
    yield r"\section{Claims and proofs}"
    for _, lemmas in contents.sections(dossier.checked):
        for checked in lemmas:
            yield from _lemma(checked, dossier)
    yield from _thresholds(dossier)
    yield r"\paragraph{What this depends on.}"
    made = escape_latex(dossier.made_with)
    yield f"Verdicts are those of {made}. The certificates have the SHA-256"
    yield rf"\texttt{{\small {_breakable(dossier.digest)}}}."


def label(name: str) -> str:
    """The label of a lemma or claim."""
    return rf"\label{{proofkit:{name}}}"


def _lemma(checked: CheckedLemma, dossier: Dossier) -> Iterator[str]:
    lemma = checked.lemma
    yield rf"\subsection{{{phrases.latex(phrases.typeset(lemma.title))}}}{label(lemma.id)}"
    yield rf"\emph{{{escape_latex(lemma.source)}; {escape_latex(wording.provenance(lemma))}.}}"
    for paragraph in contents.about(lemma):
        yield _prose(paragraph)
        yield ""
    if said := quantifiers.of_lemma(lemma).quantifier(quantifiers.running(LATEX)):
        yield r"\paragraph{Hypotheses.}"
        yield phrases.latex(f"Claims are made {said}.")
    if short := contents.for_short(lemma):
        yield f"For short, {phrases.latex(short)}."
    definitions = {d.symbol.name: d for c in checked.claims for d in derivation(c.claim)}
    yield from _definitions(list(definitions.values()))
    for claim in checked.claims:
        yield from _claim(lemma, claim.claim, dossier.proved)


def _prose(running: str) -> str:
    """A paragraph of an author, formulas typeset and code as such."""
    return phrases.coded(running, phrases.latex, _code)


def _code(text: str) -> str:
    return rf"\texttt{{{_breakable(text)}}}"


def _breakable(code: str) -> str:
    """Code that may be broken after its signs, and anywhere after eight letters."""
    pieces = re.findall(r"[^-/ ]{1,8}[-/ ]?|[-/ ]", code)
    return r"\allowbreak{}".join(map(escape_latex, pieces))


def _definitions(definitions: Sequence[Definition]) -> Iterator[str]:
    if not definitions:
        return
    names = frozenset(d.symbol.name for d in definitions)
    yield r"\paragraph{Definitions.}"
    lines = []
    for d in definitions:
        why = phrases.latex(phrases.typeset(d.reason, names))
        lines.append(rf"{LATEX.term(d.symbol)}\pkline{{:=}}{{{LATEX.term(d.expression)}}}{{{why}}}")
    yield from _aligned(lines)


def _aligned(lines: Sequence[str]) -> list[str]:
    return [r"\begin{align*}", (r"\\[2pt]" + "\n").join(lines), r"\end{align*}"]


def _claim(lemma: Lemma, claim: Claim, all_proved: Mapping[str, ProvedClaim]) -> Iterator[str]:
    """The statement as a theorem, and its proof."""
    proved, here = all_proved[claim.name], all_proved.keys()
    claim = narrated(proved)  # with the lines that the search found, where its author left some out
    whose = wording.PROVENANCE[claim.provenance or lemma.provenance]
    heading = f"{_code(claim.id)}; {escape_latex(whose)}"
    yield rf"\begin{{pkclaim}}[{heading}]{label(claim.name)}"
    notation = Named()
    yield _domain(lemma, claim, notation)
    yield from _displayed([notation.statement(part.statement) for part in claim.parts])
    chains = [list(_chain(part.chain, claim, here, notation)) for part in claim.parts]
    yield from (rf"{{\small {said}}}" for said in notation.defined())
    yield r"\end{pkclaim}"
    if proved.verdict != PROVED:
        at = wording.assigned(proved.witness or {})
        why = f"It fails at {at}." if at else f"No proof is known: {proved.reason}."
        yield rf"\noindent\textbf{{{proved.verdict.capitalize()}.}} {escape_latex(why)}"
        return
    for part, chain in zip(claim.parts, chains, strict=True):
        of = f"[Proof of {escape_latex(part.label)}]" if part.label else ""
        yield rf"\begin{{proof}}{of}\leavevmode"
        premises = list(_premises(part.chain, claim, here))
        yield from _aligned(chain if premises else [*chain[:-1], chain[-1] + r"\qedhere"])
        yield from premises
        yield r"\end{proof}"
    if proved.axioms:
        yield rf"\noindent Axioms: {escape_latex(', '.join(proved.axioms))}."


def _domain(lemma: Lemma, claim: Claim, notation: Latex) -> str:
    """For which values the claim is made: what it needs itself, and what all share."""
    needs = quantifiers.restated(lemma, claim)
    said = wording.capital(needs.quantifier(quantifiers.running(notation)))
    if said and lemma.hypotheses:
        said += ", under the hypotheses above"
    return phrases.latex(f"{said}:") if said else ""


def _displayed(statements: Sequence[str]) -> list[str]:
    lines = [rf"\pkfit{{0.95\linewidth}}{{{statement}}}" for statement in statements]
    return [r"\begin{gather*}", (r"\\" + "\n").join(lines), r"\end{gather*}"]


def _chain(chain: Chain, claim: Claim, here: Set[str], notation: Latex = LATEX) -> Iterator[str]:
    """The term one starts from, and a line for every relation."""
    known = symbols(claim)
    yield rf"&\rlap{{\pkfit{{0.88\linewidth}}{{{notation.term(chain.start)}}}}}"
    for step in chain.steps:
        for line in step.found:
            said = r"\quad " * (line.depth + 1) + phrases.statement(line.statement, known)
            yield rf"\pkline{{}}{{{said}}}{{{phrases.latex(phrases.typeset(line.reason, known))}}}"
        relation = LATEX.relations[step.relation]
        why = phrases.latex(phrases.typeset(step.reason, known)) + _cited(step.by, here)
        yield rf"\pkline{{{relation}}}{{{notation.term(step.term)}}}{{{why}}}"


def _cited(claims: Sequence[Claim], here: Set[str]) -> str:
    """Claims by their numbers, those that are not in this document by their names."""
    names = [rf"\ref{{proofkit:{c.name}}}" if c.name in here else _code(c.name) for c in claims]
    return f" (by {', '.join(names)})" if names else ""


def _premises(chain: Chain, claim: Claim, here: Set[str]) -> Iterator[str]:
    """The inequalities between numbers that lines about probabilities need."""
    for step in chain.steps:
        if step.given is not None:
            why = phrases.latex(phrases.typeset(step.reason, symbols(claim)))
            yield rf"\noindent Here, for \emph{{{why}}}:"
            yield from _aligned(list(_chain(step.given, claim, here)))


def _thresholds(dossier: Dossier) -> Iterator[str]:
    """The findings whose subject is here: what is stated, and what is best."""
    if not dossier.findings:
        return
    yield r"\section{Thresholds}"
    yield r"\begin{longtable}{p{0.3\linewidth}p{0.3\linewidth}p{0.3\linewidth}}"
    yield r"about & stated & best\\\hline\endhead"
    for finding in dossier.findings:
        cells = (", ".join(finding.about), finding.stated, finding.best)
        name, *others = cells
        typeset = [phrases.latex(phrases.typeset(cell)) for cell in others]
        yield r" & ".join(rf"\raggedright {c}" for c in (_breakable(name), *typeset))
        yield r"\tabularnewline"
    yield r"\end{longtable}"

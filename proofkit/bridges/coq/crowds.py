"""Crowds in Coq: whatever the scores of its members are, one score does as well for all of them.

A family of scores describes a crowd by its size and one score. For each such family it is proved,
about the definition of `alpha` that the theorems speak of, that any scores in the range are
equivalent to one in the range.
"""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Symbol, exp

from proofkit.attention.scores import Scores, Token, position
from proofkit.bridges.coq.printing import Definitions, Printer, identifier
from proofkit.language.from_sympy import from_sympy
from proofkit.language.terms import variable


def blocks(
    family: Scores, definitions: Definitions, parameters: tuple[str, ...]
) -> Iterator[list[str]]:
    """A lemma about the one crowd of a family."""
    crowds = [token for token in family.tokens.values() if token.size != 1]
    alpha = next((n for n in family.definitions if n.startswith("alpha_")), "")
    score = Symbol("score", real=True)
    kind = {score: "linear", exp(score): "exp"}.get(family.unit.link(score))
    where = _where(family, crowds[0]) if len(crowds) == 1 else None
    if alpha not in definitions or kind is None or where is None:
        return
    printer, (crowd,) = Printer(parameters, definitions), crowds
    size, low, high = (printer.term(from_sympy(e)) for e in (crowd.size, family.low, family.high))
    spoken = [crowd.size, family.low, family.high, *(t.score for t in family.tokens.values())]
    used = {str(symbol) for term in spoken for symbol in term.free_symbols} - {where}
    single = [
        f"{printer.term(variable(f'u_{family.mark}_{token.name}'))} + "
        for token in family.tokens.values()
        if token.size == 1
    ]
    name, crowded = identifier(where), identifier(f"u_{family.mark}_{crowd.name}")
    yield [
        "(** A crowd with any scores in the range is as good as one score in it for all. *)",
        f"Lemma {identifier(alpha)}_of_any_scores :",
        f"  forall ({' '.join(identifier(p) for p in parameters if p in used)} : R),",
        "  forall scores : list R,",
        f"  among ({low}) ({high}) scores ->",
        f"  INR (length scores) = {size} -> 0 < {size} ->",
        f"  exists {name} : R, 0 <= {name} <= 1 /\\",
        f"  {''.join(single)}add_up {'scores' if kind == 'linear' else '(map exp scores)'}",
        f"  = {printer.term(variable(alpha))}.",
        "Proof.",
        "  intros until scores; intros within number some_there.",
        f"  destruct (crowd_{kind} _ _ scores _ within number some_there)",
        f"    as [{name} [range same]]; exists {name}; split; [exact range|].",
        f"  rewrite same; unfold {identifier(alpha)}, {crowded}.",
        "  rewrite ?Rplus_assoc; repeat (apply (f_equal2 Rplus); [reflexivity|]).",
        "  first [ring | apply (f_equal2 Rmult); [f_equal; ring | reflexivity]].",
        "Qed.",
    ]


def _where(family: Scores, crowd: Token) -> str | None:
    """The parameter that says where in the range the score of a crowd lies."""
    for name in crowd.score.free_symbols:
        if (crowd.score - position(family.low, family.high, name)).expand() == 0:
            return str(name)
    return None

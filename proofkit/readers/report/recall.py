"""Associative recall as a Markdown page with tables (CSV) and pictures (SVG)."""

from __future__ import annotations

from collections.abc import Callable

from proofkit.probability.recall.experiment import COLUMNS, SAMPLES, VALUES, Recall, Share
from proofkit.probability.recall.readers import STATE
from proofkit.readers.plots import recall as plots
from proofkit.readers.plots.picture import Picture
from proofkit.readers.report.markdown import table
from proofkit.readers.report.tables import as_csv

PAGE = "index.md"
MARGIN_COLUMNS = 32


def files(found: Recall) -> dict[str, bytes]:
    """All files by name: the page, the tables, the pictures."""
    drawn: dict[str, Callable[[], Picture]] = {
        f"recall-{d}": lambda d=d: plots.recall_curves(found.along(d))  # type: ignore[misc]
        for d in COLUMNS
    }
    drawn["margin"] = lambda: plots.margin_curve(found.along(MARGIN_COLUMNS))
    drawn["rank"] = lambda: plots.rank_curves(found, COLUMNS)
    drawn["noisy"] = lambda: plots.told_curves(found.told)
    pictures = {name: make() for name, make in drawn.items()}
    written = {f"{name}.svg": picture.svg() for name, picture in pictures.items()}
    written["recall.csv"] = recall_csv(found).encode()
    written["noisy.csv"] = noisy_csv(found).encode()
    alts = {name: picture.alt for name, picture in pictures.items()}
    written[PAGE] = page(found, alts).encode()
    return written


def recall_csv(found: Recall) -> str:
    """One line for every number of columns, pairs and reader."""
    head = ("d", "pairs", "reader", "share", "low", "high", "weight", "promised", "error", "rank")
    rows = []
    for point in found.points:
        first, beside = (
            (point.cell.columns, point.cell.pairs),
            (point.weight, point.bound, point.error),
        )
        last = (*(f"{value:.8f}" for value in beside), point.rank)
        rows += [(*first, name, *_numbers(share), *last) for name, share in point.right.items()]
    return as_csv(head, rows)


def noisy_csv(found: Recall) -> str:
    """One line for every number of tokens, noise and mechanism."""
    rows = (
        (one.tokens, one.noise, name, *_numbers(share))
        for one in found.told
        for name, share in one.right.items()
    )
    return as_csv(("n", "noise", "mechanism", "share", "low", "high"), rows)


def _numbers(share: Share) -> list[str]:
    return [f"{value:.6f}" for value in (share.value, share.low, share.high)]


def page(found: Recall, alts: dict[str, str]) -> str:
    """The page in Markdown."""
    lines = [
        "# Associative recall",
        "",
        *_SETUP.format(trials=found.trials, seed=found.seed, values=VALUES).splitlines(),
    ]
    for d in COLUMNS:
        lines += ["", f"## $d = {d}$", "", f"![{alts[f'recall-{d}']}](recall-{d}.svg)", ""]
        lines += _recall_table(found, d)
    lines += ["", *_LEMMAS.splitlines()]
    lines += ["", f"![{alts['margin']}](margin.svg)", "", f"![{alts['rank']}](rank.svg)", ""]
    lines += [*_NOISY.format(samples=SAMPLES, seeds=found.seeds).splitlines(), ""]
    lines += [f"![{alts['noisy']}](noisy.svg)", "", *_noisy_table(found), "", *_HONEST.splitlines()]
    return "\n".join(lines) + "\n"


def _recall_table(found: Recall, columns: int) -> list[str]:
    points = found.along(columns)
    rows = (
        (name, STATE[name], *(_shown(point.right[name]) for point in points))
        for name in points[0].right
    )
    return table(("reader", "keeps", *(f"$N = {p.cell.pairs}$" for p in points)), rows, right=2)


def _noisy_table(found: Recall) -> list[str]:
    names = ("softmax", "linear")
    rows = (
        (str(one.tokens), one.noise, *(_shown(one.right[name]) for name in names))
        for one in found.told
    )
    return table(("$n$", "noise", *names), rows, right=0)


def _shown(share: Share) -> str:
    return f"{share.value:.3f} ({share.low:.3f} to {share.high:.3f})"


_SETUP = """\
$N$ pairs of a key and a value are stored; each key is asked once, and what comes back is decoded
as the nearest value. Keys are uniform on the sphere in $\\mathbb{{R}}^d$, values are among {values}
random sign vectors of $\\mathbb{{R}}^d$. Every reader is in closed form, nothing is trained.
`relu` and `elu` map keys and queries before linear attention; `b` is softmax's inverse temperature.
{trials} trials each, seed {seed}.

Intervals are 99%: the wider, at either end, of Student's for the shares of the trials and
Clopper and Pearson's for all answers taken together. The answers of one trial share their keys,
so that the second alone would promise too much.
`proofkit recall` writes this page and its files."""

_LEMMAS = """\
## Two lemmas beside the measurements

**Margin** (`retrieval/margin` of the lemmas, [O]). If the right key's score is at least
$g$ above every other, softmax at inverse temperature $\\beta$ gives it a weight of at least
$1/(1 + (N - 1)\\exp(-\\beta g))$. Drawn is the mean over all keys, with $\\beta = 2\\log N$, for
$d = 32$; every single weight was compared with its own bound.

**Rank** (`recall-rank/error` and `recall-rank/attained`, [O]). On $N$ orthonormal values no linear
map of the keys leaves a squared error below $N$ less the rank of the keys, and the best one leaves
exactly that. The rank is at most $d$: no training helps a state of $d \\times d$ numbers beyond
that. Each error that is drawn was compared with $N$ less its rank."""

_NOISY = """\
## A trained read-out on noisy D0 and D1

Matrices of D0 and D1 ($a_0 = 1/100$, $a_1 = 6/5$, $b = 1/5$, $c = 4/5$, $d = 10$), the needle at
a random token, Gaussian noise on every entry in units of $\\sqrt{{\\log n}}$. The mean of all
contexts goes into a ridge regression, trained on {samples} samples and tried on {samples} others,
for {seeds} seeds."""

_HONEST = """\
## What this shows, and what not

- Recall separates mechanisms by how sharp they are and by what they keep: sharp softmax and
  high powers of the score read back all pairs, anything with a state of d x d numbers fails
  once N is well beyond d.
- Softmax at inverse temperature 1 is as bad as the feature maps: it is not the exponential as
  such that helps, but a temperature that falls as N grows.
- The blindness of linear attention in the theorem concerns neurons with random signs. A
  read-out that is trained, without noise, tells D0 and D1 apart by either mechanism. With noise
  and many tokens linear attention loses, because its needle is of order 1/n; with few tokens
  and much noise it may win, because averaging is what removes noise.
- Keys and values are random, and no sequence model is trained: this is no benchmark of language
  models."""

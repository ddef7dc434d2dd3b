"""The tensor trick: scores `A1 X A2^T` as one matrix `A1 (x) A2` times the vector `vec(X)`.

`shape` is general: the shape of the Kronecker product of two symbolic n x d matrices.

`identity` is checked on every shape up to 3 x 3, for all matrices of that shape: both sides
are linear in each of A1, A2 and X, so that it is enough to compare them on matrices whose
entries are distinct powers, `A1[i,k] = g1^(3 i + k)`, `A2[j,l] = g2^(3 j + l)` and
`X[k,l] = g3^(3 k + l)`. Products of entries with different indices are then different
monomials, and the entries of a result are kept apart by powers of g0. For general n and d the
identity is not claimed here: it would be a statement about sums over indices.
"""

from sympy import KroneckerProduct, Matrix, MatrixSymbol, symbols

from lemmas.notation import also, d, directly, make_lemma, n, on_layout
from proofkit.claims import equal
from proofkit.lemma import Definitions
from proofkit.parameters import Parameter
from proofkit.proof import Chain

g0, g1, g2, g3 = symbols("g0 g1 g2 g3", real=True)
SIZES = (1, 2, 3)
quantities = Definitions()

lemma = make_lemma(
    "tensor-trick",
    "The tensor trick",
    also(
        on_layout,
        Parameter("g0", "7", "keeps the entries of a result apart"),
        Parameter("g1", "2", "generates the entries of A1"),
        Parameter("g2", "3", "generates the entries of A2"),
        Parameter("g3", "5", "generates the entries of X"),
    ),
    (quantities,),
    __doc__,
    section="Section 3",
)

rows, columns = KroneckerProduct(MatrixSymbol("A1", n, d), MatrixSymbol("A2", n, d)).shape
n_rows = quantities.let("n_rows", rows, "rows of the Kronecker product of two n x d matrices")
n_columns = quantities.let("n_columns", columns, "columns of that product")
lemma.claim(
    "shape",
    [
        ("rows, any n and d", *directly(equal(n_rows, n**2), "n times n")),
        ("columns, any n and d", *directly(equal(n_columns, d**2), "d times d")),
    ],
)


def powers(base, n_rows, n_columns):
    """A matrix of distinct powers of `base`."""
    return Matrix(n_rows, n_columns, lambda i, j: base ** (3 * i + j))


def packed(entries):
    """A list of entries as one polynomial in g0."""
    return sum(g0**k * entry for k, entry in enumerate(entries))


def identity(n_rows, n_columns):
    """Both sides for n x d matrices; `vec` reads a matrix row by row."""
    a1, a2 = powers(g1, n_rows, n_columns), powers(g2, n_rows, n_columns)
    weights = powers(g3, n_columns, n_columns)
    size = f"{n_rows}_{n_columns}"
    left = quantities.let(
        f"tensor_{size}",
        packed(list(KroneckerProduct(a1, a2).as_explicit() * Matrix(list(weights)))),
        f"(A1 (x) A2) vec(X) for {n_rows} x {n_columns} matrices, entry k times g0^k",
    )
    right = quantities.let(
        f"scores_{size}",
        packed(list(a1 * weights * a2.T)),
        f"vec(A1 X A2^T) for {n_rows} x {n_columns} matrices, entry k times g0^k",
    )
    chain = Chain(left).equals(right, "the same products of entries on both sides")
    return f"n = {n_rows}, d = {n_columns}", equal(left, right), chain


lemma.claim("identity", [identity(rows, columns) for rows in SIZES for columns in SIZES])

"""Files that turn an export into a library: how to build it, and an index."""

from __future__ import annotations

from collections.abc import Sequence

from proofkit.bridges.coq.document import Document, foundations

NAME = "Proofkit"
INDEX = "Index"
_MAKEFILE = """\
all: Makefile.coq
\t$(MAKE) -f Makefile.coq
install: Makefile.coq
\t$(MAKE) -f Makefile.coq install
Makefile.coq: _CoqProject
\tcoq_makefile -f _CoqProject -o Makefile.coq
clean:
\tif [ -e Makefile.coq ]; then $(MAKE) -f Makefile.coq cleanall; fi
\trm -f Makefile.coq Makefile.coq.conf
.PHONY: all install clean
"""


def files(made: Sequence[Document]) -> dict[str, str]:
    """`_CoqProject`, `Makefile` and the index of what is proved."""
    modules = [*foundations(made), *(document.module for document in made), INDEX]
    project = [f"-R . {NAME}", "", *(f"{module}.v" for module in modules)]
    return {
        "_CoqProject": "\n".join(project) + "\n",
        "Makefile": _MAKEFILE,
        f"{INDEX}.v": _index(made),
    }


def _index(made: Sequence[Document]) -> str:
    """A file that requires all others and lists their theorems; it states nothing itself."""
    lines = [f"(** * All theorems of {NAME}, file by file *)"]
    for document in made:
        lines += ["", f"Require {document.module}."]
        lines += [f"(* {document.module}.{theorem.name} *)" for theorem in document.theorems]
    return "\n".join(lines) + "\n"

"""What people and programs read: text, JSON, Markdown, HTML. Nothing here decides anything.

A module that is called as a command says its answer; `asked` says that of `ask`, `separating` that
of `threshold` and `regions` about a mechanism. Those of `check` and `prove` are `text`, `json`,
`markdown`, `html` and `annotations`. What the rest share:

- formulas: `mathematics`, `mathml`, `naming`; in running text `phrases`, which reads
  them by `formulas`, and `latex_text`
- what is said of lemmas and proofs: `wording`, `contents`, `proof_lines`, `python`
- the report: `gathering` and `dossier`, as a page `booklet`, as LaTeX `latex_report`
- the answers about the steps of a LaTeX paper: `paper`
- how it looks: `style` and `tables` for text, `sheet` for HTML
"""

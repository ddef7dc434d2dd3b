"""The verdicts on the steps of a LaTeX paper, in every form."""

from proofkit.readers.report.paper.checked import STYLE, as_checked, style
from proofkit.readers.report.paper.ci import github, sarif
from proofkit.readers.report.paper.data import as_json
from proofkit.readers.report.paper.text import as_text, summary

__all__ = ["STYLE", "as_checked", "as_json", "as_text", "github", "sarif", "style", "summary"]

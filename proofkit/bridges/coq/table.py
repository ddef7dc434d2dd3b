"""All rules that have a counterpart in Coq."""

from proofkit.bridges.coq.analysis_rules import ANALYSIS
from proofkit.bridges.coq.chance_rules import CHANCE
from proofkit.bridges.coq.monotone_rules import MONOTONE
from proofkit.bridges.coq.rules import FACTS, Rule

RULES: dict[str, Rule] = {**FACTS, **MONOTONE, **ANALYSIS, **CHANCE}

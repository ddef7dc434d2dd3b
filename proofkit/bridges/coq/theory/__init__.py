"""The theory of probabilities that exported claims rest on, in Coq.

Everything in it is defined and proved: a probability is a count of cases, all equally likely,
so that nothing about independence is assumed, and Hoeffding's inequality has a proof.
"""

from proofkit.bridges.coq.theory import events, groups, hoeffding, listing, signs

NAME = "ProofkitChance"

TEXT = "\n".join(part.TEXT for part in (events, signs, hoeffding, groups, listing))

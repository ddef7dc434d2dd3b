"""Proofs for Coq: what the kernel proved, written out so that an outside kernel can check it.

Nothing here makes a verdict. Scripts are found from the kernel's certificates; whether they
prove what they say is for `coqc` to decide. `table` has an entry for every rule that Coq follows.
"""

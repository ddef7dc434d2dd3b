"""Why the kernel says so: its proofs and its judgements at sight, as objects that can be walked.

Whoever tells a proof or writes it for another system walks these. They are made by the kernel's own
functions, with somebody who listens to what these ask; no verdict rests on them.

Layers it imports: foundations, language, kernel.
"""

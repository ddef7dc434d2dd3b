"""The grammar of statements that people type.

`read` in `statements` makes relations between terms of a text. `tokens` splits the text, `bars`
pairs the bars of absolute values, `commas` finds lists and conjunctions, and `hints` says how to
write what the language has no word for.
"""

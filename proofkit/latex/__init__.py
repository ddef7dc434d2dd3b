"""LaTeX sources as statements: what a paper's displays say, or why they are not read.

Nothing here decides anything, and nothing is guessed: what the grammar does not know is refused
with its place.

Layers it imports: foundations, language.
"""

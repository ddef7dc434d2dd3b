"""What people see: text, JSON, Markdown, HTML, LaTeX, plots, explorer, walkthroughs.

Nothing is decided here.

Layers it imports: foundations, language, kernel, evidence, search, attention, probability,
questions.
"""

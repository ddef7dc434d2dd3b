"""What people see: text, JSON, Markdown, HTML, LaTeX, plots, explorer, walkthroughs.

Nothing is decided here.

Rooms it imports: foundations, language, kernel, evidence, search, attention, probability,
questions.
"""

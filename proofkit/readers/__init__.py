"""What people see: text, JSON, Markdown, HTML, LaTeX, plots, explorer, walkthroughs.

Nothing is decided here. Imports every room but bridges and the command line.
"""

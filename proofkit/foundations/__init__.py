"""What has nothing to do with mathematics: errors, exact numbers from text, decimals, files.

Imports the standard library only; every other room may import from here.
"""

"""What has nothing to do with mathematics: errors, exact numbers from text, decimals, files.

Layers it imports: none.
"""

"""What has nothing to do with mathematics: errors, exact numbers from text, decimals, files.

Rooms it imports: none.
"""

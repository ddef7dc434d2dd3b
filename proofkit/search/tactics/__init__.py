"""Tactics: each a small file with one entry, goal and budget in, proof or nothing out."""

"""Certified maps over two parameters: boxes in which a claim holds, or fails, throughout."""

from proofkit.questions.regions.boxes import Regions, Tile, regions
from proofkit.questions.regions.plane import Range, reading

__all__ = ["Range", "Regions", "Tile", "reading", "regions"]

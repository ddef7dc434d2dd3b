"""Certified maps over two parameters: boxes in which a claim holds, or fails, throughout."""

from proofkit.questions.regions.boxes import Box, Regions, regions
from proofkit.questions.regions.plane import Range, reading

__all__ = ["Box", "Range", "Regions", "reading", "regions"]

"""The lemmas of arXiv 2310.11685 on softmax against linear attention, one module each."""

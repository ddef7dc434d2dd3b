"""Section 6 and appendix D of the paper: the self-attention data sets D0 and D1."""

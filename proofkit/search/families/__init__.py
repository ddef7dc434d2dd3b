"""The search for statements about sums over an index. Nothing here is trusted."""

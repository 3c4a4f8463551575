"""How bot seats think, for every game: what they remember, and search."""

"""Tomate: the felt table, the fan of cards, the reckoning."""

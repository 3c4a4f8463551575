"""Tomate: three cards, three tricks, and a pot that punishes who takes none."""

"""Moves as typed text: spelling, parsing and completing them."""

"""Seats that the computer plays: what they remember, and their moves."""

"""How many presses, pixels and words a match takes on a phone."""

"""Bot seats, for every game: what they remember, and how they search."""

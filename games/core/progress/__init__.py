"""What a player works through in a game: its lessons."""

"""A local stand-in for Discord; README.md says what is where."""

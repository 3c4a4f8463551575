"""A local stand-in for Discord; README.md describes its parts."""

"""A local stand-in for Discord; README.md describes its parts."""

__version__ = "0.1.0"

"""Typed moves: how they are written, read and completed."""

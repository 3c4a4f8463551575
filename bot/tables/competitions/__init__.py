"""Competitions with rounds and standings, beyond single tables."""

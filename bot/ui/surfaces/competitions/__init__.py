"""Keeps the messages about tournaments up to date."""

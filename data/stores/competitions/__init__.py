"""Stores of what people play beyond single tables."""

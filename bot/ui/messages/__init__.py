"""Builders for our messages: lobby, table, hand, result and rules."""

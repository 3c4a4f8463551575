"""Keeps messages as they should be now: compares, sends, retries."""

"""Handlers of what a person works through alone: lessons."""

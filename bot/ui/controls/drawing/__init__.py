"""Prompts as Discord components."""

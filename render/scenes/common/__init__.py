"""Shared parts of scenes: layout, tokens and recent actions."""

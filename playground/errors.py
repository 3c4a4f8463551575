"""Errors that the person who starts a playground can mend."""

from __future__ import annotations


class PlaygroundError(Exception):
    """An error whose one line says what to do."""

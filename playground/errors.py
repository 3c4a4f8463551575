"""Errors that the person who starts a playground can mend."""


class PlaygroundError(Exception):
    """An error whose one line says what to do."""

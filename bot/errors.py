"""What stops the whole bot."""

from __future__ import annotations


class HostError(Exception):
    """Something that whoever runs the bot can mend; its one line says what to do."""

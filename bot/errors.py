"""What stops the whole bot."""


class HostError(Exception):
    """Something that whoever runs the bot can mend; its one line says what to do."""

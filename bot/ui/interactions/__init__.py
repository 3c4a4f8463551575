"""One interaction with Discord: its custom id, payload, permissions, reply and errors."""

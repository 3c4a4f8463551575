"""A person who acts, as the application knows them."""

from typing import NamedTuple


class Player(NamedTuple):
    """A Discord user as just seen: the display name is a stranger's words, never trusted."""

    id: int
    name: str
    language: str = "en"

"""A person who acts, as the application knows them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Player:
    """A Discord user as just seen: the display name is a stranger's words, never trusted."""

    id: int
    name: str
    language: str = "en"

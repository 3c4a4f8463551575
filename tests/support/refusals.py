"""The errors that discord.py raises for answers of Discord."""

from types import SimpleNamespace
from typing import Any

import discord


def refusal(status: int, code: int, **more: object) -> discord.HTTPException:
    """Return the error that discord.py raises for this answer."""
    response: Any = SimpleNamespace(status=status, reason="planned by a test")
    kind = discord.NotFound if status == 404 else discord.HTTPException
    return kind(response, {"code": code, "message": "planned by a test", **more})

"""The slash commands: they do all that buttons do, for keyboards and screen readers."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.ui.commands import (
    ahead,
    boards,
    house,
    learning,
    lobbying,
    moving,
    opening,
    owners,
    past,
    personal,
    seated,
    timing,
)
from bot.ui.commands.tools import Tools


def add_all(tree: app_commands.CommandTree[discord.Client], tools: Tools) -> None:
    """Put every command on the tree."""
    for group in (
        *(opening, lobbying, seated, moving, ahead, timing),
        *(past, boards, learning, house, personal, owners),
    ):
        group.add(tree, tools)

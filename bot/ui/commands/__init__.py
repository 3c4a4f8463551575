"""The slash commands: everything that buttons do, for keyboards and screen readers."""

from __future__ import annotations

from bot.ui.commands import (
    absence,
    coaching,
    games,
    history,
    leaderboards,
    lobby,
    me,
    move,
    play,
    server,
    table,
    tournament,
    weekly_deals,
)
from bot.ui.commands.context import CommandContext, Tree


def add_all(tree: Tree, context: CommandContext) -> None:
    """Put every command on the tree."""
    for group in (
        *(play, lobby, table, move, absence, tournament),
        *(history, leaderboards, coaching, weekly_deals, games, me, server),
    ):
        group.add(tree, context)

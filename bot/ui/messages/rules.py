"""The rules of a game in pages, from the RULES.md beside its code."""

from __future__ import annotations

import sys
from functools import cache
from importlib import resources

import discord

from bot.ui import words
from bot.ui.messages.message import Item, Message, button
from bot.ui.messages.message import words as plain
from bot.ui.places import Place, Verb
from games.core.game import AnyGame
from games.core.text import Reader, say, speak

PAGE = 1800
"""Characters of a page, about; a page ends where a heading or a paragraph ends."""


def rules_message(game: AnyGame, page: int, reader: Reader) -> Message:
    """One page of a game's rules; a page beyond the last is the last."""
    key, pages = game.info.key, rule_pages(game)
    page = min(page, len(pages) - 1)
    items: list[Item] = [plain(pages[page])]
    if len(pages) > 1:
        where = say("-# page {page} of {of}", page=page + 1, of=len(pages))
        items.append(plain(speak(where, reader)))
        items.append(
            discord.ui.ActionRow(
                button(
                    Place(Verb.RULES, key, max(page - 1, 0)),
                    speak(words.BACK, reader),
                    disabled=page == 0,
                ),
                button(
                    Place(Verb.RULES, key, min(page + 1, len(pages) - 1)),
                    speak(words.ON, reader),
                    disabled=page == len(pages) - 1,
                ),
            )
        )
    return Message(tuple(items))


@cache
def rule_pages(game: AnyGame) -> tuple[str, ...]:
    """The rules of a game, cut into pages between paragraphs."""
    # A game's folder is the package that its class lives in.
    package = sys.modules[type(game).__module__].__package__ or ""
    text = resources.files(package).joinpath("RULES.md").read_text(encoding="utf-8")
    pages = [""]
    for paragraph in text.strip().split("\n\n"):
        begins = paragraph.startswith("#") and len(pages[-1]) > PAGE // 2
        if pages[-1] and (begins or len(pages[-1]) + len(paragraph) > PAGE):
            pages.append("")
        pages[-1] = f"{pages[-1]}\n\n{paragraph}".strip()
    return tuple(pages)

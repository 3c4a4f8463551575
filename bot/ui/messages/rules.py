"""The rules of a game in pages, from the RULES.md beside its code."""

from __future__ import annotations

from functools import cache
from importlib import resources

import discord

import games
from bot.ui import words
from bot.ui.messages.message import Item, Message, button
from bot.ui.messages.message import words as plain
from bot.ui.places import Place, Verb
from games.core.text import Reader, say, speak

PAGE = 1800
"""Characters of a page, about; a page ends where a heading or a paragraph ends."""


def rules_message(key: str, page: int, reader: Reader) -> Message | None:
    """One page of the rules of the game with this key; None for a game nobody knows."""
    if key not in {game.info.key for game in games.GAMES}:
        return None
    pages = rule_pages(key)
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
def rule_pages(key: str) -> tuple[str, ...]:
    """The rules of a game, cut into pages between paragraphs."""
    text = resources.files("games").joinpath(key, "RULES.md").read_text(encoding="utf-8")
    pages = [""]
    for paragraph in text.strip().split("\n\n"):
        begins = paragraph.startswith("#") and len(pages[-1]) > PAGE // 2
        if pages[-1] and (begins or len(pages[-1]) + len(paragraph) > PAGE):
            pages.append("")
        pages[-1] = f"{pages[-1]}\n\n{paragraph}".strip()
    return tuple(pages)

"""Long texts in pages: cut between lines, with buttons to the neighbouring pages."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import discord

from bot.ui.kit import message
from bot.ui.kit.custom_ids import RulesButton
from bot.ui.kit.message import words as plain
from games.core.text import Reader, say, symbol

PAGE = 1800
"""The approximate length of a page, in characters."""


def paged(
    pages: tuple[str, ...],
    page: int,
    opening: RulesButton,
    reader: Reader,
    *,
    pictures: Sequence[message.OutgoingFile] = (),
    menu: Sequence[message.Item] = (),
) -> message.OutgoingMessage:
    """One page with a menu and buttons to its neighbours; one beyond the last shows the last."""
    page = min(page, len(pages) - 1)
    items: list[message.Item] = [*map(message.gallery, pictures), plain(pages[page]), *menu]
    if len(pages) > 1:
        back = replace(opening, page=max(page - 1, 0))
        onwards = replace(opening, page=min(page + 1, len(pages) - 1))
        label = say("Page {page} of {of} ▶", page=onwards.page + 1, of=len(pages))
        items.append(
            discord.ui.ActionRow(
                message.button(reader, back, symbol("◀"), disabled=page == 0),
                message.button(reader, onwards, label, disabled=page == len(pages) - 1),
            )
        )
    return message.OutgoingMessage(tuple(items), tuple(pictures))


def cut(parts: Iterable[str], between: str = "\n", most: int = PAGE) -> tuple[str, ...]:
    """Join parts into pages; a heading starts a new page instead of ending one."""
    pages = [""]
    for part in parts:
        begins = part.startswith("#") and len(pages[-1]) > most // 2
        if pages[-1] and (begins or len(pages[-1]) + len(part) > most):
            pages.append("")
        pages[-1] = f"{pages[-1]}{between}{part}".strip()
    return tuple(pages)

"""The public table: what everybody may see, whom it waits for, and the way to one's hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import discord

from bot.tables.sights import Sight
from bot.ui import words
from bot.ui.controls.draw import draw_public
from bot.ui.messages.lobby import COLOURS
from bot.ui.messages.message import (
    Attachment,
    Item,
    Message,
    button,
    gallery,
    paragraph,
    reading,
)
from bot.ui.places import Place, Verb
from data.records import Life
from games.core.reading import read_table
from games.core.text import Reader, Text, say, speak, symbol

READING_LIMIT = 3000
"""Characters of a table read aloud; what does not fit is cut at a sentence."""


def table_message(sight: Sight, pictures: Sequence[Attachment], reader: Reader) -> Message:
    """The table as a message; its controls are gone once the match is over."""
    items: list[Item] = [paragraph(reader, *_head(sight)), *map(gallery, pictures)]
    if sight.tableau.aftermath:
        items.append(paragraph(reader, *_aftermath(sight)))
    if sight.card.life is Life.RUNNING:
        if sight.public_question is not None:
            drawn = draw_public(sight.public_question, reader)
            items += drawn.items if drawn is not None else ()
        items.append(discord.ui.ActionRow(*_buttons(sight, reader)))
    items.append(paragraph(reader, _sealed(sight)))
    running = sight.card.life is Life.RUNNING
    return Message(tuple(items), tuple(pictures), COLOURS["turn" if running else "over"])


def watch_message(sight: Sight, pictures: Sequence[Attachment], reader: Reader) -> Message:
    """The table for one person's eyes: nothing to press, nothing that must be kept true."""
    items: list[Item] = [paragraph(reader, *_head(sight)), *map(gallery, pictures)]
    if sight.tableau.aftermath:
        items.append(paragraph(reader, *_aftermath(sight)))
    return Message(tuple(items), tuple(pictures))


def read_message(sight: Sight, reader: Reader) -> Message:
    """The table in words alone."""
    content = reading(read_table(sight.tableau), reader, READING_LIMIT)
    return Message((content, paragraph(reader, _sealed(sight))))


def _head(sight: Sight) -> Iterator[Text]:
    info, progress = sight.card.game.info, sight.tableau.progress
    if progress is None:
        yield say("### {emoji} {game}", emoji=symbol(info.emoji), game=info.title)
    elif progress.of is None:
        yield say(
            "### {emoji} {game} · {label} {value}",
            emoji=symbol(info.emoji),
            game=info.title,
            label=progress.label,
            value=progress.value,
        )
    else:
        yield say(
            "### {emoji} {game} · {label} {value} of {of}",
            emoji=symbol(info.emoji),
            game=info.title,
            label=progress.label,
            value=progress.value,
            of=progress.of,
        )
    if sight.card.life is Life.STOPPED:
        yield words.STOPPED
    else:
        yield say("**{line}**", line=sight.tableau.headline)


def _aftermath(sight: Sight) -> Iterator[Text]:
    for text in sight.tableau.aftermath:
        yield say("- {event}", event=text)


def _buttons(sight: Sight, reader: Reader) -> list[discord.ui.Button[Any]]:
    match = sight.card.id
    return [
        button(
            Place(Verb.HAND, match),
            speak(words.HAND, reader),
            discord.ButtonStyle.primary,
        ),
        button(Place(Verb.READ, match), speak(words.READ, reader)),
        button(Place(Verb.RULES, match), speak(words.RULES, reader)),
        button(Place(Verb.LEAVE, match), speak(words.LEAVE, reader)),
    ]


def _sealed(sight: Sight) -> Text:
    """What lets anybody check the deal: its hash from the start, the seed at the end."""
    code = symbol(sight.card.code)
    if sight.card.seed is not None:
        seed = symbol(sight.card.seed)
        return say("-# Table {code}. The deal's seed was {seed}.", code=code, seed=seed)
    seal = symbol(sight.card.seed_hash or "")
    return say("-# Table {code}. The deal is sealed: {seal}", code=code, seal=seal)

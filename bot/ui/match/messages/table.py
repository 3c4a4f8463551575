"""The public table: what everybody may see, the players it waits for, and *My hand*."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.tables.domain.views import MatchView
from bot.ui.controls.drawing.components import rows
from bot.ui.controls.drawing.prompt import draw_public
from bot.ui.i18n.texts import common_texts, time_texts
from bot.ui.i18n.texts.time_texts import moment
from bot.ui.kit import message
from bot.ui.kit.custom_ids import Verb
from bot.ui.match.messages.lobby import COLOURS, by_presses
from bot.ui.match.messages.more import clock_wishes, taken_back
from data.records.matches import Life
from games.core.names import plain_name
from games.core.tableau_text import read_table
from games.core.text import Person, Reader, Text, say, symbol

READING_LIMIT = 3000
"""The most characters of a table in text form; it is cut after a sentence."""
MAKESHIFT_LIMIT = 2200
"""The same above a question's controls, which need the rest of a message."""


def table_message(
    match_view: MatchView,
    pictures: Sequence[message.OutgoingFile],
    reader: Reader,
    remark: Text | None = None,
    *,
    nudges: bool = False,
) -> message.OutgoingMessage:
    """The table as a message, without controls once the match is over, or while it is paused.

    `remark` is a note about its channel. `nudges` adds the button that reminds whom it waits for.
    Without pictures the table is shown in words.
    """
    items: list[message.Item] = [*map(message.gallery, pictures)]
    if not pictures:
        items.append(message.reading(read_table(match_view.tableau), reader, MAKESHIFT_LIMIT))
    items.append(message.paragraph(reader, *_head(match_view)))
    running, paused = match_view.summary.life is Life.RUNNING, match_view.summary.paused
    if running:
        if match_view.public_question is not None and not paused:
            items += draw_public(match_view.public_question, reader)
        items += rows(_buttons(match_view, reader, nudges=nudges))
        items += by_presses(match_view.summary, reader)
    remarks = [say("-# {remark}", remark=remark)] if remark is not None else []
    items.append(message.paragraph(reader, *remarks, _footnote(match_view)))
    colour = None if paused else COLOURS["turn" if running else "over"]
    return message.OutgoingMessage(tuple(items), tuple(pictures), colour, is_makeshift=not pictures)


def watch_message(
    match_view: MatchView, pictures: Sequence[message.OutgoingFile], reader: Reader
) -> message.OutgoingMessage:
    """The table as a private copy without buttons, which is not kept up to date."""
    items = (*map(message.gallery, pictures), message.paragraph(reader, *_head(match_view)))
    return message.OutgoingMessage(items, tuple(pictures))


def below_message(reader: Reader, url: str | None) -> message.OutgoingMessage:
    """What remains of a table that stands further down, with the way there."""
    line = common_texts.TABLE_IS_BELOW
    if url is not None:
        line = say("[{table}]({url})", table=line, url=symbol(url))
    return message.OutgoingMessage((message.paragraph(reader, line),))


def read_message(match_view: MatchView, reader: Reader) -> message.OutgoingMessage:
    """The table as text only."""
    content = message.reading(read_table(match_view.tableau), reader, READING_LIMIT)
    return message.OutgoingMessage((content, message.paragraph(reader, _sealed(match_view))))


def _head(match_view: MatchView) -> Iterator[Text]:
    if match_view.summary.life is Life.STOPPED:
        yield common_texts.STOPPED
    elif match_view.summary.paused:
        yield time_texts.paused(has_people=_has_people(match_view))
    else:
        yield say("**{line}**", line=match_view.tableau.headline)
    if match_view.summary.life is Life.RUNNING:
        if not match_view.summary.paused:
            yield from _waiting(match_view)
        yield from _substitutes(match_view)
        yield from clock_wishes(match_view.summary)
        yield from taken_back(match_view.summary)


def _waiting(match_view: MatchView) -> Iterator[Text]:
    """Until when the table waits; the headline says for whom, or how many have answered."""
    if match_view.summary.due_at is not None:
        due = say("Time is up {when}.", when=moment(match_view.summary.due_at))
        yield say("-# ⏳ {due}", due=due)


def _substitutes(match_view: MatchView) -> Iterator[Text]:
    """The seats that bots hold for absent players, and that others may take."""
    for occupant in match_view.summary.occupants:
        if occupant.stands_in_for is not None:
            bot, player = Person(name=occupant.name), symbol(f"<@{occupant.stands_in_for}>")
            line = say("{bot} is playing for {player}.", bot=bot, player=player)
            yield say("-# {line}", line=line)


def _has_people(match_view: MatchView) -> bool:
    return any(occupant.player_id is not None for occupant in match_view.summary.occupants)


def _buttons(
    match_view: MatchView, reader: Reader, *, nudges: bool
) -> list[discord.ui.Button[Any]]:
    match, style, paused = match_view.summary.id, discord.ButtonStyle, match_view.summary.paused
    resumes = paused and _has_people(match_view)
    offers = [
        *([(Verb.RESUME, time_texts.RESUME, style.primary)] if resumes else ()),
        (Verb.HAND, common_texts.HAND, style.secondary if paused else style.primary),
        *([(Verb.NUDGE, _nudge(match_view), style.secondary)] if nudges else ()),
        (Verb.MORE, time_texts.MORE, style.secondary),
    ]
    if any(occupant.open_to_substitutes for occupant in match_view.summary.occupants):
        offers.append((Verb.TAKE_SEAT, time_texts.TAKE_SEAT, style.success))
    plain = replace(reader, escape=plain_name)  # labels know no markdown
    return [
        message.button(plain, verb.for_match(match), label, look) for verb, label, look in offers
    ]


def _nudge(match_view: MatchView) -> Text:
    """The button's words, with the name if the table openly waits for a single person."""
    named = match_view.view.awaiting.seats
    people = [match_view.summary.occupants[seat] for seat in named]
    people = [occupant for occupant in people if occupant.player_id is not None]
    if len(people) != 1:
        return time_texts.NUDGE
    return time_texts.nudge(Person(name=people[0].name))


SEAL = 8
"""Characters of the seal below a table; *Read the table* and `/match verify` show all of it."""


def _footnote(match_view: MatchView) -> Text:
    """The table's code, and the start of the hash that seals its deal."""
    summary = match_view.summary
    if summary.seed is not None or summary.seed_hash is None:
        return _sealed(match_view)
    return symbol(f"-# {summary.code} · 🔒 {summary.seed_hash[:SEAL]}")


def _sealed(match_view: MatchView) -> Text:
    """The data to verify the deal: its hash from the start, the seed at the end."""
    code = symbol(match_view.summary.code)
    if match_view.summary.seed is not None:
        seed = symbol(match_view.summary.seed)
        return say("-# Table {code}. The seed of the deal was {seed}.", code=code, seed=seed)
    seal = symbol(match_view.summary.seed_hash or "")
    return say("-# Table {code}. The deal is sealed: {seal}", code=code, seal=seal)

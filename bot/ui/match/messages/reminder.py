"""A short message that notifies people about a table; deleted once they have answered."""

from typing import Any

import discord

from bot.tables.domain.views import MatchSummary
from bot.tables.ports import Reminder, Why
from bot.ui.i18n.texts import common_texts, time_texts
from bot.ui.kit import custom_ids, message
from bot.ui.match.messages.more import take_back
from data.records.matches import Life
from games.core.text import Person, Reader, Text, say, say_as, speak, symbol


def notice_message(
    summary: MatchSummary,
    reminder: Reminder,
    called: tuple[int, ...],
    reader: Reader,
    table_url: str | None,
) -> message.OutgoingMessage:
    """The channel message; it mentions exactly these people."""
    who = [symbol(f"<@{player}>") for player in called]
    if reminder.why == "invited":
        line = say_as(
            "everybody", "{who}, {host} has invited you to a table.", who=who, host=_host(summary)
        )
    elif reminder.why == "moved" and reminder.due_at is not None:
        when, wait = time_texts.moment(reminder.due_at, "F"), time_texts.moment(reminder.due_at)
        line = say("{who}, this table now starts {when} ({wait}).", who=who, when=when, wait=wait)
    elif reminder.why == "planned" and reminder.due_at is not None:
        when = time_texts.moment(reminder.due_at)
        line = say("{who}, this table starts {when}.", who=who, when=when)
    elif reminder.why == "planned":
        line = say("{who}, it's time to play: the host can start now.", who=who)
    else:
        line = time_texts.channel_reminder(reminder.why, who, reminder.due_at)
    return _message(summary, reminder.why, line, reader, table_url, called=called)


def dm_message(
    summary: MatchSummary, reminder: Reminder, reader: Reader, table_url: str | None
) -> message.OutgoingMessage:
    """The direct message to one person."""
    if reminder.why == "invited":
        line = say("{host} has invited you to a table.", host=_host(summary))
    elif reminder.why == "watched":
        line = say(
            "{host} has opened a table of a game you watch. Use /me watch there to stop this.",
            host=_host(summary),
        )
    elif reminder.why == "one_more":
        line = say(
            "{host}'s table of a game you watch needs only one more player.", host=_host(summary)
        )
    elif reminder.why == "moved" and reminder.due_at is not None:
        when, wait = time_texts.moment(reminder.due_at, "F"), time_texts.moment(reminder.due_at)
        line = say("Your table now starts {when} ({wait}).", when=when, wait=wait)
    elif reminder.why == "planned" and reminder.due_at is not None:
        line = say("Your table starts {when}.", when=time_texts.moment(reminder.due_at))
    elif reminder.why == "planned":
        line = say("It's time to play: the host of your table can start now.")
    else:
        line = time_texts.dm_reminder(reminder.why, reminder.due_at)
    return _message(summary, reminder.why, line, reader, table_url)


def _message(
    summary: MatchSummary,
    why: Why,
    line: Text,
    reader: Reader,
    table_url: str | None,
    *,
    called: tuple[int, ...] = (),
) -> message.OutgoingMessage:
    emoji, code = symbol(summary.game.info.emoji), symbol(summary.code)
    game, match_id = summary.game.info.title, summary.id
    table = say("-# {emoji} {game} · {code}", emoji=emoji, game=game, code=code)
    items: list[message.Item] = [message.paragraph(reader, line, table)]
    buttons = []
    if why == "taken_over":
        buttons.append(take_back(match_id, reader, custom_ids.CALLED))
    elif summary.life is not Life.LOBBY:
        hand = custom_ids.TableButton(custom_ids.Verb.HAND, match_id, is_on_notice=True)
        buttons.append(message.button(reader, hand, common_texts.HAND))
    elif (
        called and why == "invited"
    ):  # a table is joined in its server, where everybody has their server name
        join = custom_ids.TableButton(custom_ids.Verb.JOIN, match_id, is_on_notice=True)
        buttons.append(message.button(reader, join, common_texts.JOIN))
    if table_url is not None:
        label = speak(common_texts.TO_TABLE, reader)
        buttons.append(discord.ui.Button[Any](label=label, url=table_url))
    if buttons:
        items.append(discord.ui.ActionRow(*buttons))
    return message.OutgoingMessage(tuple(items), called=called)


def _host(summary: MatchSummary) -> Person:
    """The host of the table, by their server name."""
    names = (
        occupant.name for occupant in summary.occupants if occupant.player_id == summary.host_id
    )
    return Person(name=next(names, ""))

"""Less common actions at a table, in a private message behind one button."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple

import discord

from bot.tables.domain.table_options import CLOCK_TITLE
from bot.tables.domain.time_controls import CLOCKS
from bot.tables.domain.views import MatchSummary, Occupant
from bot.tables.matches.guesses import GuessView
from bot.ui.controls.drawing.components import rows
from bot.ui.i18n.texts import common_texts, time_texts
from bot.ui.kit import message
from bot.ui.kit.custom_ids import GameButton, MatchButton, ReplayButton, SeatButton, Verb
from data.stores.guesses import Guesser
from games.core.names import plain_name
from games.core.text import Person, Reader, Text, TextList, say, say_many, seat, speak, symbol

Style = discord.ButtonStyle
WHO_WINS = say("Guess who wins")
MOST_NAMED = 10
"""How many of those who guessed right a result names."""


class Asker(NamedTuple):
    """The person who opened the menu, their role at the table, and the way to its message."""

    player_id: int
    is_moderator: bool = False
    wants_stop: bool = False
    may_guess: bool = False
    take_back: int | None = None
    """The step that they may take back, or agree to."""
    table_url: str | None = None


def more_message(
    summary: MatchSummary, asker: Asker, reader: Reader, note: Text | None
) -> message.OutgoingMessage:
    """The actions of this person at the table besides playing; `note` confirms the last one."""
    title = say("**{game}** · {code}", game=summary.game.info.title, code=symbol(summary.code))
    lines = [title] if note is None else [title, note]
    lines += taken_back(summary)
    seated = summary.seat_of(asker.player_id) is not None
    if seated and not summary.is_practice:
        lines.append(say("-# {votes}", votes=time_texts.ABOUT_VOTES))
    buttons = [
        message.button(reader, verb.for_match(summary.id), label, style)
        for verb, label, style in _offers(summary, asker)
    ]
    if asker.take_back is not None:
        is_mine = summary.take_back is None or summary.take_back[1]
        words = say("Take back my move") if is_mine else say("Let it be taken back")
        button_id = ReplayButton(Verb.TAKE_BACK, summary.id, asker.take_back)
        buttons.insert(0, message.button(reader, button_id, words, Style.primary))
    legend = GameButton(Verb.LEGEND, summary.game_key)
    buttons.append(message.button(reader, legend, common_texts.LEGEND, Style.secondary))
    if asker.table_url is not None:
        label = speak(common_texts.TO_TABLE, reader)
        buttons.append(discord.ui.Button(url=asker.table_url, label=label))
    return message.OutgoingMessage((message.paragraph(reader, *lines), *rows(buttons)))


def seats_message(summary: MatchSummary, reader: Reader) -> message.OutgoingMessage:
    """The open seats, each with a button; a page counts seats from 1."""
    plain = replace(reader, escape=plain_name)  # labels know no markdown
    buttons = [
        message.button(
            plain,
            SeatButton(Verb.TAKE_SEAT, summary.id, occupant.seat + 1),
            say("{bot}'s seat", bot=Person(name=occupant.name)),
            Style.success,
        )
        for occupant in open_seats(summary)
    ]
    items: list[message.Item] = [message.paragraph(reader, time_texts.WHICH_SEAT), *rows(buttons)]
    return message.OutgoingMessage(tuple(items))


def replaced_message(match_id: str, reader: Reader, *, may_return: bool) -> message.OutgoingMessage:
    """The message that replaces a hand while another player or a bot holds the seat."""
    if not may_return:
        return message.OutgoingMessage((message.paragraph(reader, common_texts.REPLACED),))
    words = message.paragraph(reader, time_texts.dm_reminder("taken_over", None))
    back: discord.ui.ActionRow[Any] = discord.ui.ActionRow(take_back(match_id, reader))
    return message.OutgoingMessage((words, back))


def take_back(
    match_id: str, reader: Reader, notice: Literal["", "called"] = ""
) -> discord.ui.Button[Any]:
    """A button with which the person who presses takes back their seat from a bot."""
    button_id = SeatButton(Verb.TAKE_SEAT, match_id, notice=notice)
    return message.button(reader, button_id, time_texts.TAKE_BACK, Style.success)


def stop_message(summary: MatchSummary, reader: Reader) -> message.OutgoingMessage:
    """A confirmation before a match is stopped, which cannot be undone."""
    sure = MatchButton(Verb.STOP_SURELY, summary.id)
    return message.confirmation(reader, time_texts.STOP_ASKED, sure, time_texts.STOP_SURELY)


def open_seats(summary: MatchSummary) -> tuple[Occupant, ...]:
    return tuple(occupant for occupant in summary.occupants if occupant.open_to_substitutes)


def may_return(summary: MatchSummary, player_id: int) -> bool:
    """Whether a bot holds a seat that this player may take back."""
    return any(occupant.stands_in_for == player_id for occupant in summary.occupants)


def clock_message(summary: MatchSummary, reader: Reader) -> message.OutgoingMessage:
    """The clock of a running match, what others want, and a menu of all clocks."""
    lines = [
        say("**{clock}**: {now}", clock=CLOCK_TITLE, now=summary.clock.title),
        *clock_wishes(summary),
        say("-# It changes once everyone who plays here wants the same clock."),
    ]
    chosen = MatchButton(Verb.WANT_CLOCK, summary.id)
    options = [
        discord.SelectOption(label=speak(clock.title, reader)[:100], value=clock.key)
        for clock in CLOCKS
    ]
    menu = message.menu(reader, chosen, say("Which clock do you want?"), options)
    return message.OutgoingMessage((message.paragraph(reader, *lines), menu))


def guess_message(shown: GuessView, reader: Reader) -> message.OutgoingMessage:
    """A watcher's guess, a menu of the seats to guess another, and the server's best guessers."""
    summary, own = shown.summary, shown.own
    title = say("**{game}** · {code}", game=summary.game.info.title, code=symbol(summary.code))
    about = say_many(
        "A right guess brings {n} point now, and one less after each round. Nobody sees it before"
        " the end.",
        "A right guess brings {n} points now, and one less after each round. Nobody sees it before"
        " the end.",
        shown.worth,
    )
    lines = [title, say("-# {remark}", remark=about)]
    if own is not None:
        guess = say_many(
            "Your guess: {who} wins, for {n} point.",
            "Your guess: {who} wins, for {n} points.",
            own.worth,
            who=seat(own.seat),
        )
        lines.insert(1, guess)
    if shown.best:
        best = TextList(items=tuple(map(_guesser, shown.best)), style="unit")
        lines.append(say("-# Best guessers here: {people}", people=best))
    seats = [
        message.option(reader, say("{who} wins", who=seat(occupant.seat)), str(occupant.seat))
        for occupant in summary.occupants
    ]
    chosen = MatchButton(Verb.GUESS_WINNER, summary.id)
    menu = message.menu(reader, chosen, WHO_WINS, seats)
    return message.OutgoingMessage((message.paragraph(reader, *lines), menu))


def guesses_line(guesses: Sequence[Guesser]) -> Iterator[Text]:
    """A line about the watchers who guessed the winner, or about that nobody did."""
    right = [guesser for guesser in guesses if guesser.points]
    if right:
        people = TextList(items=tuple(map(_guesser, right[:MOST_NAMED])), style="unit")
        yield say("-# 🔮 Guessed the winner: {people}", people=people)
    elif guesses:
        yield say("-# 🔮 No watcher guessed the winner.")


def _guesser(guesser: Guesser) -> Text:
    return say("{who} {points}", who=Person(name=guesser.name), points=symbol(f"+{guesser.points}"))


def clock_wishes(summary: MatchSummary) -> Iterator[Text]:
    """A line for each player who wants another clock."""
    for who, clock in summary.clock_wishes:
        yield say("-# {who} wants another clock: {clock}", who=seat(who), clock=clock.title)


def taken_back(summary: MatchSummary) -> Iterator[Text]:
    """A line about the last move that is taken back, or that somebody wants to take back."""
    if summary.take_back is not None:
        mover, is_done = summary.take_back
        if is_done:
            yield say("-# {who} has taken back the last move.", who=seat(mover))
        else:
            yield say(
                "-# {who} wants to take back the last move. Everyone who plays can agree under"
                " **More**.",
                who=seat(mover),
            )


def _offers(summary: MatchSummary, asker: Asker) -> Iterator[tuple[Verb, Text, Style]]:
    if summary.is_practice:
        counts = summary.daily is not None and summary.daily.counts
        leaving = common_texts.GIVE_UP if counts else common_texts.END_PRACTICE
        yield Verb.LEAVE, leaving, Style.secondary
    elif summary.seat_of(asker.player_id) is not None:
        yield Verb.LEAVE, common_texts.LEAVE, Style.secondary
        if not summary.answers_only:
            yield Verb.CLOCK, CLOCK_TITLE, Style.secondary
        if asker.wants_stop:
            yield Verb.UNVOTE, time_texts.UNVOTE, Style.secondary
        else:
            yield Verb.VOTE, time_texts.VOTE, Style.secondary
    elif may_return(summary, asker.player_id):
        yield Verb.TAKE_SEAT, time_texts.TAKE_BACK, Style.success
    elif open_seats(summary):
        yield Verb.TAKE_SEAT, time_texts.TAKE_SEAT, Style.success
    if asker.may_guess:
        yield Verb.GUESS, WHO_WINS, Style.secondary
    if not summary.is_practice and (asker.is_moderator or summary.host_id == asker.player_id):
        if summary.paused:
            yield Verb.RESUME, time_texts.RESUME, Style.primary
        else:
            yield Verb.PAUSE, time_texts.PAUSE, Style.secondary
        yield Verb.STOP, time_texts.STOP, Style.danger
    yield Verb.READ, common_texts.READ, Style.secondary
    yield Verb.RULES, common_texts.RULES, Style.secondary
    yield Verb.LOG, common_texts.LOG, Style.secondary

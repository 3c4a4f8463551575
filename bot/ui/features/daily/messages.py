"""The weekly deal as messages: all games, one game with its board, and what is shared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import discord
from data.records.weekly_deals import Attempt

from bot.tables.competitions import weekly_deals
from bot.tables.competitions.weekly_deal_boards import BoardLine
from bot.tables.domain import match_secrets
from bot.ui.controls.drawing.components import rows
from bot.ui.i18n.texts import common_texts, leaderboard_texts
from bot.ui.i18n.texts.time_texts import moment
from bot.ui.i18n.texts.tournament_texts import ranked_name
from bot.ui.kit import custom_ids, message
from games.core.game import AnyGame, in_words
from games.core.text import Person, Reader, Text, say, symbol

EVERY = "all"
"""Stands for all games in a custom id."""
LINES, FRIENDS = 10, 5
"""The most lines of each board that are shown."""

_SQUARES = {weekly_deals.LEADS: "🟩", weekly_deals.LEVEL: "🟨", weekly_deals.BEHIND: "⬛"}

START = say("Play the deal")
CONTINUE = say("Continue")
AGAIN = say("Play again")
ALL_GAMES = say("All games")
HOW = say(
    "Each game has one deal a week, the same for everyone: the same cards, dice and bots. The"
    " first attempt counts, without hints. It has to be over before others' results are shown."
)
USED = say(
    "You've already used your attempt that counts. Its result was deleted with your data. You can"
    " play the deal again, unrated."
)
LOOK = say("Look at somebody's moves…")
EMPTY = say("Nobody is on this server's board yet.")
SQUARES = say(
    "-# A square for each round: {leads} leading, {level} level, {behind} behind.",
    leads=symbol(_SQUARES[weekly_deals.LEADS]),
    level=symbol(_SQUARES[weekly_deals.LEVEL]),
    behind=symbol(_SQUARES[weekly_deals.BEHIND]),
)
ONLY_IN_SERVERS = say("Use /challenge in a server to see its board and get on it.")


def week_message(week: weekly_deals.WeekView, reader: Reader) -> message.OutgoingMessage:
    """All deals of a week, with a button for each game."""
    states = (
        say("- **{game}**: {state}", game=deal.game.info.title, state=_state(deal))
        for deal in week.deals
    )
    lines = [_title(week.starts_at), HOW, *_times(week), *states]
    buttons = _game_buttons([deal.game for deal in week.deals], reader)
    return message.OutgoingMessage((message.paragraph(reader, *lines), *rows(buttons)))


def weekly_deals_announcement(
    week: int, games: Sequence[AnyGame], reader: Reader
) -> message.OutgoingMessage:
    """A week's deals as they are announced in a channel, with a button for each game."""
    starts_at, ends_at = map(match_secrets.starts_at, (week, week + 1))
    lines = [_title(starts_at), HOW, _next_deals(ends_at)]
    buttons = _game_buttons(games, reader, how=custom_ids.AFRESH)
    return message.OutgoingMessage((message.paragraph(reader, *lines), *rows(buttons)))


def weekly_deal_message(
    week: weekly_deals.WeekView,
    deal: weekly_deals.GameDeal,
    board: weekly_deals.WeeklyDealBoard | None,
    reader: Reader,
) -> message.OutgoingMessage:
    """One game's deal, with the server's board for whoever may see it."""
    lines = [_heading(week, deal), *_times(week)]
    if deal.attempt is not None and deal.is_played:
        own = say("**You**: {result}", result=result_text(deal.attempt))
        lines += [own, _course(deal.attempt)] if deal.attempt.course else [own]
    items: list[message.Item] = [message.paragraph(reader, *lines)]
    if board is not None:
        items.append(message.paragraph(reader, *_board(board)))
        others = [line for line in board.lines[:LINES] if line.attempt != deal.attempt]
        if others and deal.is_played:
            items.append(_look_menu(board, others, reader))
    elif not deal.is_played:
        items.append(message.paragraph(reader, USED if deal.is_deleted else HOW))
    else:
        items.append(message.paragraph(reader, SQUARES, ONLY_IN_SERVERS))
    if deal.seed_hash is not None:
        items.append(message.paragraph(reader, *common_texts.evidence(deal.seed_hash, deal.seed)))
    items += rows(list(_ways(week, deal, reader)))
    return message.OutgoingMessage(tuple(items))


def shared_message(
    week: weekly_deals.WeekView,
    deal: weekly_deals.GameDeal,
    sharer: str,
    picture: message.OutgoingFile,
    reader: Reader,
) -> message.OutgoingMessage:
    """A result as it is posted for everybody; it tells nothing about the deal."""
    attempt = deal.attempt
    assert attempt is not None  # checked by the caller
    result = say("**{who}**: {result}", who=Person(name=sharer), result=result_text(attempt))
    lines = [_heading(week, deal), result, _course(attempt), *_streak(week)]
    opening = custom_ids.WeeklyDealButton(
        custom_ids.Verb.WEEKLY_DEAL, deal.game.info.key, how=custom_ids.AFRESH
    )
    row = discord.ui.ActionRow[Any](message.button(reader, opening, START))
    return message.OutgoingMessage(
        (message.paragraph(reader, *lines), message.gallery(picture), row), (picture,)
    )


def result_text(attempt: Attempt) -> Text:
    """An attempt's place and points, or that it has none."""
    if attempt.place is None or attempt.places is None:
        return say("no result")
    return say(
        "place {place} of {of}, {points}",
        place=attempt.place,
        of=attempt.places,
        points=in_words(attempt.points or 0),
    )


def _game_buttons(
    games: Sequence[AnyGame], reader: Reader, how: Literal["", "new"] = ""
) -> list[discord.ui.Button[Any]]:
    return [
        message.button(
            reader,
            custom_ids.WeeklyDealButton(custom_ids.Verb.WEEKLY_DEAL, game.info.key, how=how),
            game.info.title,
            emoji=game.info.emoji,
        )
        for game in games
    ]


def _title(starts_at: int) -> Text:
    return say("### 📅 Weekly deals from {date}", date=moment(starts_at, "D"))


def _heading(week: weekly_deals.WeekView, deal: weekly_deals.GameDeal) -> Text:
    info = deal.game.info
    return say(
        "### {emoji} {game}: weekly deal from {date}",
        emoji=symbol(info.emoji),
        game=info.title,
        date=moment(week.starts_at, "D"),
    )


def _times(week: weekly_deals.WeekView) -> Iterator[Text]:
    if week.is_open:
        yield _next_deals(week.ends_at)
    yield from _streak(week)


def _next_deals(ends_at: int) -> Text:
    return say("-# The next deals come {when}.", when=moment(ends_at))


def _streak(week: weekly_deals.WeekView) -> Iterator[Text]:
    if week.streak > 1:
        yield say("🔥 {n} weeks in a row", n=week.streak)


def _state(deal: weekly_deals.GameDeal) -> Text:
    attempt = deal.attempt
    if attempt is None:
        return say("played, result deleted") if deal.is_deleted else say("not played yet")
    return result_text(attempt) if deal.is_played else say("you're playing it")


def _course(attempt: Attempt) -> Text:
    """A square for each round: leading, level or behind."""
    return symbol("".join(_SQUARES[letter] for letter in attempt.course) or "·")


def _board(board: weekly_deals.WeeklyDealBoard) -> Iterator[Text]:
    yield say("**This server**")
    if not board.lines:
        yield EMPTY
    yield from map(_board_line, board.lines[:LINES])
    if len(board.lines) > LINES:
        yield say("and {n} more", n=len(board.lines) - LINES)
    if len(board.friends) > 1:
        yield say("**People you've played with**")
        yield from map(_board_line, board.friends[:FRIENDS])
    if board.lines:
        yield SQUARES


def _look_menu(
    board: weekly_deals.WeeklyDealBoard, others: Sequence[BoardLine], reader: Reader
) -> message.Item:
    """A menu of other people's attempts whose moves can be looked at."""
    options = (
        message.option(reader, ranked_name(line.rank, line.name), line.attempt.match_id)
        for line in others
    )
    return message.menu(
        reader,
        custom_ids.GameButton(custom_ids.Verb.WEEKLY_DEAL_LOOK, board.game.info.key),
        LOOK,
        options,
    )


def _board_line(line: BoardLine) -> Text:
    return say(
        "**{rank}.** **{who}** {result} {course}",
        rank=line.rank,
        who=leaderboard_texts.who(line.name),
        result=result_text(line.attempt),
        course=_course(line.attempt),
    )


def _ways(
    week: weekly_deals.WeekView, deal: weekly_deals.GameDeal, reader: Reader
) -> Iterator[discord.ui.Button[Any]]:
    key, attempt = deal.game.info.key, deal.attempt
    if not deal.is_played:
        first = AGAIN if deal.is_deleted else START
        label = first if attempt is None else CONTINUE
        yield message.button(
            reader,
            custom_ids.WeeklyDealButton(custom_ids.Verb.WEEKLY_DEAL_PLAY, key),
            label,
            discord.ButtonStyle.success,
            disabled=not week.is_open,
        )
    elif attempt is not None:
        yield message.button(
            reader,
            custom_ids.WeeklyDealButton(
                custom_ids.Verb.WEEKLY_DEAL_PLAY, key, how=custom_ids.AGAIN
            ),
            AGAIN,
        )
        replay = custom_ids.ReplayButton(custom_ids.Verb.REPLAY, attempt.match_id)
        yield message.button(reader, replay, common_texts.REPLAY)
        yield message.button(
            reader,
            custom_ids.MatchButton(custom_ids.Verb.REVIEW, attempt.match_id),
            common_texts.REVIEW,
        )
        if attempt.place is not None:
            share = custom_ids.GameButton(custom_ids.Verb.WEEKLY_DEAL_SHARE, key)
            yield message.button(reader, share, common_texts.SHARE)
    yield message.button(
        reader, custom_ids.WeeklyDealButton(custom_ids.Verb.WEEKLY_DEAL, EVERY), ALL_GAMES
    )

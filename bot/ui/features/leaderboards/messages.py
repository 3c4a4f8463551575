"""Leaderboards and profiles as messages: a picture or text, and navigation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import discord

from bot.tables.leaderboards.views import HeadToHead, LeaderboardPage, Profile
from bot.ui.controls.drawing.components import rows
from bot.ui.i18n.texts import common_texts, leaderboard_texts, tournament_texts
from bot.ui.kit.custom_ids import BoardButton, Button, ProfileButton, Verb
from bot.ui.kit.message import (
    Item,
    OutgoingFile,
    OutgoingMessage,
    button,
    gallery,
    menu,
    option,
    paragraph,
)
from data.records.leaderboards import ALL, EVER
from data.records.tournaments import NO_TOURNAMENTS, TournamentRecord
from games.core.game import AnyGame
from games.core.text import Reader, Text, say

EVERY = "all"
"""The code for the board over all games in a custom id."""


def board_code(game: AnyGame | None) -> str:
    return EVERY if game is None else game.info.key


def board_of(code: str) -> str:
    """The board that a custom id or a command names."""
    return ALL if code == EVERY else code


def board_message(
    page: LeaderboardPage,
    picture: OutgoingFile | None,
    reader: Reader,
    *,
    viewer_id: int,
    games: Sequence[AnyGame],
    in_words: bool,
) -> OutgoingMessage:
    """One page of a board, as text if there is no picture.

    With `in_words` text was asked for, and the buttons lead to text too.
    """
    items: list[Item] = [paragraph(reader, leaderboard_texts.board_head(page.game, page.season))]
    if picture is not None:
        items.append(gallery(picture))
    else:
        lines = [leaderboard_texts.board_line(line) for line in page.lines]
        items.append(paragraph(reader, *lines or [leaderboard_texts.EMPTY]))
    items.append(paragraph(reader, *_board_foot(page)))
    shown = BoardButton(Verb.BOARD, board_code(page.game), page.page, page.season.season)
    verb = Verb.BOARD_WORDS if in_words else Verb.BOARD
    items += rows(list(_board_ways(page, shown, verb, viewer_id, reader)))
    items.append(_menu(BoardButton(Verb.BOARD_OTHER, shown.board, 0, shown.season),
                       leaderboard_texts.ANOTHER_BOARD, games, page.game, reader))  # fmt: skip
    pictures = () if picture is None else (picture,)
    return OutgoingMessage(tuple(items), pictures)


def _board_foot(page: LeaderboardPage) -> Iterator[Text]:
    if page.viewer is not None and page.viewer not in page.lines:
        yield leaderboard_texts.own_place(page.viewer)
    if page.pages > 1:
        yield say("-# page {page} of {of}", page=page.page + 1, of=page.pages)
    yield leaderboard_texts.HOW


def _board_ways(
    page: LeaderboardPage, shown: BoardButton, verb: Verb, viewer_id: int, reader: Reader
) -> Iterator[discord.ui.Button[Any]]:
    board, season = shown.board, shown.season
    for turned, label in ((page.page - 1, common_texts.BACK), (page.page + 1, common_texts.ON)):
        if 0 <= turned < page.pages:
            yield button(reader, BoardButton(verb, board, turned, season), label)
    other = Verb.BOARD if verb is Verb.BOARD_WORDS else Verb.BOARD_WORDS
    label = leaderboard_texts.IN_WORDS if verb is Verb.BOARD else leaderboard_texts.AS_PICTURE
    yield button(reader, BoardButton(other, board, page.page, season), label)
    if page.season.season == EVER:
        yield button(reader, BoardButton(verb, board), leaderboard_texts.THIS_SEASON)
    elif not page.is_only:
        ever = BoardButton(verb, board, 0, EVER)
        yield button(reader, ever, leaderboard_texts.ALL_SEASONS)
    profile = Verb.PROFILE if verb is Verb.BOARD else Verb.PROFILE_WORDS
    mine = ProfileButton(profile, viewer_id, page.season.season, board)
    yield button(reader, mine, leaderboard_texts.MY_PROFILE)
    share = BoardButton(Verb.SHARE_BOARD, board, page.page, season)
    yield button(reader, share, common_texts.SHARE)


def profile_message(
    profile: Profile,
    picture: OutgoingFile | None,
    reader: Reader,
    *,
    viewer_id: int,
    in_words: bool,
    tournaments: TournamentRecord = NO_TOURNAMENTS,
) -> OutgoingMessage:
    """A player on a board, as text if there is no picture.

    With `in_words` text was asked for, and the buttons lead to text too.
    """
    items: list[Item] = [paragraph(reader, *_profile_head(profile, tournaments))]
    if picture is not None:
        items.append(gallery(picture))
    else:
        items.append(paragraph(reader, *_profile_words(profile)))
    verb = Verb.PROFILE_WORDS if in_words else Verb.PROFILE
    items.append(discord.ui.ActionRow(*_profile_ways(profile, verb, viewer_id, reader)))
    if profile.games:
        shown = ProfileButton(Verb.PROFILE_OTHER, profile.player_id, profile.season.season,
                     board_code(profile.game))  # fmt: skip
        label = leaderboard_texts.ANOTHER_GAME
        items.append(_menu(shown, label, profile.games, profile.game, reader))
    return OutgoingMessage(tuple(items), () if picture is None else (picture,))


def _profile_head(profile: Profile, tournaments: TournamentRecord) -> Iterator[Text]:
    yield say("### {who}", who=leaderboard_texts.who(profile.name))
    yield leaderboard_texts.headline(profile.game, profile.season)
    if profile.line is not None:
        yield leaderboard_texts.rating_of(profile.game)
    if tournaments.played:
        yield tournament_texts.record(tournaments)
    if profile.is_hidden:
        yield leaderboard_texts.YOU_ARE_HIDDEN


def _profile_words(profile: Profile) -> Iterator[Text]:
    if profile.line is None:
        yield leaderboard_texts.NOT_PLAYED
    else:
        for label, value in facts(profile):
            yield say("{label}: **{value}**", label=label, value=value)
        yield from map(leaderboard_texts.chance_line, profile.chances)
        yield leaderboard_texts.RECENT
        yield from map(leaderboard_texts.recent_line, profile.recent)
    if profile.titles:
        yield leaderboard_texts.TITLES
        yield from map(leaderboard_texts.earned_line, profile.titles)
    if profile.missing:
        yield leaderboard_texts.MISSING_TITLES
        yield from map(leaderboard_texts.earned_line, profile.missing)


def facts(profile: Profile) -> list[tuple[Text, Text]]:
    """A profile's figures, for both the text and the picture."""
    line = profile.line
    if line is None:
        return []
    counted = (
        (leaderboard_texts.PLACE, line.place),
        (leaderboard_texts.MATCHES, line.matches),
        (leaderboard_texts.WINS, line.wins),
        (leaderboard_texts.PODIUMS, line.podiums),
        (leaderboard_texts.STREAK, max(line.streak, 0)),
        (leaderboard_texts.BEST_STREAK, line.best_streak),
    )
    return [
        (leaderboard_texts.RATING, leaderboard_texts.plus_minus(line)),
        *((label, say("{n}", n=value)) for label, value in counted),
    ]


def _profile_ways(
    profile: Profile, verb: Verb, viewer_id: int, reader: Reader
) -> Iterator[discord.ui.Button[Any]]:
    board, season = board_code(profile.game), profile.season.season
    other = Verb.PROFILE if verb is Verb.PROFILE_WORDS else Verb.PROFILE_WORDS
    label = leaderboard_texts.IN_WORDS if verb is Verb.PROFILE else leaderboard_texts.AS_PICTURE
    yield button(reader, ProfileButton(other, profile.player_id, season, board), label)
    back = Verb.BOARD if verb is Verb.PROFILE else Verb.BOARD_WORDS
    yield button(reader, BoardButton(back, board, 0, season), leaderboard_texts.TO_BOARD)
    if profile.player_id != viewer_id:
        yield button(reader, ProfileButton(Verb.DUEL, profile.player_id), leaderboard_texts.YOU_TWO)
    share = ProfileButton(Verb.SHARE_PROFILE, profile.player_id, season, board)
    yield button(reader, share, common_texts.SHARE)


def duel_message(duel: HeadToHead, reader: Reader) -> OutgoingMessage:
    """Two players' matches with each other, always in words."""
    head = say(
        "### {who} and {other}",
        who=leaderboard_texts.who(duel.name),
        other=leaderboard_texts.who(duel.other_name),
    )
    lines = (leaderboard_texts.rivalry_line(one) for one in duel.rivalries)
    note = say(
        "-# All seasons, from {who}'s side. Where they tied, neither was ahead.",
        who=leaderboard_texts.who(duel.name),
    )
    return OutgoingMessage((paragraph(reader, head, *lines, note),))


def _menu(
    button_id: Button,
    label: Text,
    games: Sequence[AnyGame],
    game: AnyGame | None,
    reader: Reader,
) -> Item:
    """A menu of the existing boards, the one over all games first."""
    options = (
        option(reader, leaderboard_texts.game_title(one), board_code(one), default=one is game)
        for one in (None, *games)
    )
    return menu(reader, button_id, label, options)

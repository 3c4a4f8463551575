"""Leaderboards and profiles as messages: a picture or words, and the ways on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import discord

from bot.tables.leaderboards.views import BoardPage, HeadToHead, Profile
from bot.ui import board_words, words
from bot.ui.messages.message import Attachment, Item, Message, button, gallery, paragraph
from bot.ui.places import Place, Verb
from data.records.leaderboards import ALL, EVER
from games.core.game import AnyGame
from games.core.text import Reader, Text, say, speak

EVERY = "all"
"""How an address names the board over all games."""


def board_code(game: AnyGame | None) -> str:
    return EVERY if game is None else game.info.key


def board_of(code: str) -> str:
    """The board that an address or a command names."""
    return ALL if code == EVERY else code


def board_message(
    page: BoardPage,
    picture: Attachment | None,
    reader: Reader,
    *,
    viewer_id: int,
    games: Sequence[AnyGame],
    in_words: bool,
) -> Message:
    """One page of a board, told in words if there is no picture.

    `in_words` says that it is wanted so: then its buttons lead to words too.
    """
    items: list[Item] = [paragraph(reader, board_words.board_head(page.game, page.season))]
    if picture is not None:
        items.append(gallery(picture))
    else:
        lines = [board_words.board_line(line) for line in page.lines]
        items.append(paragraph(reader, *lines or [board_words.EMPTY]))
    items.append(paragraph(reader, *_board_foot(page)))
    here = Place(Verb.BOARD, board_code(page.game), page.page, str(page.season.season))
    verb = Verb.BOARD_WORDS if in_words else Verb.BOARD
    items.append(discord.ui.ActionRow(*_board_ways(page, here, verb, viewer_id, reader)))
    items.append(_menu(Place(Verb.BOARD_OTHER, here.match, 0, here.detail),
                       board_words.ANOTHER_BOARD, games, page.game, reader))  # fmt: skip
    pictures = () if picture is None else (picture,)
    return Message(tuple(items), pictures)


def _board_foot(page: BoardPage) -> Iterator[Text]:
    if page.viewer is not None and page.viewer not in page.lines:
        yield board_words.own_place(page.viewer)
    if page.pages > 1:
        yield say("-# page {page} of {of}", page=page.page + 1, of=page.pages)
    yield board_words.HOW


def _board_ways(
    page: BoardPage, here: Place, verb: Verb, viewer_id: int, reader: Reader
) -> Iterator[discord.ui.Button[Any]]:
    season = here.detail
    if page.page > 0:
        yield button(Place(verb, here.match, page.page - 1, season), speak(words.BACK, reader))
    if page.page < page.pages - 1:
        yield button(Place(verb, here.match, page.page + 1, season), speak(words.ON, reader))
    other = Verb.BOARD if verb is Verb.BOARD_WORDS else Verb.BOARD_WORDS
    label = board_words.IN_WORDS if verb is Verb.BOARD else board_words.AS_PICTURE
    yield button(Place(other, here.match, page.page, season), speak(label, reader))
    if page.season.season == EVER:
        yield button(Place(verb, here.match), speak(board_words.THIS_SEASON, reader))
    elif not page.is_only:
        ever = Place(verb, here.match, 0, str(EVER))
        yield button(ever, speak(board_words.ALL_SEASONS, reader))
    profile = Verb.PROFILE if verb is Verb.BOARD else Verb.PROFILE_WORDS
    mine = Place(profile, str(viewer_id), page.season.season, here.match)
    yield button(mine, speak(board_words.MY_PROFILE, reader))


def profile_message(
    profile: Profile,
    picture: Attachment | None,
    reader: Reader,
    *,
    viewer_id: int,
    in_words: bool,
) -> Message:
    """A player on a board, told in words if there is no picture.

    `in_words` says that it is wanted so: then its buttons lead to words too.
    """
    items: list[Item] = [paragraph(reader, *_profile_head(profile))]
    if picture is not None:
        items.append(gallery(picture))
    else:
        items.append(paragraph(reader, *_profile_words(profile)))
    verb = Verb.PROFILE_WORDS if in_words else Verb.PROFILE
    items.append(discord.ui.ActionRow(*_profile_ways(profile, verb, viewer_id, reader)))
    if profile.games:
        here = Place(Verb.PROFILE_OTHER, str(profile.player_id), profile.season.season,
                     board_code(profile.game))  # fmt: skip
        label = board_words.ANOTHER_GAME
        items.append(_menu(here, label, profile.games, profile.game, reader))
    return Message(tuple(items), () if picture is None else (picture,))


def _profile_head(profile: Profile) -> Iterator[Text]:
    yield say("### {who}", who=board_words.who(profile.name))
    yield board_words.headline(profile.game, profile.season)
    if profile.line is not None:
        yield board_words.rating_of(profile.game)
    if profile.is_hidden:
        yield board_words.YOU_ARE_HIDDEN


def _profile_words(profile: Profile) -> Iterator[Text]:
    if profile.line is None:
        yield board_words.NOT_PLAYED
        return
    for label, value in facts(profile):
        yield say("{label}: **{value}**", label=label, value=value)
    yield from map(board_words.chance_line, profile.chances)
    yield board_words.RECENT
    for recent in profile.recent:
        yield board_words.recent_line(recent)


def facts(profile: Profile) -> list[tuple[Text, Text]]:
    """What a profile tells in figures, in words and in the picture alike."""
    line = profile.line
    if line is None:
        return []
    counted = (
        (board_words.PLACE, line.place),
        (board_words.MATCHES, line.matches),
        (board_words.WINS, line.wins),
        (board_words.PODIUMS, line.podiums),
        (board_words.STREAK, max(line.streak, 0)),
        (board_words.BEST_STREAK, line.best_streak),
    )
    return [
        (board_words.RATING, board_words.plus_minus(line)),
        *((label, say("{n}", n=value)) for label, value in counted),
    ]


def _profile_ways(
    profile: Profile, verb: Verb, viewer_id: int, reader: Reader
) -> Iterator[discord.ui.Button[Any]]:
    board, season = board_code(profile.game), profile.season.season
    other = Verb.PROFILE if verb is Verb.PROFILE_WORDS else Verb.PROFILE_WORDS
    label = board_words.IN_WORDS if verb is Verb.PROFILE else board_words.AS_PICTURE
    yield button(Place(other, str(profile.player_id), season, board), speak(label, reader))
    back = Verb.BOARD if verb is Verb.PROFILE else Verb.BOARD_WORDS
    yield button(Place(back, board, 0, str(season)), speak(board_words.TO_BOARD, reader))
    if profile.player_id != viewer_id:
        yield button(Place(Verb.DUEL, str(profile.player_id)), speak(board_words.YOU_TWO, reader))


def duel_message(duel: HeadToHead, reader: Reader) -> Message:
    """Two players' matches with each other, always in words."""
    head = say(
        "### {who} and {other}",
        who=board_words.who(duel.name),
        other=board_words.who(duel.other_name),
    )
    lines = (board_words.rivalry_line(one) for one in duel.rivalries)
    note = say(
        "-# Told of {who}, in all seasons; where both tied neither was ahead.",
        who=board_words.who(duel.name),
    )
    return Message((paragraph(reader, head, *lines, note),))


def _menu(
    place: Place, label: Text, games: Sequence[AnyGame], shown: AnyGame | None, reader: Reader
) -> Item:
    """A menu of the boards that there are, the one over all games first."""
    options = [
        discord.SelectOption(
            label=speak(board_words.game_title(game), reader),
            value=board_code(game),
            default=board_code(game) == board_code(shown),
        )
        for game in (None, *games)
    ]
    select: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=place.encode(), placeholder=speak(label, reader), options=options[:25]
    )
    return discord.ui.ActionRow(select)

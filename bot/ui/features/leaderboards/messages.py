"""Leaderboards and profiles as messages: a picture or text, and navigation."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.tables.leaderboards.views import HeadToHead, LeaderboardLine, LeaderboardPage, Profile
from bot.ui.controls.drawing.components import rows
from bot.ui.i18n.icons import with_icons
from bot.ui.i18n.texts import common_texts, leaderboard_texts, time_texts, tournament_texts
from bot.ui.kit import custom_ids, message
from bot.ui.match.messages.welcome import ANY, PLAY_NOW
from data.records.leaderboards import ALL, EVER
from data.records.tournaments import NO_TOURNAMENTS, TournamentRecord
from games.core.game import AnyGame
from games.core.text import Reader, Text, say

MOST = 3000
"""Characters of a profile in words; what is around it needs the rest."""


def board_code(game: AnyGame | None) -> str:
    return custom_ids.EVERY if game is None else game.info.key


def board_of(code: str) -> str:
    """The board that a custom id or a command names."""
    return ALL if code == custom_ids.EVERY else code


def board_message(
    page: LeaderboardPage,
    picture: message.OutgoingFile | None,
    reader: Reader,
    *,
    viewer_id: int,
    games: Sequence[AnyGame],
    in_words: bool,
    more: bool = False,
) -> message.OutgoingMessage:
    """One page of a board, as text if there is no picture; `more` adds the rarer buttons.

    With `in_words` text was asked for, and the buttons lead to text too.
    """
    items: list[message.Item] = []
    if picture is not None:
        items.append(message.gallery(picture))
    else:
        new = [line for line in page.lines if line.is_new]
        lines = [leaderboard_texts.board_line(line) for line in page.lines if not line.is_new]
        lines += [leaderboard_texts.new_players(new)] if new else []
        head = leaderboard_texts.board_head(page.game, page.season)
        items.append(message.paragraph(reader, head))
        items.append(message.paragraph(reader, *lines or [leaderboard_texts.EMPTY]))
    if foot := list(_board_foot(page, viewer_id)):
        items.append(message.paragraph(reader, *foot))
    shown = custom_ids.BoardButton(
        custom_ids.Verb.BOARD_WORDS if in_words else custom_ids.Verb.BOARD,
        board_code(page.game),
        page.page,
        page.season.season,
    )
    items += rows(list(_board_ways(page, shown, viewer_id, reader, more=more or in_words)))
    if more or in_words:
        items += rows(list(_further_ways(page, shown, reader)))
    items.append(
        _menu(
            replace(shown, verb=custom_ids.Verb.BOARD_OTHER, page=0),
            leaderboard_texts.ANOTHER_BOARD,
            games,
            page.game,
            reader,
        )
    )
    pictures = () if picture is None else (picture,)
    return message.OutgoingMessage(tuple(items), pictures)


def _board_foot(page: LeaderboardPage, viewer_id: int) -> Iterator[Text]:
    """The viewer's next goal, and the number of the page."""
    if page.viewer is None and viewer_id:
        yield leaderboard_texts.COUNTS
    elif page.viewer is not None and page.viewer.is_new:
        yield leaderboard_texts.until_settled(page.viewer)
    elif page.viewer is not None and page.next_place:
        yield leaderboard_texts.next_place(page.next_place)
    if page.viewer is not None and all(
        line.player_id != page.viewer.player_id for line in page.lines
    ):
        yield leaderboard_texts.own_place(page.viewer)
    if page.pages > 1:
        yield say("-# page {page} of {of}", page=page.page + 1, of=page.pages)


def _board_ways(
    page: LeaderboardPage,
    shown: custom_ids.BoardButton,
    viewer_id: int,
    reader: Reader,
    *,
    more: bool,
) -> Iterator[discord.ui.Button[Any]]:
    if page.game is None:
        play, label = custom_ids.GameButton(custom_ids.Verb.PLAY_NOW, ANY), PLAY_NOW
    else:
        play = custom_ids.GameButton(custom_ids.Verb.PLAY, page.game.info.key)
        label = leaderboard_texts.play_game(page.game)
    yield message.button(reader, play, label, discord.ButtonStyle.success)
    is_worded = shown.verb is custom_ids.Verb.BOARD_WORDS
    verb = custom_ids.Verb.PROFILE_WORDS if is_worded else custom_ids.Verb.PROFILE
    mine = custom_ids.ProfileButton(verb, viewer_id, page.season.season, shown.board)
    yield message.button(reader, mine, leaderboard_texts.MY_PROFILE)
    if not more:
        further = replace(shown, verb=custom_ids.Verb.BOARD_MORE)
        yield message.button(reader, further, time_texts.MORE)
    for turned, label in ((page.page - 1, common_texts.BACK), (page.page + 1, common_texts.ON)):
        if 0 <= turned < page.pages:
            yield message.button(reader, replace(shown, page=turned), label)


def _further_ways(
    page: LeaderboardPage, shown: custom_ids.BoardButton, reader: Reader
) -> Iterator[discord.ui.Button[Any]]:
    """The same page in another form, other seasons, and sharing it."""
    if shown.verb is custom_ids.Verb.BOARD:
        other, label = custom_ids.Verb.BOARD_WORDS, leaderboard_texts.IN_WORDS
    else:
        other, label = custom_ids.Verb.BOARD, leaderboard_texts.AS_PICTURE
    yield message.button(reader, replace(shown, verb=other), label)
    if page.season.season == EVER:
        now = replace(shown, page=0, season=None)
        yield message.button(reader, now, leaderboard_texts.THIS_SEASON)
    elif not page.is_only:
        ever = replace(shown, page=0, season=EVER)
        yield message.button(reader, ever, leaderboard_texts.ALL_SEASONS)
    share = replace(shown, verb=custom_ids.Verb.SHARE_BOARD)
    yield message.button(reader, share, common_texts.SHARE)


def profile_message(
    profile: Profile,
    picture: message.OutgoingFile | None,
    reader: Reader,
    *,
    viewer_id: int,
    in_words: bool,
    tournaments: TournamentRecord = NO_TOURNAMENTS,
) -> message.OutgoingMessage:
    """A player on a board: a picture, or everything in words, which also leads to each game."""
    items: list[message.Item] = []
    if picture is not None:
        items.append(message.gallery(picture))
    else:
        items.append(message.reading(_profile_words(profile), with_icons(reader), MOST))
    if lines := list(_profile_foot(profile, viewer_id, tournaments)):
        items.append(message.paragraph(reader, *lines))
    verb = custom_ids.Verb.PROFILE_WORDS if in_words else custom_ids.Verb.PROFILE
    items.append(discord.ui.ActionRow(*_profile_ways(profile, verb, viewer_id, reader)))
    if picture is None and profile.games:
        shown = custom_ids.ProfileButton(
            custom_ids.Verb.PROFILE_OTHER,
            profile.player_id,
            profile.season.season,
            board_code(profile.game),
        )
        label = leaderboard_texts.ANOTHER_GAME
        items.append(_menu(shown, label, profile.games, profile.game, reader))
    return message.OutgoingMessage(tuple(items), () if picture is None else (picture,))


def _profile_foot(
    profile: Profile, viewer_id: int, tournaments: TournamentRecord
) -> Iterator[Text]:
    if tournaments.played:
        yield tournament_texts.record(tournaments)
    if profile.line is not None and profile.unplayed and profile.player_id == viewer_id:
        yield leaderboard_texts.still_to_come(profile.unplayed)
    if profile.is_hidden:
        yield leaderboard_texts.YOU_ARE_HIDDEN


def _profile_words(profile: Profile) -> Iterator[Text]:
    yield say("### {who}", who=leaderboard_texts.who(profile.name))
    yield leaderboard_texts.headline(profile.game, profile.season)
    line = profile.line
    if line is None:
        yield leaderboard_texts.NOT_PLAYED
    else:
        yield leaderboard_texts.counted(line)
        yield from map(leaderboard_texts.record_line, profile.records)
        for label, value in feats(line):
            yield say("{label}: **{value}**", label=label, value=value)
        yield from map(leaderboard_texts.chance_line, profile.chances)
        if profile.best:
            yield leaderboard_texts.BEST
            yield leaderboard_texts.recent_line(profile.best)
        yield leaderboard_texts.RECENT
        yield from map(leaderboard_texts.recent_line, profile.recent)
    if profile.titles:
        yield leaderboard_texts.TITLES
        yield from map(leaderboard_texts.earned_line, profile.titles)
    if profile.missing:
        yield leaderboard_texts.MISSING_TITLES
        yield from map(leaderboard_texts.earned_line, profile.missing)


def feats(line: LeaderboardLine | None) -> list[tuple[Text, Text]]:
    """What a player has done on a board, for both the text and the picture; no zeros."""
    if line is None:
        return []
    counted = (
        (leaderboard_texts.PODIUMS, line.podiums),
        (leaderboard_texts.BEST_STREAK, line.best_streak),
    )
    return [(label, say("{n}", n=value)) for label, value in counted if value]


def _profile_ways(
    profile: Profile, verb: custom_ids.Verb, viewer_id: int, reader: Reader
) -> Iterator[discord.ui.Button[Any]]:
    """The first button invites: to a game that was not played yet, or to a comparison."""
    board, season = board_code(profile.game), profile.season.season
    if profile.player_id != viewer_id:
        duel = custom_ids.ProfileButton(custom_ids.Verb.DUEL, profile.player_id)
        yield message.button(reader, duel, leaderboard_texts.YOU_TWO)
    elif profile.unplayed:
        game = profile.unplayed[0].info
        play = custom_ids.GameButton(custom_ids.Verb.PLAY_NOW, game.key)
        label = say("Try {game}", game=game.title)
        yield message.button(reader, play, label, discord.ButtonStyle.success)
    elif profile.recent:
        game = profile.recent[0].game.info
        play = custom_ids.GameButton(custom_ids.Verb.PLAY, game.key)
        label = leaderboard_texts.play_game(profile.recent[0].game)
        yield message.button(reader, play, label, discord.ButtonStyle.success)
    if verb is custom_ids.Verb.PROFILE_WORDS:
        other, label = custom_ids.Verb.PROFILE, leaderboard_texts.AS_PICTURE
        back = custom_ids.Verb.BOARD_WORDS
    else:
        other, label = custom_ids.Verb.PROFILE_WORDS, leaderboard_texts.DETAILS
        back = custom_ids.Verb.BOARD
    shown = custom_ids.ProfileButton(other, profile.player_id, season, board)
    yield message.button(reader, shown, label)
    if profile.has_board:
        to_board = custom_ids.BoardButton(back, board, 0, season)
        yield message.button(reader, to_board, leaderboard_texts.TO_BOARD)
    share = custom_ids.ProfileButton(
        custom_ids.Verb.SHARE_PROFILE, profile.player_id, season, board
    )
    yield message.button(reader, share, common_texts.SHARE)


def duel_message(duel: HeadToHead, reader: Reader) -> message.OutgoingMessage:
    """Two players' matches with each other, always in words."""
    head = say(
        "### {who} and {other}",
        who=leaderboard_texts.who(duel.name),
        other=leaderboard_texts.who(duel.other_name),
    )
    lines = (leaderboard_texts.rivalry_line(rivalry) for rivalry in duel.rivalries)
    note = say(
        "-# All seasons, from {who}'s side. Where they tied, neither was ahead.",
        who=leaderboard_texts.who(duel.name),
    )
    return message.OutgoingMessage((message.paragraph(reader, head, *lines, note),))


def _menu(
    button_id: custom_ids.Button,
    label: Text,
    games: Sequence[AnyGame],
    game: AnyGame | None,
    reader: Reader,
) -> message.Item:
    """A menu of the existing boards, the one over all games first."""
    options = (
        message.option(
            reader, leaderboard_texts.game_title(option), board_code(option), default=option is game
        )
        for option in (None, *games)
    )
    return message.menu(reader, button_id, label, options)

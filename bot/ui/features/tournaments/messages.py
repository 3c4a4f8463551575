"""The messages about a tournament: the announcement, each round, the standings, the past."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord

from bot.tables.competitions.standings import StandingRow
from bot.tables.competitions.views import TournamentView, ranks_of
from bot.ui.controls.drawing.components import rows
from bot.ui.features.tournaments.pictures import has_podium
from bot.ui.i18n.texts import common_texts, leaderboard_texts, time_texts
from bot.ui.i18n.texts import tournament_texts as texts
from bot.ui.i18n.texts.leaderboard_texts import who
from bot.ui.kit import message
from bot.ui.kit.custom_ids import GameButton, ReplayButton, TournamentButton, Verb
from bot.ui.match.messages.lobby import COLOURS
from data.records import tournaments
from games.core.game import has_medal
from games.core.options import changed
from games.core.text import Reader, Text, TextList, say, say_as, say_many, symbol
from render.scenes.posters.tournament import MOST

ANNOUNCEMENT, CHECK_IN = 0, 1
"""The numbers of the first messages; that of round n is `CHECK_IN + n`, then comes the result."""
LONGEST = 2_200
"""Characters of a list, so that the message keeps to Discord's 4000 with everybody's mentions."""
LISTED = 30
"""The most people in a list in words."""
MOST_WINNERS = 8
"""The most names in a sentence about a tie for the first place."""

Urls = Mapping[str, str | None]
"""The addresses of tables by match."""


def is_invitation(view: TournamentView) -> bool:
    """Whether people can still sign up, so that the announcement invites them."""
    return view.tournament.is_open and not view.tournament.round


def announcement(
    view: TournamentView,
    picture: message.OutgoingFile | None,
    reader: Reader,
    url: str | None = None,
) -> message.OutgoingMessage:
    """The message that everything begins with; afterwards a line with a link to the newest."""
    if not is_invitation(view):
        colour = COLOURS["turn" if view.stage is tournaments.Stage.PLAYING else "over"]
        line = _line(view, _now(view, url), ANNOUNCEMENT, reader)
        return message.OutgoingMessage((line,), (), colour)
    items: list[message.Item] = []
    if picture is not None:
        items.append(message.gallery(picture))
    else:
        items.append(message.paragraph(reader, next(_head(view))))
    items.append(message.paragraph(reader, *_stage(view), *_options_line(view)))
    if picture is None:
        items.append(message.reading(_people(view), reader, LONGEST))
    items += rows(list(_buttons(view, ANNOUNCEMENT, reader)))
    return message.OutgoingMessage(
        tuple(items), () if picture is None else (picture,), COLOURS["lobby"]
    )


def _now(view: TournamentView, url: str | None) -> Text:
    """How far a tournament is, in a line with a link to its newest message."""
    tournament = view.tournament
    state = tuple(_stage(view))[-1]
    if view.stage in (tournaments.Stage.PLAYING, tournaments.Stage.BREAK):
        state = texts.round_of(tournament.round, tournament.rounds)
    elif view.stage is tournaments.Stage.FINISHED:
        state = texts.won_by(winners(view))
    line = texts.summary(
        view.game.info.emoji, texts.cup_on(view.starts), view.game.info.title, state
    )
    if url is None or not tournament.round:
        return line
    link = symbol(url)
    if tournament.is_open:
        return say("{line} [Tables ↓]({url})", line=line, url=link)
    return say("{line} [Result ↓]({url})", line=line, url=link)


def _line(view: TournamentView, line: Text, number: int, reader: Reader) -> message.Item:
    """A line with the standings beside it."""
    standings = _button(view, Verb.TOURNAMENT_STANDINGS, number, reader)
    return discord.ui.Section[Any](message.paragraph(reader, line), accessory=standings)


def check_in_call(
    view: TournamentView, mentioned: Sequence[int], reader: Reader
) -> message.OutgoingMessage:
    """Calls everybody who signed up when check-in opens."""
    tournament = view.tournament
    if view.stage is not tournaments.Stage.CHECK_IN:
        return message.OutgoingMessage((_line(view, texts.CHECK_IN_OVER, CHECK_IN, reader),))
    waiting = [
        entrant.player_id
        for entrant in tournament.entrants
        if entrant.presence is tournaments.Presence.SIGNED_UP
    ]
    words = texts.check_in_open(tournament.starts_at)
    if called := _mentions(waiting):
        words = texts.called_to_check_in(called, tournament.starts_at)
    items = (message.paragraph(reader, words), *rows(list(_buttons(view, CHECK_IN, reader))))
    return message.OutgoingMessage(items, (), COLOURS["turn"], tuple(set(waiting) & set(mentioned)))


def round_message(
    view: TournamentView,
    number: int,
    reader: Reader,
    *,
    picture: message.OutgoingFile | None,
    urls: Urls,
    mentioned: Sequence[int],
) -> message.OutgoingMessage:
    """The tables of one round, below the standings before it.

    The newest has the announcement's buttons too, until the last round.
    """
    tournament = view.tournament
    title = say("### Round {n} of {of}", n=number, of=tournament.rounds)
    items: list[message.Item] = [message.paragraph(reader, title)]
    if picture is not None:
        items.append(message.gallery(picture))
    seated = [
        player
        for table in tournament.tables_of(number)
        if table.number != tournaments.BYE and not table.is_over
        for player in table.players
    ]
    is_on = view.stage is tournaments.Stage.PLAYING and number == tournament.round and seated
    items.append(message.reading(_tables(view, number, urls), reader, LONGEST))
    if is_on:
        calls = say_as("everybody", "{people}: your table is ready.", people=_mentions(seated))
        items.append(message.paragraph(reader, calls))
    if tournament.is_open and number == tournament.round:
        items.append(message.paragraph(reader, *_stage(view)))
    is_newest = tournament.is_open and number == tournament.round < tournament.rounds
    buttons = _buttons(view, CHECK_IN + number, reader)
    items += rows([*buttons]) if is_newest else _ways(view, CHECK_IN + number, reader)
    called = tuple(set(seated) & set(mentioned)) if is_on else ()
    files = () if picture is None else (picture,)
    return message.OutgoingMessage(
        tuple(items), files, COLOURS["turn" if is_on else "over"], called
    )


def result_message(
    view: TournamentView,
    number: int,
    picture: message.OutgoingFile | None,
    mentioned: Sequence[int],
    reader: Reader,
) -> message.OutgoingMessage:
    """The end: a podium or who won, applause for the first three, and a way to play again.

    The clip is of the winner's last match; they may have sat out later rounds.
    """
    items: list[message.Item] = []
    if picture is not None:
        items.append(message.gallery(picture))
    if picture is None or not has_podium(view):
        items.append(message.paragraph(reader, next(_head(view)), texts.over(winners(view))))
    best = praised(view)
    if people := _mentions(best):
        items.append(message.paragraph(reader, texts.bravo(people)))
    info = view.game.info
    play = GameButton(Verb.PLAY, info.key)
    again = message.button(
        reader, play, leaderboard_texts.play_game(view.game), discord.ButtonStyle.success
    )
    standings = _button(view, Verb.TOURNAMENT_STANDINGS, number, reader)
    matches = [
        table.match_id
        for number in range(view.last_round + 1)
        for table in view.tournament.tables_of(number)
        if table.match_id and table.is_decided and view.rows[0].player_id in table.players
    ]
    clips = (
        message.button(reader, ReplayButton(Verb.PLAY_CLIP, match_id), common_texts.CLIP)
        for match_id in matches[-1:]
    )
    items.append(discord.ui.ActionRow(again, *clips, standings))
    files = () if picture is None else (picture,)
    called = tuple(set(best) & set(mentioned))
    return message.OutgoingMessage(tuple(items), files, COLOURS["over"], called)


def standings_message(
    view: TournamentView, picture: message.OutgoingFile | None, reader: Reader, viewer_id: int
) -> message.OutgoingMessage:
    """The standings and the rules for one person, and what they can do."""
    tournament = view.tournament
    items: list[message.Item] = []
    if not view.rows:
        state = _stage(view) if tournament.round else _people(view)
        items.append(message.reading((*_head(view), *state), reader, LONGEST))
    else:
        if picture is not None:
            items.append(message.gallery(picture))
        after = texts.standings_after(view.last_round, tournament.rounds)
        head = [] if picture is not None else [next(_head(view)), after]
        # The picture has the first places already.
        lines = standing_lines(view, view.rows[MOST if picture is not None else 0 :])
        if words := [*head, *lines]:
            items.append(message.paragraph(reader, *words))
    how = (texts.HOW, texts.HOW_SEATED) if tournament.is_open else (texts.HOW,)
    items.append(message.paragraph(reader, *how))
    if buttons := list(_own_buttons(view, viewer_id, reader)):
        items.append(discord.ui.ActionRow(*buttons))
    return message.OutgoingMessage(tuple(items), () if picture is None else (picture,))


def _own_buttons(
    view: TournamentView, viewer_id: int, reader: Reader
) -> Iterator[discord.ui.Button[Any]]:
    """The deeds that are left to one person."""
    mine = view.tournament.entrant(viewer_id)
    if not view.tournament.is_open:
        return
    if mine is None:
        if not view.tournament.round:
            yield _button(view, Verb.TOURNAMENT_JOIN, ANNOUNCEMENT, reader)
        return
    is_in = mine.presence is tournaments.Presence.CHECKED_IN
    if not is_in and view.stage is not tournaments.Stage.SIGN_UP:
        yield _button(view, Verb.TOURNAMENT_CHECK_IN, ANNOUNCEMENT, reader)
    if is_in or not view.tournament.round:
        yield _button(view, Verb.TOURNAMENT_LEAVE, ANNOUNCEMENT, reader)


def past_message(views: Sequence[TournamentView], reader: Reader) -> message.OutgoingMessage:
    """The server's finished tournaments, the latest first."""
    if not views:
        return message.OutgoingMessage((message.paragraph(reader, texts.NO_PAST),))
    lines = (
        texts.past_line(
            view.tournament.ended_at or 0,
            view.game.info.title,
            view.code,
            len({player for table in view.tournament.tables for player in table.players}),
            winners(view),
        )
        for view in views
    )
    options = (
        message.option(reader, texts.label(view.game.info.title, view.code), view.id)
        for view in views
    )
    opening = TournamentButton(Verb.TOURNAMENT_STANDINGS, views[0].id)
    menu = message.menu(reader, opening, texts.OPEN_PAST, options)
    return message.OutgoingMessage((message.reading((texts.PAST, *lines), reader, LONGEST), menu))


def cancel_question(view: TournamentView, reader: Reader) -> message.OutgoingMessage:
    """Asks for confirmation before a tournament is cancelled."""
    sure = TournamentButton(Verb.TOURNAMENT_CANCEL, view.id)
    return message.confirmation(reader, texts.CANCEL_SURELY, sure, texts.CANCEL_NOW)


def winners(view: TournamentView) -> list[Text]:
    """The names of everybody on the first place, and of a crowd only how many the others are."""
    first = [who(view.name_of(row.player_id)) for row in view.rows if row.place == 1]
    return _first(first, MOST_WINNERS)


def _first(names: list[Text], most: int) -> list[Text]:
    """Return some names, and how many the others are."""
    others = len(names) - most
    if others < 1:
        return names
    return [*names[:most], say_many("{n} more player", "{n} more players", others)]


def praised(view: TournamentView) -> list[int]:
    """Return the winners and whoever else has a medal; nobody if nobody won."""
    if not view.is_won:
        return []
    rows, places = view.rows, len(view.rows)
    best = [r for r in rows if r.place == 1 or (r.points and has_medal(r.place, places))]
    return [row.player_id for row in best][:MOST_WINNERS]


def standing_lines(view: TournamentView, rows: Sequence[StandingRow]) -> Iterator[Text]:
    for row in rows[:LISTED]:
        yield texts.standing_line(row.place, view.name_of(row.player_id), row.shown, row.firsts)
    if len(rows) > LISTED:
        more = len(rows) - LISTED
        yield say_many("And {n} more player.", "And {n} more players.", more)


def _head(view: TournamentView) -> Iterator[Text]:
    tournament, info = view.tournament, view.game.info
    host, clock = view.name_of(tournament.host_id), view.clock.title
    yield texts.title(info.emoji, texts.cup_on(view.starts), info.title)
    yield texts.plan(host, tournament.rounds, tournament.table_size, clock)
    yield from _options_line(view)


def _options_line(view: TournamentView) -> Iterator[Text]:
    """The options that differ from the default, in a line."""
    options = tuple(
        say("{option}: {value}", option=option, value=value)
        for option, value in changed(view.options)
    )
    if options:
        yield say("-# {options}", options=TextList(items=options, style="unit"))


def _stage(view: TournamentView) -> Iterator[Text]:
    tournament = view.tournament
    due_at = tournament.due_at or 0
    if view.stage is tournaments.Stage.SIGN_UP:
        yield texts.sign_up_open(tournament.starts_at, due_at)
    elif view.stage is tournaments.Stage.CHECK_IN:
        yield texts.check_in_open(tournament.starts_at)
    elif view.stage is tournaments.Stage.PLAYING:
        yield texts.round_on(tournament.round_ends_at or 0)
    elif view.stage is tournaments.Stage.BREAK:
        yield texts.round_over(due_at)
    elif view.stage is tournaments.Stage.FINISHED:
        yield texts.over(winners(view))
    else:
        yield texts.TOO_FEW if view.lacked_people else texts.CANCELLED


def _people(view: TournamentView) -> Iterator[Text]:
    entrants = view.tournament.entrants
    if not entrants:
        yield texts.NOBODY_YET
        return
    present, absent = list[Text](), list[Text]()
    for member in entrants:
        is_in = member.presence is tournaments.Presence.CHECKED_IN
        (present if is_in else absent).append(who(view.name_of(member.player_id)))
    if view.stage is tournaments.Stage.SIGN_UP:
        yield texts.entrants(len(absent), _first(absent, LISTED))
        return
    if present:
        yield texts.checked_in(len(present), _first(present, LISTED))
    if absent:
        yield texts.not_checked_in(len(absent), _first(absent, LISTED))


def _tables(view: TournamentView, number: int, urls: Urls) -> Iterator[Text]:
    for table in view.tournament.tables_of(number):
        names = [who(view.name_of(player)) for player in table.players]
        if table.number == tournaments.BYE:
            yield say("**No table this round**, with 100 points: {names}", names=names)
        elif table.is_over and not table.is_decided:
            yield say("**Table {n}**, without a result: {names}", n=table.number, names=names)
        elif table.is_over:
            ranked = _ranked(view, table)
            yield say("**Table {n}**, over: {places}", n=table.number, places=ranked)
        else:
            yield texts.table_playing(table.number, names, urls.get(table.match_id))


def _ranked(view: TournamentView, table: tournaments.TournamentTable) -> list[Text]:
    ranks = ranks_of(table)
    return [
        texts.ranked_name(ranks[player], view.name_of(player))
        for player in sorted(table.players, key=lambda entrant: ranks[entrant])
    ]


def _mentions(players: Sequence[int]) -> list[Text]:
    """Mentions of people who are known; a deleted player's id is negative."""
    return [symbol(f"<@{player}>") for player in players if player > 0]


def _ways(view: TournamentView, number: int, reader: Reader) -> list[message.Item]:
    """The one button of a message that is not the announcement."""
    return [discord.ui.ActionRow(_button(view, Verb.TOURNAMENT_STANDINGS, number, reader))]


def _buttons(view: TournamentView, number: int, reader: Reader) -> Iterator[discord.ui.Button[Any]]:
    """The buttons that do something now; the first one is all that most people need."""
    if is_invitation(view):
        verb = Verb.TOURNAMENT_JOIN if number == ANNOUNCEMENT else Verb.TOURNAMENT_CHECK_IN
        yield _button(view, verb, number, reader)
    elif view.tournament.is_open:
        yield _button(view, Verb.TOURNAMENT_CHECK_IN, number, reader)
        yield _button(view, Verb.TOURNAMENT_LEAVE, number, reader)
    yield _button(view, Verb.TOURNAMENT_STANDINGS, number, reader)


_LABELS = {
    Verb.TOURNAMENT_JOIN: texts.JOIN,
    Verb.TOURNAMENT_LEAVE: texts.LEAVE,
    Verb.TOURNAMENT_CHECK_IN: texts.CHECK_IN,
    Verb.TOURNAMENT_STANDINGS: texts.STANDINGS,
}


def _button(
    view: TournamentView, verb: Verb, number: int, reader: Reader
) -> discord.ui.Button[Any]:
    style = discord.ButtonStyle.secondary
    if is_invitation(view) and verb in (Verb.TOURNAMENT_JOIN, Verb.TOURNAMENT_CHECK_IN):
        style = discord.ButtonStyle.success
    is_before = verb is Verb.TOURNAMENT_STANDINGS and not view.tournament.round
    label = time_texts.MORE if is_before else _LABELS[verb]
    return message.button(reader, TournamentButton(verb, view.id, number), label, style)

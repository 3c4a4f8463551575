"""Every message about tournaments, as large as it can become, in one language."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bot.tables.competitions.queries import PAST
from bot.tables.competitions.tournaments import MOST_PEOPLE, MOST_ROUNDS
from bot.tables.competitions.views import TournamentView
from bot.tables.domain.time_controls import CLOCKS
from bot.ui.features.tournaments.messages import (
    announcement,
    cancel_question,
    check_in_call,
    past_message,
    result_message,
    round_message,
    standings_message,
)
from bot.ui.kit.message import OutgoingFile, OutgoingMessage
from data.records.tournaments import BYE, Entrant, Presence, Stage, Tournament, TournamentTable
from games import GAMES
from games.core.game import AnyGame
from games.core.options import OptionField, Options, option_fields
from games.core.saving import save_options
from games.core.text import Reader

PICTURE = OutgoingFile("picture.png", b"", "x" * 1024)
URL = f"https://discord.com/channels/{'/'.join(['1' * 19] * 3)}"
LATE = 1_900_000_000_000
FIRST = 10**18
PEOPLE = tuple(range(FIRST, FIRST + MOST_PEOPLE))
LONG_NAMES = dict.fromkeys(PEOPLE, "*" * 32)
"""Names that double in length when Markdown is escaped."""
LAST = MOST_ROUNDS
LONGEST = max(GAMES, key=lambda game: len(option_fields(game.options)))
"""The game with the most options."""


def tournament_messages(to: Reader) -> Iterator[OutgoingMessage]:
    """Yield the messages of the largest tournaments: with the largest tables, and the most."""
    yield from (_call(game, to) for game in GAMES)
    for size in (LONGEST.info.seats[1], 2):
        yield from _posted(LONGEST, size, to)
        yield from _answered(LONGEST, size, to)


def public_tournament_messages(to: Reader) -> Iterator[OutgoingMessage]:
    """Yield the messages of a tournament that are posted in a channel."""
    yield from (_call(game, to) for game in GAMES)
    yield from _posted(LONGEST, LONGEST.info.seats[1], to)


def _call(game: AnyGame, to: Reader) -> OutgoingMessage:
    """Return the call to sign up, the only message that differs by more than the game's name."""
    return announcement(_view(game, game.info.seats[1], stage=Stage.SIGN_UP), None, to)


def _posted(game: AnyGame, size: int, to: Reader) -> Iterator[OutgoingMessage]:
    signed_up = _view(game, size, stage=Stage.SIGN_UP)
    checked_in = replace(
        signed_up.tournament,
        stage=Stage.CHECK_IN,
        entrants=tuple(Entrant(player) for player in PEOPLE),
    )
    called = replace(signed_up, tournament=checked_in)
    for view in (signed_up, called):
        for picture in (None, PICTURE):
            yield announcement(view, picture, to)
    yield check_in_call(called, PEOPLE, to)
    urls = {f"{LAST}-{number}": URL for number in range(MOST_PEOPLE)}
    for stage in (Stage.PLAYING, Stage.BREAK, Stage.FINISHED, Stage.CANCELLED):
        view = _view(game, size, stage=stage, round=LAST, tables=tuple(_tables(size, stage)))
        yield announcement(view, PICTURE, to)
        yield check_in_call(view, PEOPLE, to)
        yield round_message(view, LAST, to, picture=PICTURE, urls=urls, mentioned=PEOPLE)
        if stage is Stage.FINISHED:
            yield result_message(view, LAST + 2, PICTURE, PEOPLE, to)


def _answered(game: AnyGame, size: int, to: Reader) -> Iterator[OutgoingMessage]:
    signed_up = _view(game, size, stage=Stage.SIGN_UP)
    yield standings_message(signed_up, None, to, FIRST)
    yield cancel_question(signed_up, to)
    view = _view(
        game, size, stage=Stage.FINISHED, round=LAST, tables=tuple(_tables(size, Stage.FINISHED))
    )
    yield standings_message(view, PICTURE, to, FIRST)
    ids = (f"{number:012}" for number in range(PAST))
    past = [
        replace(view, tournament=replace(view.tournament, tournament_id=past_id)) for past_id in ids
    ]
    yield past_message(past, to)


def _tables(size: int, stage: Stage) -> Iterator[TournamentTable]:
    """Yield the tables of all rounds, where everybody ties with everybody."""
    for number in range(1, LAST + 1):
        is_on = stage is Stage.PLAYING and number == LAST
        seated = [PEOPLE[place : place + size] for place in range(0, MOST_PEOPLE, size)]
        for index, players in enumerate(seated, 1):
            yield TournamentTable(
                round=number,
                number=index,
                match_id=f"{number}-{index}",
                players=players,
                ranks=() if is_on else (1,) * len(players),
            )
    if stage is Stage.PLAYING:
        yield TournamentTable(round=LAST, number=BYE, match_id="", players=PEOPLE[-1:], ranks=(1,))


def _view(game: AnyGame, size: int, **values: Any) -> TournamentView:
    """A tournament with long names and no default option."""
    options: Options = game.options.model_validate(
        {field.name: _other(field) for field in option_fields(game.options)}
    )
    tournament = Tournament(
        tournament_id="t" * 12,
        guild_id=FIRST,
        channel_id=FIRST,
        host_id=FIRST,
        game=game.info.key,
        options=save_options(game, options),
        clock=CLOCKS[-1].key,
        rounds=MOST_ROUNDS,
        table_size=size,
        created_at=LATE,
        starts_at=LATE,
        due_at=LATE,
        round_ends_at=LATE,
        entrants=tuple(Entrant(player, Presence.CHECKED_IN) for player in PEOPLE),
        **values,
    )
    return TournamentView(tournament, game, options, LONG_NAMES)


def _other(field: OptionField) -> Any:
    """The last value of an option that isn't its default."""
    values = [False, True] if field.kind == "flag" else [value for value, _ in field.choices]
    values += [value for value in (field.least, field.most) if value is not None]
    return next(value for value in reversed(values) if value != field.default)

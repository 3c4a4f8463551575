"""A match as loaded in one read, and what each person may see of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from bot.tables.domain import match_secrets, seating, views
from bot.tables.domain.fingerprint import fingerprint
from bot.tables.domain.position import Position
from bot.tables.domain.table_state import TableState, TakeBack, table_state_of
from bot.tables.domain.time_controls import find_clock
from bot.tables.errors import UnreadableMatchError
from bot.tables.matches.deadlines import own_due_at, public_due_at
from data.records import matches
from data.records.snapshots import MatchRows
from games.core.answer import tidy_form
from games.core.errors import InvalidMoveError
from games.core.game import AnyGame
from games.core.prompt import Form
from games.core.saving import load_options
from games.core.values import Seat

DRAFT = "draft"
"""Where a draft keeps the form as the player left it."""

DAMAGED = (ValueError, LookupError, TypeError, AttributeError)
"""The errors of reading a damaged match; pydantic's error is a ValueError."""


@dataclass(frozen=True)
class Snapshot:
    """All stored data of a match at one moment.

    It includes every secret. People may see only its summary and views.
    """

    rows: MatchRows
    game: AnyGame
    read_position: Callable[[], Position] = field(repr=False)

    @cached_property
    def match(self) -> matches.Match:
        return self.rows.match

    @cached_property
    def revision(self) -> int:
        """The match's revision, which every change increments."""
        return self.match.revision

    @cached_property
    def loaded(self) -> int:
        """When its rows were loaded: of two snapshots, the greater has the newer rows."""
        return self.rows.loaded

    @property
    def surfaces(self) -> tuple[matches.Surface, ...]:
        """The rows of the messages that show the match."""
        return self.rows.surfaces

    @cached_property
    def table_state(self) -> TableState:
        """The application's own state of the table."""
        return table_state_of(self.match)

    @cached_property
    def position(self) -> Position:
        """The state with its seats.

        Raises NotStartedError, MatchOverError (cancelled in its lobby), UnreadableMatchError, and
        UnknownVersionError of the rules.
        """
        return self.read_position()

    @cached_property
    def summary(self) -> views.MatchSummary:
        """The public facts, with the display names last seen in the match's server.

        Raises UnreadableMatchError, and UnknownVersionError of the rules.
        """
        summary = summarize(self.match, self.game, self.rows.names)
        return replace(summary, due_at=public_due_at(self.clocks))

    @cached_property
    def is_running(self) -> bool:
        return self.match.life is matches.Life.RUNNING

    @cached_property
    def clocks(self) -> tuple[matches.Deadline, ...]:
        """The match's deadlines if a clock may run, else none."""
        has_clock = self.is_running and self.table_state.time_control.kind != "none"
        return self.rows.deadlines if has_clock else ()

    def seat_of(self, player_id: int | None) -> Seat | None:
        """The seat a player holds, or held when the match ended."""
        if player_id is None:
            return None
        held = (
            seat
            for seat, sitter in enumerate(self.position.sitters)
            if sitter.player_id == player_id
        )
        return next(held, None)

    def question(self, seat: Seat) -> views.Question | None:
        """The seat's current question; None once the match has ended."""
        return self.position.question(seat) if self.is_running else None

    def premove(self, seat: Seat) -> views.Question | None:
        """The seat's premove form; None while the seat is asked something."""
        if not self.is_running or self.position.question(seat) is not None:
            return None
        return self.position.premove(seat)

    def view(self, player_id: int | None) -> views.MatchView:
        """The match as this player may see it; without a seat, the spectators' view.

        Raises whatever `position` and `summary` raise.
        """
        if player_id not in self._views:
            self._views[player_id] = self._view(player_id)
        return self._views[player_id]

    @cached_property
    def _views(self) -> dict[int | None, views.MatchView]:
        return {}

    def _view(self, player_id: int | None) -> views.MatchView:
        position, summary = self.position, self.summary
        seat = self.seat_of(player_id)
        question = None if seat is None else self.question(seat)
        premove = None if seat is None else self.premove(seat)
        view = position.view(seat)
        return views.MatchView(
            summary=summary,
            viewer=player_id,
            view=view,
            tableau=position.tableau(seat),
            question=question,
            public_question=self._public_question(),
            premove=premove,
            kept_premove=self._premove_form(premove or question),
            draft=self._draft(question or premove),
            due_at=self._own_due_at(question),
            wants_stop=player_id in self.match.people.votes,
            answers_given=0 if seat is None else self.match.moves_made[seat],
            standing=self.game.standing(position.state),
            result=self.game.result(position.state),
            fingerprint=fingerprint(summary, view),
        )

    def _draft(self, asked: views.Question | None) -> bytes | None:
        draft = None if asked is None else self.rows.drafts.get((asked.seat, asked.ticket))
        return None if draft is None else str(draft[DRAFT]).encode()

    def _premove_form(self, asked: views.Question | None) -> Form | None:
        """The premove saved for the viewer's question or premove form, if it is still possible."""
        if asked is None:
            return None
        saved = next((row for row in self.rows.premoves if row.seat == asked.seat), None)
        if saved is None or saved.about != asked.prompt.about:
            return None
        try:
            return tidy_form(asked.prompt, saved.form)
        except InvalidMoveError:
            return None  # one of its choices is gone

    def _own_due_at(self, question: views.Question | None) -> int | None:
        if question is None or not self.position.awaits(question.seat):
            return None
        return own_due_at(self.clocks, question.seat)

    def _public_question(self) -> views.Question | None:
        """The question whose controls may appear in the channel: a single person's.

        If several seats are asked at once, each answers from its own hand.
        """
        named = self.position.view(None).awaiting.seats
        if len(named) != 1 or self.position.is_bot(named[0]):
            return None
        question = self.question(named[0])
        return question if question is not None and question.prompt.public else None


def summarize(match: matches.Match, game: AnyGame, names: Mapping[int, str]) -> views.MatchSummary:
    """The public facts of a match without its deadline; raises UnreadableMatchError."""
    try:
        return _summary(match, game, seating.sitters_of(match), names)
    except DAMAGED:
        raise UnreadableMatchError(match.match_id) from None


def _summary(
    match: matches.Match,
    game: AnyGame,
    sitters: tuple[matches.Sitter, ...],
    names: Mapping[int, str],
) -> views.MatchSummary:
    state, open_seats = table_state_of(match), seating.open_seats(match)
    is_dealt_and_over = match.life in (matches.Life.FINISHED, matches.Life.STOPPED)
    return views.MatchSummary(
        id=match.match_id,
        game=game,
        guild_id=match.guild_id,
        channel_id=match.channel_id,
        parent_id=state.parent_id,
        life=match.life,
        host_id=seating.host_of(match),
        options=load_options(game, match.terms.options),
        occupants=tuple(
            views.Occupant(
                seat,
                display_name(sitter, names),
                sitter.player_id,
                sitter.bot is not None,
                stands_in_for=seating.still_known(seating.player_behind_bot(match, seat)),
                open_to_substitutes=seat in open_seats,
                level=sitter.level,
            )
            for seat, sitter in enumerate(sitters)
        ),
        step=match.step,
        revision=match.revision,
        seed_hash=match.seed_hash,
        seed=match_secrets.seed_of(match.secret) if is_dealt_and_over else None,
        created=match.created_at,
        started=match.started_at,
        ended=match.ended_at,
        rematch_of=match.rematch_of,
        origin=state.origin,
        daily=state.daily,
        clock=state.time_control,
        clock_wishes=tuple(
            (seat, clock)
            for seat, key in sorted(state.clock_wishes.items())
            if (clock := find_clock(key)) is not None
        ),
        take_back=_take_back(match, state.take_back),
        paused=state.paused and match.life is matches.Life.RUNNING,
        waiting_since=max(state.stepped_at, state.resumed_at, match.started_at or 0),
        thread=state.thread,
        starts_at=state.starts_at,
        expired=state.expired,
    )


def _take_back(match: matches.Match, wish: TakeBack | None) -> tuple[Seat, bool] | None:
    """What everybody is told of a take-back until the next step."""
    is_new = wish is not None and match.step == wish.step - wish.is_done
    return None if wish is None or not is_new else (wish.seat, wish.is_done)


def display_name(sitter: matches.Sitter, names: Mapping[int, str]) -> str:
    """A bot's name, or a player's as last seen; empty for a player never seen."""
    if sitter.player_id is None:
        return sitter.bot or ""
    return names.get(sitter.player_id, "")

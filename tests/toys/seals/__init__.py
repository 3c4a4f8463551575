"""Seals: all choose at once and in secret, and may change their choice."""

from __future__ import annotations

from pydantic import TypeAdapter

from games.core.ai.memory import Level, Memory
from games.core.event import Event
from games.core.game import Game, GameInfo, Result, Standing, Step, ranked
from games.core.prompt import Prompt
from games.core.rng import Rng
from games.core.tableau import Tableau
from games.core.text import say
from games.core.values import Seat
from tests.toys.seals import policy, prompts, rules, tableau, views
from tests.toys.seals import state as truth
from tests.toys.seals.moves import SealsMove
from tests.toys.seals.options import SealsOptions
from tests.toys.seals.state import State
from tests.toys.seals.texts import SealsEvent
from tests.toys.seals.views import SealsView


class Seals(Game[State, SealsMove, SealsView, SealsOptions]):
    """The game in the protocol's words."""

    info = GameInfo(
        key="seals",
        title=say("Seals"),
        tagline=say("Seal a card, and hope that nobody sealed a better one."),
        seats=(3, 5),
        minutes=(5, 10),
        state_version=1,
        simultaneous=True,
    )
    state = State
    move = TypeAdapter(SealsMove)
    event = TypeAdapter(SealsEvent)
    options = SealsOptions

    def setup(self, seats: int, options: SealsOptions, rng: Rng) -> Step[State]:
        return rules.setup(seats, options, rng)

    def awaited(self, state: State) -> frozenset[Seat]:
        return truth.awaited(state)

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return every seat that may act: while choices are sealed, each may change its own."""
        return truth.to_act(state)

    def view(self, state: State, viewer: Seat | None) -> SealsView:
        return views.look(state, viewer)

    def prompt(self, view: SealsView) -> Prompt | None:
        return prompts.ask(view)

    def advance(self, state: State, seat: Seat, move: SealsMove) -> list[Event]:
        return rules.advance(state, seat, move)

    def standing(self, state: State) -> Standing:
        return Standing(points=tuple(state.points))

    def result(self, state: State) -> Result | None:
        if state.stage != "end":
            return None
        points = tuple(state.points)
        return Result(ranking=ranked(points), points=points, reason=say("All rounds are played."))

    def tableau(self, view: SealsView) -> Tableau:
        return tableau.lay_out(view)

    def determinize(self, view: SealsView, memory: Memory, rng: Rng) -> State:
        return policy.determinize(view, memory, rng)

    def policy(self, view: SealsView, memory: Memory, level: Level, rng: Rng) -> SealsMove:
        return policy.decide(view, rng)


SEALS = Seals()

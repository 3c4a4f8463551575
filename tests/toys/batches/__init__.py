"""Batches: four cards in one form, which nobody may look at again."""

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
from tests.toys.batches import policy, prompts, rules, tableau, views
from tests.toys.batches import state as truth
from tests.toys.batches.moves import BatchesMove
from tests.toys.batches.options import BatchesOptions
from tests.toys.batches.state import State
from tests.toys.batches.texts import BatchesEvent
from tests.toys.batches.views import BatchesView


class Batches(Game[State, BatchesMove, BatchesView, BatchesOptions]):
    """The game in the protocol's words."""

    info = GameInfo(
        key="batches",
        title=say("Batches"),
        tagline=say("Put cards on machines, and remember where they lie."),
        seats=(2, 4),
        minutes=(5, 15),
        state_version=1,
        simultaneous=True,
    )
    state = State
    move = TypeAdapter(BatchesMove)
    event = TypeAdapter(BatchesEvent)
    options = BatchesOptions

    def setup(self, seats: int, options: BatchesOptions, rng: Rng) -> Step[State]:
        return rules.setup(seats, options, rng)

    def awaited(self, state: State) -> frozenset[Seat]:
        return truth.awaited(state)

    def view(self, state: State, viewer: Seat | None) -> BatchesView:
        return views.look(state, viewer)

    def prompt(self, view: BatchesView) -> Prompt | None:
        return prompts.ask(view)

    def advance(self, state: State, seat: Seat, move: BatchesMove) -> list[Event]:
        return rules.advance(state, seat, move)

    def standing(self, state: State) -> Standing:
        return Standing(points=tuple(state.points))

    def result(self, state: State) -> Result | None:
        if state.stage != "end":
            return None
        points = tuple(state.points)
        return Result(ranking=ranked(points), points=points, reason=say("All rounds are played."))

    def tableau(self, view: BatchesView) -> Tableau:
        return tableau.lay_out(view)

    def determinize(self, view: BatchesView, memory: Memory, rng: Rng) -> State:
        return policy.determinize(view, memory, rng)

    def policy(self, view: BatchesView, memory: Memory, level: Level, rng: Rng) -> BatchesMove:
        return policy.decide(view, rng)


BATCHES = Batches()

"""Plots: dice that open their places, and a turn that can be taken back."""

from __future__ import annotations

from games.core.ai.memory import Level, Memory
from games.core.event import Event
from games.core.game import Game, GameInfo, Result, Standing, ranked
from games.core.rng import Rng
from games.core.text import say
from games.core.values import Seat
from tests.toys.plots import policy, prompts, rules, tableau, views
from tests.toys.plots.moves import PlotsMove
from tests.toys.plots.options import PlotsOptions
from tests.toys.plots.state import State
from tests.toys.plots.views import PlotsView


class Plots(Game[State, PlotsMove, PlotsView, PlotsOptions]):
    """The game in the protocol's words."""

    info = GameInfo(
        key="plots",
        title=say("Plots"),
        tagline=say("Roll dice, and find a place for each."),
        seats=(1, 4),
        minutes=(5, 10),
        state_version=1,
    )
    setup = staticmethod(rules.setup)
    view = staticmethod(views.look)
    prompt = staticmethod(prompts.ask)
    tableau = staticmethod(tableau.lay_out)
    determinize = staticmethod(policy.determinize)

    def advance(self, state: State, seat: Seat, move: PlotsMove) -> list[Event]:
        return rules.advance(state, move)

    def standing(self, state: State) -> Standing:
        return Standing(points=tuple(state.now.points))

    def result(self, state: State) -> Result | None:
        if state.stage != "end":
            return None
        points = tuple(state.now.points)
        return Result(ranking=ranked(points), points=points, reason=say("All rounds are played."))

    def policy(self, view: PlotsView, memory: Memory, level: Level, rng: Rng) -> PlotsMove:
        return policy.decide(view, rng)


PLOTS = Plots()

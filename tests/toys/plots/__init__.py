"""Plots: dice that open their places, and a turn that can be taken back."""

from __future__ import annotations

from games.core.game import Game, GameInfo, Result, Standing, ranked
from games.core.text import say
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
        playouts=8,  # a toy is played badly, and at once
    )
    setup = staticmethod(rules.setup)
    advance = staticmethod(rules.advance)
    view = staticmethod(views.look)
    prompt = staticmethod(prompts.ask)
    tableau = staticmethod(tableau.lay_out)
    determinize = staticmethod(policy.determinize)
    decide = staticmethod(policy.decide)

    def standing(self, state: State) -> Standing:
        return Standing(points=tuple(state.now.points))

    def result(self, state: State) -> Result | None:
        if state.stage != "end":
            return None
        points = tuple(state.now.points)
        return Result(ranking=ranked(points), points=points, reason=say("All rounds are played."))


PLOTS = Plots()

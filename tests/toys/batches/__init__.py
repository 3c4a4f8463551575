"""Batches: four cards in one form, which nobody may look at again."""

from __future__ import annotations

from games.core.game import Game, GameInfo, Result, Standing, ranked
from games.core.text import say
from tests.toys.batches import policy, prompts, rules, tableau, views
from tests.toys.batches import state as truth
from tests.toys.batches.moves import BatchesMove
from tests.toys.batches.options import BatchesOptions
from tests.toys.batches.state import State
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
    setup = staticmethod(rules.setup)
    awaited = staticmethod(truth.awaited)
    view = staticmethod(views.look)
    prompt = staticmethod(prompts.ask)
    advance = staticmethod(rules.advance)
    tableau = staticmethod(tableau.lay_out)
    determinize = staticmethod(policy.determinize)
    decide = staticmethod(policy.decide)

    def standing(self, state: State) -> Standing:
        return Standing(points=tuple(state.points))

    def result(self, state: State) -> Result | None:
        if state.stage != "end":
            return None
        points = tuple(state.points)
        return Result(ranking=ranked(points), points=points, reason=say("All rounds are played."))


BATCHES = Batches()

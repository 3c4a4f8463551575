"""Seals: all choose at once and in secret, and may change their choice."""

from __future__ import annotations

from games.core.game import Game, GameInfo, Result, Standing, ranked
from games.core.text import say
from tests.toys.seals import policy, prompts, rules, tableau, views
from tests.toys.seals import state as truth
from tests.toys.seals.moves import SealsMove
from tests.toys.seals.options import SealsOptions
from tests.toys.seals.state import State
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
    setup = staticmethod(rules.setup)
    awaited = staticmethod(truth.awaited)
    to_act = staticmethod(truth.to_act)
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


SEALS = Seals()

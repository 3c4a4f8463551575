"""One decision in each turn, a hidden hand, and a showdown."""

from __future__ import annotations

from games.core.game import Game, GameInfo, Result, Standing, ranked
from games.core.text import say
from tests.toys.turns_and_hands import policy, prompts, rules, tableau, views
from tests.toys.turns_and_hands.moves import TurnsAndHandsMove
from tests.toys.turns_and_hands.options import TurnsAndHandsOptions
from tests.toys.turns_and_hands.state import State
from tests.toys.turns_and_hands.views import TurnsAndHandsView


class TurnsAndHands(Game[State, TurnsAndHandsMove, TurnsAndHandsView, TurnsAndHandsOptions]):
    """The game in the protocol's words."""

    info = GameInfo(
        key="turns_and_hands",
        title=say("Turns and Hands"),
        tagline=say("Stay or fold, and compare hands."),
        seats=(2, 6),
        minutes=(5, 10),
        state_version=1,
    )
    setup = staticmethod(rules.setup)
    advance = staticmethod(rules.advance)
    view = staticmethod(views.look)
    prompt = staticmethod(prompts.ask)
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


TURNS_AND_HANDS = TurnsAndHands()

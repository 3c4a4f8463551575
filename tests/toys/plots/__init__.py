"""Plots: dice that open their places, and a turn that can be taken back."""

from collections.abc import Sequence
from dataclasses import asdict

from games.core.game import Game, GameInfo, Standing
from games.core.open_fields import show
from games.core.text import Text, say, seat
from games.core.values import Seat
from tests.toys.plots import policy, prompts, rules, tableau
from tests.toys.plots.moves import PlotsMove
from tests.toys.plots.options import PlotsOptions
from tests.toys.plots.state import State
from tests.toys.plots.views import PlotsView, TurnView


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
    prompt = staticmethod(prompts.ask)
    table = staticmethod(tableau.lay_out)
    determinize = staticmethod(policy.determinize)
    decide = staticmethod(policy.decide)

    def view(self, state: State, viewer: Seat | None) -> PlotsView:
        now, before = (TurnView(**asdict(turn)) for turn in (state.now, state.before))
        awaiting = self.awaiting(state)
        return show(PlotsView, state, viewer, awaiting=awaiting, now=now, before=before)

    def asking(self, state: State, _asked: Sequence[Seat]) -> Text:
        who = seat(state.turn)
        if state.stage == "roll":
            return say("{who}'s turn: roll.", who=who)
        return say("{who}'s turn: place dice.", who=who)

    def standing(self, state: State) -> Standing:
        return Standing(points=tuple(state.now.points))


PLOTS = Plots()

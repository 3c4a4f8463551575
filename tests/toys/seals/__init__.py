"""Seals: all choose at once and in secret, and may change their choice."""

from collections.abc import Sequence

from games.core.game import Awaiting, Game, GameInfo
from games.core.text import Text, say, say_many, seats
from games.core.values import Seat
from tests.toys.seals import policy, prompts, rules, tableau
from tests.toys.seals import state as truth
from tests.toys.seals.moves import SealsMove
from tests.toys.seals.options import SealsOptions
from tests.toys.seals.state import COPIES, KINDS, State
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
    things = KINDS * COPIES
    setup = staticmethod(rules.setup)
    awaited = staticmethod(truth.awaited)
    to_act = staticmethod(truth.to_act)
    prompt = staticmethod(prompts.ask)
    advance = staticmethod(rules.advance)
    table = staticmethod(tableau.lay_out)
    decide = staticmethod(policy.decide)

    def awaiting(self, state: State) -> Awaiting:
        if state.stage != "choose":
            return super().awaiting(state)
        count, owing = len(state.hands), len(self.awaited(state))
        text = say_many(
            "{n} of {all} has chosen.", "{n} of {all} have chosen.", count - owing, all=count
        )
        return Awaiting(text=text, answered=count - owing, of=count)

    def asking(self, _state: State, asked: Sequence[Seat]) -> Text:
        return say("Choosing to draw or swap: {who}.", who=seats(asked))


SEALS = Seals()

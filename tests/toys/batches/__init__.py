"""Batches: four cards in one form, which nobody may look at again."""

from collections.abc import Sequence

from games.core.game import Awaiting, Game, GameInfo
from games.core.text import Text, say, seats
from games.core.values import Seat
from tests.toys.batches import policy, prompts, rules, tableau
from tests.toys.batches import state as truth
from tests.toys.batches.moves import BatchesMove
from tests.toys.batches.options import BatchesOptions
from tests.toys.batches.state import State
from tests.toys.batches.views import BatchesView, look


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
    prompt = staticmethod(prompts.ask)
    advance = staticmethod(rules.advance)
    table = staticmethod(tableau.lay_out)
    determinize = staticmethod(policy.determinize)
    decide = staticmethod(policy.decide)

    def view(self, state: State, viewer: Seat | None) -> BatchesView:
        return look(state, viewer, self.awaiting(state))

    def awaiting(self, state: State) -> Awaiting:
        named, count = super().awaiting(state), len(state.points)
        answered = {"answered": count - len(named.seats), "of": count}
        return named.model_copy(update=answered) if named.seats else named

    def asking(self, state: State, asked: Sequence[Seat]) -> Text:
        if state.stage == "stake":
            return say("Sharing out stars: {who}.", who=seats(asked))
        return say("Putting four cards on machines: {who}.", who=seats(asked))


BATCHES = Batches()

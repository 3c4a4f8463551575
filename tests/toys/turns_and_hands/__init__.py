"""One decision in each turn, a hidden hand, and a showdown."""

from collections.abc import Sequence

from games.core.game import Game, GameInfo
from games.core.text import Text, say, seat
from games.core.values import Seat
from tests.toys.turns_and_hands import policy, prompts, rules, tableau
from tests.toys.turns_and_hands.moves import TurnsAndHandsMove
from tests.toys.turns_and_hands.state import PACK, State, TurnsAndHandsOptions, TurnsAndHandsView


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
    things = PACK
    setup = staticmethod(rules.setup)
    advance = staticmethod(rules.advance)
    prompt = staticmethod(prompts.ask)
    table = staticmethod(tableau.lay_out)
    decide = staticmethod(policy.decide)

    def asking(self, state: State, _asked: Sequence[Seat]) -> Text:
        return say("{who}'s turn: stay, swap or fold?", who=seat(state.turn))


TURNS_AND_HANDS = TurnsAndHands()

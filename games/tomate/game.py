"""Tomate behind the protocol: the facts about it, and the functions in charge."""

from collections.abc import Iterator
from typing import Any, ClassVar

from games.core import game
from games.core.ai.memory import Level, Memory
from games.core.ai.search import chances
from games.core.rng import Rng
from games.core.text import Text, say
from games.core.values import Seat
from games.tomate.ai.determinize import determinize
from games.tomate.ai.glance import of_state, of_view
from games.tomate.ai.policy import choose_move
from games.tomate.options import TomateOptions
from games.tomate.presentation import coaching
from games.tomate.presentation.lessons import LESSONS
from games.tomate.presentation.tableau import table
from games.tomate.presentation.titles import TITLES
from games.tomate.questions import prompts
from games.tomate.questions.premove import ask_premove
from games.tomate.questions.views import TomateView, look, waiting_seats
from games.tomate.rules import match
from games.tomate.rules.cards import SUIT
from games.tomate.rules.luck import dealt_luck
from games.tomate.rules.moves import (
    CARDS,
    DECLINE,
    DISCARDS,
    LEAVE,
    PASS,
    PLAY,
    TAKE,
    TAKE_STOCK,
    TomateMove,
)
from games.tomate.rules.state import NOBODY, Stage, State
from games.tomate.rules.tricks import duty

_PAIRS: dict[Stage, tuple[TomateMove, ...]] = {
    Stage.DEALER_OPTION: (TAKE, LEAVE),
    Stage.BIDDING: (PLAY, PASS),
    Stage.STOCK_OFFER: (TAKE_STOCK, DECLINE),
}
"""The stages whose answers do not depend on cards."""


SCATTER = 4.0
"""By how many points a hand typically moves a score."""


class Tomate(game.Game[State, TomateMove, TomateView, TomateOptions]):
    """The Spanish trick game for 2 to 13: three cards, three tricks, one pot."""

    info: ClassVar[game.GameInfo] = game.GameInfo(
        key="tomate",
        title=say("Tomate"),
        tagline=say("Three cards, three tricks: take one, or pay the whole pot."),
        seats=(2, 13),
        minutes=(10, 40),
        state_version=2,
        playouts=240,
        answer_rows=1,
        luck=say("Strength of the cards dealt"),
    )
    lessons = LESSONS
    titles = TITLES
    setup = staticmethod(match.set_up)
    view = staticmethod(look)
    prompt = staticmethod(prompts.ask)
    premove = staticmethod(ask_premove)
    advance = staticmethod(match.advance)
    table = staticmethod(table)
    determinize = staticmethod(determinize)
    rule = staticmethod(coaching.rule)
    reason = staticmethod(coaching.reason)
    luck = staticmethod(dealt_luck)

    def awaited(self, state: State) -> frozenset[Seat]:
        if state.turn != NOBODY:
            return frozenset((state.turn,))
        return frozenset(waiting_seats(state))

    def moves(self, state: State, seat: Seat) -> Iterator[TomateMove]:
        if seat != state.turn and seat not in waiting_seats(state):
            return iter(())
        if state.stage is Stage.TRICKS:
            hand, trump = state.hands[seat], SUIT[state.trump]
            allowed = duty(hand, state.trick, trump, state.options)[1]
            return iter([CARDS[card] for card in allowed])
        if state.stage is Stage.DEALER_DISCARD:
            return iter([DISCARDS[card] for card in state.hands[seat] if card != state.trump])
        return iter(_PAIRS[state.stage])

    def standing(self, state: State) -> game.Standing:
        return game.Standing(points=tuple(state.scores))

    def ending(self, state: State) -> Text:
        return say("All {hands} hands have been played.", hands=state.hands_total)

    def upgrade(self, saved: dict[str, Any], version: int) -> dict[str, Any]:
        """Version 1 kept only the last tricks of a hand that was settled."""
        return saved if version == 1 else super().upgrade(saved, version)

    def decide(self, view: TomateView, _memory: Memory, _level: Level, _rng: Rng) -> TomateMove:
        return choose_move(of_view(view))

    def reply(self, state: State, seat: Seat, level: Level, rng: Rng) -> TomateMove:
        if level is Level.EASY:
            return rng.choice(list(self.moves(state, seat)))
        return choose_move(of_state(state, seat))

    def chapter(self, state: State) -> int:
        """A playout ends with the hand."""
        return state.hand_number

    def outlook(self, state: State) -> list[float]:
        """The hands to come scatter the scores by a few points each."""
        left = state.hands_total - state.hand_number + 1
        return chances(state.scores, SCATTER * left**0.5)


TOMATE = Tomate()

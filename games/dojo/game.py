"""Dojo behind the protocol: the facts about it, and the functions in charge."""

from typing import Any, ClassVar

from games.core import game
from games.core.ai.memory import Level, Memory
from games.core.ai.search import chances
from games.core.rng import Rng
from games.core.text import say
from games.core.values import Seat
from games.dojo.ai.determinize import determinize
from games.dojo.ai.policy import choose_move, promise
from games.dojo.options import DojoOptions
from games.dojo.presentation import coaching
from games.dojo.presentation.headline import leads
from games.dojo.presentation.lessons import LESSONS
from games.dojo.presentation.tableau import table
from games.dojo.presentation.titles import TITLES
from games.dojo.questions import prompts
from games.dojo.questions.premove import ask_premove
from games.dojo.questions.views import DojoView, look
from games.dojo.rules import match
from games.dojo.rules.counting import points_so_far, ranking
from games.dojo.rules.moves import DojoMove
from games.dojo.rules.rounds import ROUNDS
from games.dojo.rules.state import Stage, State

SCATTER = 2.0
"""By how many points a round typically moves a score."""


class Dojo(game.Game[State, DojoMove, DojoView, DojoOptions]):
    """Antoine Bauza's duel for disciples, for 3 to 5."""

    info: ClassVar[game.GameInfo] = game.GameInfo(
        key="dojo",
        title=say("Dojo"),
        tagline=say("Deal in secret, challenge the dealer, and train twelve disciples."),
        seats=(3, 5),
        minutes=(15, 40),
        state_version=2,
        deal_rounds=4,
        playouts=80,
        answer_rows=1,
        emoji="🥋",
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

    def awaited(self, state: State) -> frozenset[Seat]:
        return frozenset(state.waiting())

    def to_act(self, state: State) -> frozenset[Seat]:
        if state.stage is Stage.TRAIN:
            return frozenset(range(state.seats))
        return frozenset(state.waiting())

    def standing(self, state: State) -> game.Standing:
        return game.Standing(
            points=tuple(points_so_far(state, seat) for seat in range(state.seats))
        )

    def result(self, state: State) -> game.Result | None:
        if state.stage is not Stage.END:
            return None
        places = ranking(state.finals)
        return game.Result(
            ranking=places,
            headline=game.headline(places, leads(state.finals)),
            points=tuple(final.points for final in state.finals),
            reason=say("All dojos are full."),
        )

    def upgrade(self, saved: dict[str, Any], version: int) -> dict[str, Any]:
        """Version 1 did not remember the last duel and the last round."""
        return saved if version == 1 else super().upgrade(saved, version)

    def decide(self, view: DojoView, _memory: Memory, _level: Level, rng: Rng) -> DojoMove:
        return choose_move(view, rng)

    def chapter(self, state: State) -> int:
        """A playout ends with the round."""
        return state.round

    def outlook(self, state: State) -> list[float]:
        """The likely value of the dojos; the rounds to come scatter it."""
        left = ROUNDS - state.round + 1
        return chances([promise(state, seat) for seat in range(state.seats)], SCATTER * left**0.5)


DOJO = Dojo()

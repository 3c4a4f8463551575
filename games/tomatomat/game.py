"""Tomatomat behind the protocol: the facts about it, and the functions in charge."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from games.core import game
from games.core.ai.memory import Level, Memory
from games.core.event import Event
from games.core.rng import Rng
from games.core.text import Text, say
from games.core.values import Seat
from games.tomatomat.ai import estimate, planning
from games.tomatomat.ai.determinize import determinize
from games.tomatomat.ai.policy import choose_move, of_state, of_view
from games.tomatomat.options import TomatomatOptions
from games.tomatomat.presentation import coaching
from games.tomatomat.presentation.headline import leads
from games.tomatomat.presentation.lessons import LESSONS
from games.tomatomat.presentation.tableau import table
from games.tomatomat.presentation.titles import TITLES
from games.tomatomat.questions import prompts
from games.tomatomat.questions.views import TomatomatView, look
from games.tomatomat.rules import match
from games.tomatomat.rules.cards import stars
from games.tomatomat.rules.events import StackAwarded
from games.tomatomat.rules.moves import ALLOTS, TomatomatMove
from games.tomatomat.rules.state import State, final_ranking
from games.tomatomat.rules.texts import score

SHORTLIST = 7
"""How many plans hints and reviews compare by playouts."""


class Tomatomat(game.Game[State, TomatomatMove, TomatomatView, TomatomatOptions]):
    """Secret coins for four vending machines, with thieves and police, for 2 to 4."""

    info: ClassVar[game.GameInfo] = game.GameInfo(
        key="tomatomat",
        title=say("Tomatomat"),
        tagline=say("Place coins, thieves and police face down, and remember where they are."),
        seats=(2, 4),
        minutes=(15, 30),
        state_version=1,
        deal_rounds=1,
        round_parts=4,
        playouts=0,
        simultaneous=True,
        answer_rows=1,
    )
    lessons = LESSONS
    titles = TITLES
    setup = staticmethod(match.set_up)
    view = staticmethod(look)
    prompt = staticmethod(prompts.ask)
    advance = staticmethod(match.advance)
    table = staticmethod(table)
    determinize = staticmethod(determinize)
    rule = staticmethod(coaching.rule)
    reason = staticmethod(coaching.reason)

    def awaited(self, state: State) -> frozenset[Seat]:
        return frozenset(state.owing())

    def standing(self, state: State) -> game.Standing:
        return game.Standing(points=tuple(map(stars, state.won)), told=_told(state))

    def result(self, state: State) -> game.Result | None:
        if state.stage != "end":
            return None
        ranking = final_ranking(state)
        return game.Result(
            ranking=ranking,
            headline=game.headline(ranking, leads(state.won)),
            points=tuple(map(stars, state.won)),
            reason=say("All {rounds} rounds have been played.", rounds=state.options.rounds),
            told=_told(state),
        )

    def parts(self, events: Iterable[Event]) -> list[dict[Seat, int]]:
        """The stars that each slot brought its winner."""
        awarded = (event for event in events if isinstance(event, StackAwarded))
        return [
            {} if award.winner is None else {award.winner: stars(award.stack)} for award in awarded
        ]

    def decide(self, view: TomatomatView, memory: Memory, level: Level, rng: Rng) -> TomatomatMove:
        if level is Level.HARD:
            return planning.best_moves(view, memory, rng)[0]
        return choose_move(of_view(view, memory), rng)

    def candidates(self, view: TomatomatView, memory: Memory, rng: Rng) -> Sequence[TomatomatMove]:
        """The best plans: a hint compares them."""
        return planning.best_moves(view, memory, rng)[:SHORTLIST]

    def reply(self, state: State, seat: Seat, level: Level, rng: Rng) -> TomatomatMove:
        is_thoughtless = level is Level.EASY
        return rng.choice(ALLOTS) if is_thoughtless else choose_move(of_state(state, seat), rng)

    def chapter(self, state: State) -> int:
        """A playout ends with the round."""
        return state.round

    def outlook(self, state: State) -> Sequence[float]:
        """The rounds to come scatter the stars."""
        left = state.options.rounds - state.round + 1
        return estimate.chances(list(map(estimate.points, state.won)), left)


def _told(state: State) -> tuple[Text, ...]:
    return tuple(score(stars(machines), len(machines)) for machines in state.won)


TOMATOMAT = Tomatomat()

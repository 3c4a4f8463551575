"""Diced Tomatoes behind the protocol: the facts about it, and the functions in charge."""

from collections.abc import Iterator
from typing import Any, ClassVar

from games.core import game
from games.core.ai.memory import Level, Memory
from games.core.event import Event
from games.core.rng import Rng
from games.core.text import Text, say
from games.core.values import Seat
from games.diced_tomatoes.ai.estimate import chances
from games.diced_tomatoes.ai.planning import best_move
from games.diced_tomatoes.ai.policy import choose_move
from games.diced_tomatoes.options import DicedOptions
from games.diced_tomatoes.presentation import coaching
from games.diced_tomatoes.presentation.lessons import LESSONS
from games.diced_tomatoes.presentation.tableau import table
from games.diced_tomatoes.presentation.titles import TITLES
from games.diced_tomatoes.questions import prompts
from games.diced_tomatoes.questions.views import DicedView, look
from games.diced_tomatoes.rules import legal, match
from games.diced_tomatoes.rules.luck import rolled_luck
from games.diced_tomatoes.rules.moves import DicedMove
from games.diced_tomatoes.rules.scoring import matches, points_so_far
from games.diced_tomatoes.rules.state import Stage, State
from games.diced_tomatoes.rules.texts import tell_alone


class DicedTomatoes(game.Game[State, DicedMove, DicedView, DicedOptions]):
    """Dice on your own vines and others', for 1 to 6."""

    info: ClassVar[game.GameInfo] = game.GameInfo(
        key="diced_tomatoes",
        title=say("Diced Tomatoes"),
        tagline=say("Roll three dice, and use each to plant, grow, give or spoil."),
        seats=(1, 6),
        minutes=(15, 45),
        state_version=4,
        deal_rounds=3,
        playouts=0,
        emoji="🎲",
        answer_rows=3,
        luck=say("Pips rolled"),
    )
    lessons = LESSONS
    titles = TITLES
    setup = staticmethod(match.set_up)
    view = staticmethod(look)
    prompt = staticmethod(prompts.ask)
    table = staticmethod(table)
    rule = staticmethod(coaching.rule)
    reason = staticmethod(coaching.reason)
    luck = staticmethod(rolled_luck)

    def advance(self, state: State, _seat: Seat, move: DicedMove) -> list[Event]:
        return match.advance(state, move)

    def moves(self, state: State, seat: Seat) -> Iterator[DicedMove]:
        if seat != state.turn or state.stage is Stage.END:
            return iter(())
        return iter(legal.moves(state))

    def standing(self, state: State) -> game.Standing:
        return game.Standing(points=points_so_far(state))

    def result(self, state: State) -> game.Result | None:
        result = super().result(state)
        if result is None or state.ending != "lost":
            return result
        return result.model_copy(update={"out": (0,)})

    def ending(self, state: State) -> Text:
        if state.ending in {"harvested", "lost"}:
            return tell_alone(matches(state.tracks[0]), state.ending == "harvested")
        if state.ending == "empty":
            return say("The bushel was empty at the start of a turn.")
        return say("Somebody reached six tomatoes, and the round was played out.")

    def decide(self, view: DicedView, memory: Memory, level: Level, rng: Rng) -> DicedMove:
        if level is Level.HARD and view.seats > 1 and view.stage is Stage.PLACE:
            return best_move(self.determinize(view, memory, rng))
        return choose_move(view)

    def chapter(self, state: State) -> int:
        """A playout ends with the turn."""
        return state.turns

    def outlook(self, state: State) -> list[float]:
        return chances(state, state.turn)

    def upgrade(self, saved: dict[str, Any], version: int) -> dict[str, Any]:
        """Version 1 counted a solo match's matched slots differently in a harvest's points.

        Up to version 2, leaving all zero vines was clearing none of them. Up to version 3, a
        take-back undid everything since the last roll.
        """
        if version not in (1, 2, 3):
            return super().upgrade(saved, version)
        if version < 3 and saved.get("move") == {"kind": "clear", "vines": []}:
            return {"move": {"kind": "end_turn"}}
        state = saved.get("state", {})
        if state.pop("undoable", False):
            state["past"] = [state["before"]]
        state.pop("before", None)
        return saved


DICED_TOMATOES = DicedTomatoes()

"""Karate Tomate behind the protocol: the facts about it, and the functions in charge."""

from typing import Any, ClassVar

from games.core import game
from games.core.ai.memory import NO_MEMORY, Level, Memory
from games.core.rng import Rng
from games.core.text import Text, say, say_many, seats
from games.core.values import Seat
from games.karate_tomate.ai import estimate
from games.karate_tomate.ai.determinize import determinize
from games.karate_tomate.ai.policy import choose_move, owned
from games.karate_tomate.options import KarateOptions
from games.karate_tomate.presentation import coaching
from games.karate_tomate.presentation.headline import leads
from games.karate_tomate.presentation.lessons import LESSONS
from games.karate_tomate.presentation.tableau import table
from games.karate_tomate.presentation.titles import TITLES
from games.karate_tomate.questions import prompts
from games.karate_tomate.questions.views import KarateView, lies_open, look
from games.karate_tomate.rules import match, scoring
from games.karate_tomate.rules import state as truth
from games.karate_tomate.rules.cards import knives, trophies
from games.karate_tomate.rules.endings import tell_ending
from games.karate_tomate.rules.moves import KarateMove
from games.karate_tomate.rules.state import State
from games.karate_tomate.rules.texts import triumph_cards, trophies_and_knives


class KarateTomate(game.Game[State, KarateMove, KarateView, KarateOptions]):
    """The tournament for 3 to 10: strike in secret, outlast the others, collect trophies."""

    info: ClassVar[game.GameInfo] = game.GameInfo(
        key="karate_tomate",
        title=say("Karate Tomate"),
        tagline=say(
            "All strike at once: outlast the rest, and don't end up with the fewest knives."
        ),
        seats=(3, 10),
        minutes=(15, 40),
        state_version=2,
        playouts=75,
        chapters=2,
        emoji="🥋",
        answer_rows=2,
        simultaneous=True,
    )
    lessons = LESSONS
    titles = TITLES
    setup = staticmethod(match.set_up)
    awaited = staticmethod(truth.awaited)
    to_act = staticmethod(truth.to_act)
    view = staticmethod(look)
    prompt = staticmethod(prompts.ask)
    premove = staticmethod(prompts.ask_premove)
    advance = staticmethod(match.advance)
    table = staticmethod(table)
    determinize = staticmethod(determinize)
    outlook = staticmethod(estimate.chances)
    rule = staticmethod(coaching.rule)
    reason = staticmethod(coaching.reason)

    def standing(self, state: State) -> game.Standing:
        """Trophies if they are face up; otherwise only the number of triumph cards is public."""
        if lies_open(state):
            counted = scoring.tallies(state)
            texts = tuple(trophies_and_knives(tally.trophies, tally.knives) for tally in counted)
            return game.Standing(points=tuple(tally.trophies for tally in counted), told=texts)
        cards = tuple(map(len, state.won))
        return game.Standing(points=cards, told=tuple(map(triumph_cards, cards)))

    def result(self, state: State) -> game.Result | None:
        if state.ending is None:
            return None
        counted = scoring.tallies(state)
        out = scoring.with_fewest_knives(counted)
        why = tell_ending(state.ending)
        if out:
            why = say_many(
                "{why} Out with the fewest knives: {who}.",
                "{why} Tied for the fewest knives and out: {who}.",
                len(out),
                why=why,
                who=seats(out),
            )
        points = tuple(tally.trophies for tally in counted)
        texts = tuple(_tell(tally, is_out=seat in out) for seat, tally in enumerate(counted))
        places = scoring.ranking(counted)
        inside = places[:-1] if out else places
        return game.Result(
            ranking=places,
            points=points,
            reason=why,
            told=texts,
            out=out,
            headline=game.headline(inside, leads(counted)),
        )

    def upgrade(self, saved: dict[str, Any], version: int) -> dict[str, Any]:
        """Version 1 forgot each pick of a triumph card with the next."""
        return saved if version == 1 else super().upgrade(saved, version)

    def decide(self, view: KarateView, memory: Memory, level: Level, rng: Rng) -> KarateMove:
        if level is Level.EASY:
            return choose_move(view, (), Level.NORMAL, rng)
        return choose_move(view, owned(view, memory), level, rng)

    def reply(self, state: State, seat: Seat, level: Level, rng: Rng) -> KarateMove:
        """Everybody remembers who took which triumph card.

        Whether a rival fights as a normal or a hard one isn't known: it is each half of the time.
        """
        view = self.view(state, seat)
        if level is Level.EASY:
            return self.policy(view, NO_MEMORY, level, rng)
        level = Level.HARD if rng.below(2) else Level.NORMAL
        return choose_move(view, [(trophies(won), knives(won)) for won in state.won], level, rng)

    def chapter(self, state: State) -> int:
        """A round."""
        return state.round


def _tell(tally: scoring.Tally, *, is_out: bool) -> Text:
    """Say what a seat has won, and whether it is out."""
    counted = trophies_and_knives(tally.trophies, tally.knives)
    return say("{counted}, out", counted=counted) if is_out else counted


KARATE_TOMATE = KarateTomate()

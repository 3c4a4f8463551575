"""Every claim of a reason is true in its view, for any legal move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from games.core.ai.memory import NO_MEMORY, Level
from games.core.game import apply
from games.core.rng import Rng
from games.core.text import Text
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.options import KarateOptions
from games.karate_tomate.questions.views import KarateView
from games.karate_tomate.rules.cards import COLOUR, TRIUMPHS, VALUE, Colour, knives, trophies
from games.karate_tomate.rules.state import Stage, State
from games.karate_tomate.rules.texts import COLOUR_NAMES, TRIUMPH_NAMES
from tests.games.karate_tomate.support.positions import position


class Said:
    """A reason for a move in a view, and facts that it may mention."""

    def __init__(self, view: KarateView, move: Any, why: Text) -> None:
        self.view, self.move = view, move
        self.args: dict[str, Any] = dict(why.args)
        self.held = Counter(COLOUR[card] for card in view.hand)

    def sum(self, colour: Colour) -> int:
        return sum(VALUE[card] for card in self.view.hand if COLOUR[card] == colour)

    @property
    def colour(self) -> Colour:
        return COLOUR[self.move.card]

    def names_colour(self) -> bool:
        return bool(self.args["colour"] == COLOUR_NAMES[self.colour])

    def values(self) -> list[int]:
        return [VALUE[card] for card in self.view.playable]

    def most(self, symbol: int) -> bool:
        return TRIUMPHS[self.move.card][symbol] == max(TRIUMPHS[c][symbol] for c in self.view.row)

    def lone(self) -> int:
        return sum(self.held[COLOUR[card]] == 1 for card in self.view.hand)

    def goes_with_rest(self) -> bool:
        rest = list(self.view.hand)
        for card in self.move.cards:
            rest.remove(card)
        return bool({COLOUR[card] for card in rest} & {COLOUR[c] for c in self.move.cards})

    def ahead_of_all(self) -> bool:
        """Return whether the viewer is ahead of all others who are in, by face-up cards."""
        lines = {
            seat.seat: (trophies(seat.triumphs or ()), knives(seat.triumphs or ()))
            for seat in self.view.seats
        }
        fewest = min(knife for _, knife in lines.values())
        equal = len({knife for _, knife in lines.values()}) == 1
        inside = {seat: line for seat, line in lines.items() if equal or line[1] > fewest}
        viewer = self.view.viewer
        mine = inside.pop(viewer, None) if viewer is not None else None
        return mine is not None and all(line < mine for line in inside.values())


CLAIMS: dict[str, Callable[[Said], bool]] = {
    "None of your colours has more cards than {colour}, and cards keep you in.": (
        lambda s: s.names_colour() and s.held[s.colour] == max(s.held.values())
    ),
    "None of your colours adds up to more than {colour}, and the highest total takes first.": (
        lambda s: s.names_colour() and s.sum(s.colour) == max(map(s.sum, s.held))
    ),
    "You keep a longer colour for a later round.": (
        lambda s: any(count > s.held[s.colour] for count in s.held.values())
    ),
    "It is all you can play, and the tomato would put you out.": lambda s: len(s.values()) == 1,
    "Your highest card adds most to your total, and the highest total takes first.": (
        lambda s: VALUE[s.move.card] == max(s.values())
    ),
    "Your lowest card keeps you in, and the higher ones are left for later heats.": (
        lambda s: VALUE[s.move.card] == min(s.values()) < max(s.values())
    ),
    "It keeps you in, with a lower and a higher card left to choose from.": (
        lambda s: min(s.values()) < VALUE[s.move.card] < max(s.values())
    ),
    "You can't play any of your cards, so only the tomato is left.": lambda s: not s.view.playable,
    "You hold no two cards of one colour: leave early and draw cards.": (
        lambda s: set(s.held.values()) == {1}
    ),
    "{fighters} fight for {cards}: leaving now brings you new cards for the next round.": (
        lambda s: (
            s.args["fighters"] == sum(seat.fights for seat in s.view.seats)
            and s.args["cards"] == len(s.view.row)
        )
    ),
    "You hold fewer than two number cards, so there is nothing to discard.": (
        lambda s: len(s.view.hand) < 2
    ),
    "Each of your cards matches another by colour: keep them all.": lambda s: s.lone() == 0,
    "Only one of your cards matches no other, and you'd have to discard two.": lambda s: (
        s.lone() == 1
    ),
    "You keep all your cards.": lambda s: s.move.kind in {"draw", "keep"},
    "None of your other cards matches these two: draw two others.": (
        lambda s: s.view.options.swap_after_draw and not s.goes_with_rest()
    ),
    "None of your other cards matches these two: draw four cards instead of two.": (
        lambda s: not s.view.options.swap_after_draw and not s.goes_with_rest()
    ),
    "Two other cards may serve you better than these.": lambda s: s.view.options.swap_after_draw,
    "You draw four cards instead of two, and lose only these.": (
        lambda s: not s.view.options.swap_after_draw
    ),
    "There is nothing else to take.": lambda s: set(s.view.row) == {s.move.card},
    "No card here has more trophies, and most trophies win.": lambda s: s.most(0),
    "No card here has more knives, and whoever has the fewest is out.": lambda s: s.most(1),
    "It has both: trophies to win, and knives to stay in.": (
        lambda s: all(TRIUMPHS[s.move.card][:2])
    ),
    "It brings you {card}.": lambda s: s.args["card"] == TRIUMPH_NAMES[s.move.card],
    "All triumph cards are face up, and yours count most.": (
        lambda s: s.view.options.open_triumphs and s.ahead_of_all()
    ),
    "You own {trophies} and {knives}, which may well be enough.": (
        lambda s: (
            (s.args["trophies"].n, s.args["knives"].n) == (trophies(s.view.won), knives(s.view.won))
        )
    ),
    "You don't have enough trophies to call the end.": (
        lambda s: trophies(s.view.won) < s.view.options.trophies_to_call
    ),
    "Others may have more knives or trophies, so it's too early to end the match.": (
        lambda s: s.view.may_call and not s.view.options.open_triumphs
    ),
    "You may still call the end after a later round.": lambda s: s.view.may_call,
    "Going by the face-up cards, ending now might not win.": (
        lambda s: s.view.options.open_triumphs and not s.ahead_of_all()
    ),
}
"""What has to be true in a view and for a move if a reason says so."""


def played(seats: int, seed: str, **options: Any) -> list[State]:
    """Return every state of a match in which two of three moves are random."""
    chance = Rng(seed)
    state = KARATE_TOMATE.setup(seats, KarateOptions(**options), Rng(seed)).state
    states = [state]
    while awaited := sorted(KARATE_TOMATE.awaited(state)):
        seat = chance.choice(awaited)
        view = KARATE_TOMATE.view(state, seat)
        moves = list(KARATE_TOMATE.moves(state, seat))
        move = (
            chance.choice(moves)
            if chance.below(3)
            else KARATE_TOMATE.policy(view, NO_MEMORY, Level.NORMAL, chance)
        )
        if move.kind == "call" and chance.below(4):
            move = next(other for other in moves if other.kind == "go_on")
        state = apply(KARATE_TOMATE, state, seat, move).state
        states.append(state)
    return states


def test_every_claim_of_a_reason_is_true() -> None:
    """In many positions, every sentence is true for its move, and each one occurs."""
    said: Counter[str] = Counter()
    for seats, number in ((3, 3), (4, 2), (6, 1), (10, 1)):
        for seed in range(number):
            for options in (
                {"trophies_to_call": 8},
                {"open_triumphs": True, "swap_after_draw": True},
            ):
                for state in played(seats, f"why {seed}", **options):
                    for seat in sorted(KARATE_TOMATE.awaited(state)):
                        view = KARATE_TOMATE.view(state, seat)
                        moves = list(KARATE_TOMATE.moves(state, seat))
                        for move in moves[:40]:
                            why = KARATE_TOMATE.reason(view, move)
                            assert why is not None
                            said[why.message] += 1
                            assert CLAIMS[why.message](Said(view, move, why)), (why.message, view)
    assert sum(said.values()) > 2_500
    assert set(said) == set(CLAIMS)


@pytest.mark.parametrize(
    ("stage", "given", "viewer", "number"),
    [
        ("heat", {}, 0, 5),
        ("heat", {"hands": ["T1", "T2 C1", "T3 K1"]}, 0, 6),
        ("heat", {"played": ["C1", "K1", ""], "out": [2]}, 0, 6),
        ("heat", {"played": ["C1", "K1", ""], "out": [2]}, 2, 6),
        ("heat", {"played": ["C1", "K1", ""], "out": [2]}, None, 6),
        ("drop_draw", {"out": [2], "asked": [2]}, 2, 8),
        ("drop_draw", {"out": [2], "asked": [2], "swap_after_draw": True}, 2, 23),
        ("triumph", {"played": ["C1", "K2", ""], "out": [2]}, 0, 10),
        ("end_call", {}, 0, 16),
    ],
)
def test_the_rule_that_is_cited_is_the_one_that_holds(
    stage: str, given: dict[str, Any], viewer: int | None, number: int
) -> None:
    """The rule cited depends on stage and heat, and spectators and dropouts read it too."""
    hands = given.pop("hands", ["T1 C1 C2", "T2 K1 K2", "T3 B1 B2"])
    state = position(stage, hands, **given)
    assert state.stage is Stage(stage)
    assert KARATE_TOMATE.rule(KARATE_TOMATE.view(state, viewer)) == number

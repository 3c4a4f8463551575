"""What each reason for a move of Karate Tomate claims."""

from collections import Counter
from typing import Any

from games.core.text import Text
from games.karate_tomate.rules.cards import COLOUR, TRIUMPHS, VALUE, Colour, knives, trophies
from games.karate_tomate.rules.texts import COLOUR_NAMES, TRIUMPH_NAMES
from tests.games.reason_claims import Explained, claims_about


class Said:
    """A reason for a move in a view, and facts that it may mention."""

    def __init__(self, explained: Explained, why: Text) -> None:
        self.view, self.move = explained.view, explained.move
        self.args: dict[str, Any] = dict(why.args)
        self.held = Counter(COLOUR[card] for card in self.view.hand)

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


CLAIMS = claims_about(
    Said,
    {
        "None of your colours has more cards than {colour}, and cards keep you in.": (
            lambda s: s.names_colour() and s.held[s.colour] == max(s.held.values())
        ),
        "None of your colours adds up to more than {colour}, and the highest total takes first.": (
            lambda s: s.names_colour() and s.sum(s.colour) == max(map(s.sum, s.held))
        ),
        "It is all you can play, and the tomato would put you out.": lambda s: len(s.values()) == 1,
        "Of what you can play, this adds most to your total, and the highest total takes first.": (
            lambda s: VALUE[s.move.card] == max(s.values())
        ),
        "The lowest card you can play keeps you in, and the higher ones are left for later"
        " heats.": (lambda s: VALUE[s.move.card] == min(s.values()) < max(s.values())),
        "You can't play any of your cards, so only the tomato is left.": lambda s: (
            not s.view.playable
        ),
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
        "Two other cards may serve you better than these.": lambda s: (
            s.view.options.swap_after_draw
        ),
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
                (s.args["trophies"].n, s.args["knives"].n)
                == (trophies(s.view.won), knives(s.view.won))
            )
        ),
        "You don't have enough trophies to call the end.": (
            lambda s: trophies(s.view.won) < s.view.options.trophies_to_call
        ),
        "Others may have more knives or trophies, so it's too early to end the match.": (
            lambda s: s.view.may_call and not s.view.options.open_triumphs
        ),
        "Going by the face-up cards, ending now might not win.": (
            lambda s: s.view.options.open_triumphs and not s.ahead_of_all()
        ),
    },
)
"""What has to be true in a view and for a move if a reason says so."""

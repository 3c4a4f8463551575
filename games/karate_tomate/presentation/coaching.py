"""For learners: which rule applies now, and why a bot would make a move.

A reason claims only what the view shows to be true, for any legal move.
"""

from collections import Counter
from collections.abc import Callable

from games.core.text import Text, say
from games.karate_tomate.questions.views import KarateView
from games.karate_tomate.rules import cards, moves, texts
from games.karate_tomate.rules.scoring import Tally, with_fewest_knives
from games.karate_tomate.rules.state import Stage

_RULES = {Stage.HEAT: 6, Stage.DROP_DRAW: 8, Stage.TRIUMPH: 10, Stage.END_CALL: 16, Stage.END: 18}
CHOOSING = 5
DRAWING_FIRST = 23


def rule(view: KarateView) -> int:
    """The number of the rule that applies while the viewer decides or waits."""
    if view.stage is Stage.DROP_DRAW and view.options.swap_after_draw:
        return DRAWING_FIRST
    stuck = view.in_fight and not view.playable
    if view.stage is Stage.HEAT and view.heat == 1 and not stuck:
        return CHOOSING
    return _RULES[view.stage]


def reason(view: KarateView, move: moves.KarateMove) -> Text | None:
    """Why a bot makes this move; None for a move bots never make."""
    match move:
        case moves.PlayCard():
            return _first_card(view, move.card) if view.locked is None else _card(view, move.card)
        case moves.Exchange():
            return _exchange(view, move.cards)
        case moves.TakeTriumph():
            return _take(view, move.card)
        case _:
            return _PLAIN[move.kind](view)


def _first_card(view: KarateView, card: cards.Card) -> Text | None:
    """The colour for a fight: how many cards it has, or what they add up to."""
    colour = cards.COLOUR[card]
    mine = [other for other in view.hand if cards.COLOUR[other] == colour]
    held = Counter(cards.COLOUR[other] for other in view.hand)
    if len(mine) == max(held.values()):
        return say(
            "None of your colours has more cards than {colour}, and cards keep you in.",
            colour=texts.COLOUR_NAMES[colour],
        )
    sums = [cards.total(o for o in view.hand if cards.COLOUR[o] == other) for other in held]
    if cards.total(mine) == max(sums):
        return say(
            "None of your colours adds up to more than {colour},"
            " and the highest total takes first.",
            colour=texts.COLOUR_NAMES[colour],
        )
    return None


def _card(view: KarateView, card: cards.Card) -> Text | None:
    """A later heat: the highest card, or the lowest."""
    values = {cards.VALUE[other] for other in view.playable}
    if len(values) == 1:
        return say("It is all you can play, and the tomato would put you out.")
    if cards.VALUE[card] == max(values):
        return say(
            "Of what you can play, this adds most to your total, and the highest total takes first."
        )
    if cards.VALUE[card] == min(values):
        return say(
            "The lowest card you can play keeps you in, and the higher ones are left for later"
            " heats."
        )
    return None


def _tomato(view: KarateView) -> Text:
    if not view.playable:
        return say("You can't play any of your cards, so only the tomato is left.")
    if max(Counter(cards.COLOUR[card] for card in view.hand).values()) == 1:
        return say("You hold no two cards of one colour: leave early and draw cards.")
    return say(
        "{fighters} fight for {cards}: leaving now brings you new cards for the next round.",
        fighters=sum(seat.fights for seat in view.seats),
        cards=len(view.row),
    )


def _keep(view: KarateView) -> Text:
    """Drawing two, or keeping what was drawn: no card has to be discarded."""
    if len(view.hand) < 2:
        return say("You hold fewer than two number cards, so there is nothing to discard.")
    held = Counter(cards.COLOUR[card] for card in view.hand)
    lone = sum(count == 1 for count in held.values())
    if lone == 0:
        return say("Each of your cards matches another by colour: keep them all.")
    if lone == 1:
        return say("Only one of your cards matches no other, and you'd have to discard two.")
    return say("You keep all your cards.")


def _exchange(view: KarateView, laid: tuple[cards.Card, ...]) -> Text:
    rest = Counter(cards.COLOUR[card] for card in view.hand) - Counter(
        cards.COLOUR[card] for card in laid
    )
    first = view.options.swap_after_draw
    if not any(rest[cards.COLOUR[card]] for card in laid):
        if first:
            return say("None of your other cards matches these two: draw two others.")
        return say("None of your other cards matches these two: draw four cards instead of two.")
    if first:
        return say("Two other cards may serve you better than these.")
    return say("You draw four cards instead of two, and lose only these.")


def _take(view: KarateView, card: cards.TriumphId) -> Text:
    mine, row = cards.TRIUMPHS[card], [cards.TRIUMPHS[other] for other in view.row]
    if len(set(view.row)) == 1:
        return say("There is nothing else to take.")
    if mine.trophies == max(other.trophies for other in row):
        return say("No card here has more trophies, and most trophies win.")
    if mine.knives == max(other.knives for other in row):
        return say("No card here has more knives, and whoever has the fewest is out.")
    if mine.trophies and mine.knives:
        return say("It has both: trophies to win, and knives to stay in.")
    return say("It brings you {card}.", card=texts.TRIUMPH_NAMES[card])


def _wins_now(view: KarateView) -> bool | None:
    """Whether the viewer would win a match that ended now; None if that is unknown."""
    if not view.options.open_triumphs or view.viewer is None:
        return None
    counted = [
        Tally(cards.trophies(seat.triumphs or ()), cards.knives(seat.triumphs or ()), 0)
        for seat in view.seats
    ]
    out = with_fewest_knives(counted)
    mine = counted[view.viewer]
    rivals = [line for seat, line in enumerate(counted) if seat not in (*out, view.viewer)]
    return view.viewer not in out and all(line < mine for line in rivals)


def _call(view: KarateView) -> Text:
    if _wins_now(view):
        return say("All triumph cards are face up, and yours count most.")
    return say(
        "You own {trophies} and {knives}, which may well be enough.",
        trophies=texts.trophy_count(cards.trophies(view.won)),
        knives=texts.knife_count(cards.knives(view.won)),
    )


def _go_on(view: KarateView) -> Text | None:
    if not view.may_call:
        return say("You don't have enough trophies to call the end.")
    wins = _wins_now(view)
    if wins is None:
        return say("Others may have more knives or trophies, so it's too early to end the match.")
    return None if wins else say("Going by the face-up cards, ending now might not win.")


_PLAIN: dict[str, Callable[[KarateView], Text | None]] = {
    "tomato": _tomato,
    "draw": _keep,
    "keep": _keep,
    "call": _call,
    "go_on": _go_on,
}
"""Reasons for answers that name no card."""

"""Coaching: the rule that applies now, and why a bot would make a move.

A reason claims only what the view shows; a bot's own estimate is worded as one.
"""

from collections import Counter

from games.core.text import Text, say, seat
from games.dojo.ai import policy
from games.dojo.questions.laying import mine
from games.dojo.questions.views import DojoView
from games.dojo.rules import moves
from games.dojo.rules.cards import BELT, DECK, Card
from games.dojo.rules.frame import free_lines
from games.dojo.rules.state import Stage

_RULES = {
    Stage.RECRUIT: 6,
    Stage.CHALLENGE: 7,
    Stage.THROWS: 19,
    Stage.EXCHANGE: 8,
    Stage.TRAIN: 9,
    Stage.TROPHY: 10,
    Stage.END: 17,
}

ANY_THROW = say("You can't know the other player's throw, so any throw is as good as another.")


def rule(view: DojoView) -> int:
    """The number of the rule that applies while the viewer decides or waits."""
    return _RULES[view.stage]


def reason(view: DojoView, move: moves.DojoMove) -> Text | None:
    """Why a bot makes this move; None for a move bots never make."""
    why: Text | None = None
    match move:
        case moves.Give():
            why = _giving(view, int(move.to))
        case moves.PutTrophy():
            why = _putting(view, move)
        case moves.Challenge() | moves.PassChallenge():
            why = _fighting(view)
        case moves.Exchange() | moves.Keep():
            why = _swapping(view, takes=isinstance(move, moves.Exchange))
        case moves.Place():
            why = _placing(view, move)
        case moves.MakeThrow() | moves.MakeThrows():
            why = ANY_THROW
    return why


def _giving(view: DojoView, to: int) -> Text | None:
    assert view.drawn is not None, "the dealer looks at a card"
    if to == view.viewer and BELT[view.drawn] >= policy.DEFENCE:
        unseen = unseen_cards(view)
        return say(
            "This belt beats {n} of the {all} cards that you haven't seen, so you keep it.",
            n=sum(BELT[card] < BELT[view.drawn] for card in unseen),
            all=len(unseen),
        )
    helps = {
        seat.seat: policy.best_place(view, seat, view.drawn)[0]
        for seat in view.seats
        if not seat.has_card
    }
    if to == view.viewer:
        if helps[to] < policy.WORTH_KEEPING:
            return None
        return say("A bot estimates that the card fits your own dojo well, so you keep it.")
    if helps[to] > min(gain for seat, gain in helps.items() if seat != view.viewer):
        return None
    return say(
        "A bot estimates that of the others without a card, nobody gains less from it than {who}.",
        who=seat(to),
    )


def _fighting(view: DojoView) -> Text:
    """How good a belt is; the dealer's card is one of those the viewer has not seen."""
    own = mine(view).card
    assert own is not None, "everybody holds a card when challenging"
    unseen = unseen_cards(view)
    beaten = sum(BELT[card] <= BELT[own] for card in unseen)
    if BELT[own] >= policy.FIGHT:
        return say(
            "The dealer holds one of {all} cards that you haven't seen. Your belt beats or equals"
            " {n} of them.",
            all=len(unseen),
            n=beaten,
        )
    return say(
        "The dealer holds one of {all} cards that you haven't seen. Your belt beats or equals only"
        " {n} of them. A bot challenges with a yellow belt or better.",
        all=len(unseen),
        n=beaten,
    )


def unseen_cards(view: DojoView) -> list[Card]:
    """The cards that the viewer sees in no dojo, in no hand and on no pile."""
    seen = [card for panel in view.seats for card in (*panel.dojo, panel.card) if card]
    seen += [] if view.drawn is None else [view.drawn]
    return list((Counter(DECK) - Counter(seen)).elements())


def _swapping(view: DojoView, *, takes: bool) -> Text | None:
    if takes != policy.wants_other(view):
        return None
    if takes:
        return say("A bot estimates that the other card fits your dojo better than yours does.")
    return say("A bot estimates that the other card fits your dojo no better than yours does.")


def _placing(view: DojoView, move: moves.Place) -> Text | None:
    own = mine(view)
    assert own.card is not None, "everybody holds a card when training"
    best = policy.best_place(view, own, own.card)[0]
    if policy.place_gain(view, own, own.card, view.frame.cells.index(move.cell)) < best:
        return None
    if best > 0:
        return say(
            "A bot estimates that the card adds most to its row and column here, now and later."
        )
    return say(
        "A bot estimates that no cell adds anything, and that the card does least harm here."
    )


def _putting(view: DojoView, move: moves.PutTrophy) -> Text | None:
    own = mine(view)
    assert view.prize is not None, "a trophy was won"
    lines = free_lines(view.frame, own.dojo, own.lines, view.prize)
    brings = {line: policy.trophy_brings(view, own, line) for line in lines}
    line = view.frame.lines.index(move.line)
    if brings[line] < max(brings.values()):
        return None
    if brings[line] > 0:
        return say("A bot estimates that no line gains more from the trophy than this one.")
    return say("A bot estimates that the trophy adds nothing on any line, so any will do.")

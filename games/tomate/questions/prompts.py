"""The questions of a hand.

Nothing here can be taken back, but no action asks for confirmation: each question is one choice
between two buttons or a card, with the cost shown, and asking twice would slow every hand.
"""

from collections.abc import Callable
from typing import Literal

from games.core.prompt import Action, Choice, Hand, PickOne, Prompt
from games.core.text import Text, say, symbol, with_icon
from games.tomate.questions.views import TomateView
from games.tomate.rules import moves, texts
from games.tomate.rules.cards import SUIT, Card, lowest
from games.tomate.rules.state import Stage
from games.tomate.rules.tricks import winning

Fate = Literal["takes", "leads", "loses"]
_ALL: dict[Fate, Text] = {
    "takes": say("They all take it. Which card?"),
    "leads": say("They all lead. Which card?"),
    "loses": say("They all lose. Which card?"),
}
_TWO = 2
"""So many buttons in a row have room for words."""


def ask(view: TomateView) -> Prompt | None:
    """Return the question put to the viewer, or None."""
    if view.viewer is None or view.viewer not in view.awaiting.seats:
        return None
    return _QUESTIONS[view.stage](view)


def _dealer_option(view: TomateView) -> Prompt:
    card = texts.THE_CARD[view.trump]
    return Prompt(
        ask=say("Take {card} unseen? You'd need two tricks.", card=card),
        actions=(
            Action(kind="take", label=with_icon(say("Take it"), "action:take"), tone="main"),
            Action(kind="leave", label=with_icon(say("Leave it"), "action:pass"), tone="main"),
        ),
        on_timeout=moves.LEAVE,
        public=True,
    )


def _dealer_discard(view: TomateView) -> Prompt:
    slot = PickOne(
        name="card", ask=say("Which card do you discard?"), choices=_choices(view), layout=Hand()
    )
    dealt = [mine.card for mine in view.hand if mine.playable]
    others = [card for card in dealt if SUIT[card] != SUIT[view.trump]]
    return Prompt(
        ask=say("Which card do you discard?"),
        actions=(Action(kind="discard", label=say("Discard"), slots=(slot,)),),
        on_timeout=moves.DISCARDS[lowest(others or dealt)],
    )


def _bid(view: TomateView) -> Prompt:
    cost = _risked(view)
    return Prompt(
        ask=say("Play this hand, or pass?"),
        actions=(
            Action(
                kind="play",
                label=with_icon(texts.PLAY_BID, "action:hand"),
                hint=_risk(view, cost),
                outcome=say("risk {cost}", cost=cost),
                tone="main",
            ),
            Action(
                kind="pass", label=with_icon(texts.PASS_BID, "action:pass"), hint=_pass_brings(view)
            ),
        ),
        on_timeout=moves.PASS,
        public=True,
        about=f"{view.hand_number} bid",
    )


def _risked(view: TomateView) -> int:
    """What playing may cost: with everybody else out, only the stock's taker plays against one."""
    if not _is_alone(view) or (view.has_stock and view.options.stock_mode == "normal"):
        return view.price(view.viewer)
    return view.options.reserve_amount if view.has_stock else 0


def _risk(view: TomateView, risked: int) -> Text:
    cost = texts.points(risked)
    if view.options.stock_mode != "protective" or not view.has_stock or _is_alone(view):
        return say("Without a trick you pay {cost}.", cost=cost)
    return say(
        "Without a trick you pay {cost}, or {amount} if only the stock's taker plays against you.",
        cost=cost,
        amount=texts.points(view.options.reserve_amount),
    )


def _is_alone(view: TomateView) -> bool:
    """Tell whether the viewer bids last, and everybody else has passed."""
    return view.viewer == view.dealer and all(
        seat.bid == "pass" for seat in view.seats if seat.seat != view.viewer
    )


def _pass_brings(view: TomateView) -> Text | None:
    """What passing brings if everybody else has passed; else it neither wins nor costs."""
    if not _is_alone(view):
        return None
    if view.options.all_pass == "dealer_wins":  # noqa: S105 - a bid, no password
        return say("Everyone else passed, so the pot is yours.")
    return say("Everyone else passed, so the pot stays for the next hand.")


def _stock(view: TomateView) -> Prompt:
    is_free = view.options.stock_mode == "protective"
    cost = 0 if is_free else view.options.tomate_price(view.pot)
    return Prompt(
        ask=say("Play after all, with three new cards?"),
        actions=(
            Action(
                kind="take_stock",
                label=with_icon(say("Take the stock"), "action:take"),
                outcome=say("risk {cost}", cost=cost),
                tone="main",
            ),
            Action(kind="decline", label=say("No")),
        ),
        on_timeout=moves.DECLINE,
        public=True,
        sealed=True,
        about=f"{view.hand_number} stock",
    )


def _card(view: TomateView) -> Prompt:
    slot = PickOne(
        name="card", ask=say("Which card do you play?"), choices=_choices(view), layout=Hand()
    )
    return Prompt(
        ask=_card_question(view),
        actions=(Action(kind="card", label=say("Play a card"), slots=(slot,)),),
        on_timeout=moves.CARDS[lowest(mine.card for mine in view.hand if mine.playable)],
        about=f"{view.hand_number} trick {len(view.tricks) + 1}",
    )


def _card_question(view: TomateView) -> Text:
    if view.trick is None or not view.trick.cards:
        return say("You lead. Which card do you play?")
    if sum(mine.playable for mine in view.hand) == 1:
        return say("Only one of your cards may be played.")
    fate = _shared_fate(view)
    return say("Which card do you play?") if fate is None else _ALL[fate]


def _choices(view: TomateView) -> tuple[Choice, ...]:
    """The whole hand in its order, so that letters and pictures agree."""
    return tuple(
        Choice(
            id=mine.card,
            label=texts.CARD_NAMES[mine.card],
            short=_brings(view, mine.card),
            blocked=mine.why,
        )
        for mine in view.hand
    )


def _brings(view: TomateView, card: Card) -> Text:
    """What a card does in the trick as it lies: takes it, leads for now, or loses.

    Where there is no trick yet, or the question says it for all, the button has only the card.
    """
    rank, fate = symbol(card[:-1]), _fate(view, card)
    if fate is None or _shared_fate(view) is not None:
        return rank
    if fate == "loses":
        return say("{rank} loses", rank=rank)
    return say("{rank} takes it", rank=rank) if fate == "takes" else say("{rank} leads", rank=rank)


def _fate(view: TomateView, card: Card) -> Fate | None:
    """What a card does in the trick; None if there is none to play to."""
    if view.trick is None or not view.trick.cards:
        return None
    cards = [*view.trick.cards, card]
    if winning(cards, SUIT[view.trump]) != len(view.trick.cards):
        return "loses"
    return "takes" if len(cards) == sum(seat.bid == "in" for seat in view.seats) else "leads"


def _shared_fate(view: TomateView) -> Fate | None:
    """What all cards of a whole hand do, if they do the same: three buttons have no room for it."""
    playable = [mine.card for mine in view.hand if mine.playable]
    fates = {_fate(view, card) for card in playable}
    return fates.pop() if len(playable) > _TWO and len(fates) == 1 else None


_QUESTIONS: dict[Stage, Callable[[TomateView], Prompt]] = {
    Stage.DEALER_OPTION: _dealer_option,
    Stage.DEALER_DISCARD: _dealer_discard,
    Stage.BIDDING: _bid,
    Stage.STOCK_OFFER: _stock,
    Stage.TRICKS: _card,
}
"""The question of each stage; the end has none."""

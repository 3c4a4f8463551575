"""Answers in advance in Tomate: the bid, the offer of the stock, the next card.

The dealer decides on the trump card as soon as the hand begins, so nobody waits for that. Only the
current trick takes a card in advance; who leads the next one, and with what, is too open.
"""

from games.core import prompt
from games.core.text import Text, say, symbol
from games.tomate.questions.views import TomateView
from games.tomate.rules import moves
from games.tomate.rules.state import Stage
from games.tomate.rules.texts import CARD_NAMES, PASS_BID, PLAY_BID

_BEFORE_BIDS = {Stage.DEALER_OPTION, Stage.DEALER_DISCARD, Stage.BIDDING}
_BEFORE_CARDS = {Stage.BIDDING, Stage.STOCK_OFFER, Stage.TRICKS}


def ask_premove(view: TomateView) -> prompt.Prompt | None:
    """Return the form that the viewer may fill in before being asked, or None."""
    if view.viewer is None or view.viewer in view.awaiting.seats:
        return None
    bid = view.seats[view.viewer].bid
    if bid == "undecided" and view.stage in _BEFORE_BIDS:
        # A dealer who took the trump card plays without being asked.
        return None if view.viewer == view.dealer and view.trump_taken else _bid(view)
    if bid == "pass" and view.stage is Stage.BIDDING and _may_be_offered(view):
        return _stock(view)
    if bid == "in" and view.stage in _BEFORE_CARDS and not _has_played(view):
        return _card(view)
    return None


def _may_be_offered(view: TomateView) -> bool:
    """Tell whether the stock can still be offered in this hand.

    It needs three cards and a lone player. A dealer who took the trump card is sure to play.
    """
    playing = {seat.seat for seat in view.seats if seat.bid == "in"}
    if view.trump_taken:
        playing.add(view.dealer)
    return view.options.stock_mode != "off" and view.stock >= 3 and len(playing) < 2


def _has_played(view: TomateView) -> bool:
    return view.trick is not None and any(play.seat == view.viewer for play in view.trick.plays)


def _bid(view: TomateView) -> prompt.Prompt:
    return _form(
        view,
        "bid",
        say("Choose the bid to premove. It's made when it's your turn."),
        prompt.Action(kind="play", label=PLAY_BID),
        prompt.Action(kind="pass", label=PASS_BID),
        on_timeout=moves.PASS,
    )


def _stock(view: TomateView) -> prompt.Prompt:
    return _form(
        view,
        "stock",
        say("Choose your premove in case only one player is in and you're offered the stock:"),
        prompt.Action(kind="take_stock", label=say("Take the stock")),
        prompt.Action(kind="decline", label=say("Decline the stock")),
        on_timeout=moves.DECLINE,
    )


def _card(view: TomateView) -> prompt.Prompt:
    number = len(view.tricks) + 1
    slot = prompt.PickOne(
        name="card",
        ask=say("Which card do you play?"),
        choices=tuple(
            prompt.Choice(
                id=mine.card,
                label=CARD_NAMES[mine.card],
                short=say("Play {rank}", rank=symbol(mine.card[:-1])),
            )
            for mine in view.hand
        ),
        layout=prompt.Hand(),
    )
    return _form(
        view,
        f"trick {number}",
        say(
            "Choose the card to premove for trick {number}. It's played on your turn if it's"
            " legal.",
            number=number,
        ),
        prompt.Action(kind="card", label=say("Play a card"), slots=(slot,)),
        on_timeout=moves.CARDS[view.hand[0].card],
    )


def _form(
    view: TomateView, moment: str, ask: Text, *actions: prompt.Action, on_timeout: moves.TomateMove
) -> prompt.Prompt:
    return prompt.Prompt(
        ask=ask, actions=actions, on_timeout=on_timeout, about=f"{view.hand_number} {moment}"
    )

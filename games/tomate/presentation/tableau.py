"""The table in zones and figures: enough to paint it or to read it aloud."""

from games.core import tableau
from games.core.cards import letter
from games.core.text import Text, say, say_many, seat, seats
from games.core.values import Seat, shared
from games.tomate.presentation.tokens import card_token
from games.tomate.questions.views import SeatView, TomateView
from games.tomate.rules import texts
from games.tomate.rules.match import DEAL_PRICE
from games.tomate.rules.records import Settlement, Trick
from games.tomate.rules.state import Stage

BACK = "back:spanish"
_NAMED = 2
"""The most players that the last event names."""


def table(view: TomateView) -> tableau.Tableau:
    """Return the table as this viewer sees it."""
    return tableau.Tableau(
        progress=tableau.Figure(label=say("hand"), value=view.hand_number, of=view.hands_total),
        figures=_figures(view),
        centre=_centre(view),
        seats=tuple(_panel(view, seat) for seat in view.seats),
        hand=_hand(view),
        aftermath=_aftermath(view),
        totals=_totals(view),
        last=_last(view),
    )


def _figures(view: TomateView) -> tuple[tableau.Figure, ...]:
    pot = tableau.Figure(label=say("Pot"), value=view.pot, sprite="pot")
    if not view.options.reserves:
        return (pot,)
    return (pot, tableau.Figure(label=say("Reserves"), value=view.reserves, sprite="reserves"))


def _centre(view: TomateView) -> tuple[tableau.Zone, ...]:
    zones = [_trump(view), _stock(view)]
    if view.trick is not None:
        zones.append(_trick(view.trick, say("Trick {number}", number=view.trick.number)))
    zones += [
        _trick(trick, say("Earlier trick {number}", number=trick.number)) for trick in view.tricks
    ]
    return tuple(zones)


def _trump(view: TomateView) -> tableau.Zone:
    token = card_token(view.trump, view.trump_holder)
    if not view.trump_taken:
        return tableau.Zone(title=say("Trump"), tokens=(token,))
    if view.trump_holder is None:
        return tableau.Zone(title=say("Trump"), tokens=(token,), note=say("taken and played"))
    return tableau.Zone(title=say("Trump"), tokens=(token,), note=say("taken by the dealer"))


def _stock(view: TomateView) -> tableau.Zone:
    if view.stock == 0:
        return tableau.Zone(title=say("Stock"), note=say("empty"))
    return tableau.Zone(title=say("Stock"), tokens=(_backs(view.stock),), layout="stack")


@shared
def _backs(count: int) -> tableau.Token:
    name = say_many("{n} card face down", "{n} cards face down", count)
    return tableau.Token(sprite=BACK, name=name, short=say(""), count=count)


def _trick(trick: Trick, title: Text) -> tableau.Zone:
    tokens = tuple(
        card_token(play.card, play.seat, "winning" if play.seat == trick.winner else "plain")
        for play in trick.plays
    )
    return tableau.Zone(title=title, tokens=tokens)


def _panel(view: TomateView, seat: SeatView) -> tableau.SeatPanel:
    figures, zones = [], []
    if seat.need > 1:
        figures.append(tableau.Figure(label=say("needs tricks"), value=seat.need))
    if seat.bid == "in":
        figures.append(tableau.Figure(label=say("tricks"), value=seat.tricks))
        if seat.cards:
            zones.append(tableau.Zone(title=say("holds"), tokens=(_backs(seat.cards),)))
    return tableau.SeatPanel(
        seat=seat.seat,
        points=tableau.Figure(label=say("points"), value=seat.score),
        marks=_marks(view, seat),
        word=_word(view, seat),
        figures=tuple(figures),
        zones=tuple(zones),
    )


def _marks(view: TomateView, seat: SeatView) -> tuple[tableau.Mark, ...]:
    return tableau.marks(
        dealer=seat.seat == view.dealer,
        ready=seat.answered,
        out=seat.bid == "pass" and not seat.asked,
        leader=view.trick is not None and seat.seat == view.trick.leader,
        winner=bool(view.ranking) and seat.seat in view.ranking[0],
    )


def _word(view: TomateView, seat: SeatView) -> Text | None:
    if view.stage is Stage.END:
        return None
    if seat.seat == view.stock_taker:
        return say("stock")
    if seat.bid == "undecided":
        return None
    return say("in") if seat.bid == "in" else say("pass")


def _hand(view: TomateView) -> tuple[tableau.Zone, ...]:
    if view.hand_hidden:
        return (
            tableau.Zone(title=say("In hand"), note=say("face down until the dealer has decided")),
        )
    zones = []
    if view.hand:
        zones.append(tableau.Zone(title=say("In hand"), tokens=_own(view)))
    if view.own_discard is not None:
        zones.append(tableau.Zone(title=say("Discarded"), tokens=(card_token(view.own_discard),)))
    if view.own_laid:
        zones.append(
            tableau.Zone(title=say("Passed"), tokens=tuple(map(card_token, view.own_laid)))
        )
    return tuple(zones)


def _own(view: TomateView) -> tuple[tableau.Token, ...]:
    """The hand with the letters of its buttons, in the order of the prompt's choices."""
    return tuple(
        card_token(
            mine.card,
            look="playable" if mine.playable else "plain" if mine.why is None else "dim",
            letter=letter(place),
        )
        for place, mine in enumerate(view.hand)
    )


def _aftermath(view: TomateView) -> tuple[Text, ...]:
    after = view.aftermath
    settlement = view.settlement if _is_trump_decided_just_now(view) else after.settlement
    sentences = [texts.tell_draw(draws) for draws in after.draws]
    sentences += [] if after.stock is None else [texts.tell_stock(after.stock)]
    for trick in after.tricks:
        if trick not in view.tricks:  # the last one of a hand
            sentences.append(texts.tell_plays(trick))
        sentences.append(texts.tell_trick(trick))
    sentences += [] if settlement is None else texts.tell_settlement(settlement)
    sentences += [] if after.opening is None else [texts.tell_opening(after.opening)]
    if _is_trump_decided_just_now(view):
        sentences.append(texts.tell_trump(view.dealer, view.trump, taken=view.trump_taken))
    return tuple(sentences)


def _totals(view: TomateView) -> tuple[int, ...]:
    """The scores after a hand just settled; the dealer of the next has paid since."""
    settlement = view.aftermath.settlement
    lines = () if settlement is None else settlement.seats
    return tuple(line.score for line in sorted(lines, key=lambda line: line.seat))


def _last(view: TomateView) -> tableau.LastEvent | None:
    """Who won; else the last trick of this hand, or how the last hand was settled."""
    if view.ranking:
        won = say("You won") if view.viewer in view.ranking[0] else None
        return tableau.LastEvent(text=view.awaiting.text, own=won, sprite="icon:crown")
    settlement = view.settlement
    if settlement is not None and (settlement.hand == view.hand_number or not view.tricks):
        return _settled(settlement, view.viewer)
    taken = view.tricks[-1] if view.tricks else None
    if taken is not None and taken.winner is not None:
        text = say("{who} took trick {number}", who=seat(taken.winner), number=taken.number)
        own = None
        if taken.winner == view.viewer:
            own = say("You took trick {number}", number=taken.number)
        return tableau.LastEvent(text=text, own=own, who=taken.winner, sprite="token:star-won")
    return None if view.viewer is None else _dealt(view)


def _dealt(view: TomateView) -> tableau.LastEvent:
    """Who deals the first hand, which costs them points; the table has its legend there."""
    text, own = say("{who} dealt and paid {n}", who=seat(view.dealer), n=DEAL_PRICE), None
    if view.viewer == view.dealer:
        own = say("You dealt and paid {n}", n=DEAL_PRICE)
    return tableau.LastEvent(text=text, own=own, who=view.dealer, sprite="icon:coin")


def _settled(settlement: Settlement, viewer: Seat | None) -> tableau.LastEvent:
    """Who lost a hand, and how much; else who won it. To one of them, what it meant for them."""
    mine = None if viewer is None else settlement.seats[viewer]
    own = None
    lost = [line.seat for line in settlement.seats if line.part == "tomate"]
    won = [line for line in settlement.seats if line.change > 0]
    if lost:
        worst = min(line.change for line in settlement.seats)
        text = say("Tomate for {who}: {points}", who=seats(lost), points=worst)
        if len(lost) > _NAMED:
            text = say("Tomate for {count} players: {points}", count=len(lost), points=worst)
        if mine is not None and mine.part == "tomate":
            own = say("Tomate for you: {points}", points=mine.change)
        return tableau.LastEvent(text=text, own=own, who=lost[0], sprite="icon:tomato")
    if won:
        text = say("{who} won {points}", who=seat(won[0].seat), points=texts.points(won[0].change))
        if mine is not None and mine.change > 0:
            own = say("You won {points}", points=texts.points(mine.change))
        return tableau.LastEvent(text=text, own=own, who=won[0].seat, sprite="icon:coin")
    return tableau.LastEvent(text=say("Everyone passed: the pot stays"))


def _is_trump_decided_just_now(view: TomateView) -> bool:
    """Tell whether the dealer has decided and nobody has bid since."""
    is_open = view.stage in {Stage.DEALER_DISCARD, Stage.BIDDING}
    return is_open and all(seat.bid == "undecided" for seat in view.seats)

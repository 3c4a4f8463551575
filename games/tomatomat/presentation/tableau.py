"""The table in zones and figures: enough to paint it or to read it aloud."""

from collections import Counter
from dataclasses import replace
from operator import itemgetter

from games.core import tableau
from games.core.cards import letter
from games.core.text import Text, say, say_as, say_many
from games.core.text import seat as seat_name
from games.core.values import Seat, shared
from games.tomatomat.presentation.tokens import machine_token
from games.tomatomat.questions.views import SeatView, TomatomatView
from games.tomatomat.rules import texts
from games.tomatomat.rules.cards import Card, Machine, stars
from games.tomatomat.rules.moves import SLOTS
from games.tomatomat.rules.records import Resolution
from games.tomatomat.rules.state import BATCHES


def table(view: TomatomatView) -> tableau.Tableau:
    """Return the table as this viewer sees it."""
    return tableau.Tableau(
        progress=tableau.Figure(label=say("round"), value=view.round, of=view.options.rounds),
        figures=(
            tableau.Figure(label=say("Batch"), value=view.batch, of=BATCHES),
            tableau.Figure(label=say("Machine pile"), value=view.pile),
        ),
        centre=tuple(_slot(slot, stack) for slot, stack in enumerate(view.stacks)),
        seats=tuple(_panel(view, seat) for seat in view.seats),
        hand=() if view.viewer is None else _hand(view),
        aftermath=_aftermath(view),
        last=_last(view),
    )


def _slot(slot: int, stack: tuple[Machine, ...]) -> tableau.Zone:
    """One slot in the centre: the machine whose colours count, then those beneath it."""
    if not stack:
        return tableau.Zone(title=texts.SLOT_NAMES[slot], note=say_as("machine", "won"))
    above, below = stack[-1], tuple(reversed(stack[:-1]))
    tokens = (machine_token(above), *(_beneath(machine) for machine in below))
    shine = texts.star_count(stars(stack))
    note = say("{stars} in all", stars=shine) if below else shine
    return tableau.Zone(title=texts.SLOT_NAMES[slot], tokens=tokens, note=note)


@shared
def _beneath(machine: Machine) -> tableau.Token:
    """A machine under another: its stars count, its colours do not."""
    shine = texts.star_count(stars((machine,)))
    return tableau.Token(
        sprite=f"machine:{machine}",
        name=say("{stars} beneath", stars=shine),
        short=say("+{stars}", stars=shine),
        look="dim",
    )


def _panel(view: TomatomatView, seat: SeatView) -> tableau.SeatPanel:
    marks = tableau.marks(
        ready=seat.answered, winner=bool(view.ranking) and seat.seat in view.ranking[0]
    )
    tokens = tuple(_backs(slot, count) for slot, count in enumerate(seat.counts) if count)
    return tableau.SeatPanel(
        seat=seat.seat,
        points=tableau.Figure(label=say("stars"), value=seat.stars),
        marks=marks,
        figures=(tableau.Figure(label=say("machines"), value=len(seat.won)),),
        zones=(tableau.Zone(title=say("face down"), tokens=tokens),) if tokens else (),
    )


@shared
def _backs(slot: int, count: int) -> tableau.Token:
    return tableau.Token(
        sprite=f"back:tomatomat-{SLOTS[slot]}",
        name=say_many(
            "{n} card at {slot}", "{n} cards at {slot}", count, slot=texts.SLOT_NAMES[slot]
        ),
        short=texts.SLOT_NAMES[slot],
        count=count,
    )


def _hand(view: TomatomatView) -> tuple[tableau.Zone, ...]:
    zones = [_batch(view)]
    zones += [
        tableau.Zone(
            title=say("Own cards at {slot}", slot=texts.SLOT_NAMES[slot]), tokens=_alike(cards)
        )
        for slot, cards in enumerate(view.own)
        if cards
    ]
    if view.own_deck:
        zones.append(tableau.Zone(title=say("Whole deck"), tokens=_alike(view.own_deck)))
    return tuple(zones)


def _batch(view: TomatomatView) -> tableau.Zone:
    title = say("Batch")
    if view.placed:
        tokens = tuple(
            replace(
                _card(card),
                name=say(
                    "{card} at {slot}", card=texts.CARD_NAMES[card], slot=texts.SLOT_NAMES[slot]
                ),
            )
            for card, slot in zip(view.hand, view.placed, strict=True)
        )
        return tableau.Zone(title=title, tokens=tokens, note=say("placed"))
    if view.hand:
        lettered = (_card(card, letter=letter(place)) for place, card in enumerate(view.hand))
        return tableau.Zone(title=title, tokens=tuple(lettered))
    if view.stage == "end":
        return tableau.Zone(title=title, note=say("the match is over"))
    return tableau.Zone(title=title, note=say("placed face down, not to be looked at again"))


@shared
def _card(card: Card, count: int = 1, letter: str = "") -> tableau.Token:
    return tableau.Token(
        sprite=f"tomatomat:{card}",
        name=texts.CARD_NAMES[card],
        short=texts.CARD_SHORT[card],
        count=count,
        letter=letter,
    )


def _alike(cards: tuple[Card, ...]) -> tuple[tableau.Token, ...]:
    """One token for each kind of card, with the count."""
    return tuple(_card(card, cards.count(card)) for card in dict.fromkeys(cards))


def _aftermath(view: TomatomatView) -> tuple[Text, ...]:
    """The last batch; after a round who won which machines, then the details."""
    if view.resolution is not None:
        details = [
            text for outcome in view.resolution.outcomes for text in texts.tell_details(outcome)
        ]
        return (texts.tell_round_end(view.resolution), *details)
    if view.seats[0].added:
        return (texts.tell_added(view.batch - 1, [seat.added for seat in view.seats]),)
    return ()


def _last(view: TomatomatView) -> tableau.LastEvent | None:
    """Who won most in the last round; then who put most cards at one slot in the last batch."""
    if view.resolution is not None:
        return _best_of_round(view.resolution, view.viewer)
    laid = [
        (count, seat.seat, slot)
        for seat in view.seats
        for slot, count in enumerate(seat.added)
        if seat.seat != view.viewer
    ]
    if not laid:
        return None
    count, who, slot = max(laid, key=itemgetter(0))
    text = say_many(
        "{who} put {n} card at {slot}",
        "{who} put {n} cards at {slot}",
        count,
        who=seat_name(who),
        slot=texts.SLOT_NAMES[slot],
    )
    return tableau.LastEvent(text=text, who=who, sprite=f"back:tomatomat-{SLOTS[slot]}")


def _best_of_round(resolution: Resolution, viewer: Seat | None) -> tableau.LastEvent:
    """Who won the most stars, and where."""
    shine = Counter[Seat]()
    for outcome in resolution.outcomes:
        if outcome.winner is not None:
            shine[outcome.winner] += stars(outcome.stack)
    if not shine:
        return tableau.LastEvent(text=say("Nobody won a machine"))
    ((who, most),) = shine.most_common(1)
    won = [outcome.slot for outcome in resolution.outcomes if outcome.winner == who]
    slots = [texts.SLOT_NAMES[slot] for slot in won]
    text = say("{who} won {slots}: +{stars}", who=seat_name(who), slots=slots, stars=most)
    own = say("You won {slots}: +{stars}", slots=slots, stars=most) if who == viewer else None
    return tableau.LastEvent(text=text, own=own, who=who, sprite="vending:star")

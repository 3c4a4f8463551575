"""The table in zones and figures: enough to paint it or to read it aloud."""

from dataclasses import replace

from games.core import tableau
from games.core.cards import letter
from games.core.text import Text, say, say_as, seat, seats
from games.core.values import Seat, shared
from games.karate_tomate.presentation.tokens import card_token, tomato_token, triumph_token
from games.karate_tomate.questions.prompts import kinds_of, offered_kinds
from games.karate_tomate.questions.views import KarateView, SeatView
from games.karate_tomate.rules import events, texts
from games.karate_tomate.rules.cards import COLOUR, VALUE, Card, knives, trophies
from games.karate_tomate.rules.endings import MatchEnded
from games.karate_tomate.rules.state import Stage
from games.karate_tomate.rules.texts import COLOUR_NAMES, trophies_and_knives

ONE_ROW = 9
"""Up to this many kinds of cards are shown in one row."""


def table(view: KarateView) -> tableau.Tableau:
    """Return the table as this viewer sees it."""
    return tableau.Tableau(
        progress=tableau.Figure(label=say("round"), value=view.round),
        figures=_figures(view),
        centre=(_row(view),),
        seats=tuple(_panel(view, seat) for seat in view.seats),
        hand=_hand(view) if view.viewer is not None else (),
        aftermath=tuple(event.text() for event in view.aftermath),
        last=_last(view),
    )


def _figures(view: KarateView) -> tuple[tableau.Figure, ...]:
    figures = [
        tableau.Figure(label=say("Triumph pile"), value=view.pile),
        tableau.Figure(label=say("Draw pile"), value=view.deck),
        tableau.Figure(label=say("Discards"), value=view.discard),
    ]
    if view.barren:
        rounds = view.options.stalemate_rounds or None
        figures.append(tableau.Figure(label=say("No card taken"), value=view.barren, of=rounds))
    return tuple(figures)


@shared
def played_token(card: Card) -> tableau.Token:
    """A number card in front of its seat, where the colour is named once for all."""
    return replace(card_token(card), short=say("{n}", n=VALUE[card]))


def _row(view: KarateView) -> tableau.Zone:
    over = view.stage is Stage.END
    title = say("Left over") if over else say("On offer (trophies/knives/tomatoes)")
    if not view.row:
        return tableau.Zone(title=title, note=say("no triumph card"))
    return tableau.Zone(title=title, tokens=tuple(map(triumph_token, view.row)))


def _panel(view: KarateView, seat: SeatView) -> tableau.SeatPanel:
    points = None
    if seat.triumphs is not None:
        points = tableau.Figure(label=say("trophies"), value=trophies(seat.triumphs))
    return tableau.SeatPanel(
        seat=seat.seat,
        points=points,
        marks=_marks(view, seat),
        word=_word(seat),
        figures=_seat_figures(seat),
        zones=(
            tableau.Zone(title=say("has played"), tokens=tuple(map(played_token, seat.played))),
        ),
    )


def _seat_figures(seat: SeatView) -> tuple[tableau.Figure, ...]:
    """The numbers of a seat, deciding ones first."""
    figures = []
    if seat.played:
        figures.append(tableau.Figure(label=say("total"), value=seat.total))
    if seat.triumphs is not None:
        figures.append(tableau.Figure(label=say("knives"), value=knives(seat.triumphs)))
    if seat.tomato is not None:
        figures.append(tableau.Figure(label=say("tomato"), value=seat.tomato, sprite="icon:tomato"))
    figures.append(tableau.Figure(label=say("cards"), value=seat.cards))
    figures.append(tableau.Figure(label=say_as("triumph cards", "won"), value=seat.won))
    return tuple(figures)


def _marks(view: KarateView, seat: SeatView) -> tuple[tableau.Mark, ...]:
    """Marks of a seat; the viewer's own readiness is shown, the others' is secret (A19)."""
    mine = seat.seat == view.viewer and view.answer is not None
    taken = view.stage is Stage.TRIUMPH and seat.fights and not seat.to_take
    out = _is_out(view, seat.seat) if view.ranking else _dropped_out(view, seat)
    return tableau.marks(
        ready=mine or taken,
        out=out and not seat.asked,
        winner=bool(view.ranking) and seat.seat in view.ranking[0],
    )


def _is_out(view: KarateView, seat: Seat) -> bool:
    """Tell whether this seat ended with the fewest knives; if all are tied, none did."""
    ended = view.aftermath[-1]
    return isinstance(ended, MatchEnded) and seat in ended.out


def _dropped_out(view: KarateView, seat: SeatView) -> bool:
    in_round = view.stage in {Stage.HEAT, Stage.DROP_DRAW, Stage.TRIUMPH}
    return in_round and not seat.fights


def _word(seat: SeatView) -> Text | None:
    if seat.asked:
        return say("draws")
    return COLOUR_NAMES[COLOUR[seat.played[0]]] if seat.fights and seat.played else None


def _hand(view: KarateView) -> tuple[tableau.Zone, ...]:
    """The viewer's hand, the cards chosen or drawn, the tomato, and the triumph cards won."""
    zones = [*_own_cards(view), *_news(view)]
    if view.tomato is None:
        return tuple(zones)
    mine = tomato_token(view.tomato)
    if not view.won:
        return (*zones, tableau.Zone(title=say("Tomato"), tokens=(mine,)))
    tokens = (mine, *map(triumph_token, view.won))
    counted = trophies_and_knives(trophies(view.won), knives(view.won))
    return (*zones, tableau.Zone(title=say("Tomato and triumphs"), tokens=tokens, note=counted))


def _own_cards(view: KarateView) -> list[tableau.Zone]:
    """One row if there are few kinds; otherwise a zone for each colour, which is easier to scan."""
    tokens = _own(view)
    if not tokens:
        return [tableau.Zone(title=say("In hand"), note=say("none"))]
    if len(tokens) <= ONE_ROW:
        return [tableau.Zone(title=say("In hand"), tokens=tuple(tokens.values()))]
    return [
        tableau.Zone(
            title=name,
            tokens=tuple(
                replace(token, short=say("{n}", n=VALUE[kind]))
                for kind, token in tokens.items()
                if COLOUR[kind] == colour
            ),
            layout="grid",
            columns=3,
        )
        for colour, name in COLOUR_NAMES.items()
        if colour in map(COLOUR.__getitem__, tokens)
    ]


def _news(view: KarateView) -> list[tableau.Zone]:
    """The cards the viewer has chosen, or else drew in the last step."""
    if view.answer:
        cards = [card_token(card) for card in view.answer if card != "tomato"]
        if not cards:
            return [tableau.Zone(title=say("Chosen"), note=say("the tomato"))]
        chosen = say("Chosen") if view.stage is Stage.HEAT else say("To discard")
        return [tableau.Zone(title=chosen, tokens=tuple(cards))]
    if view.drawn:
        return [tableau.Zone(title=say("Just drawn"), tokens=tuple(map(card_token, view.drawn)))]
    return []


def _last(view: KarateView) -> tableau.LastEvent | None:
    """Who won; else the last pick, or who dropped out in the last heat; a draw tells who drew."""
    if view.ranking:
        won = say("You won") if view.viewer in view.ranking[0] else None
        return tableau.LastEvent(text=view.awaiting.text, own=won, sprite="icon:crown")
    if view.picks:
        pick = view.picks[-1]
        text = say("{who} took a card", who=seat(pick.seat))
        own = say("You took a card") if pick.seat == view.viewer else None
        return tableau.LastEvent(text=text, own=own, who=pick.seat, sprite=f"triumph:{pick.card}")
    if any(isinstance(event, events.RoundOver) for event in view.aftermath):
        return tableau.LastEvent(text=say("Nobody took a card"))
    drew = [event.seat for event in view.aftermath if isinstance(event, events.Drew | events.Kept)]
    fell = [event for event in view.aftermath if isinstance(event, events.DroppedOut)]
    if fell or drew:
        out = fell[0].seats if fell else tuple(dict.fromkeys(drew))
        return _fell(view, out)
    if view.stage is Stage.HEAT and view.heat > 1:
        return tableau.LastEvent(text=say("Nobody dropped out"))
    return None


def _fell(view: KarateView, out: tuple[Seat, ...]) -> tableau.LastEvent:
    """Who dropped out; to one of them, only that."""
    own = None
    if view.viewer in out:
        own = say("You're out: {tomato}", tomato=texts.tomato(view.tomato or 0))
    if len(out) == 1:
        tomato = texts.tomato(view.seats[out[0]].tomato or 0)
        text = say("{who} is out: {tomato}", who=seat(out[0]), tomato=tomato)
    elif len(out) == 2:
        text = say("{who} are out", who=seats(out))
    else:
        text = say("{count} players are out", count=len(out))
    return tableau.LastEvent(text=text, own=own, who=out[0])


def _own(view: KarateView) -> dict[Card, tableau.Token]:
    """The hand by kinds, with the letters of the question's choices if there is one."""
    offered = [kind for kind, _ in offered_kinds(view)]
    letters = {kind: letter(place) for place, kind in enumerate(offered)}
    choosing = view.in_fight or view.owes
    return {
        kind: card_token(
            kind, copies, _look(view, kind) if choosing else "plain", letters.get(kind, "")
        )
        for kind, copies in kinds_of(view)
    }


def _look(view: KarateView, kind: Card) -> tableau.TokenLook:
    if view.in_fight:
        return "playable" if kind in view.playable else "dim"
    may_discard = view.stage is Stage.DROP_DRAW and len(view.hand) >= 2
    return "playable" if may_discard else "plain"

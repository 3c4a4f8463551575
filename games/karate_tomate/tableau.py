"""The table in zones and figures: enough to paint it or to read it aloud."""

from __future__ import annotations

from games.core.cards import letter
from games.core.tableau import Figure, Mark, SeatPanel, Tableau, Token, Zone
from games.core.text import Text, say
from games.karate_tomate.cards import TRIUMPHS, Card, TriumphId, knives, trophies
from games.karate_tomate.prompts import kinds_of, offered_kinds
from games.karate_tomate.state import Stage
from games.karate_tomate.views import KarateView, SeatView
from games.karate_tomate.words import (
    CARD_NAMES,
    TRIUMPH_NAMES,
    card_list,
    tomato,
    trophies_and_knives,
)


def table(view: KarateView) -> Tableau:
    """Return the table as this viewer sees it."""
    return Tableau(
        game="karate_tomate",
        title=say("Karate Tomate"),
        headline=view.awaiting.text,
        viewer=view.viewer,
        progress=Figure(label=say("round"), value=view.round),
        figures=_figures(view),
        centre=(_row(view),),
        seats=tuple(_panel(view, seat) for seat in view.seats),
        hand=_hand(view) if view.viewer is not None else (),
        aftermath=tuple(event.text() for event in view.aftermath),
    )


def _figures(view: KarateView) -> tuple[Figure, ...]:
    figures = [
        Figure(label=say("Triumph pile"), value=view.pile),
        Figure(label=say("Draw pile"), value=view.deck),
        Figure(label=say("Discards"), value=view.discard),
    ]
    if view.barren:
        rounds = view.options.stalemate_rounds
        figures.append(Figure(label=say("Without a taker"), value=view.barren, of=rounds))
    return tuple(figures)


def card_token(card: Card) -> Token:
    """A number card face up."""
    return Token(sprite=f"veg:{card}", name=CARD_NAMES[card], short=CARD_NAMES[card])


def triumph_token(card: TriumphId) -> Token:
    """A triumph card face up; its tile shows trophies, knives and tomatoes."""
    shown = TRIUMPHS[card]
    short = say(
        "{trophies}/{knives}/{tomatoes}",
        trophies=shown.trophies,
        knives=shown.knives,
        tomatoes=shown.tomatoes,
    )
    return Token(sprite=f"triumph:{card}", name=TRIUMPH_NAMES[card], short=short)


def _row(view: KarateView) -> Zone:
    title = say("On offer (trophies/knives/tomatoes)")
    if not view.row:
        return Zone(title=title, note=say("no triumph card"))
    return Zone(title=title, tokens=tuple(map(triumph_token, view.row)))


def _panel(view: KarateView, seat: SeatView) -> SeatPanel:
    points = None
    if seat.triumphs is not None:
        points = Figure(label=say("trophies"), value=trophies(seat.triumphs))
    return SeatPanel(
        seat=seat.seat,
        points=points,
        marks=_marks(view, seat),
        word=_word(view, seat),
        figures=_seat_figures(seat),
        zones=(Zone(title=say("has played"), tokens=tuple(map(card_token, seat.played))),),
    )


def _seat_figures(seat: SeatView) -> tuple[Figure, ...]:
    figures = []
    if seat.played:
        figures.append(Figure(label=say("total"), value=seat.total))
    figures.append(Figure(label=say("cards"), value=seat.cards))
    if seat.triumphs is not None:
        figures.append(Figure(label=say("knives"), value=knives(seat.triumphs)))
    figures.append(Figure(label=say("won"), value=seat.won))
    if seat.tomato is not None:
        figures.append(Figure(label=say("tomato"), value=seat.tomato))
    return tuple(figures)


def _marks(view: KarateView, seat: SeatView) -> tuple[Mark, ...]:
    """Of who has chosen, only the viewer's own readiness may be shown (A19)."""
    mine = seat.seat == view.viewer and view.answer is not None
    out = seat.seat in view.ranking[-1] if len(view.ranking) > 1 else _dropped_out(view, seat)
    marks = {
        Mark.TURN: seat.seat in view.awaiting.seats,
        Mark.READY: mine,
        Mark.OUT: out and not seat.asked,
        Mark.WINNER: bool(view.ranking) and seat.seat in view.ranking[0],
    }
    return tuple(mark for mark, true in marks.items() if true)


def _dropped_out(view: KarateView, seat: SeatView) -> bool:
    in_round = view.stage in {Stage.HEAT, Stage.DROP_DRAW, Stage.TRIUMPH}
    return in_round and not seat.fights


def _word(view: KarateView, seat: SeatView) -> Text | None:
    if seat.asked:
        return say("draws")
    if view.stage is Stage.TRIUMPH and seat.fights:
        return say("to take") if seat.to_take else say("has taken")
    return None


def _hand(view: KarateView) -> tuple[Zone, ...]:
    zones = [Zone(title=say("Your cards"), tokens=_own(view), note=_note(view))]
    if view.tomato is not None:
        name = tomato(view.tomato)
        token = Token(sprite=f"tomato:{view.tomato}", name=name, short=say("T{n}", n=view.tomato))
        zones.append(Zone(title=say("Your tomato"), tokens=(token,)))
    if view.won:
        counted = trophies_and_knives(trophies(view.won), knives(view.won))
        tokens = tuple(map(triumph_token, view.won))
        zones.append(Zone(title=say("Your triumph cards"), tokens=tokens, note=counted))
    return tuple(zones)


def _note(view: KarateView) -> Text | None:
    """What the viewer has chosen, or else drew in the last step."""
    if view.answer is not None and view.stage is Stage.HEAT:
        chosen = view.answer[0]
        name = say("your tomato") if chosen == "tomato" else CARD_NAMES[chosen]
        return say("chosen: {card}", card=name)
    if view.answer:
        chosen_cards = [card for card in view.answer if card != "tomato"]
        return say("to discard: {cards}", cards=card_list(chosen_cards))
    if view.drawn:
        return say("drawn: {cards}", cards=card_list(view.drawn))
    return None if view.hand else say("none")


def _own(view: KarateView) -> tuple[Token, ...]:
    """The hand by kinds, with the letters of the question's choices where there is one."""
    offered = [kind for kind, _ in offered_kinds(view)]
    letters = {kind: letter(place) for place, kind in enumerate(offered)}
    choosing = view.in_fight or view.owes
    return tuple(
        card_token(kind).model_copy(
            update={
                "count": copies,
                "letter": letters.get(kind, ""),
                "look": _look(view, kind) if choosing else "plain",
            }
        )
        for kind, copies in kinds_of(view)
    )


def _look(view: KarateView, kind: Card) -> str:
    if view.in_fight:
        return "playable" if kind in view.playable else "dim"
    may_discard = view.stage is Stage.DROP_DRAW and len(view.hand) >= 2
    return "playable" if may_discard else "plain"

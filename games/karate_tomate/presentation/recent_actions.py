"""Recent actions at a table of Karate Tomate, in brief."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.tableau import RecentAction, Token
from games.core.text import say, say_many
from games.karate_tomate.presentation.tokens import card_token, tomato_token, triumph_token
from games.karate_tomate.questions.views import KarateView
from games.karate_tomate.rules import events
from games.karate_tomate.rules.cards import Card
from games.karate_tomate.rules.endings import MatchEnded


def recent_actions(view: KarateView) -> tuple[RecentAction, ...]:
    """The results of the last step; a seat that drops out is shown with its tomato."""
    return tuple(deed for event in view.aftermath for deed in (*_fight(event), *_drawing(event)))


def _fight(event: events.KarateEvent) -> Iterator[RecentAction]:
    match event:
        case events.RoundOpened() if event.row:
            yield RecentAction(tokens=tuple(map(triumph_token, event.row)))
        case events.HeatRevealed():
            for strike in event.strikes:
                yield RecentAction(who=strike.seat, tokens=(_card(strike.card, strike.tomato),))
        case events.TriumphTaken():
            yield RecentAction(who=event.seat, tokens=(triumph_token(event.card),))
        case MatchEnded():
            for seat in event.out:
                yield RecentAction(who=seat, word=say("out"))
            yield RecentAction(who=event.winner, word=say("won"))


def _drawing(event: events.KarateEvent) -> Iterator[RecentAction]:
    """Draws after dropping out, and tomatoes shown or swapped."""
    match event:
        case events.Drew() if event.drawn:
            yield RecentAction(who=event.seat, tokens=(_backs(event.drawn),))
        case events.Kept():
            yield RecentAction(who=event.seat, word=say("keeps all"))
        case events.TomatoesShown():
            for held in event.tied:
                yield _shows(held)
        case events.TomatoesSwapped():
            for held in event.now:
                yield _shows(held)


def _card(card: Card | None, value: int) -> Token:
    """The card a seat struck with: a number card, or its tomato."""
    if card is None:
        return tomato_token(value)
    return card_token(card)


def _shows(held: events.Held) -> RecentAction:
    return RecentAction(who=held.seat, tokens=(tomato_token(held.tomato),))


def _backs(count: int) -> Token:
    name = say_many("{n} card", "{n} cards", count)
    return Token(sprite="back:tomato", name=name, short=say(""), count=count)

"""Recent actions at a table of Dojo, in brief."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.core.tableau import RecentAction, Token
from games.core.text import Text, say, say_as, symbol
from games.core.values import Seat
from games.dojo.presentation.tokens import BACK, card_token, trophy_token
from games.dojo.questions.views import DojoView
from games.dojo.rules import events
from games.dojo.rules.cards import Card, Trophy
from games.dojo.rules.texts import CARD_SHORT


def recent_actions(view: DojoView) -> tuple[RecentAction, ...]:
    """The results of the last step."""
    return tuple(deed for event in view.aftermath for deed in (*_dealing(event), *_duel(event)))


def _dealing(event: events.DojoEvent) -> Iterator[RecentAction]:
    match event:
        case events.RoundOpened() if event.dealer is not None:
            yield RecentAction(who=event.dealer, word=say_as("dealer", "deals"))
        case events.CardGiven():
            to = None if event.to == event.dealer else event.to
            word = say("keeps") if to is None else None
            yield RecentAction(who=event.dealer, tokens=(_dealt(event.number),), to=to, word=word)
        case events.CellChosen():
            yield RecentAction(who=event.seat, word=say("has chosen"))
        case events.CardsPlaced():
            for entry in event.placed:
                card = replace(card_token(entry.card), name=CARD_SHORT[entry.card])
                yield RecentAction(who=entry.seat, tokens=(card,), word=symbol(entry.cell))
        case events.TrophyPut():
            yield _trophy(event.seat, event.trophy, symbol(event.line))
        case events.TrophyRemoved():
            yield _trophy(event.seat, event.trophy, say("removed"))


def _duel(event: events.DojoEvent) -> Iterator[RecentAction]:
    match event:
        case events.Passed():
            yield RecentAction(who=event.seat, word=say("pass"))
        case events.Unchallenged() if not event.last:
            yield _trophy(None, event.trophy, say("stays"))
        case events.Challenged():
            yield replace(_card(event.challenger, event.challenger_card), to=event.dealer)
            yield _card(event.dealer, event.dealer_card)
        case events.HasThrown():
            yield RecentAction(who=event.seat, word=say("has thrown"))
        case events.DuelWon():
            yield _trophy(event.winner, event.trophy, None)
        case events.CardsExchanged():
            yield _card(event.winner, event.winner_card)
            yield _card(event.loser, event.loser_card)


def _dealt(number: int) -> Token:
    """A face-down card, named as the event names it."""
    return replace(BACK, name=say("card {n}", n=number))


def _card(who: Seat, card: Card) -> RecentAction:
    return RecentAction(who=who, tokens=(card_token(card),))


def _trophy(who: Seat | None, trophy: Trophy, word: Text | None) -> RecentAction:
    return RecentAction(who=who, tokens=(trophy_token(trophy),), word=word)

"""Recent actions at a table of Diced Tomatoes, in brief."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.core.tableau import RecentAction, Token
from games.core.text import Text, say
from games.core.values import Seat
from games.diced_tomatoes.presentation.tokens import die_token, unrolled
from games.diced_tomatoes.questions.views import DicedView
from games.diced_tomatoes.rules import events
from games.diced_tomatoes.rules.dice import Counts, Die
from games.diced_tomatoes.rules.legal import is_solo
from games.diced_tomatoes.rules.texts import coloured
from games.diced_tomatoes.rules.vines import number_of, owner_of

_HEART = Token(sprite="icon:red-heart", name=say("karma"), short=say("karma"))
_TOMATO = Token(sprite="icon:tomato", name=say("vine"), short=say("vine"))


def recent_actions(view: DicedView) -> tuple[RecentAction, ...]:
    """The results of the last step."""
    solo = is_solo(view)
    return tuple(
        deed for event in view.recent for deed in (*_turn(event), *_vine(event, solo=solo))
    )


def _turn(event: events.DicedEvent) -> Iterator[RecentAction]:
    """Actions on the hand and on karma."""
    match event:
        case events.RolledForOrder():
            for roll in event.rolls:
                yield RecentAction(who=roll.seat, word=say("{face}", face=roll.face))
        case events.DiceDrawn() if any(event.dice):
            yield RecentAction(who=event.seat, tokens=_loose(event.dice))
        case events.HandRolled():
            yield _with_dice(event.seat, *event.dice)
        case events.KarmaEarned():
            word = say("+{points}", points=event.gained)
            yield RecentAction(who=event.seat, tokens=(_HEART,), word=word)
        case events.DieTurned():
            yield _with_dice(event.seat, event.die)
            yield RecentAction(tokens=(die_token(event.now),), word=_paid(event.cost))
        case events.TurnTakenBack():
            yield RecentAction(who=event.seat, word=say("takes back"))
        case events.TurnEnded():
            to = None if event.to == event.seat else event.to
            left = _loose(event.left) if event.to is not None else ()
            yield RecentAction(
                who=event.seat, tokens=left, to=to if left else None, word=say("ends")
            )


def _vine(event: events.DicedEvent, *, solo: bool) -> Iterator[RecentAction]:
    """Actions on vines."""
    match event:
        case events.DiePlaced():
            yield _on_vine(_with_dice(event.seat, event.die), event.vine)
        case events.VineHarvested():
            yield RecentAction(
                who=owner_of(event.vine), tokens=(_TOMATO,), word=_brought(event, solo=solo)
            )
        case events.VineCleaned():
            yield _on_vine(RecentAction(who=event.seat, tokens=(_HEART,)), event.vine)
        case events.SeedFlipped():
            yield _on_vine(RecentAction(who=event.seat, tokens=(_HEART,)), event.vine)
        case events.VineCleared():
            number = number_of(event.vine)
            word = say("clears vine {number}", number=number)
            if event.is_overripe:
                word = say("loses vine {number}", number=number)
            yield RecentAction(who=owner_of(event.vine), word=word)
        case events.FinalRound():
            yield RecentAction(who=event.seat, word=say("first to six"))


def _brought(event: events.VineHarvested, *, solo: bool) -> Text:
    """The points of a harvest; alone a match is one, and any other harvest fills a slot."""
    if not solo:
        return say("+{points}", points=event.points)
    if event.score == event.slot:
        return say("+{points}", points=1)
    return say("slot {slot}", slot=event.slot)


def _with_dice(who: Seat, *dice: Die) -> RecentAction:
    return RecentAction(who=who, tokens=tuple(map(die_token, dice)))


def _loose(counts: Counts) -> tuple[Token, ...]:
    """Dice without a face; several of a colour are named with their number.

    The event's own words are the object of a sentence, which shows at a single German die.
    """
    counted = zip(unrolled(counts), coloured(counts).items, strict=True)
    return tuple(
        token if token.count == 1 else replace(token, name=name) for token, name in counted
    )


def _on_vine(deed: RecentAction, vine: int) -> RecentAction:
    """The action with the vine it was done to, and its owner if it is another's."""
    owner = owner_of(vine)
    to = None if owner == deed.who else owner
    return replace(deed, to=to, word=say("vine {number}", number=number_of(vine)))


def _paid(cost: int) -> Text:
    return say("{cost} karma", cost=cost)

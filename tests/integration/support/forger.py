"""A seated player who sends input that no message offers."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.ui.kit.custom_ids import ControlVerb as Control
from bot.ui.kit.custom_ids import Verb
from games.core.game import AnyGame
from playground.interactions.interactions import COMPONENT, MODAL_SUBMIT
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ShownMessage
from playground.world.components import BUTTON
from tests.integration.play.test_every_game import begun
from tests.integration.support.forgeries import (
    FREE,
    JUNK,
    TYPES,
    Attack,
    Forgery,
    attack,
    forgeries,
    pressed,
)
from tests.integration.support.random_presses import press
from tests.integration.support.running_bot import Hands, RunningBot, controls

HERE = "running"
OWN = frozenset(
    (verb, HERE)
    for verb in (
        Verb.HAND,
        Verb.LEAVE_SURELY,
        Verb.VOTE,
        Verb.UNVOTE,
        Verb.TAKE_BACK_PREMOVE,
        Verb.NUDGE,
        Verb.PAUSE,
        Verb.RESUME,
        Verb.STOP_SURELY,
    )
)
"""Verbs that change something and are open to players or the host."""
NOWHERE = ("u", "u.u", "u.u.u", "u.u.u.u")
"""Paths to the thirty-first item of everything."""
OTHERS: Mapping[Control, tuple[Control, ...]] = {
    Control.PICK: (Control.REST, Control.CHOOSE),
    Control.CHOOSE: (Control.REST, Control.PICK),
}
"""Controls of other questions and games that don't fit the player's own question."""


@dataclass
class Round:
    """A running match of two people with open hands; one of them is the forger."""

    attack: Attack
    hands: Hands
    old: dict[PlaygroundUser, list[str]]
    """Controls of questions that each player has answered."""

    def of(self, person: PlaygroundUser) -> "Round":
        """Return the same round with this person as the forger, who uses their own hand."""
        place = self.attack
        free = FREE | OWN | {(Verb.TOURNAMENT_CANCEL, "tournament")}  # Ana moderates the server
        rival = next(hand for hand in self.hands if hand is not person)
        control = next(iter((*controls(self.hands[rival]), *self.old[rival])))
        mine = self.hands[person]
        forger = replace(place, forger=person, rival=rival, table=mine, free=free, control=control)
        return replace(self, attack=forger)

    def mine(self) -> list[dict[str, Any]]:
        """Return what the forger's hand really offers."""
        return _offered(self.hands[self.attack.forger])

    def others(self) -> list[dict[str, Any]]:
        """Return what the other hand offers."""
        return _offered(self.hands[self.attack.rival])


async def table_of_two(env: RunningBot, game: AnyGame, *, finished: bool = False) -> Round:
    """Start a match in which two people have each answered once, with other matches around it."""
    ana, ben = env.person("Ana"), env.person("Ben")
    _, hands = await begun(env, ana, ben, game)
    old: dict[PlaygroundUser, list[str]] = {ana: [], ben: []}
    chance = random.Random(3)
    while not all(old.values()):
        await env.asked(*hands.values())
        asked = [each_key for each_key, hand in hands.items() if controls(hand)]
        # If both are asked at once, an answer may still be changed, so the other goes first.
        person = min(asked, key=lambda item: bool(old[item]))
        before = controls(hands[person])
        await press(person, hands[person], chance)
        await env.settled()
        if _tickets(before).isdisjoint(_tickets(controls(hands[person]))):
            old[person] = before
    await env.asked(*hands.values())
    return Round(await attack(env, hands, finished=finished), hands, old)


def seated_forgeries(played: Round, chance: random.Random, count: int) -> Iterator[Forgery]:
    """Yield everything a seat may not send, then `count` random forgeries."""
    yield from of_another(played)
    yield from old(played)
    yield from of_another_ticket(played, "0-guessed")
    for offer in played.mine():
        yield from _not_offered(offer)
        yield from _as_forms(offer)
    yield from forgeries(played.attack, chance, count)


def of_another(played: Round) -> Iterator[Forgery]:
    """Yield the rival's question with either seat, and the forger's with the rival's seat."""
    for offer in played.others():
        for custom_id in (offer["custom_id"], _with_seat(offer["custom_id"], played)):
            yield Forgery("another seat's question", COMPONENT, _use(offer, custom_id))
    for offer in played.mine():
        custom_id = _with_seat(offer["custom_id"], played)
        yield Forgery("another seat's question", COMPONENT, _use(offer, custom_id))


def _with_seat(custom_id: str, played: Round) -> str:
    """Return the same control for the other seat."""
    head, match, seat, rest = custom_id.split(":", 3)
    seats = {word.split(":")[2] for words in played.old.values() for word in words}
    return ":".join((head, match, next(entry for entry in sorted(seats) if entry != seat), rest))


def of_another_ticket(played: Round, ticket: str) -> Iterator[Forgery]:
    """Yield the controls of the forger's own question with another ticket."""
    for offer in played.mine():
        head, match, seat, _, rest = offer["custom_id"].split(":", 4)
        custom_id = f"{head}:{match}:{seat}:{ticket}:{rest}"
        yield Forgery("another ticket", COMPONENT, _use(offer, custom_id))


def old(played: Round) -> Iterator[Forgery]:
    """Yield controls of a question that the forger has answered, as presses and as forms."""
    for custom_id in played.old[played.attack.forger]:
        for values in (None, ["0"], ["0.0"]):
            yield Forgery("a question answered before", COMPONENT, pressed(custom_id, values))
        parts = {"custom_id": custom_id, "components": []}
        yield Forgery("a question answered before", MODAL_SUBMIT, parts)


def _not_offered(offer: dict[str, Any]) -> Iterator[Forgery]:
    """Yield paths, controls and values that the forger's own question doesn't have."""
    head, verb, path = offer["custom_id"].rsplit(":", 2)
    for other in Control:
        for nowhere in NOWHERE[other is Control.PAGE :]:
            wrong = pressed(f"{head}:{other}:{nowhere}", ["0"])
            yield Forgery("places that a question has not", COMPONENT, wrong)
    for other in OTHERS.get(Control(verb), ()):
        wrong = pressed(f"{head}:{other}:{path}", ["0"])
        yield Forgery("controls of other questions", COMPONENT, wrong)
    if offer["type"] != BUTTON:
        for values in _wrong_values(offer):
            yield Forgery("values that a menu has not", COMPONENT, _use(offer, values=values))


def _wrong_values(menu: dict[str, Any]) -> Iterator[Any]:
    """Yield too many, too few, repeated, unknown and invalid values."""
    known = [option["value"] for option in menu["options"]]
    yield [known[0], known[0]]
    yield [*known, "99.0"]
    if menu.get("max_values", 1) < len(known):
        yield known
    if menu.get("min_values", 1) > 0:
        yield []
    for junk in JUNK:
        if junk not in known:
            yield [junk]
    for junk in TYPES:
        if junk is not None and junk != []:
            yield junk
        if junk not in known:
            yield [junk]


def _as_forms(offer: dict[str, Any]) -> Iterator[Forgery]:
    """Yield forms of controls that open none, and fields that no form of ours has."""
    head, verb, _ = offer["custom_id"].rsplit(":", 2)
    fields = [_field(name, junk) for name in ("number", "0", "x") for junk in ("", "x", "9" * 5000)]
    ids = [f"{head}:{Control.FORM}:{path}" for path in NOWHERE]
    if Control(verb) is not Control.FORM:
        ids.append(offer["custom_id"])
    for custom_id in ids:
        for field in ([], fields[:1], fields):
            data = {"custom_id": custom_id, "components": field}
            yield Forgery("forms that a question has not", MODAL_SUBMIT, data)


def _field(custom_id: str, value: str) -> dict[str, Any]:
    typed = {"type": 4, "id": 2, "custom_id": custom_id, "value": value}
    return {"type": 18, "id": 1, "component": typed}


def _use(offer: dict[str, Any], custom_id: str | None = None, values: Any = None) -> dict[str, Any]:
    """Return a press on an offered control, with the first choice by default."""
    if values is None and offer["type"] != BUTTON:
        values = [offer["options"][0]["value"]]
    return pressed(custom_id or offer["custom_id"], values)


def _offered(hand: ShownMessage) -> list[dict[str, Any]]:
    return [hand.component(custom_id) for custom_id in controls(hand)]


def _tickets(custom_ids: list[str]) -> set[str]:
    return {custom_id.split(":")[3] for custom_id in custom_ids}

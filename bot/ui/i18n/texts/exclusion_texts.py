"""What people read about blocks and bars; whoever is blocked reads nothing."""

from collections.abc import Sequence

from data.stores.guards import Guard
from games.core.text import Text, TextList, say, symbol

SEATED = say(
    "Nobody loses a seat they already have. In a lobby, the host can remove people under More."
)
_NOBODY = {
    Guard.BLOCKED: say("You haven't blocked anybody."),
    Guard.BARRED: say("Nobody is barred from this server's tables."),
}


def listed(kind: Guard, players: Sequence[int]) -> Text:
    if not players:
        return _NOBODY[kind]
    people = TextList(items=tuple(map(_mention, players)), style="unit")
    if kind is Guard.BLOCKED:
        return say("You've blocked: {people}", people=people)
    return say("Barred from this server's tables: {people}", people=people)


def excluded(kind: Guard, player: int) -> Text:
    if kind is Guard.BLOCKED:
        return say(
            "{person} can no longer join tables and tournaments you host. They aren't told. Undo"
            " this with /me unblock.",
            person=_mention(player),
        )
    return say(
        "{person} can no longer open or join tables and tournaments here. Undo this with"
        " /server unbar.",
        person=_mention(player),
    )


def included(kind: Guard, player: int, *, was: bool) -> Text:
    person = _mention(player)
    if not was:
        return say("{person} wasn't on the list. Nothing has changed.", person=person)
    if kind is Guard.BLOCKED:
        return say("{person} can join your tables again.", person=person)
    return say("{person} can play at this server's tables again.", person=person)


def _mention(player: int) -> Text:
    return symbol(f"<@{player}>")

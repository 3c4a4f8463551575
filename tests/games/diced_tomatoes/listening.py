"""What somebody types who only hears a hand of Diced Tomatoes."""

import re
from collections.abc import Iterator, Sequence

_BUTTONS = {
    "None of your remaining dice can be placed.": "End the turn",
    "All your dice are placed.": "End the turn",
    "Clear it?": "Leave the vine",
    "You can clear worthless vines": "Leave them all",
}


def typed_moves(heard: str) -> Sequence[str]:
    """The handfuls that the bushel has, or the vines that take a die, own ones first."""
    if "Draw your dice." in heard:
        return list(_handfuls(heard)) or ["Roll"]
    for words, answer in _BUTTONS.items():
        if words in heard:
            return [answer]
    head = "Place it and end the turn: " if "Place your last die" in heard else ""
    dice = re.findall(r"((?:red|black) \d), playable", heard)
    return [f"{head}{die}, {vine}" for die in dice for vine in _places(heard, die)]


def _handfuls(heard: str) -> Iterator[str]:
    (bushel,) = re.findall(r"Bushel: (.*?)\.(?:\s|$)", heard)
    red, black = (
        sum(int(count or 1) for count in re.findall(rf"(?:(\d+) × )?{colour} die", bushel))
        for colour in ("red", "black")
    )
    ways = [(3 - n, n) for n in range(4) if 3 - n <= red and n <= black]
    if len(ways) > 1:
        for reds, blacks in ways:
            parts = (f"{n} {colour}" for n, colour in ((reds, "red"), (blacks, "black")) if n)
            yield ", ".join(parts)


def _places(heard: str, die: str) -> Iterator[str]:
    """The vines where a die makes a set or a run, or the first empty place of a red one."""
    seats = re.findall(r"(?:^|\s)(\w+): points ([^.]*)\.", heard)
    for name, facts in sorted(seats, key=lambda seat: seat[0] != "Ana"):
        owner = "your" if name == "Ana" else f"{name}'s"
        held = {
            number: [int(face) for face in re.findall(r"\d", re.sub(r"worth \S+", "", dice))]
            for number, dice in re.findall(r"vine (\d) seed (.*?)(?=, vine|, track|$)", facts)
        }
        empty = next((n for n in "123" if n not in held), None)
        if die.startswith("red") and empty is not None:
            yield f"{owner} vine {empty}"
        for number, faces in held.items():
            if len(faces) < 4 and int(die[-1]) in _growing(faces):
                yield f"{owner} vine {number}"


def _growing(faces: Sequence[int]) -> set[int]:
    ends = {min(faces) - 1, max(faces) + 1}
    if len(faces) == 1:
        return {*ends, faces[0]}
    return ends if len(set(faces)) > 1 else set(faces)

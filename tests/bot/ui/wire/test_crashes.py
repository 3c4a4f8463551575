"""The k-th request to Discord breaks, the bot is dropped at once, and another one takes over."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.playground.errors import HumanError
from bot.playground.people import InteractionFailedError, Person
from bot.playground.shown import NothingShownError, ShownMessage
from tests.bot.ui.wire.club import TABLE, Club, controls
from tests.playground import opened

STRIKES = (3, 6, 9, 13, 18, 24, 31, 39)
"""The requests of a short match that break: opening, joining, starting, hands, moves, the end."""


@pytest.mark.parametrize("applied", [True, False], ids=["answer lost", "request lost"])
@pytest.mark.parametrize("strike", STRIKES)
async def test_a_match_ends_as_if_nothing_had_happened(
    tmp_path: Path, strike: int, *, applied: bool
) -> None:
    """After a crash at any request there is one table, one result, and nothing is lost."""
    async with opened() as playground:
        playground.patience = 8
        club = Club(playground, tmp_path / "tomato-table.db")
        ana, ben = club.person("Ana"), club.person("Ben")
        fault = playground.faults.answer(status=0, nth=strike, applied=applied)
        async with club.open():
            await evening(club, ana, ben, until=lambda: fault.seen >= strike)
        playground.faults.heal()
        playground.patience = 20
        async with club.open():
            await club.settled()
            await evening(club, ana, ben, until=lambda: False)
            await club.settled()
        public = [shown for shown in ana.sees(TABLE) if not shown.ephemeral]

    assert ["Rematch" in shown.buttons for shown in public] == [False, True]
    assert "seed was" in public[0].text


async def evening(club: Club, ana: Person, ben: Person, until: Callable[[], bool]) -> None:
    """Whatever is to be done next, done: open, join, start, show hands, press; until the result."""
    hands: dict[Person, ShownMessage] = {}
    for _ in range(200):
        if until() or over(ana):
            return
        try:
            await one_thing(club, ana, ben, hands)
        except (InteractionFailedError, HumanError, NothingShownError):
            # As a person would: what failed or went away is looked for anew.
            hands.clear()
        await club.settled()
    raise AssertionError(f"no result:\n{ana.transcript(TABLE)}")


def over(ana: Person) -> bool:
    return any("Rematch" in shown.buttons for shown in ana.sees(TABLE))


async def one_thing(
    club: Club, ana: Person, ben: Person, hands: dict[Person, ShownMessage]
) -> None:
    """The next act of the evening, by who has to do it."""
    public = [shown for shown in ana.sees(TABLE) if not shown.ephemeral]
    if not public:
        await ana.slash(TABLE, "play tomate", cycles=1)
    elif "Join" in public[0].buttons and "Ben" not in public[0].text:
        await ben.click(public[0], "Join")
    elif "Start" in public[0].buttons:
        await ana.click(public[0], "Start")
    else:
        for person in (ana, ben):
            if person not in hands:
                hands[person] = await club.hand(person, public[0])
        asked = await club.asked(*hands.values())
        person = next(p for p, hand in hands.items() if hand is asked)
        await person.click(asked, controls(asked)[0])

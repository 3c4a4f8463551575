"""Every game, also one that the bot has never seen, is playable by controls alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.playground.components import BUTTON
from bot.playground.people import Person
from bot.playground.shown import ShownMessage
from bot.ui.controls.address import Verb, decode
from games import GAMES
from games.core.game import AnyGame
from tests.bot.ui.wire.club import TABLE, Club, club_in, controls
from tests.toys.batches import BATCHES
from tests.toys.plots import PLOTS
from tests.toys.seals import SEALS

TOYS = (BATCHES, PLOTS, SEALS)

ONWARDS = {Verb.SEND, Verb.CONFIRM}
SIDEWAYS = {Verb.PAGE, Verb.CLEAR, Verb.LEAVE, Verb.RETHINK, Verb.FORM}
"""Controls that lead no further; left alone where there is any other."""


@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.info.key)
async def test_a_toy_is_played_to_its_result(tmp_path: Path, toy: AnyGame) -> None:
    """Two people press whatever they are offered, and the match ends with a result."""
    async with club_in(tmp_path, games=TOYS) as club:
        ana, ben = club.person("Ana"), club.person("Ben")
        _, hands = await begun(club, ana, ben, toy)
        await press_on(club, hands, lambda: "Rematch" in club.public(ana).buttons)

        assert "🥇" in club.public(ana).text


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
async def test_a_game_answers_every_press(tmp_path: Path, game: AnyGame) -> None:
    """In every game presses are answered until the table shows what came of them."""
    async with club_in(tmp_path) as club:
        ana, ben = club.person("Ana"), club.person("Ben")
        table, hands = await begun(club, ana, ben, game)
        before = table.text
        await press_on(club, hands, lambda: table.text != before)

        assert table.text != before


async def begun(
    club: Club, ana: Person, ben: Person, game: AnyGame
) -> tuple[ShownMessage, dict[Person, ShownMessage]]:
    """A match of two people, and of bots where it needs more; both hands open."""
    bots = max(0, game.info.seats[0] - 2)
    await ana.slash(TABLE, f"play {game.info.key}", bots=bots)
    table = club.public(ana)
    await ben.click(table, "Join")
    await club.settled()
    await ana.click(table, "Start")
    await club.settled()
    return table, {person: await club.hand(person, table) for person in (ana, ben)}


async def press_on(
    club: Club, hands: dict[Person, ShownMessage], over: Callable[[], bool], most: int = 600
) -> None:
    """Press, choose and type at random, rather onwards than sideways, until it is over."""
    chance = random.Random(5)
    for _ in range(most):
        await club.playground.until(
            lambda: over() or any(map(controls, hands.values())), "a question or the end"
        )
        if over():
            return
        person = chance.choice([person for person, hand in hands.items() if controls(hand)])
        await press(person, hands[person], chance)
        await club.settled()
    raise AssertionError(f"not over after {most} presses")


async def press(person: Person, hand: ShownMessage, chance: random.Random) -> None:
    """One press on a hand, with whatever it asks then."""
    custom_id = chance.choice(_sensible(controls(hand), chance))
    component = hand.component(custom_id)
    if component["type"] == BUTTON:
        answer = await person.click(hand, custom_id)
        if answer.interaction.modal is not None:
            await person.submit(answer, dict.fromkeys(answer.modal.labels, "1"))
        return
    options = [option["value"] for option in component["options"]]
    most = min(component.get("max_values", 1), len(options))
    least = max(1, component.get("min_values", 1))
    chosen = chance.sample(options, chance.randint(min(least, most), most))
    await person.select(hand, custom_id, *chosen)


def _sensible(custom_ids: list[str], chance: random.Random) -> list[str]:
    verbs = {custom_id: decode(custom_id) for custom_id in custom_ids}
    onwards = [c for c, a in verbs.items() if a is not None and a.verb in ONWARDS]
    if onwards and chance.random() < 0.7:
        return onwards
    return [c for c, a in verbs.items() if a is not None and a.verb not in SIDEWAYS] or custom_ids

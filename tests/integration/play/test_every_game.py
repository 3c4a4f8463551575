"""Every game can be played with its controls only, including games the bot doesn't ship."""

from pathlib import Path

import pytest

from games import GAMES
from games.core.game import AnyGame
from games.core.text import symbol
from games.tomate.game import Tomate
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ShownMessage
from tests.games.cases import TOY_CASES
from tests.integration.support.random_presses import press_on
from tests.integration.support.running_bot import TABLE, Hands, RunningBot, env_in, words
from tests.support.playground import opening

TOYS = tuple(case.game for case in TOY_CASES)


@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.info.key)
async def test_a_toy_is_played_to_its_result(tmp_path: Path, toy: AnyGame) -> None:
    """Random presses by two people play a match to its result."""
    async with env_in(tmp_path, games=TOYS) as env:
        ana, ben = env.person("Ana"), env.person("Ben")
        _, hands = await begun(env, ana, ben, toy, rounds=1)
        await press_on(env, hands, lambda: "Rematch" in env.public(ana).buttons)

        assert "Place 1: " in str(env.public(ana).alts)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
async def test_a_game_answers_every_press(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, game: AnyGame
) -> None:
    """Random presses are answered in every game until the table changes."""
    table, hands = await begun(env, ana, ben, game)
    before = table.text
    await press_on(env, hands, lambda: table.text != before)

    assert table.text != before


async def begun(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, game: AnyGame, **options: object
) -> tuple[ShownMessage, Hands]:
    """Start a match of two people, plus bots if it needs more; return the table and both hands."""
    bots = max(0, game.info.seats[0] - 2)
    await ana.slash(TABLE, "play", **opening(game.info.key, bots=bots, **options))
    table = env.public(ana)
    await ben.click(table, "Join")
    await env.settled()
    await env.start_match(ana, table)
    return table, {person: await env.hand(person, table) for person in (ana, ben)}


async def test_a_start_never_fails_for_the_number_of_games(tmp_path: Path) -> None:
    """With thirty games every command is offered, and each game is found and opened."""
    games = [*GAMES]
    for number in range(25):
        own = {"key": f"more_{number}", "title": symbol(f"More {number}")}
        info = Tomate.info.model_copy(update=own)
        games.append(type("More", (Tomate,), {"info": info})())
    async with env_in(tmp_path, games=tuple(games)) as env:
        ana = env.person("Ana")
        offered = await ana.complete(TABLE, "play", focused="game", game="")
        rare = [
            await ana.complete(TABLE, command, focused="game", game="more 24")
            for command in ("play", "rules", "practice", "learn", "leaderboard", "tournament open")
        ]
        line = {"game": "more 3", "options": "cycles=2, ov"}  # the title, typed and not chosen
        begun_lines = await ana.complete(TABLE, "play", focused="options", **line)
        refused = await ana.slash(TABLE, "play", game="more_3", options="overtrump=perhaps")
        outside = await ana.slash(TABLE, "play", game="more_3", options="start_points=5000")
        unknown = await ana.slash(TABLE, "play", game="more_3", options="chess=1")
        opened = await ana.slash(
            TABLE, "play", game="More 3", options=next(iter(begun_lines.values()))
        )
        table = env.public(ana)
        commands = env.playground.world.commands.values()
        play = next(command.body for command in commands if command.name == "play")

    assert "more_3" not in repr(play)
    assert len(offered) == 25
    assert rare == [{"More 24": "more_24"}] * len(rare)
    assert all(value.startswith("cycles=2, overtrump=") for value in begun_lines.values())
    assert "overtrump" in refused.text.casefold()
    assert "starting points" in outside.text.casefold()
    assert "chess" in unknown.text
    assert opened.text.startswith("New to")
    assert "Length" in words(table)

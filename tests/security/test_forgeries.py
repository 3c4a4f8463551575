"""Every forgery ends in a message for the forger alone, and changes nothing."""

import random
from functools import partial

import pytest

from bot.tables.domain import position
from bot.tables.domain.match_secrets import SecretSource
from bot.tables.domain.views import MatchSummary
from bot.tables.matches.snapshot import Snapshot
from bot.ui.i18n.texts import common_texts
from bot.ui.kit.custom_ids import Verb
from games.core.game import AnyGame
from games.core.text import PLAIN, speak
from games.karate_tomate import KARATE_TOMATE
from games.tomate import TOMATE
from playground.interactions.interactions import COMPONENT
from playground.interactions.options import GROUP, STRING
from playground.testing.people import PlaygroundUser
from playground.world.components import BUTTON
from playground.world.world import Interaction
from tests.integration.support.forger import (
    HERE,
    of_another,
    of_another_ticket,
    seated_forgeries,
    table_of_two,
)
from tests.integration.support.forgeries import (
    JUNK,
    Forgery,
    attack,
    beyond_bounds,
    forged_completions,
    forgeries,
    places,
    pressed,
    wrongly_met,
)
from tests.integration.support.request_log import logged
from tests.integration.support.running_bot import TABLE, RunningBot, controls
from tests.support.sampling import sample, thinned
from tests.tried import Tried

COUNT = sample(140)


async def test_every_button_of_ours_can_be_forged_in_vain(env: RunningBot, tried: Tried) -> None:
    """Every button is refused to somebody without a seat, at matches of every stage."""
    scene = await attack(env)

    every = thinned(list(places(scene)))
    assert [problem for item in every for problem in await wrongly_met(scene, item)] == []
    for entry in every:
        tried("Forgeries", entry.group, "by a stranger")


async def test_forgeries_of_every_kind_change_nothing(env: RunningBot, tried: Tried) -> None:
    """Random ids, tickets, values, types, sizes, forms and commands are all refused."""
    scene = await attack(env)
    drawn = list(forgeries(scene, random.Random(7), COUNT))

    assert [
        problem for each_drawing in drawn for problem in await wrongly_met(scene, each_drawing)
    ] == []
    for drawing in drawn:
        tried("Forgeries", drawing.group, "by a stranger")


async def test_options_stay_within_their_bounds(env: RunningBot, tried: Tried) -> None:
    """Every option of every command is refused beyond each bound that it declares."""
    scene, every = await attack(env), list(beyond_bounds(env))
    before = scene.snapshot()
    with logged() as lines:
        answers = {repr(item): (await scene.send(item)).text for item in every}
    await env.settled()

    refusal = speak(common_texts.UNKNOWN_COMMAND, PLAIN)
    assert {key: text for key, text in answers.items() if text != refusal} == {}
    assert scene.snapshot() == before
    assert [line for line in lines if line.startswith("ERROR")] == []
    for _ in every:
        tried("Forgeries", "options beyond their bounds", "by a stranger")


async def test_a_forged_completion_offers_nothing(env: RunningBot, tried: Tried) -> None:
    """A completion of something that nobody can type is answered, without a word in the log."""
    scene, failed = await attack(env), list[str]()
    every = thinned(list(forged_completions(env)))
    with logged() as lines:
        for item in every:
            asked = scene.forger._acts._open(item.type, scene.forger.channel(TABLE), item.data)
            await env.playground.until(partial(_is_over, asked), item.kind)
            failed += [repr(item)] if asked.failed else []
            tried("Forgeries", "completions", "by a stranger")

    assert failed == []
    assert [line for line in lines if not line.startswith("INFO")] == []


@pytest.mark.parametrize("game", [TOMATE, KARATE_TOMATE], ids=lambda game: game.info.key)
async def test_who_sits_there_forges_in_vain(env: RunningBot, game: AnyGame, tried: Tried) -> None:
    """A player's press on another seat's, an old or a missing control is refused."""
    table = await table_of_two(env, game)
    chance = random.Random(11)
    texts: list[str] = []
    for person in table.hands:
        mine = table.of(person)
        every = [*places(mine.attack), *seated_forgeries(mine, chance, COUNT)]
        for forgery in chance.sample(every, COUNT):
            texts += await wrongly_met(mine.attack, forgery)
            tried("Forgeries", forgery.group, "by a seat")

    assert texts == []


async def test_what_a_seat_may_do_is_no_forgery(env: RunningBot) -> None:
    """The same presses by the same people at their own seat and turn have an effect."""
    table = await table_of_two(env, TOMATE)
    rights = [(verb, table.attack.matches[HERE]) for verb in (Verb.VOTE, Verb.UNVOTE)]
    unchanged = []
    for person in table.hands:
        mine = table.of(person)
        offered = [pressed(offer["custom_id"]) for offer in mine.mine() if offer["type"] == BUTTON]
        for data in (*(pressed(f"tb:{verb}:{match}:0") for verb, match in rights), *offered[-1:]):
            before = mine.attack.snapshot()
            await mine.attack.send(Forgery("own", COMPONENT, data))
            await env.settled()
            unchanged += [data] if mine.attack.snapshot() == before else []

    assert unchanged == []


@pytest.mark.nightly
async def test_the_laws_see_a_check_that_is_gone(
    env: RunningBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The laws fail without the check of the ticket, and without that of the seat."""
    monkeypatch.setattr(
        SecretSource, "secret", lambda _: b"the same deal in every run of this test"
    )
    table = await table_of_two(env, TOMATE)
    with monkeypatch.context() as patch:
        mine = table.of(table.attack.rival)
        forged = list(of_another_ticket(mine, "0-guessed"))
        patch.setattr(position, "ticket", lambda *_: "0-guessed")
        patch.setattr(position.Position, "_once", lambda _, __, ___, made: made())
        assert [text for item in forged for text in await wrongly_met(mine.attack, item)] != []
    asked = await env.asked(*(hands := table.hands).values())
    seat = int(controls(asked)[0].split(":")[2])
    other = table.of(next(key for key, hand in hands.items() if hand is not asked))
    with monkeypatch.context() as patch:
        forged = list(of_another(other))
        for kind in (Snapshot, MatchSummary):
            patch.setattr(kind, "seat_of", lambda *_: seat)
        assert [text for item in forged for text in await wrongly_met(other.attack, item)] != []


@pytest.mark.parametrize("seated", [True, False])
async def test_whatever_is_typed_is_completed_or_not(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser, seated: bool
) -> None:
    """No text in any option breaks a completion, for players and for others."""
    await env.table(ana, ben, cycles=1)
    person = ana if seated else chen
    with logged() as lines:
        for line, option, others in completed(env):
            for typed, value in thinned(list(zip(JUNK, reversed(JUNK), strict=True))):
                filled = dict.fromkeys(others, value) | {option: typed}
                choices = await person.complete(TABLE, line, option, **filled)
                assert len(choices) <= 25

    assert [line for line in lines if not line.startswith("INFO")] == []


def completed(env: RunningBot) -> list[tuple[str, str, list[str]]]:
    """Return every command with a completed option, that option, and its free-text options."""
    results: list[tuple[str, str, list[str]]] = []
    todo = [
        (command.name, command.body)
        for command in env.playground.world.commands.values()
        if command.body.get("default_member_permissions") is None
    ]
    while todo:
        line, body = todo.pop()
        options = body.get("options") or ()
        free = [
            each_option["name"]
            for each_option in options
            if each_option["type"] == STRING and _takes_any(each_option)
        ]
        for option in options:
            if option["type"] <= GROUP:
                todo.append((f"{line} {option['name']}", option))
            elif option.get("autocomplete"):
                results.append(
                    (line, option["name"], [item for item in free if item != option["name"]])
                )
    return results


def _is_over(asked: Interaction) -> bool:
    return asked.failed or asked.answer is not None


def _takes_any(option: dict[str, object]) -> bool:
    return not option.get("choices") and not option.get("max_length")

"""The command list: uploaded only when it differs, and never in the way of the bot."""

import pytest

from bot.ui.interactions import command_registry
from tests.integration.support.running_bot import TABLE, RunningBot
from tests.support.sampling import leading

COMMANDS = "/applications/{application_id}/commands"
REFUSED = {
    "30034": (30034, 400),
    "cut": (0, 0),
    "40333": (0, 403),
    "50240": (50240, 400),
    "503": (0, 503),
}


def uploads(env: RunningBot) -> int:
    exchanges = env.playground.rest.exchanges
    return sum((exchange.method, exchange.path) == ("PUT", COMMANDS) for exchange in exchanges)


async def welcome_more(env: RunningBot) -> str:
    """Return a message that names commands."""
    ana = env.person("Ana")
    return (await ana.click(await ana.slash(TABLE, "help"), "More")).text


async def mention(env: RunningBot) -> str:
    """Return the link to a command in a message of the bot."""
    return (await welcome_more(env)).partition("</")[2].partition(">")[0]


async def test_an_unchanged_list_is_not_uploaded(stopped: RunningBot) -> None:
    """The second start uploads no commands, and its messages link to them all the same."""
    async with stopped.open():
        first = await mention(stopped)
    async with stopped.open():
        second = await mention(stopped)

    assert uploads(stopped) == 1
    assert first == second != ""


@pytest.mark.parametrize(
    "change",
    leading(
        [
            {"description_localizations": {"de": "Anders"}},
            {"options": []},
            {"description": "Another"},
            {"default_member_permissions": "8"},
            {"dm_permission": True},
            {"name": "gone"},
        ],
        2,
    ),
    ids=lambda change: next(iter(change)),
)
async def test_a_foreign_change_is_undone(stopped: RunningBot, change: dict[str, object]) -> None:
    """If somebody else has changed a command, the next start uploads ours."""
    async with stopped.open():
        before = {item.name: item.body for item in stopped.playground.world.commands.values()}
    command = next(
        mine for mine in stopped.playground.world.commands.values() if mine.name == "play"
    )
    command.body = {**command.body, **change}
    async with stopped.open():
        after = {
            command_item.name: command_item.body
            for command_item in stopped.playground.world.commands.values()
        }

    assert (uploads(stopped), after) == (2, before)


@pytest.mark.parametrize("refusal", leading([*REFUSED], 2))
async def test_a_refused_list_stops_nothing(
    stopped: RunningBot,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    refusal: str,
) -> None:
    """A bot whose commands are refused serves with the old ones, says so once, and tries again."""
    monkeypatch.setattr(command_registry, "DELAYS", (0.0, 0.0))
    async with stopped.open():
        old = await mention(stopped)
    command = next(
        item for item in stopped.playground.world.commands.values() if item.name == "rules"
    )
    command.body = {**command.body, "description": "Another"}
    code, status = REFUSED[refusal]
    plan = stopped.playground.faults.answer("PUT", COMMANDS, status=status, times=10_000)
    plan.body = {"code": code, "message": "planned by a test"}
    async with stopped.open():
        link = await mention(stopped)
        line = await stopped.person("Ana").slash(TABLE, "server doctor")
        before = plan.seen
        await stopped.playground.until(lambda: plan.seen > before + 1, "another try")
        stopped.playground.faults.heal()
        await stopped.playground.until(
            lambda: stopped.bot.client.commands.refusal is None, "the upload"
        )
        mended = await stopped.person("Ana").slash(TABLE, "server doctor")

    lines = [record for record in caplog.records if record.name == command_registry.__name__]
    assert link == old
    assert "⚠ Discord doesn't take my new commands" in line.text
    assert "✅ My commands are up to date on Discord." in mended.text
    assert [bool(entry.exc_info) for entry in lines if entry.levelname == "WARNING"] == [False]


async def test_a_start_waits_for_no_slow_answer(
    stopped: RunningBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While Discord doesn't answer, the bot serves, and /server doctor says that it isn't done."""
    monkeypatch.setattr(command_registry, "FIRST_WITHIN", 0.0)
    plan = stopped.playground.faults.hold("PUT", COMMANDS)
    async with stopped.open():
        waiting = await stopped.person("Ana").slash(TABLE, "server doctor")
        plan.release()
        await stopped.playground.until(
            lambda: stopped.bot.client.commands.refusal is None, "the upload"
        )
        done = await stopped.person("Ana").slash(TABLE, "server doctor")

    assert "take my new commands (no answer yet)" in waiting.text
    assert "✅ My commands are up to date on Discord." in done.text

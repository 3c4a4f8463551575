"""Lobbies over the wire: opened by a command, filled and changed by buttons."""

import logging
from typing import Any

import pytest

from bot.tables.domain.guild_settings import GuildSettings, with_settings
from bot.tables.domain.player import Player
from bot.tables.domain.time_controls import HOUR
from bot.tables.domain.views import MatchSummary
from bot.ui.i18n.texts import lobby_texts
from bot.ui.match import surface_sync as sync
from games.core.text import say
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ShownMessage
from playground.world.errors import HumanError
from playground.world.permissions import Permission
from tests.bot.tables.support import NOON, ManualClock
from tests.integration.lobby.test_invitations import close
from tests.integration.support.running_bot import TABLE, RunningBot, words

MENU = "People and bots…"
RULE = "Choose a rule…"


async def test_a_command_opens_a_lobby_in_the_channel(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """/play posts the lobby in the channel; its host is offered lessons, and later nothing."""
    answer = await ana.slash(TABLE, "play", game="tomate", bots=2)
    lobby = env.public(ben)
    again = await ana.slash("table-two", "play", game="tomate")

    assert answer.ephemeral
    assert answer.text.startswith("New to Tomate?")
    assert again.shown is None
    assert list(lobby.files) == ["lobby.png"]
    assert lobby.alts[0] is not None
    assert "Ana" in lobby.alts[0]
    assert [name in words(lobby) for name in ("Ana", "Basil", "Oregano")] == [True] * 3


async def test_opening_does_not_wait_for_ever(
    env: RunningBot, ana: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a lobby can't be posted in time, its host is told so, and it is posted later."""
    monkeypatch.setattr(sync, "LONGEST_WAIT", 0)
    answer = await ana.slash(TABLE, "play", game="tomate")
    await env.settled()

    assert "its message isn't here yet" in answer.text
    assert "Join" in env.public(ana).buttons


async def test_free_seats_are_listed(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Tables in channels that one sees are listed while anybody may join; others aren't."""
    none = await ben.slash(TABLE, "lobby seats")
    await env.lobby(ana)
    listed = await ben.slash("table-two", "lobby seats")
    await ana.slash(TABLE, "lobby set", option="invite_only", value="yes")
    private = await ben.slash("table-two", "lobby seats")
    await ana.slash(TABLE, "lobby set", option="invite_only", value="no")
    await close(env, ben, ben.channel(TABLE), Permission.VIEW_CHANNEL)
    hidden = await ben.slash("table-two", "lobby seats")

    assert "**Tomate**" in listed.text
    assert "Ana · 12 seats free" in listed.text
    assert listed.ephemeral
    nothing = "No table here has a free seat"
    assert [nothing in answer.text for answer in (none, private, hidden)] == [True] * 3


async def test_free_seats_fill_one_message_at_most(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long their lines are, as many tables are listed as a message takes."""
    for host in (ana, ben):
        await env.lobby(host)
    monkeypatch.setattr(lobby_texts, "free_seats", lambda _: say("long " * 500))
    listed = await ben.slash(TABLE, "lobby seats")

    assert listed.text.count("long") == 500


async def test_the_pictures_of_people_are_fetched(env: RunningBot, ana: PlaygroundUser) -> None:
    """Pressing a button stores a person's avatar, and the next poster loads it from Discord."""
    await env.lobby(ana)
    mine, nobodys = await env.bots[-1].pictures.avatars.of([ana.user.id, None])

    assert mine is not None
    assert mine.startswith(b"\x89PNG")
    assert nobodys is None


async def test_a_copy_of_a_lobby_shows_what_its_buttons_did(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A button in the private copy from /table show changes both the copy and the public lobby."""
    lobby = await env.lobby(ana)
    copy = await ben.slash(TABLE, "table show")
    joined = words((await ben.click(copy, "Join")).message)
    await ana.click(await ana.click(await ana.slash(TABLE, "table show"), "More"), "Add a bot")
    await env.settled()
    host = await ana.slash(TABLE, "table show")
    begun = await ana.click(host, "Start")
    await env.settled()

    assert "Ben" in joined
    assert copy.ephemeral
    assert list(begun.message.files) == ["table.png"]
    assert "My hand" in lobby.buttons


async def test_a_lobby_with_too_few_cannot_start(env: RunningBot, ana: PlaygroundUser) -> None:
    """With one person, a lobby says how many are missing, and Start is disabled."""
    lobby = await env.lobby(ana)

    assert "1 more to start" in str(lobby.alts) or "1 of" in words(lobby)
    with pytest.raises(HumanError, match="greyed out"):
        await ana.click(lobby, "Start")


async def test_options_change_on_one_panel(env: RunningBot, ana: PlaygroundUser) -> None:
    """The panel saves choices, switches and presets at once; the lobby lists what differs."""
    lobby = await env.lobby(ana)
    panel = await house_rules(ana, lobby)
    await change(ana, panel, "pot_split", "Splitting the pot: a third for each trick")
    await change(ana, panel, "strict_beat", "Always follow higher: on")
    await change(ana, panel, "auto_last", "Automatic last trick: off")
    await env.settled()
    changed = words(lobby)
    more = (
        await ana.click(panel, "Previous page" if "Previous page" in panel.buttons else "Back")
    ).message
    await ana.click(more, "Tournament")
    await env.settled()

    lines = ("Splitting the pot: a third", "Always follow higher: on", "Automatic last trick: off")
    assert panel.ephemeral
    assert [line in changed for line in lines] == [True] * 3
    assert [line in words(lobby) for line in lines] == [False] * 3
    assert [line in words(lobby) for line in ("each player deals twice", "2 minutes")] == [True] * 2


PANEL_PATH = "/webhooks/{application_id}/{token}/messages/{message_id}"
PANEL = {RULE: "reserves", "Splitting the pot": "Splitting the pot: a third for each trick"}
"""Menus of the panel of options, with a choice of each."""


@pytest.mark.parametrize(
    ("button", "sentence"), [("Start", "has already started"), ("Cancel", "was cancelled")]
)
async def test_a_panel_closes_with_its_lobby(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, button: str, sentence: str
) -> None:
    """Each control of a panel that outlives its lobby puts a sentence in its place."""
    lobby = await env.lobby(ana, ben)
    env.playground.faults.answer("DELETE", PANEL_PATH, status=404, times=9)
    panels = [await house_rules(ana, lobby) for _ in range(len(PANEL) + 1)]
    for panel in panels[1:]:
        await ana.select(panel, RULE, "pot_split")
    form = await ana.click(panels[0], "Set numbers…")
    pressed = lobby if button == "Start" else await ana.click(lobby, "More")
    await ana.click(pressed, button)
    for panel, (menu, value) in zip(panels[1:], PANEL.items(), strict=True):
        await ana.select(panel, menu, value)
    await ana.submit(form, {"max_tomate": "7", "start_points": "0"})
    shown = [(panel.buttons, panel.menus, sentence in panel.text) for panel in panels]

    assert shown == [([], [], True)] * len(panels)


async def test_a_panel_goes_away_with_its_lobby(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """When a match starts, the open panels of everybody are deleted, and nothing else."""
    lobby = await env.lobby(ana, ben)
    first = await house_rules(ana, lobby)
    await ana.select(first, RULE, "pot_split")
    panels = [first, (await ben.click(lobby, "More")).message]
    rules = (await ben.click(panels[1], "Rules")).message
    await env.start_match(ana, lobby)
    await ben.until(lambda: all(panel.gone for panel in panels), "the panels to go")

    assert not rules.gone


async def test_a_copy_of_a_lobby_becomes_the_table(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A press on a private copy of a lobby that has started says so and shows the table there."""
    lobby = await env.lobby(ana, ben)
    copy = (await ben.slash(TABLE, "table show")).message
    await env.start_match(ana, lobby)
    await ben.click(copy, "Start")

    await ben.until(lambda: "has already started" in ben.latest(TABLE).text, "the reason")

    assert "Join" not in copy.buttons


async def test_a_number_out_of_bounds_is_refused_in_words(
    env: RunningBot, ana: PlaygroundUser
) -> None:
    """A number outside the range changes nothing, and the modal names the range.

    The panel lists what differs from the default, a number within the range too.
    """
    lobby = await env.lobby(ana, reserves=False)
    before = words(lobby)
    panel = await house_rules(ana, lobby)
    form = await ana.click(panel, "Set numbers…")
    refused = await ana.submit(form, {"max_tomate": "-7", "start_points": "5"})
    await env.settled()
    after = words(lobby)
    await ana.submit(form, {"max_tomate": "7", "start_points": "0"})
    await env.settled()

    assert "Maximum Tomate (0 to 1,000)" in form.modal.labels
    assert "Maximum Tomate: enter a number from" in refused.text
    assert after == before
    assert "Maximum Tomate: 7" in panel.text
    assert "Reserves: off" in panel.text


async def test_a_missing_permission_is_named(env: RunningBot, ana: PlaygroundUser) -> None:
    """If the bot can't read the message history, the command names the missing permission."""
    env.forbid(Permission.READ_MESSAGE_HISTORY)
    refused = await ana.slash(TABLE, "play", game="tomate")

    assert "Read Message History" in refused.text
    assert len(ana.sees(TABLE)) == 1


async def house_rules(host: PlaygroundUser, lobby: ShownMessage) -> ShownMessage:
    """Open the panel of options of a lobby."""
    return (await host.click(await host.click(lobby, "More"), "House rules")).message


async def option(host: PlaygroundUser, lobby: ShownMessage, name: str, value: str) -> None:
    """Change an option of a lobby on its panel."""
    await change(host, await house_rules(host, lobby), name, value)


async def change(host: PlaygroundUser, panel: ShownMessage, name: str, value: str) -> None:
    """Choose an option on the panel, and a line of the menu of its values."""
    await host.select(panel, RULE, name)
    await host.select(panel, value.partition(":")[0], value)


async def test_a_closed_table_lets_the_invited_in(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """Only invited people can join, only the host has the menu, and closed DMs stay private."""
    lobby = await env.lobby(ana, invite_only=True)
    refused = await ben.click(lobby, "Join")
    others = [(await ben.click(lobby, "More")).message.buttons]
    panel = (await ana.click(lobby, "More")).message
    form = await ana.select(panel, MENU, "Invite people…")
    no_bots = await ana.submit(form, {"Who?": [env.playground.world.bot.username]})
    form = await ana.select(panel, MENU, "Invite people…")
    invited = await ana.submit(form, {"Who?": ["Ben", "Chen"]})
    await env.settled()
    named = words(lobby)
    await env.bot.tables.people.set_dm_closed(ben.user.id, closed=True)
    reply = await ben.click(lobby, "Join")
    await env.settled()

    assert "Ask the host to invite you" in refused.text
    assert others == [["Rules"]]
    assert "Use **Add a bot**" in no_bots.text
    assert "Invited: Ben and Chen" in invited.text
    assert "Invited: Ben and Chen" in named
    assert ("Ben" in words(lobby), "Invited: Chen" in words(lobby)) == (True, True)
    assert (reply.ephemeral, "your DMs are closed" in reply.text) == (True, True)
    assert "DM" not in words(lobby)


async def test_the_host_names_and_removes(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """The host can rename bots, but not to a name in use; one form removes the chosen ones."""
    lobby = await env.lobby(ana, ben, bots=2)

    panel = (await ana.click(lobby, "More")).message

    async def name(**fields: object) -> str:
        form = await ana.select(panel, MENU, "Name a bot…")
        filled = {FIELDS[field]: value for field, value in fields.items()}
        answer = await ana.submit(form, filled)
        await env.settled()
        return answer.text

    await name(which=["Basil"], listed=["Saffron"])
    listed = words(lobby)
    await name(which=["Saffron"], own="**Señor** Tomate")
    named = words(lobby)
    refused = await name(which=["Oregano"], own="ben")
    for who in ("Ben", "Oregano (bot, normal)"):
        form = await ana.select(panel, MENU, "Remove somebody…")
        await ana.submit(form, {"Who?": [who]})
        await env.settled()
    again = await ben.click(lobby, "Join")

    assert "Saffron (bot, normal), Oregano (bot, normal)" in listed
    assert "**Señor** Tomate (bot, normal), Oregano (bot, normal)" in named
    assert "That name won't work" in refused
    assert [who in words(lobby) for who in ("Ben", "Oregano", "Señor")] == [False, False, True]
    assert "removed you" in again.text


FIELDS = {"which": "Which bot?", "listed": "A name from the list", "own": "Or a name you make up"}


async def test_the_match_starts_when_all_press_ready(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Ready players are marked, a changed option clears the marks, and the last press starts."""
    lobby = await env.lobby(ana, ben)
    await option(ana, lobby, "ready_check", "Ready check: on")
    await env.settled()
    asked = (words(lobby), "Start" in lobby.buttons)
    await ben.click(lobby, "Ready")
    await env.settled()
    marked = words(lobby)
    await option(ana, lobby, "clock", "Clock: Live: 2 minutes per answer")
    await env.settled()
    changed = words(lobby)
    stranger = await env.person("Chen").click(lobby, "Ready")
    await ana.click(lobby, "Ready")
    await ana.click(await ana.click(lobby, "More"), "Not yet")
    await ana.click(lobby, "Ready")
    await ben.click(lobby, "Ready")
    await ben.until(lambda: "My hand" in lobby.buttons, "the table")

    assert ("Ready check: on" in asked[0], asked[1]) == (True, False)
    assert "**Ben** · ready" in marked
    assert "· ready" not in changed
    assert "Clock: Live: 2 minutes" in changed
    assert "You don't have a seat" in stranger.text


async def test_a_lobby_tells_when_it_closes_after_an_outage_too(
    stopped: RunningBot, clock: ManualClock, ana: PlaygroundUser
) -> None:
    """A lobby shows when it expires, and downtime of the bot doesn't count."""
    stopped.time = clock
    async with stopped.open():
        lobby = await stopped.lobby(ana)
    clock.advance(HOUR)
    async with stopped.open():
        closes = f"<t:{(NOON + 2 * HOUR) // 1000}:R>"
        await ana.until(lambda: closes in words(lobby), "the later hour")

        assert "Join" in lobby.buttons


async def test_the_command_agrees_on_everything(env: RunningBot, ana: PlaygroundUser) -> None:
    """/play takes every option of a table, and only in a channel that allows tables."""
    offered = await ana.complete(TABLE, "play", focused="clock", clock="3 day")
    lobby = await env.lobby(
        ana, clock="slow_3d", seat_order="joined", ready_check=True, invite_only=True
    )
    wrong = await ana.slash(TABLE, "play", game="tomate", clock="sand")
    right = ana.channel("table-two")
    assert right.guild_id is not None
    (match,) = await env.bot.store.matches.all_open()
    closes = (await env.bot.tables.lobbies.show(match.match_id)).expires_at
    assert closes is not None
    settings = GuildSettings(channels=(right.id,))
    await env.bot.store.guilds.change(right.guild_id, lambda guild: with_settings(guild, settings))
    refused = await ana.slash(TABLE, "play", game="tomate")
    await ana.slash("table-two", "play", game="tomate")

    assert offered == {"Slow: 3 days per answer": "slow_3d"}
    lines = (
        "Clock: Slow: 3 days per answer",
        "Seat order: order of joining",
        "Ready check: on",
        "Invite only: on",
        f"<t:{closes // 1000}:R>",
    )
    assert [line in words(lobby) for line in lines] == [True] * len(lines)
    assert "The option Clock can't have this value" in wrong.text
    assert f"<#{right.id}>" in refused.text
    assert "Join" in env.public(ana, "table-two").buttons


async def test_a_match_that_begins_while_its_lobby_is_painted_is_no_failure(
    env: RunningBot,
    ana: PlaygroundUser,
    ben: PlaygroundUser,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A match that starts while its lobby is painted replaces it without an error in the log."""
    lobby = await env.lobby(ana, ben)
    await env.settled()
    drawn, host = env.bot.pictures.drawn, Player(id=ana.user.id, name="Ana", language="en")

    async def overtaken(summary: MatchSummary, *how: Any) -> Any:
        monkeypatch.undo()
        await env.bot.tables.match_start.start(summary.id, host)
        return await drawn(summary, *how)

    monkeypatch.setattr(env.bot.pictures, "drawn", overtaken)
    caplog.set_level(logging.INFO)
    await ana.click(await ana.click(lobby, "More"), "Add a bot")
    await env.settled()

    assert "My hand" in lobby.buttons
    assert "cannot be shown" not in caplog.text

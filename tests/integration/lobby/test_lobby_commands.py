"""`/lobby` does the same as the buttons and the menu of a lobby."""

from typing import Any

from playground.testing.people import PlaygroundUser
from tests.integration.support.running_bot import TABLE, RunningBot, words


async def test_a_lobby_is_run_by_typing(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A match can be set up with commands only."""
    lobby = await env.lobby(ana, invite_only=True)
    seen = []
    for person, line, options in (
        (ana, "invite", {"who": ben.user.id}),
        (ben, "join", {}),
        (ana, "add_bot", {"name": "Rosso"}),
        (ana, "name_bot", {"bot": "Rosso", "name": "Verde"}),
        (ana, "bot_level", {"bot": "Verde", "level": "hard"}),
        (ana, "add_bot", {}),
        (ana, "remove_bot", {"name": "Verde"}),
        (ana, "set", {"option": "ready_check", "value": "on"}),
        (ben, "ready", {}),
        (ben, "not_ready", {}),
    ):
        answer = await person.slash(TABLE, f"lobby {line}", **with_names(options))
        await env.settled()
        seen.append((answer.text, words(lobby)))
    texts = [text for text, _ in seen]
    shown = [text for _, text in seen]

    assert [text.partition("\n")[0] for text in texts] == ["Done."] * 10
    assert ["New to Tomate?" in text for text in texts].count(True) == 1
    assert "Invited: Ben" in shown[0]
    assert ["Invited" in text for text in shown[:2]] == [True, False]
    assert "Rosso (bot, normal)" in shown[2]
    assert "Verde (bot, normal)" in shown[3]
    assert "Verde (bot, hard)" in shown[4]
    assert ("Verde" in shown[6], "Basil (bot, hard)" in shown[6]) == (False, True)
    assert "Ready check: on" in shown[7]
    assert ["**Ben** · ready" in text for text in shown[8:]] == [True, False]

    for person in (ana, ben):
        await person.slash(TABLE, "lobby ready")
    await ben.until(lambda: "My hand" in lobby.buttons, "the table")
    late = await ben.slash(TABLE, "lobby join")
    assert "This match has already started" in late.text


def with_names(options: dict[str, Any]) -> dict[str, Any]:
    return {name: str(value) for name, value in options.items()}


async def test_options_are_completed_and_a_removed_player_stays_away(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Options and their values are completed; a removed player can't join by typing."""
    await env.lobby(ana, ben)
    wrong = await ana.slash(TABLE, "lobby set", option="wind", value="3")
    titles = await ana.complete(TABLE, "lobby set", focused="option", option="reserves")
    values = await ana.complete(TABLE, "lobby set", focused="value", option="reserves", value="")
    removed = await ana.slash(TABLE, "lobby remove", who=str(ben.user.id))
    again = await ben.slash(TABLE, "lobby join")

    assert "no option called “wind”" in wrong.text
    assert titles["Reserves"] == "reserves"
    assert values == {"on": "on", "off": "off"}
    assert removed.text == "Done."
    assert "removed you" in again.text


async def test_a_lobby_is_found_next_to_a_match(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """With a lobby and a match in the same channel, /lobby means the lobby."""
    await env.table(ana, ben)
    lobby = await env.lobby(ben)
    joined = await ana.slash(TABLE, "lobby join")
    values = await ben.complete(TABLE, "lobby set", focused="value", option="reserves", value="")
    started = await ben.slash(TABLE, "lobby start")
    await env.settled()

    assert (joined.text, started.text) == ("Done.", "Done.")
    assert values == {"on": "on", "off": "off"}
    assert "My hand" in lobby.buttons


async def test_joining_means_another_lobby(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """/lobby join means a lobby without the player, and /lobby cancel the player's own."""
    mine = await env.lobby(ana)
    other = await env.lobby(ben)
    joined = await ana.slash(TABLE, "lobby join")
    cancelled = await ben.slash(TABLE, "lobby cancel")
    await env.settled()

    assert (joined.text, cancelled.text) == ("Done.", "Done.")
    assert "was cancelled" in other.text
    assert "Join" in mine.buttons


async def test_somebody_is_blocked_and_barred_by_typing(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A blocked person isn't told, a barred one is, and both lists can be read and undone."""
    lobby = await env.lobby(ana)
    answers = [(await ana.slash(TABLE, "me block", who=str(ben.user.id))).text]
    refused = await ben.click(lobby, "Join")
    answers += [
        (await ana.slash(TABLE, line, **options)).text
        for line, options in (
            ("me block", {}),
            ("me unblock", {"who": str(ben.user.id)}),
            ("server bar", {"who": str(ben.user.id)}),
            ("server bar", {}),
        )
    ]
    barred = await ben.slash("table-two", "play", game="dojo")
    answers.append((await ana.slash(TABLE, "server unbar", who=str(ben.user.id))).text)
    joined = await ben.click(lobby, "Join")
    await env.settled()

    assert [str(ben.user.id) in text for text in answers] == [True] * 6
    assert "You can't join this table" in refused.text
    assert "blocked" not in refused.text
    assert "A moderator has barred you" in barred.text
    assert "Ben" in words(lobby), joined.text

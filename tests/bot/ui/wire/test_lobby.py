"""Lobbies over the wire: opened by a command, filled and changed by buttons."""

from __future__ import annotations

import pytest

from bot.playground.errors import HumanError
from bot.playground.people import Person
from bot.playground.permissions import Permission
from tests.bot.ui.wire.club import TABLE, Club


async def test_a_command_opens_a_lobby_in_the_channel(club: Club, ana: Person, ben: Person) -> None:
    """The lobby stands where all see it, described, and its host gets the way to it."""
    answer = await ana.slash(TABLE, "play tomate", bots=2)
    lobby = club.public(ben)

    assert answer.ephemeral
    assert str(lobby.id) in answer.text
    assert list(lobby.files) == ["lobby.png"]
    assert lobby.alts[0] is not None
    assert "Ana" in lobby.alts[0]
    assert [name in lobby.text for name in ("Ana", "Basil", "Oregano")] == [True] * 3


async def test_people_join_and_stand_up(club: Club, ana: Person, ben: Person) -> None:
    """A name comes with Join and goes with Stand up."""
    lobby = await club.lobby(ana, ben)
    joined = "Ben" in lobby.text
    await ben.click(lobby, "Stand up")
    await club.settled()

    assert (joined, "Ben" in lobby.text) == (True, False)


async def test_bots_come_and_go(club: Club, ana: Person) -> None:
    """A bot seat is one press, and so is its end."""
    lobby = await club.lobby(ana)
    counts = []
    for button in ("Add a bot", "Add a bot", "Remove a bot"):
        await ana.click(lobby, button)
        await club.settled()
        counts.append(lobby.text.count("(bot)"))

    assert counts == [1, 2, 1]


async def test_a_lobby_with_too_few_cannot_start(club: Club, ana: Person) -> None:
    """One person alone reads how many are missing and finds Start greyed out."""
    lobby = await club.lobby(ana)

    assert "One more seat is needed." in lobby.text
    with pytest.raises(HumanError, match="greyed out"):
        await ana.click(lobby, "Start")


@pytest.mark.parametrize("button", ["Add a bot", "Start", "Cancel"])
async def test_only_the_host_decides(club: Club, ana: Person, ben: Person, button: str) -> None:
    """Somebody else gets a private sentence, and the lobby stays as it is."""
    lobby = await club.lobby(ana, ben)
    before = lobby.text
    refused = await ben.click(lobby, button)
    await club.settled()

    assert refused.ephemeral
    assert "Only the host" in refused.text
    assert lobby.text == before


async def test_nobody_sits_twice(club: Club, ana: Person) -> None:
    """A second Join is told that one sits already."""
    lobby = await club.lobby(ana)
    refused = await ana.click(lobby, "Join")

    assert "You already sit at this table" in refused.text


async def test_options_are_chosen_when_opening(club: Club, ana: Person) -> None:
    """What differs from the usual game is read under the lobby."""
    lobby = await club.lobby(ana, reserves=False, stock_mode="protective")

    assert "Reserves: off" in lobby.text
    assert "Taking the stock" in lobby.text


async def test_options_change_by_menu_and_form(club: Club, ana: Person) -> None:
    """The menu opens a form for one option, and the lobby shows the new value."""
    lobby = await club.lobby(ana)
    form = await ana.select(lobby, "Table options …", "Strict beating")
    await ana.submit(form, {"Strict beating": ["on"]})
    await club.settled()

    assert "Strict beating: on" in lobby.text


async def test_a_number_out_of_bounds_is_refused_in_words(club: Club, ana: Person) -> None:
    """A value that the option cannot have leaves the lobby as it was."""
    lobby = await club.lobby(ana)
    before = lobby.text
    form = await ana.select(lobby, "Table options …", "Dearest Tomate")
    refused = await ana.submit(form, {"Dearest Tomate": "-7"})
    await club.settled()

    assert "cannot have this value" in refused.text
    assert lobby.text == before


async def test_a_cancelled_lobby_says_so(club: Club, ana: Person) -> None:
    """After Cancel there is nothing left to press."""
    lobby = await club.lobby(ana)
    await ana.click(lobby, "Cancel")
    await club.settled()

    assert "cancelled" in lobby.text
    assert lobby.buttons == []


async def test_a_missing_permission_is_named(club: Club, ana: Person) -> None:
    """Where the bot may not attach files, the command says which permission to give."""
    club.forbid(Permission.ATTACH_FILES)
    refused = await ana.slash(TABLE, "play tomate")

    assert "Attach Files" in refused.text
    assert len(ana.sees(TABLE)) == 1

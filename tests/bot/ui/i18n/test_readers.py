"""Players' names can't do anything in Discord."""

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.ui.i18n.readers import account_name_of, escape, name_of, player_of
from bot.ui.match.messages.lobby_menu import WHO, read_invited
from render.engine import system_fonts

HOSTILE = {
    "**bold** _and_ `code`": r"\*\*bold\*\* \_and\_ \`code\`",
    "<#123>": r"\<#123>",
    "</play:1>": r"\</play:1>",
    "<t:0:R>": r"\<t:0:R>",
    "https://example.com": r"https\://example.com",
    "/me privacy forget": r"\/me privacy forget",
    "he/him": "he/him",
    "two\nlines": "two lines",
    "\u202egnirts": "gnirts",
    "محمد **2**": "\u2068محمد \\*\\*2\\*\\*\u2069",
    "\u3164": "?",
    "": "?",
}


@pytest.mark.parametrize(("name", "shown"), HOSTILE.items())
def test_names_are_harmless(name: str, shown: str) -> None:
    """Markdown, links, mentions and Discord's markup in names are escaped."""
    assert escape(name) == shown


def test_nobody_is_called_by_a_name() -> None:
    """A name that looks like @everyone mentions nobody."""
    assert "@everyone" not in escape("@everyone")


def test_stacked_marks_stay_low() -> None:
    """A letter keeps at most two combining marks."""
    assert escape("e" + "\u0301" * 30) == "e" + "\u0301" * 2


@pytest.mark.parametrize(("is_member", "name"), [(True, "Captain"), (False, "Ana")])
def test_a_nickname_stays_on_its_server(is_member: bool, name: str) -> None:
    """The name of a server is taken only where the bot is a member, else the account's."""
    user = SimpleNamespace(id=1, display_name="Captain", global_name="Ana", name="ana_92")
    interaction: Any = SimpleNamespace(
        user=user, locale="en-US", is_guild_integration=lambda: is_member
    )

    assert player_of(interaction).name == name


@pytest.mark.parametrize(
    ("chosen", "name"),
    [
        ("Ana", "Ana"),
        ("محمد", "محمد"),
        ("Ana 🍅", "Ana 🍅"),
        ("\u3164\u2800", "ana_92"),
        ("🍅" * 32, "ana_92"),
        ("👨‍👩‍👧‍👦", "ana_92"),
        ("(╯°□°)╯", "ana_92"),
        ("ಅನಾ", "ಅನಾ (ana_92)"),
        ("\N{MATHEMATICAL BOLD FRAKTUR CAPITAL A}na", "\N{MATHEMATICAL BOLD FRAKTUR CAPITAL A}na"),
    ],
)
def test_a_person_is_called_by_what_can_be_read(
    monkeypatch: pytest.MonkeyPatch, chosen: str, name: str
) -> None:
    """A person whose name has no letter, or none that we draw, is called by the account's name.

    Otherwise pictures would call the person "#1".
    """

    class User:
        name = "ana_92"
        display_name = chosen

    # A font of the machine would draw the other scripts.
    monkeypatch.setattr(system_fonts, "covering", lambda _: None)
    assert name_of(cast("discord.abc.User", User())) == name


def test_an_invited_person_is_called_by_what_can_be_read() -> None:
    """Someone invited by a form is called like someone who presses a button."""
    resolved = {
        "users": {"5": {"username": "ana_92", "global_name": "🍅"}},
        "members": {"5": {"nick": "\u3164"}},
    }
    (guest,) = read_invited({"resolved": resolved}, {WHO: ["5"]}, has_nicknames=True)
    assert guest.name == "ana_92"


@pytest.mark.parametrize(("has_nicknames", "called"), [(True, "Tin"), (False, "Valentina")])
def test_an_invited_nickname_stays_on_its_server(has_nicknames: bool, called: str) -> None:
    """Who is invited from elsewhere is called by their account's name, not by a nickname there."""
    user = {"username": "val_92", "global_name": "Valentina"}
    resolved = {"users": {"5": user}, "members": {"5": {"nick": "Tin"}}}
    (guest,) = read_invited({"resolved": resolved}, {WHO: ["5"]}, has_nicknames=has_nicknames)

    class Member:
        name, global_name, display_name = "val_92", "Valentina", "Tin"

    who = cast("discord.abc.User", Member())
    assert guest.name == (name_of(who) if has_nicknames else account_name_of(who)) == called

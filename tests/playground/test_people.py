"""People's actions reach an unmodified client over sockets, and its answers reach them."""

import asyncio
from typing import Any

import pytest

from playground.testing.people import PlaygroundUser
from playground.world.errors import HumanError
from tests.playground.raw_bot import RawBot

LOBBY = ["Join", "My hand", "Form", "Silence"]


async def test_slash_command_with_every_kind_of_option(
    ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A subcommand's options arrive with their types."""
    answer = await ana.slash(
        "table-one", "play tomate", seats=5, with_bots=True, guest=ben, deck="Spanish"
    )
    assert answer.text == ("A table of Tomate: 5 seats, bots: True, guest: Ben, deck: Spanish")
    assert answer.message.buttons == LOBBY


async def test_commands_in_the_menus_of_people_and_messages(
    ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A command of a menu gets the person or message that it was used on; hidden ones have none."""
    message = ben.say("table-one", "Good evening.")
    waved = await ana.menu("table-one", "Wave at", ben)
    quoted = await ana.menu("table-one", "Quote", message)

    assert waved.text == "Hello, Ben!"
    assert quoted.text == "Ben: Good evening."
    assert quoted.ephemeral
    with pytest.raises(HumanError, match="hidden"):
        await ana.menu("table-one", "Quote", quoted.message)
    with pytest.raises(HumanError, match="no 'Quote'"):
        await ana.menu("table-one", "Quote", ben)


async def test_public_answer_is_seen_by_all(ana: PlaygroundUser, ben: PlaygroundUser) -> None:
    """A public answer is shown to everybody and can be used by everybody."""
    await ana.slash("table-one", "play tomate")
    lobby = ben.latest("table-one")
    await ben.click(lobby, "Join")
    await ana.click(lobby, "Join")
    assert ana.latest("table-one").text == "At the table: Ben, Ana"


async def test_ephemeral_message_is_its_owners_alone(
    ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """An ephemeral message is shown only in its owner's tab."""
    lobby = await ana.slash("table-one", "play tomate")
    hand = await ana.click(lobby, "My hand")
    assert hand.ephemeral
    assert hand.text == "The hand of Ana"
    assert len(ana.sees("table-one")) == 2
    assert len(ben.sees("table-one")) == 1
    assert not [data for t, data in ben.heard if t == "message" and data["ephemeral"]]


async def test_a_button_under_an_ephemeral_message_edits_it(ana: PlaygroundUser) -> None:
    """A button of an ephemeral message can edit it and remove its file and button."""
    lobby = await ana.slash("table-one", "play tomate")
    hand = await ana.click(lobby, "My hand")
    assert hand.message.alts == ["A red table."]
    await ana.click(hand, "Play a card")
    assert hand.text == "Played."
    assert hand.message.buttons == []
    assert hand.message.files == {}


CHOSEN = {
    "Invited: Chen, Dora": ("A guest", "Chen", "Dora"),
    "Elsewhere: lounge": ("A channel", "lounge"),
    "Role: Bot": ("A role", "Bot"),
    "Chosen: basil": ("A vegetable", "Basil"),
}


async def test_menus_of_every_kind(ana: PlaygroundUser) -> None:
    """The values of a menu arrive with the objects they name."""
    lobby = await ana.slash("table-one", "play tomate")
    for menu, *values in CHOSEN.values():
        await ana.select(lobby, menu, *values)
    await ana.until(
        lambda: CHOSEN.keys() <= {see.text for see in ana.sees("table-one")}, "every answer"
    )


async def test_form_mirrors_what_was_shown(ana: PlaygroundUser) -> None:
    """Every field of a modal arrives as it was filled in."""
    lobby = await ana.slash("table-one", "play tomate")
    form = await ana.click(lobby, "Form")
    assert form.modal.title == "An order"
    assert form.modal.labels == ["Name", "Dish", "Guest", "Size"]
    filled = {"Name": "Ana", "Dish": ["Tomato", "Basil"], "Guest": ["Ben"], "Size": "Large"}
    answer = await ana.submit(form, filled)
    assert answer.text == "Ordered: Ana, tomato+basil, Ben, l"


async def test_form_refuses_what_discord_would_not_send(ana: PlaygroundUser) -> None:
    """A required field left empty is refused before anything is sent."""
    form = await ana.slash("table-one", "form")
    with pytest.raises(HumanError, match="'Dish' needs a choice"):
        await ana.submit(form, {"Name": "Ana", "Size": "Small"})


async def test_autocompletion(ana: PlaygroundUser) -> None:
    """Completions depend on the text typed so far."""
    assert await ana.complete("table-one", "dish", focused="name", name="to") == {
        "Tomato": "tomato"
    }


async def test_deferred_answer_follow_up_and_dm(ana: PlaygroundUser) -> None:
    """A deferred answer is filled in, a follow-up is edited, and a DM notifies."""
    answer = await ana.slash("table-one", "deferred")
    assert answer.text == "Painted."
    assert not answer.message.edited
    await ana.until(lambda: len(ana.sees("@bot")) == 1, "the DM")
    assert [shown.text for shown in ana.sees("table-one")] == ["Painted.", "And more, mended."]
    assert ana.latest("@bot").lights_up


async def test_layout_with_pictures(ana: PlaygroundUser) -> None:
    """Version 2 components show the message's own files, also after an edit."""
    table = await ana.slash("table-one", "layout")
    assert list(table.message.files) == ["table.png"]
    await ana.click(table, "Turn")
    assert list(table.message.files) == ["turned.png"]


WRONG: tuple[tuple[str, dict[str, object], str], ...] = (
    ("nothing", {}, "There is no command /nothing here."),
    ("play", {}, "/play needs one of: tomate."),
    ("play tomate", {"seats": 14}, "'seats' takes at most 13."),
    ("play tomate", {"seats": "four"}, "'seats' is a whole number, not 'four'."),
    ("play tomate", {"deck": "French"}, "'French' is not a choice of 'deck': Spanish, Red."),
    ("dish", {}, "The option 'name' is required."),
)


async def test_wrong_lines_never_reach_the_bot(ana: PlaygroundUser) -> None:
    """A line that Discord's client would refuse is refused with a reason."""
    for line, options, sentence in WRONG:
        with pytest.raises(HumanError) as refusal:
            await ana.slash("table-one", line, **options)
        assert str(refusal.value) == sentence


BOUNDED: dict[str, dict[str, Any]] = {
    "whole": {"type": 4, "min_value": 2, "max_value": 13},
    "number": {"type": 10},
    "text": {"type": 3, "min_length": 2, "max_length": 4},
    "long": {"type": 3},
    "choice": {"type": 4, "choices": [{"name": "One", "value": 1}]},
    "talk": {"type": 7, "channel_types": [2]},
}


@pytest.mark.parametrize(
    ("name", "value", "sent"),
    [
        ("whole", 2, 2),
        ("whole", "13", 13),
        ("whole", 1, None),
        ("whole", 14, None),
        ("whole", "2.0", None),
        ("whole", "1_0", None),
        ("whole", "٣", None),
        ("whole", True, None),
        ("whole", "9" * 5000, None),
        ("number", "-.5", -0.5),
        ("number", 2**53, float(2**53)),
        ("number", 2**53 + 2, None),
        ("number", "nan", None),
        ("number", "inf", None),
        ("text", "four", "four"),
        ("text", "f", None),
        ("text", "fives", None),
        ("long", "x" * 6000, "x" * 6000),
        ("long", "x" * 6001, None),
        ("long", "", None),
        ("choice", "One", 1),
        ("choice", 1, 1),
        ("choice", 2, None),
        ("talk", "table-one", None),
    ],
)
async def test_bounds_of_options(raw: RawBot, name: str, value: object, sent: object) -> None:
    """A value outside an option's type, bounds or choices never reaches the bot."""
    options = [{"name": key, "description": "d", **option} for key, option in BOUNDED.items()]
    application = raw.playground.world.application.id
    command = {"name": "go", "description": "d", "options": options}
    status, _ = await raw.call("PUT", f"/applications/{application}/commands", [command])
    assert status == 200
    raw.unread_events()
    ana = raw.playground.person("Ana")
    acting = asyncio.create_task(ana.slash("table-one", "go", **{name: value}))
    if sent is None:
        with pytest.raises(HumanError):
            await acting
        assert raw.unread_events() == []
    else:
        interaction = await raw.interaction()
        assert interaction["data"]["options"][0]["value"] == sent
        await raw.answer(interaction, 4, {"content": "Done."})
        await acting


async def test_greyed_out_buttons_cannot_be_pressed(ana: PlaygroundUser) -> None:
    """A disabled button can't be pressed."""
    lobby = await ana.slash("table-one", "play tomate")
    with pytest.raises(HumanError, match="greyed out"):
        await ana.click(lobby, "Later")

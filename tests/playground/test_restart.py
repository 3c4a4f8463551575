"""A restarted playground continues exactly where it stopped."""

import asyncio
import os
from pathlib import Path

import pytest

from playground.server import Playground
from playground.world.clock import ManualClock
from playground.world.seed import PUBLIC_TOKEN, application_id_in
from playground.world.store import WorldFileError
from tests.playground.demo_bot import picture, start
from tests.playground.raw_bot import raw_bot
from tests.support.playground import opened, playing, running

HELLO = {"content": "Hello."}


async def test_messages_files_and_hidden_hands_remain(tmp_path: Path) -> None:
    """Messages, files, settings and links are the same after a restart, for each person.

    Buttons still work, although the bot stores nothing.
    """
    async with playing(start, tmp_path) as playground:
        ana, ben = playground.person("Ana"), playground.person("Ben")
        lobby = await ana.slash("table-one", "play tomate")
        hand = await ana.click(lobby, "My hand")
        ana.set_dms(allow=False)
        before = [(m.id, m.text, m.ephemeral, m.buttons, m.alts) for m in ana.sees("table-one")]
        links = [
            playground.pages.link(person).partition("?")[2] for person in playground.world.people
        ]
        files = hand.message.files
    async with playing(start, tmp_path) as playground:
        ana, ben = playground.person("Ana"), playground.person("Ben")
        after = [(m.id, m.text, m.ephemeral, m.buttons, m.alts) for m in ana.sees("table-one")]
        assert after == before
        assert ana.latest("table-one").files == files == {"hand.png": picture()}
        assert len(ben.sees("table-one")) == 1
        assert not ana.user.dms_open
        assert links == [
            playground.pages.link(person).partition("?")[2] for person in playground.world.people
        ]
        shown = ben.latest("table-one")
        await ben.click(shown, "Join")
        assert shown.text == "At the table: Ben"


def test_each_world_has_a_token_of_its_own(tmp_path: Path) -> None:
    """The bot's token is random, stays with its world, and replaces the public one of before.

    It has the form of Discord's tokens: three parts, the first of which names the application.
    """
    tokens = []
    for name in ("one", "one", "two"):
        playground = Playground(tmp_path / name)
        tokens.append(playground.address.token)
        playground.world.store.close()
    assert tokens[0] == tokens[1] != tokens[2]
    assert application_id_in(tokens[-1]) == playground.world.application.id
    assert len(tokens[-1].split(".")) == 3
    Playground(tmp_path / "old", token=PUBLIC_TOKEN).world.store.close()
    playground = Playground(tmp_path / "old")
    playground.world.store.close()
    assert playground.address.token not in {*tokens, PUBLIC_TOKEN}
    assert playground.address.token not in repr(playground.address)


def test_the_bot_has_the_name_that_it_is_given(tmp_path: Path) -> None:
    """A bot takes a name at any start and keeps it until it is given another."""
    names = []
    for name in (None, "Tomato", None):
        world = Playground(tmp_path, name=name).world
        role = max(world.guild.roles.values(), key=lambda role: role.managed)
        names.append((world.bot.username, world.application.name, role.name))
        world.store.close()
    assert names == [("Bot",) * 3, ("Tomato",) * 3, ("Tomato",) * 3]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes")
def test_only_one_user_reads_a_world(tmp_path: Path) -> None:
    """A world's folder and files are private whatever the umask; those of before become so."""
    folder, before = tmp_path / "data", os.umask(0)
    try:
        for _ in range(2):
            playground = Playground(folder)
            places = [folder, *folder.iterdir()]
            modes = {place.name: place.stat().st_mode & 0o077 for place in places}
            assert len(modes) == 3
            assert set(modes.values()) == {0}
            playground.world.store.close()
            (folder / "world.db").chmod(0o644)
    finally:
        os.umask(before)


async def test_tokens_outlive_a_restart(tmp_path: Path) -> None:
    """An interaction's token survives a restart and still expires by age."""
    clock = ManualClock()
    async with opened(tmp_path, clock) as playground, raw_bot(playground) as bot:
        ana = playground.person("Ana")
        playground.interactions.open(2, ana.user, ana.channel("table-one"), {"name": "go"})
        interaction = await bot.interaction()
        await bot.answer(interaction, 4, HELLO | {"flags": 64})
    async with opened(tmp_path, clock) as playground, raw_bot(playground) as bot:
        path = f"{bot.hook(interaction)}/messages/@original"
        assert (await bot.call("PATCH", path, {"content": "Mended."}))[0] == 200
        assert playground.person("Ana").latest("table-one").text == "Mended."
        clock.advance(901)
        assert (await bot.call("PATCH", path, HELLO))[1]["code"] == 50027


async def test_ids_go_on_rising(tmp_path: Path) -> None:
    """New ids are larger than all old ones, even if the clock went back."""
    async with opened(tmp_path) as playground:
        last = playground.person("Ana").say("lounge", "One.").id
    async with opened(tmp_path, ManualClock(moment=1_600_000_000)) as playground:
        assert playground.person("Ana").say("lounge", "Two.").id > last


async def test_old_interactions_are_forgotten(tmp_path: Path) -> None:
    """Interactions older than a day are deleted unless a message names them."""
    clock = ManualClock()
    async with opened(tmp_path, clock) as playground, raw_bot(playground) as bot:
        ana = playground.person("Ana")
        for answered in (True, False):
            playground.interactions.open(
                2, ana.user, ana.channel("table-one"), {"name": "go"}, name="go"
            )
            interaction = await bot.interaction()
            if answered:
                await bot.answer(interaction, 4, HELLO)
        clock.advance(25 * 3600)
    async with opened(tmp_path, clock) as playground:
        assert len(playground.world.interactions) == 1
        assert "used /go" in playground.person("Ana").transcript("table-one")


async def test_a_bot_that_is_killed_comes_back(empty: Playground) -> None:
    """A bot can stop and start again while the playground keeps running."""
    async with running(empty, start):
        lobby = await empty.person("Ana").slash("table-one", "play tomate")
    assert not empty.sessions.online
    async with running(empty, start):
        await empty.person("Ana").click(lobby, "Join")
    assert lobby.text == "At the table: Ana"


async def test_modal_sent_after_a_restart(tmp_path: Path) -> None:
    """A modal that was open before a restart can be submitted after it."""
    async with opened(tmp_path) as playground, raw_bot(playground) as bot:
        ana = playground.person("Ana")
        opening = asyncio.create_task(ana.slash("table-one", "go"))
        field = {"type": 4, "custom_id": "w", "style": 1}
        form = {
            "title": "Form",
            "custom_id": "form",
            "components": [{"type": 18, "label": "Word", "component": field}],
        }
        await bot.answer(await bot.interaction(), 9, form)
        modal = (await opening).modal
    async with opened(tmp_path) as playground, raw_bot(playground) as bot:
        sending = asyncio.create_task(playground.person("Ana").submit(modal, {"Word": "Yes"}))
        submitted = await bot.interaction()
        assert submitted["data"]["components"][0]["component"]["value"] == "Yes"
        await bot.answer(submitted, 4, HELLO)
        assert (await sending).text == "Hello."


@pytest.mark.parametrize("spoil", ["a folder in the way", "not a database"])
def test_a_world_that_cannot_be_opened(tmp_path: Path, spoil: str) -> None:
    """An invalid world file is refused by name and left as it was."""
    file = tmp_path / "world.db"
    if spoil == "not a database":
        file.write_text("This is a letter, not a database. " * 50)
    else:
        file.mkdir()
    with pytest.raises(WorldFileError, match=r"world\.db"):
        Playground(tmp_path)
    assert file.exists()


async def test_nothing_of_a_request_is_lost_by_a_kill(tmp_path: Path) -> None:
    """A request is on disk before it is answered."""
    async with opened(tmp_path) as playground, raw_bot(playground) as bot:
        _, message = await bot.post(playground.person("Ana").channel("lounge"), HELLO)
        neighbour = Playground(_copied(tmp_path))
        assert int(message["id"]) in neighbour.world.messages
        neighbour.world.store.close()


def _copied(folder: Path) -> Path:
    """Return a copy of the folder, as another process would find it now."""
    copy = folder / "copy"
    copy.mkdir()
    for file in folder.glob("world.db*"):
        (copy / file.name).write_bytes(file.read_bytes())
    return copy

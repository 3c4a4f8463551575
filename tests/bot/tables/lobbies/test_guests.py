"""Joining a lobby: by invitation, after a removal, with a ready check, or as a named bot."""

import pytest

from bot.tables import errors
from bot.tables.domain import seating
from bot.tables.domain.player import Player
from bot.tables.domain.views import LobbyView
from bot.tables.lobbies.guests import free_names
from data.records.matches import Life
from games.core.ai.memory import Level
from tests.bot.tables.lobbies.test_lobbies import names
from tests.bot.tables.support import ANA, BEN, CHEN, DORA, GUILD, LocalApp


async def test_a_closed_table_is_for_the_invited(app: LocalApp) -> None:
    """An invite-only table refuses others until the host invites them."""
    match_id = (await app.opened(invite_only=True)).summary.id
    with pytest.raises(errors.NotInvitedError):
        await app.tables.lobbies.join(match_id, BEN)
    lobby = await app.tables.guests.invite(match_id, ANA, [BEN, CHEN, ANA])
    assert [guest.name for guest in lobby.invited] == ["Ben", "Chen"]
    lobby = await app.tables.lobbies.join(match_id, BEN)
    assert (names(lobby), [guest.name for guest in lobby.invited]) == (["Ana", "Ben"], ["Chen"])
    with pytest.raises(errors.NotInvitedError):
        await app.tables.lobbies.join(match_id, DORA)


async def test_who_was_let_in_may_come_back(app: LocalApp) -> None:
    """A player who stands up from an invite-only table can join again."""
    match_id = (await app.opened(invite_only=True)).summary.id
    await app.tables.guests.invite(match_id, ANA, [BEN])
    await app.tables.lobbies.join(match_id, BEN)
    await app.tables.lobbies.stand_up(match_id, BEN)
    assert names(await app.tables.lobbies.join(match_id, BEN)) == ["Ana", "Ben"]


async def test_who_was_removed_stays_away(app: LocalApp) -> None:
    """A removed player can join again only if the host invites them."""
    match_id = (await app.opened()).summary.id
    await app.tables.lobbies.join(match_id, BEN)
    assert names(await app.tables.lobbies.kick(match_id, ANA, BEN.id)) == ["Ana"]
    with pytest.raises(errors.KickedError):
        await app.tables.lobbies.join(match_id, BEN)
    await app.tables.guests.invite(match_id, ANA, [BEN])
    assert names(await app.tables.lobbies.join(match_id, BEN)) == ["Ana", "Ben"]
    with pytest.raises(errors.NoSeatError):
        await app.tables.lobbies.kick(match_id, ANA, DORA.id)


@pytest.mark.parametrize("by", [BEN, CHEN], ids=["themselves", "another guest"])
async def test_a_refused_invitation_lifts_no_removal(app: LocalApp, by: Player) -> None:
    """Nobody but the host lets a removed player in again, not even after a deletion of data."""
    match_id = (await app.opened()).summary.id
    await app.tables.lobbies.join(match_id, BEN)
    await app.tables.lobbies.kick(match_id, ANA, BEN.id)
    await app.tables.privacy.forget(BEN.id)
    with pytest.raises(errors.NotHostError):
        await app.tables.guests.invite(match_id, by, [BEN])
    with pytest.raises(errors.KickedError):
        await app.tables.lobbies.join(match_id, BEN)


async def test_bots_are_called_as_the_host_likes(app: LocalApp) -> None:
    """A bot's name is reduced to one plain line, and the host renames or removes it by name."""
    match_id = (await app.opened(bots=2)).summary.id
    lobby = await app.tables.guests.rename_bot(match_id, ANA, "Basil", "  Señor \n Tomate\u202e ")
    assert names(lobby) == ["Ana", "Señor Tomate", "Oregano"]
    await app.tables.guests.add_bot(match_id, ANA, "Rosso")
    assert names(await app.tables.guests.remove_bot(match_id, ANA, "Señor Tomate")) == [
        "Ana",
        "Oregano",
        "Rosso",
    ]
    with pytest.raises(errors.NoBotError):
        await app.tables.guests.rename_bot(match_id, ANA, "Basil", "Rosa")
    summary = await app.tables.match_start.start(match_id, ANA)
    assert sorted(summary.names) == ["Ana", "Oregano", "Rosso"]


async def test_bots_play_as_well_as_the_host_likes(app: LocalApp) -> None:
    """The host sets the level of one bot or all; a new bot has the level of the last one."""
    match_id = (await app.opened(bots=2)).summary.id
    await app.tables.guests.set_level(match_id, ANA, Level.EASY)
    lobby = await app.tables.guests.set_level(match_id, ANA, Level.HARD, "Oregano")
    assert [sitter.level for sitter in lobby.sitters if sitter.is_bot] == [Level.EASY, Level.HARD]
    lobby = await app.tables.guests.add_bot(match_id, ANA)
    assert lobby.sitters[-1].level is Level.HARD
    with pytest.raises(errors.NoBotError):
        await app.tables.guests.set_level(match_id, ANA, Level.HARD, "Nobody")
    summary = await app.tables.match_start.start(match_id, ANA)
    saved = {occupant.name: occupant.level for occupant in summary.occupants}
    assert (saved["Basil"], saved["Oregano"]) == (Level.EASY, Level.HARD)


@pytest.mark.parametrize(
    "name",
    [
        "",
        " \n",
        "x" * 25,
        "oregano",
        "ana",
        "BEN",
        "🍅🍅",
        "\u3164",
        "B\u3164e\u200bn",
        "Oregano\u2800",
    ],
)
async def test_a_bot_passes_for_nobody_else(app: LocalApp, name: str) -> None:
    """A bot's name must not be unreadable, too long, or look like another at the table."""
    match_id = (await app.opened(bots=2)).summary.id
    before = await app.tables.guests.invite(match_id, ANA, [BEN])
    with pytest.raises(errors.BadBotNameError):
        await app.tables.guests.rename_bot(match_id, ANA, "Basil", name)
    with pytest.raises(errors.BadBotNameError):
        await app.tables.guests.add_bot(match_id, ANA, name)
    assert await app.tables.lobbies.show(match_id) == before


async def test_a_listed_name_is_offered_until_somebody_has_it(app: LocalApp) -> None:
    """A host chooses for a bot among the listed names that nobody at the table has."""
    match_id = (await app.opened(bots=1)).summary.id
    lobby = await app.tables.guests.rename_bot(match_id, ANA, "Basil", "oREGANO")
    assert free_names(lobby) == tuple(name for name in seating.NAMES if name != "Oregano")


async def test_the_match_starts_when_all_are_ready(app: LocalApp) -> None:
    """With a ready check, the last press of Ready starts the match, and the host can't."""
    match_id = (await app.opened(bots=1, ready_check=True)).summary.id
    await app.tables.lobbies.join(match_id, BEN)
    with pytest.raises(errors.NotAllReadyError):
        await app.tables.match_start.start(match_id, ANA)
    lobby = await app.tables.guests.set_ready(match_id, BEN, ready=True)
    assert [sitter.is_ready for sitter in lobby.sitters] == [False, False, True]
    await app.tables.guests.set_ready(match_id, BEN, ready=False)
    await app.tables.guests.set_ready(match_id, ANA, ready=True)
    assert (await app.summary(match_id)).life is Life.LOBBY
    with pytest.raises(errors.NoSeatError):
        await app.tables.guests.set_ready(match_id, CHEN, ready=True)
    await app.tables.guests.set_ready(match_id, BEN, ready=True)
    assert (await app.summary(match_id)).life is Life.RUNNING


async def test_whoever_holds_all_up_may_go(app: LocalApp) -> None:
    """If the only player who isn't ready is removed, the match starts."""
    match_id = (await app.opened(bots=2, ready_check=True)).summary.id
    await app.tables.lobbies.join(match_id, BEN)
    await app.tables.guests.set_ready(match_id, ANA, ready=True)
    await app.tables.lobbies.kick(match_id, ANA, BEN.id)
    assert (await app.summary(match_id)).life is Life.RUNNING


async def test_a_bot_may_be_the_last_that_is_missing(app: LocalApp) -> None:
    """A match whose people are all ready starts when an added bot fills the last seat needed."""
    match_id = (await app.opened(bots=1, ready_check=True)).summary.id
    await app.tables.guests.set_ready(match_id, ANA, ready=True)
    assert (await app.summary(match_id)).life is Life.LOBBY
    await app.tables.guests.add_bot(match_id, ANA)
    assert (await app.summary(match_id)).life is Life.RUNNING


async def test_a_changed_agreement_asks_everybody_again(app: LocalApp) -> None:
    """A change of options or clock clears every ready mark."""
    for name, value in (("rounds", 2), ("clock", "live_2m")):
        match_id = (await app.opened(bots=1, ready_check=True)).summary.id
        await app.tables.lobbies.join(match_id, BEN)
        await app.tables.guests.set_ready(match_id, BEN, ready=True)
        lobby = await app.tables.lobbies.set_options(match_id, ANA, {name: value})
        assert not any(sitter.is_ready for sitter in lobby.sitters)


async def test_ready_is_asked_of_nobody_else(app: LocalApp) -> None:
    """Ready is refused at tables where the host starts the match."""
    match_id = (await app.opened(bots=2)).summary.id
    with pytest.raises(errors.NoReadyCheckError):
        await app.tables.guests.set_ready(match_id, ANA, ready=True)


async def test_an_invited_stranger_has_a_name(app: LocalApp) -> None:
    """The server's name of an invited player is stored, even if the bot has never seen them."""
    lobby = await app.opened()
    await app.tables.guests.invite(lobby.summary.id, ANA, [DORA])
    assert await app.store.people.names(GUILD, (DORA.id,)) == {DORA.id: "Dora"}


async def test_a_crash_holds_up_nobody_who_was_ready(
    app: LocalApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the process crashes between the last Ready and the start, a restart starts the match."""
    match_id = (await app.opened(bots=2, ready_check=True)).summary.id

    async def crash(lobby: LobbyView) -> LobbyView:
        return lobby

    monkeypatch.setattr(app.tables.match_start, "if_all_ready", crash)
    await app.tables.guests.set_ready(match_id, ANA, ready=True)
    assert (await app.summary(match_id)).life is Life.LOBBY
    await app.second().tables.recovery.recover()
    assert (await app.summary(match_id)).life is Life.RUNNING

"""Laws of lobbies."""

from dataclasses import replace

import pytest

from data.engine.errors import (
    AlreadyAnsweredError,
    AlreadyOpenError,
    ChannelLimitError,
    HostLimitError,
    InconsistentChangeError,
    UnknownMatchError,
    VersionConflictError,
    WrongLifeError,
)
from data.records.matches import NOWHERE, Life, LobbyLimits, Sitter, Terms
from data.store import Store
from tests.data.builders import (
    ANNE,
    BOT,
    BRAM,
    CHANNEL,
    CLEO,
    GUILD,
    deadline,
    deal,
    lobby,
    pressed,
)
from tests.data.builders import running as deal_at_once

BRAMS = Terms(host_id=BRAM, options=b"{}", sitters=(Sitter(BRAM), Sitter(ANNE)))


async def test_a_lobby_is_found_as_it_was_opened(store: Store) -> None:
    """A lobby can be loaded exactly as `create` returned it."""
    opened = (await store.lobbies.create(lobby("m1", ANNE, BRAM))).match
    assert await store.matches.find("m1") == opened
    assert opened.life is Life.LOBBY
    assert opened.guild_id == GUILD
    assert opened.terms.sitters == (Sitter(ANNE), Sitter(BRAM))
    assert (opened.step, opened.holders, opened.result) == (0, (), None)


async def test_a_host_has_only_so_many_lobbies(store: Store) -> None:
    """The limit counts the lobbies that a player hosts in every server, and no others."""
    two = LobbyLimits(per_host=2)
    await store.lobbies.create(lobby("m1"), limits=two)
    await store.lobbies.create(lobby("m2", BRAM, ANNE, terms=BRAMS), limits=two)
    await store.lobbies.create(lobby("m3", guild_id=GUILD + 1), limits=two)
    with pytest.raises(HostLimitError):
        await store.lobbies.create(lobby("m4"), limits=two)
    assert await store.matches.find("m4") is None
    await store.lobbies.cancel("m1", 1, ended_at=9)
    await store.lobbies.create(lobby("m4"), limits=two)


async def test_a_channel_has_only_so_many_open_tables(store: Store) -> None:
    """The limit counts lobbies and running matches of the channel, and no ended ones."""
    two = LobbyLimits(per_channel=2)
    await deal_at_once(store)
    opened = (await store.lobbies.create(lobby("m2"), limits=two)).match
    with pytest.raises(ChannelLimitError):
        await store.lobbies.create(lobby("m3"), limits=two)
    await store.lobbies.create(lobby("m3", channel_id=CHANNEL + 1), limits=two)
    await store.lobbies.cancel("m2", opened.revision, ended_at=9)
    await store.lobbies.create(lobby("m4"), limits=two)


async def test_a_second_rematch_or_practice_match_is_not_opened(store: Store) -> None:
    """A second rematch or practice match is refused, naming the open lobby, until that ends."""
    await store.lobbies.create(lobby("m1"))
    for match_id, other, only in (
        ("m2", "m3", {"rematch_of": "m1"}),
        ("m4", "m5", {"guild_id": NOWHERE}),
    ):
        opened = (await store.lobbies.create(lobby(match_id, **only))).match
        with pytest.raises(AlreadyOpenError) as caught:
            await store.lobbies.create(lobby(other, **only))
        assert caught.value.match_id == match_id
        await store.lobbies.cancel(match_id, opened.revision, ended_at=9)
        await store.lobbies.create(lobby(other, **only))


async def test_seats_keep_their_order(store: Store) -> None:
    """A new player gets the last seat, and leaving closes the gap."""
    first = (await store.lobbies.create(lobby("m1", ANNE, BRAM))).match
    more = replace(first.terms, sitters=(*first.terms.sitters, BOT, Sitter(CLEO)))
    second = await store.lobbies.change("m1", first.revision, more, now=1500)
    assert second.terms.sitters == (Sitter(ANNE), Sitter(BRAM), BOT, Sitter(CLEO))
    fewer = replace(more, sitters=tuple(s for s in more.sitters if s.player_id != BRAM))
    third = await store.lobbies.change("m1", second.revision, fewer, now=1500)
    assert third.terms.sitters == (Sitter(ANNE), BOT, Sitter(CLEO))


async def test_terms_change_as_a_whole(store: Store) -> None:
    """Changing the terms replaces host, options, seats and rating."""
    opened = (await store.lobbies.create(lobby())).match
    terms = Terms(host_id=BRAM, options=b'{"x":2}', sitters=(Sitter(BRAM),), rated=False)
    await store.lobbies.change("m1", opened.revision, terms, now=1500)
    result = await store.matches.find("m1")
    assert result is not None
    assert result.terms == terms


async def test_two_who_sit_down_at_once_do_not_lose_each_other(store: Store) -> None:
    """Of two changes of the same revision, the second is refused and changes nothing."""
    opened = (await store.lobbies.create(lobby("m1", ANNE))).match
    with_bram = replace(opened.terms, sitters=(Sitter(ANNE), Sitter(BRAM)))
    with_cleo = replace(opened.terms, sitters=(Sitter(ANNE), Sitter(CLEO)))
    newer = await store.lobbies.change("m1", opened.revision, with_bram, now=1500)
    with pytest.raises(VersionConflictError) as caught:
        await store.lobbies.change("m1", opened.revision, with_cleo, now=1500)
    assert caught.value.found == newer.revision
    assert await store.matches.find("m1") == newer


async def test_one_press_sits_down_once(store: Store) -> None:
    """The same interaction again changes nothing and returns the first answer."""
    opened = (await store.lobbies.create(lobby("m1", ANNE))).match
    with_bram = replace(opened.terms, sitters=(Sitter(ANNE), Sitter(BRAM)))
    changed = await store.lobbies.change(
        "m1", opened.revision, with_bram, pressed(77, said="welcome"), now=1500
    )
    again = pressed(77, said="bye")
    with pytest.raises(AlreadyAnsweredError) as caught:
        await store.lobbies.change("m1", changed.revision, opened.terms, again, now=1500)
    assert caught.value.answer == {"said": "welcome"}
    assert await store.matches.find("m1") == changed


async def test_one_command_opens_one_lobby(store: Store) -> None:
    """A redelivered command opens one table."""
    await store.lobbies.create(lobby("m1"), pressed(77))
    with pytest.raises(AlreadyAnsweredError):
        await store.lobbies.create(lobby("m2"), pressed(77))
    assert await store.matches.find("m2") is None


async def test_an_id_names_one_match(store: Store) -> None:
    """A taken id is refused, and its match stays as it is."""
    opened = (await store.lobbies.create(lobby("m1", ANNE))).match
    with pytest.raises(InconsistentChangeError, match="create lobby"):
        await store.lobbies.create(lobby("m1", BRAM))
    assert await store.matches.find("m1") == opened


async def test_a_cancelled_lobby_is_over(store: Store) -> None:
    """A cancelled lobby is not open, has no deadlines, and can be neither joined nor started."""
    opened = (await store.lobbies.create(lobby())).match
    await store.deadlines.arm(deadline(seat=None))
    gone = await store.lobbies.cancel("m1", opened.revision, ended_at=4000)
    assert (gone.life, gone.ended_at) == (Life.CANCELLED, 4000)
    assert await store.matches.all_open() == ()
    assert await store.deadlines.of_match("m1") == ()
    with pytest.raises(WrongLifeError, match="cancelled"):
        await store.lobbies.change("m1", gone.revision, gone.terms, now=1500)
    with pytest.raises(WrongLifeError, match="cancelled"):
        await store.matches.start("m1", gone.revision, deal())


async def test_a_running_match_is_no_lobby(store: Store) -> None:
    """After the start, the terms can't change."""
    match = await deal_at_once(store)
    with pytest.raises(WrongLifeError, match="running"):
        await store.lobbies.change("m1", match.revision, match.terms, now=1500)


async def test_an_unknown_match_is_told_apart(store: Store) -> None:
    """An unknown id has its own error."""
    terms = lobby().terms
    with pytest.raises(UnknownMatchError, match="nowhere"):
        await store.lobbies.change("nowhere", 1, terms, now=1500)
    assert await store.matches.find("nowhere") is None


@pytest.mark.parametrize(
    "sitters",
    [(Sitter(ANNE), Sitter(ANNE)), (BOT, BOT)],
    ids=["player twice", "two bots of one name"],
)
def test_nobody_sits_twice(sitters: tuple[Sitter, ...]) -> None:
    """A player holds one seat of a match, and every bot has its own name."""
    with pytest.raises(ValueError, match="one seat"):
        Terms(host_id=ANNE, options=b"{}", sitters=sitters)


@pytest.mark.parametrize("values", [(None, None), (ANNE, "Rosso")], ids=["nobody", "both"])
def test_a_seat_has_one_sitter(values: tuple[int | None, str | None]) -> None:
    """A seat is held by a player or by a bot."""
    with pytest.raises(ValueError, match="either"):
        Sitter(*values)

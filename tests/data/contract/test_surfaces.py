"""Laws of our messages."""

from data.records.matches import OwedAnswer, Shown, Surface, SurfaceKind
from data.store import Store
from tests.data.builders import ANNE, BOT, BRAM, lobby, running, step, surface

OLD, NEW = Shown(stage="old"), Shown(stage="new")


def ids(surfaces: tuple[Surface, ...]) -> list[str]:
    return [surface.surface_id for surface in surfaces]


async def test_a_surface_is_found_as_it_was_written(store: Store) -> None:
    """Every field of a surface is read back."""
    await running(store)
    hand = surface(
        "hand",
        kind=SurfaceKind.HAND,
        player_id=ANNE,
        message_id=55,
        shown_revision=1,
        ticket="t1",
        shown=Shown(stage="running", place=3, asks=(0, 2), missing=1),
        version=4,
        lacks_pictures=True,
        token="secret-token",
        token_until=99,
    )
    await store.surfaces.add(hand)
    owed = (OwedAnswer(ANNE, "2-t"), OwedAnswer(BRAM, "-"))
    notice = surface("notice", kind=SurfaceKind.NOTICE, owed=owed)
    await store.surfaces.add(notice)

    assert await store.surfaces.find("hand") == hand
    assert await store.surfaces.of_match("m1") == (hand, notice)
    assert "secret-token" not in repr(hand)


async def test_a_message_is_known_once_it_is_sent(store: Store) -> None:
    """A message leads to its surface only once it is saved."""
    await running(store)
    await store.surfaces.add(surface("table"))
    assert await store.surfaces.of_message(55) is None
    await store.surfaces.save(surface("table", version=1, channel_id=44, message_id=55))
    result = await store.surfaces.of_message(55)
    assert result is not None
    assert (result.surface_id, result.channel_id, result.message_id) == ("table", 44, 55)


async def test_a_message_may_be_used_again(store: Store) -> None:
    """If a lobby's message became the table, a press on it belongs to the table."""
    await running(store)
    await store.surfaces.add(surface("lobby", kind=SurfaceKind.LOBBY, message_id=55))
    await store.surfaces.save(
        surface("lobby", kind=SurfaceKind.LOBBY, message_id=55, version=1, retired=True)
    )
    retired = await store.surfaces.of_message(55)
    assert retired is not None
    assert (retired.surface_id, retired.retired) == ("lobby", True)
    await store.surfaces.add(surface("table", message_id=55))
    result = await store.surfaces.of_message(55)
    assert result is not None
    assert result.surface_id == "table"


async def test_a_change_leaves_surfaces_behind_until_they_show_it(store: Store) -> None:
    """Every visible change makes a surface outdated: a start, a step, a seat, a note."""
    opened = (await store.lobbies.create(lobby())).match
    await running(store, "other")
    await store.surfaces.add(surface("table"))
    await store.surfaces.add(surface("elsewhere", "other"))
    assert ids(await store.surfaces.behind()) == ["table", "elsewhere"]
    await store.surfaces.save(
        surface("table", version=1, shown_revision=opened.revision, lacks_pictures=True, shown=OLD)
    )
    assert ids(await store.surfaces.behind("m1")) == ["table"]
    await store.surfaces.save(
        surface("table", version=2, shown_revision=opened.revision, shown=OLD)
    )
    assert ids(await store.surfaces.behind("m1")) == []
    changed = await store.lobbies.change("m1", opened.revision, opened.terms, now=1500)
    assert ids(await store.surfaces.behind("m1")) == ["table"]
    await store.surfaces.save(
        surface("table", version=3, shown_revision=changed.revision, ticket="t", shown=NEW)
    )
    assert ids(await store.surfaces.behind()) == ["elsewhere"]
    result = await store.surfaces.find("table")
    assert result is not None
    assert (result.ticket, result.shown) == ("t", NEW)


async def test_steps_and_hand_overs_leave_surfaces_behind(store: Store) -> None:
    """A running table is outdated after a step, and after a seat has changed hands."""
    match = await running(store)
    await store.surfaces.add(surface("table", shown_revision=match.revision))
    assert await store.surfaces.behind() == ()
    await store.matches.commit_step("m1", match.revision, step(), b"{}", moves_made=(1, 0))
    assert ids(await store.surfaces.behind()) == ["table"]
    await store.surfaces.save(surface("table", version=1, shown_revision=match.revision + 1))
    await store.matches.hand_over(
        "m1", match.revision + 1, seat=0, sitter=BOT, reason="left", now=5
    )
    assert ids(await store.surfaces.behind()) == ["table"]


async def test_a_retired_surface_is_left_alone(store: Store) -> None:
    """A retired surface is neither listed nor behind, and its token and debts are deleted."""
    await running(store)
    await store.surfaces.add(surface("a", kind=SurfaceKind.NOTICE, owed=(OwedAnswer(ANNE, "2-t"),)))
    await store.surfaces.add(surface("b"))
    await store.surfaces.save(
        surface("a", version=1, kind=SurfaceKind.NOTICE, token="secret-token", token_until=99)
    )
    await store.surfaces.save(surface("a", version=2, kind=SurfaceKind.NOTICE, retired=True))
    assert ids(await store.surfaces.of_match("m1")) == ["b"]
    assert ids(await store.surfaces.behind()) == ["b"]
    result = await store.surfaces.find("a")
    assert result is not None
    assert (result.retired, result.token, result.token_until, result.owed) == (True, None, None, ())


async def test_a_token_is_held_until_its_time(store: Store) -> None:
    """A new token replaces the old one and its expiry."""
    await running(store)
    await store.surfaces.add(surface("hand"))
    await store.surfaces.save(surface("hand", version=1, token="first", token_until=10))
    await store.surfaces.save(surface("hand", version=2, token="second", token_until=20))
    result = await store.surfaces.find("hand")
    assert result is not None
    assert (result.token, result.token_until) == ("second", 20)


async def test_an_older_version_of_a_surface_changes_nothing(store: Store) -> None:
    """Of two processes that save a surface, the one with the newer version prevails."""
    await running(store)
    await store.surfaces.add(surface("hand"))
    await store.surfaces.save(surface("hand", version=2, shown=NEW))
    await store.surfaces.save(surface("hand", version=1, shown=OLD))
    await store.surfaces.save(surface("hand", version=2, shown=OLD))
    result = await store.surfaces.find("hand")
    assert result is not None
    assert (result.shown, result.version) == (NEW, 2)

"""Laws of premoves."""

import pytest

from data.engine.errors import UnknownMatchError, VersionConflictError
from data.records.matches import Ending, Life, Premove, Sitter
from data.store import Store
from tests.data.builders import CLEO, running, step


def premove(seat: int = 0, about: str = "trick 3", match_id: str = "m1", **form: object) -> Premove:
    return Premove(match_id=match_id, seat=seat, about=about, form=dict(form), given_at=9)


async def test_the_newest_answer_in_advance_counts(store: Store) -> None:
    """A seat has one premove, which can be deleted; the match's revision doesn't reveal it."""
    match = await running(store)
    await store.premoves.save(premove(card=7), match.revision)
    await store.premoves.save(premove(card=9), match.revision)
    await store.premoves.save(premove(1), match.revision)
    assert await store.premoves.of_match("m1") == (premove(card=9), premove(1))
    await store.premoves.drop("m1", 0)
    assert await store.premoves.of_match("m1") == (premove(1),)
    assert await store.matches.find("m1") == match


async def test_an_answer_to_a_table_that_has_changed_is_not_kept(store: Store) -> None:
    """A premove for an outdated revision is refused, since it might mean another moment."""
    match = await running(store)
    with pytest.raises(VersionConflictError):
        await store.premoves.save(premove(), match.revision - 1)
    with pytest.raises(UnknownMatchError):
        await store.premoves.save(premove(match_id="m9"), match.revision)
    assert await store.premoves.of_match("m1") == ()


async def test_a_step_drops_the_answer_of_its_own_seat_alone(store: Store) -> None:
    """A step drops only the premove of its own seat."""
    match = await running(store)
    await store.premoves.save(premove(0), match.revision)
    await store.premoves.save(premove(1), match.revision)
    await store.matches.commit_step("m1", match.revision, step(0), b"{}", moves_made=(1, 0))
    assert await store.premoves.of_match("m1") == (premove(1),)


async def test_an_answer_ends_with_its_tenure_and_its_match(store: Store) -> None:
    """A premove is deleted when its seat changes hands and when its match ends."""
    match = await running(store)
    await store.premoves.save(premove(0), match.revision)
    await store.premoves.save(premove(1), match.revision)
    match = await store.matches.hand_over(
        "m1", match.revision, seat=0, sitter=Sitter(CLEO), reason="substitute", now=1
    )
    assert await store.premoves.of_match("m1") == (premove(1),)
    await store.matches.stop("m1", match.revision, Ending(life=Life.STOPPED, ended_at=2))
    assert await store.premoves.of_match("m1") == ()

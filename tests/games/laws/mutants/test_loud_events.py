"""A law notices when an event that only some may see is shown to everybody."""

from collections.abc import Iterator

import pytest

from games.core.event import Event
from tests.games.case import Case
from tests.games.cases import ALL_CASES
from tests.games.laws import test_knowledge, test_together
from tests.games.laws.mutants.support import catches
from tests.games.moves import event_types
from tests.games.plays import table

pytestmark = pytest.mark.nightly

LAWS = (
    test_knowledge.test_answers_that_look_alike_tell_alike,
    test_knowledge.test_events_tell_no_more_than_views,
    test_knowledge.test_first_events_tell_no_more_than_views,
    test_knowledge.test_events_tell_no_chance_that_views_hide,
    test_knowledge.test_first_events_tell_no_chance_that_views_hide,
    test_together.test_sealed_answers_show_nothing,
)
RARE = {"ThrowMade"}
"""Events that so few matches have that only a nightly run is sure to meet one."""
PRIVATE = [
    (case, kind)
    for case in ALL_CASES
    for kind in event_types(case.game)
    if kind.seen_by is not Event.seen_by
]


@pytest.fixture(autouse=True)
def new_tables() -> Iterator[None]:
    """Play all matches again: a state may remember the events that everybody saw."""
    table.cache_clear()
    yield
    table.cache_clear()


@pytest.mark.parametrize(
    ("case", "kind"), PRIVATE, ids=[f"{case}-{kind.__name__}" for case, kind in PRIVATE]
)
def test_loud_events_are_noticed(
    case: Case, kind: type[Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of the laws fails if everybody sees a private kind of event, tried as in the suite."""
    monkeypatch.setattr(kind, "seen_by", lambda event: None)

    assert any(catches(law, case, in_suite=kind.__name__ not in RARE) for law in LAWS), (
        f"No law of {case} notices it when a spectator sees {kind.__name__}. If the views show all"
        " that it tells, make it public: drop its `seen_by`. If not, the case's `unseen` or"
        " `reshuffle` leaves out what it tells: add that there."
    )

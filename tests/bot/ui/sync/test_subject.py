"""What is known of the messages of a match: always the newest state."""

from dataclasses import replace
from itertools import permutations

import pytest

from bot.ui.sync.subject import MessageSubject, Wanted, order
from data.records.matches import Shown
from tests.bot.ui.sync.test_reconciler import TABLE, State, row

STATES = (State(1, loaded=4), State(2, loaded=1), State(2, loaded=3))
"""From the oldest to the newest: the revision counts, then when it was loaded."""


@pytest.mark.parametrize("offered", [*permutations(STATES)], ids=lambda states: str(len(states)))
def test_an_older_state_never_replaces_a_newer(offered: tuple[State, ...]) -> None:
    """After each offer, the state is the newest of those offered so far."""
    subject = MessageSubject[State]("m")
    for count, state in enumerate(offered, 1):
        subject.offer(state)
        assert subject.state is max(offered[:count], key=order)


@pytest.mark.parametrize(
    ("since", "lacks"), [((1, 2), True), ((1, None), False), ((1, 3), False), ((None, 2), True)]
)
@pytest.mark.parametrize("is_reversed", [False, True])
def test_forms_that_are_saved_at_the_same_time_are_loaded_together(
    since: tuple[int | None, int | None], lacks: bool, is_reversed: bool
) -> None:
    """A state whose rows were loaded before another's form was saved may lack that form."""
    subject = MessageSubject[State]("m")
    states = [(State(loaded=3), since[0]), (State(loaded=5), since[1])]
    for state, moment in reversed(states) if is_reversed else states:
        subject.offer(state, moment)

    assert subject.is_stale is lacks


@pytest.mark.parametrize("opened", STATES, ids=lambda state: f"{state.revision}-{state.loaded}")
@pytest.mark.parametrize("known", STATES, ids=lambda state: f"{state.revision}-{state.loaded}")
def test_a_press_is_answered_with_the_newest(known: State, opened: State) -> None:
    """A press is answered with a newer revision than it opened, if one is known."""
    subject = MessageSubject[State]("m")
    subject.offer(known)
    newest = subject.newest(7, opened)
    assert newest is (known if known.revision > opened.revision else opened)


@pytest.mark.parametrize(
    ("message_id", "shown", "waits"),
    [
        (55, Shown(stage="begun"), True),
        (None, Shown(stage="begun"), False),
        (55, None, False),
        (55, Shown(stage="lobby"), False),
        (55, Shown(stage="begun", later="one has chosen"), False),
    ],
)
def test_only_what_stands_may_wait(
    message_id: int | None, shown: Shown | None, waits: bool
) -> None:
    """A message waits for others if it stands and lacks only what may be seen late."""
    subject, state = MessageSubject[State]("m"), STATES[0]
    subject.add(replace(row("table", shown=shown), message_id=message_id))
    newest = Shown(stage="begun", later="one has chosen")

    assert subject.may_wait(Wanted(key=TABLE, shown=newest, state=state)) is waits


def test_an_older_answer_is_not_sent_after_a_newer() -> None:
    """Of two answers to one player, the older is known to be late."""
    older, _, newer = STATES
    subject = MessageSubject[State]("m")
    assert not subject.answered_later(7, newer)
    assert subject.answered_later(7, older)
    assert not subject.answered_later(8, older)
    assert subject.newest(7, older) is newer

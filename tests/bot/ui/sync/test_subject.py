"""What is known of the messages of a match: always the newest state."""

from itertools import permutations

import pytest

from bot.ui.sync.subject import MessageSubject, order
from tests.bot.ui.sync.test_reconciler import State

STATES = (State(1, loaded=4), State(2, loaded=1), State(2, loaded=3))
"""From the oldest to the newest: the revision counts, then when it was loaded."""


@pytest.mark.parametrize("offered", [*permutations(STATES)], ids=lambda states: str(len(states)))
def test_an_older_state_never_replaces_a_newer(offered: tuple[State, ...]) -> None:
    """After each offer, the state is the newest of those offered so far."""
    subject = MessageSubject[State]("m")
    for count, state in enumerate(offered, 1):
        subject.offer(state)
        assert subject.state is max(offered[:count], key=order)


@pytest.mark.parametrize("opened", STATES, ids=lambda state: f"{state.revision}-{state.loaded}")
@pytest.mark.parametrize("known", STATES, ids=lambda state: f"{state.revision}-{state.loaded}")
def test_a_press_is_answered_with_the_newest(known: State, opened: State) -> None:
    """A press is answered with a newer revision than it opened, if one is known."""
    subject = MessageSubject[State]("m")
    subject.offer(known)
    newest = subject.newest(7, opened)
    assert newest is (known if known.revision > opened.revision else opened)


def test_an_older_answer_is_not_sent_after_a_newer() -> None:
    """Of two answers to one player, the older is known to be late."""
    older, _, newer = STATES
    subject = MessageSubject[State]("m")
    assert not subject.answered_later(7, newer)
    assert subject.answered_later(7, older)
    assert not subject.answered_later(8, older)
    assert subject.newest(7, older) is newer

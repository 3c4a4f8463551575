"""Laws of knowledge: nobody sees what is hidden, and hidden things can be anything that fits."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import Any

import pytest
from hypothesis import strategies as st

from games.core.ai.memory import NO_MEMORY, Level
from games.core.event import Event, is_for
from games.core.game import AnyGame, View, apply
from games.core.rng import Rng
from games.core.saving import load_state, save_state
from games.core.tableau_text import alt_text
from games.core.text import PLAIN
from games.core.values import Seat
from games.tomatomat.ai import planning
from tests.games import plays
from tests.games.case import Case
from tests.games.moves import offered

GUESSES = 400
"""How many states are imagined before a thing counts as never moving."""
DEALS = 40
"""How many deals are compared in pairs: by chance, some look the same to somebody."""
NEWS = frozenset({"aftermath", "recent"})
"""Fields of views that repeat the latest events."""


def drawn_viewer(data: st.DataObject, position: plays.Position) -> Seat | None:
    return data.draw(st.sampled_from(position.match.viewers), "viewer")


@plays.law(12)
def test_determinized_states_cannot_be_told_apart(case: Case, data: st.DataObject) -> None:
    """An imagined state has the same view and standing, and awaits as many seats."""
    game, rng = case.game, plays.drawn_rng(data)
    for position in plays.drawn_positions(data, case):
        viewer = rng.choice(position.match.viewers)
        view, memory = game.view(position.state, viewer), position.memory(viewer)
        imagined = game.determinize(view, rng.choice((memory, NO_MEMORY)), rng)

        assert game.view(imagined, viewer) == view, position
        assert len(game.awaited(imagined)) == len(game.awaited(position.state)), position
        assert game.standing(imagined) == game.standing(position.state), position


@plays.law(6)
def test_determinized_states_can_be_played(case: Case, data: st.DataObject) -> None:
    """An imagined state contains all that the true one does, and play can continue from it."""
    game, rng = case.game, plays.drawn_rng(data)
    for position in plays.drawn_positions(data, case, over=False):
        viewer = rng.choice(position.match.viewers)
        memory = rng.choice((position.memory(viewer), NO_MEMORY))
        state = game.determinize(game.view(position.state, viewer), memory, rng)

        assert case.census(state) == case.census(position.state), position
        assert load_state(game, save_state(game, state)) == state, position
        for _ in range(6):
            seats = sorted(game.awaited(state))
            if not seats:
                break
            seat = rng.choice(seats)
            state = plays.random_turn(game, state, seat, rng).step.state


@plays.law(10)
def test_determinize_is_reproducible(case: Case, data: st.DataObject) -> None:
    """The same view and randomness imagine the same state."""
    position = plays.drawn_position(data, case)
    view = case.game.view(position.state, drawn_viewer(data, position))
    rng = plays.drawn_rng(data)

    assert case.game.determinize(view, NO_MEMORY, rng.clone()) == case.game.determinize(
        view, NO_MEMORY, rng.clone()
    )


@pytest.fixture(autouse=True, scope="module")
def few_worlds() -> Iterator[None]:
    """Tomatomat's hard level looks at fewer worlds: the laws ask it often."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(planning, "WORLDS", 3)
        yield


@plays.law(8)
def test_decisions_hang_on_knowledge_alone(case: Case, data: st.DataObject) -> None:
    """A bot decides the same at every level, however hidden things are exchanged."""
    game, rng = case.game, plays.drawn_rng(data)
    for position in plays.drawn_positions(data, case, over=False):
        for seat in game.awaited(position.state):
            twin, memory = case.reshuffle(position.state, seat, rng), position.memory(seat)
            for level in Level:
                first, other = (
                    game.policy(game.view(state, seat), memory, level, rng.clone())
                    for state in (position.state, twin)
                )
                assert first == other, (position, level)


@plays.law(12)
def test_hidden_things_leave_no_trace(case: Case, data: st.DataObject) -> None:
    """A viewer sees and is asked the same, however hidden things are exchanged."""
    game, rng = case.game, plays.drawn_rng(data)
    for position in plays.drawn_positions(data, case):
        viewer = rng.choice(position.match.viewers)
        twin = case.reshuffle(position.state, viewer, rng)
        true, other = game.view(position.state, viewer), game.view(twin, viewer)
        table, same = game.tableau(true), game.tableau(other)

        assert case.census(twin) == case.census(position.state), position
        assert other == true, position
        assert game.prompt(other) == game.prompt(true), position
        assert (same, alt_text(same, PLAIN)) == (table, alt_text(table, PLAIN)), position
        if viewer is not None:
            assert plays.question(game, twin, viewer) == plays.question(
                game, position.state, viewer
            ), position


@plays.law(25)
def test_events_tell_no_more_than_views(case: Case, data: st.DataObject) -> None:
    """If two worlds look alike after a move, so do the events of that move."""
    game, rng, match = case.game, plays.drawn_rng(data), plays.drawn_match(data, case)
    for turn in turns_by_event(match, rng):
        viewer = rng.choice(match.viewers)
        twin = case.reshuffle(turn.before, viewer, rng)
        prompt = game.prompt(game.view(twin, turn.seat))
        if offered(game, prompt, turn.move.model_dump(mode="json")) is None:
            continue
        other = apply(game, twin, turn.seat, turn.move)
        first, two = (game.view(step.state, viewer) for step in (turn.step, other))
        text, same = (seen(step.events, viewer) for step in (turn.step, other))
        if first == two:
            assert text == same, (match, turn.move)
        elif known(case, turn.step.state, viewer) == known(case, other.state, viewer):
            text, same = (without_fleeting(case, events) for events in (text, same))
            assert text == same, (match, turn.move)


@plays.law(12)
def test_what_reveals_nothing_is_known_before(case: Case, data: st.DataObject) -> None:
    """After a move that claims to reveal nothing, its mover sees what they could foresee."""
    game, rng = case.game, plays.drawn_rng(data)
    for turn in plays.drawn_match(data, case).turns:
        if not any(event.reveals for event in turn.step.events):
            twin = case.reshuffle(turn.before, turn.seat, rng)
            after = apply(game, twin, turn.seat, turn.move).state
            expected = game.view(turn.step.state, turn.seat)
            assert game.view(after, turn.seat) == expected, f"{turn.move!r} reveals something"


@plays.law(25)
def test_answers_that_look_alike_tell_alike(case: Case, data: st.DataObject) -> None:
    """If two answers look alike to somebody else, their events name the same hidden things."""
    game, rng, match = case.game, plays.drawn_rng(data), plays.drawn_match(data, case)
    things = case.census(match.start.state)
    for turn in turns_by_event(match, rng):
        move = plays.random_answer(game, turn.before, turn.seat, rng)
        steps = (turn.step, apply(game, turn.before, turn.seat, move))
        for viewer in match.viewers:
            after = [known(case, step.state, viewer) for step in steps]
            if viewer == turn.seat or after[0] != after[1]:
                continue
            hidden = all_unseen(case, turn.before, viewer) & things
            named = [
                Counter(w for w in words([event.model_dump() for event in events]) if w in hidden)
                for events in (without_fleeting(case, seen(step.events, viewer)) for step in steps)
            ]
            assert named[0] == named[1], (match, turn.move, move, viewer)


def turns_by_event(match: plays.Match, rng: Rng) -> list[plays.Turn]:
    """Return a random turn for each kind of event that happens in a match."""
    turns: dict[str, list[plays.Turn]] = defaultdict(list)
    for turn in match.turns:
        for kind in sorted({event.kind for event in turn.step.events}):
            turns[kind].append(turn)
    return [rng.choice(turns[kind]) for kind in sorted(turns)]


def known(case: Case, state: Any, viewer: Seat | None) -> tuple[View, Counter[str]]:
    """Return a view without the events that it repeats, and all that is hidden from the viewer."""
    view: View = case.game.view(state, viewer)
    repeated = NEWS.intersection(type(view).model_fields)
    return view.model_copy(update=dict.fromkeys(repeated)), all_unseen(case, state, viewer)


def all_unseen(case: Case, state: Any, viewer: Seat | None) -> Counter[str]:
    return Counter(chain(*case.unseen(state, viewer).values()))


def without_fleeting(case: Case, events: Sequence[Event]) -> list[Event]:
    """Return the events that show nothing which is hidden again at once."""
    return [event for event in events if event.kind not in case.fleeting]


@plays.law(4)
def test_first_events_tell_no_more_than_views(case: Case, data: st.DataObject) -> None:
    """At the start, no viewer is told of a card or a die that is hidden from it."""
    match = plays.drawn_match(data, case)
    state = match.start.state
    things = case.census(state)
    for viewer in match.viewers:
        visible = things - all_unseen(case, state, viewer)
        for event in without_fleeting(case, seen(match.start.events, viewer)):
            named = Counter(word for word in words(event.model_dump()) if word in things)
            assert named <= visible, (match, event)


@plays.law(12)
def test_events_tell_no_chance_that_views_hide(case: Case, data: st.DataObject) -> None:
    """If a move looks the same with other dice and draws after it, so do its events."""
    game, rng, match = case.game, plays.drawn_rng(data), plays.drawn_match(data, case)
    for turn in turns_by_event(match, rng):
        twin = game.clone(turn.before)
        twin.rng = rng.branch("other chance")
        other = apply(game, twin, turn.seat, turn.move)
        for viewer in match.viewers:
            views = [game.view(step.state, viewer) for step in (turn.step, other)]
            events = [seen(step.events, viewer) for step in (turn.step, other)]
            assert views[0] != views[1] or events[0] == events[1], (match, turn.move, viewer)


@plays.law(4)
def test_first_events_tell_no_chance_that_views_hide(case: Case, data: st.DataObject) -> None:
    """If two deals look the same to a viewer, so do their events."""
    game, match, rng = case.game, plays.drawn_match(data, case), plays.drawn_rng(data)
    deals = [game.setup(match.seats, match.options, rng.branch("deal")) for _ in range(DEALS)]
    for viewer in match.viewers:
        views = [game.view(deal.state, viewer) for deal in deals]
        events = [without_fleeting(case, seen(deal.events, viewer)) for deal in deals]
        for deal, other in combinations(range(DEALS), 2):
            assert views[deal] != views[other] or events[deal] == events[other], (match, viewer)


def words(value: Any) -> Iterator[str]:
    """Yield every string in nested lists and mappings."""
    if isinstance(value, dict | list | tuple):
        for part in value.values() if isinstance(value, dict) else value:
            yield from words(part)
    elif isinstance(value, str):
        yield value


def seen(events: Sequence[Event], viewer: Seat | None) -> list[Event]:
    return [event for event in events if is_for(viewer, event.seen_by())]


@plays.law()
def test_logs_tell_no_more_than_events(case: Case, data: st.DataObject) -> None:
    """A viewer who may read an event later also saw it when it happened."""
    match = plays.drawn_match(data, case)
    for position in plays.positions(match):
        for event in position.events:
            for viewer in match.viewers:
                if is_for(viewer, event.logged_for()):
                    assert is_for(viewer, event.seen_by()), event


@plays.law()
def test_seeds_stay_secret(case: Case, data: st.DataObject) -> None:
    """No view, question, table or event contains the seed, and neither does a state's repr."""
    position = plays.drawn_position(data, case)
    game = case.game
    texts = [repr(position.state), *(event.model_dump_json() for event in position.events)]
    for viewer in position.match.viewers:
        view = game.view(position.state, viewer)
        prompt = game.prompt(view)
        texts += [view.model_dump_json(), game.tableau(view).model_dump_json()]
        texts += [prompt.model_dump_json()] if prompt else []

    assert not [words for words in texts if plays.SEED in words]


@plays.law(4)
def test_reshuffles_bite(case: Case, data: st.DataObject) -> None:
    """A reshuffle really exchanges hidden things; otherwise the other laws would prove nothing."""
    position = plays.drawn_position(data, case, over=False)
    viewer = None
    if (
        len({thing for things in case.unseen(position.state, viewer).values() for thing in things})
        < 2
    ):
        return
    rng = plays.drawn_rng(data)
    twins = [case.reshuffle(position.state, viewer, rng) for _ in range(8)]

    assert any(case.unseen(twin, viewer) != case.unseen(position.state, viewer) for twin in twins)


@plays.law(5)
def test_every_unseen_thing_may_be_elsewhere(case: Case, data: st.DataObject) -> None:
    """Over many imagined states, every hidden thing that can be elsewhere is so at least once."""
    position = plays.drawn_position(data, case)
    viewer = drawn_viewer(data, position)
    game, rng = case.game, plays.drawn_rng(data)
    view = game.view(position.state, viewer)
    truth = where(case, position.state, viewer)
    movable: set[str] = set()
    for _ in range(60):
        twin = where(case, case.reshuffle(position.state, viewer, rng), viewer)
        movable |= {thing for thing in truth if twin[thing] != truth[thing]}
    nailed = set(movable)
    for _ in range(GUESSES):
        if not nailed:
            break
        guess = where(case, game.determinize(view, NO_MEMORY, rng), viewer)
        nailed = {thing for thing in nailed if guess[thing] == truth[thing]}

    assert not nailed


def where(case: Case, state: Any, viewer: Seat | None) -> dict[str, Counter[Any]]:
    """Return the places of every hidden thing."""
    places: dict[str, Counter[Any]] = defaultdict(Counter)
    for place, things in case.unseen(state, viewer).items():
        for thing in things:
            places[thing][place] += 1
    return places


@plays.law(1)
def test_the_truth_is_among_the_guesses(case: Case, data: st.DataObject) -> None:
    """If little is hidden, the true state is one of the imagined ones."""
    if case.tiny is None:
        pytest.skip(f"{case} names no tiny table")
    state, viewer = case.tiny()
    rng = plays.drawn_rng(data)
    view = case.game.view(state, viewer)

    assert is_guessed(case.game, view, state, rng)


def is_guessed(game: AnyGame, view: Any, state: Any, rng: Rng) -> bool:
    truth = plays.without_chance(state)
    return any(
        plays.without_chance(game.determinize(view, NO_MEMORY, rng)) == truth
        for _ in range(GUESSES)
    )

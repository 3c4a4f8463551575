"""Laws of the table: whom it waits for, what it shows, and what just happened."""

import re

from hypothesis import strategies as st

from bot.ui.i18n.readers import plain_reader
from games.core import exact_json
from games.core.cards import letter
from games.core.event import is_for
from games.core.prompt import Hand, PickOne, PickSome
from games.core.tableau import Mark, Token
from games.core.text import speak
from render.sprites import known
from tests.games.case import Case
from tests.games.graph import parts
from tests.games.plays import drawn_match, drawn_position, drawn_positions, law, positions


@law()
def test_waiting_is_the_public_line(case: Case, data: st.DataObject) -> None:
    """Every seat reads the public line about whom the table waits for."""
    game, match = case.game, drawn_match(data, case)
    for position in positions(match):
        public = game.view(position.state, None).awaiting.text
        for seat in range(match.seats):
            assert game.view(position.state, seat).awaiting.text == public


INFINITIVE = re.compile(r"(Ana|Ben|Chen|Dora|everyone|everybody|nobody) to [a-z]", re.IGNORECASE)
"""A headline such as *Ana to roll*."""
PLURAL_ONE = re.compile(r"\b1 (of \d+ have|von \d+ haben)\b|\bhan \w+ 1\b")
"""A plural verb after the number one, such as *1 of 3 have chosen*."""
ENGLISH, GERMAN, SPANISH = (
    plain_reader(language, ("Ana", "Ben", "Chen", "Dora") * 3)
    for language in ("en-US", "de", "es-ES")
)


LETTERS = 3
"""The most on a tile."""


@law()
def test_a_headline_is_a_sentence(case: Case, data: st.DataObject) -> None:
    """No headline is an infinitive, such as *Ana to roll*; its verb agrees with its count."""
    for position in drawn_positions(data, case):
        awaiting = case.game.view(position.state, None).awaiting.text

        assert not INFINITIVE.search(speak(awaiting, ENGLISH))
        for reader in (ENGLISH, GERMAN, SPANISH):
            assert not PLURAL_ONE.search(speak(awaiting, reader))


@law()
def test_who_is_named_is_awaited(case: Case, data: st.DataObject) -> None:
    """Either all awaited seats are named, or they are counted."""
    for position in drawn_positions(data, case):
        awaited = case.game.awaited(position.state)
        for viewer in position.match.viewers:
            awaiting = case.game.view(position.state, viewer).awaiting

            assert set(awaiting.seats) <= awaited
            assert len(set(awaiting.seats)) == len(awaiting.seats)
            assert not awaiting.seats or set(awaiting.seats) == awaited
            assert awaiting.seats or awaiting.of is not None or not awaited
            if awaiting.of is not None and awaiting.answered is not None:
                assert awaiting.of - awaiting.answered == len(awaited)


@law()
def test_views_know_their_viewer(case: Case, data: st.DataObject) -> None:
    """A view and its table name their viewer, and their JSON has no set.

    Each process would write a set in another order.
    """
    position = drawn_position(data, case)
    for viewer in position.match.viewers:
        view = case.game.view(position.state, viewer)

        assert view.viewer == viewer
        assert exact_json.dumps(view.model_dump(serialize_as_any=True))
        assert case.game.tableau(view).viewer == viewer


@law()
def test_every_seat_has_a_panel(case: Case, data: st.DataObject) -> None:
    """A table has one panel for each seat, and a spectator's has no hand."""
    position = drawn_position(data, case)
    for viewer in position.match.viewers:
        table = case.game.tableau(case.game.view(position.state, viewer))

        assert table.game == case.game.info.key
        assert sorted(panel.seat for panel in table.seats) == list(range(position.match.seats))
        assert viewer is not None or not table.hand


@law()
def test_marks_name_who_is_named(case: Case, data: st.DataObject) -> None:
    """The public table marks exactly the seats that the public text names as to act."""
    position = drawn_position(data, case)
    view = case.game.view(position.state, None)
    marked = {seat.seat for seat in case.game.tableau(view).seats if Mark.TURN in seat.marks}

    assert marked == set(view.awaiting.seats)


@law()
def test_points_on_the_table_are_the_standing(case: Case, data: st.DataObject) -> None:
    """Points on a table are those of the current standing."""
    position = drawn_position(data, case)
    standing = case.game.standing(position.state).points
    for viewer in position.match.viewers:
        table = case.game.tableau(case.game.view(position.state, viewer))
        for panel in table.seats:
            assert panel.points is None or panel.points.value == standing[panel.seat]


@law(30)
def test_letters_are_those_of_the_buttons(case: Case, data: st.DataObject) -> None:
    """Letters in a hand differ, and only things that can be chosen look playable."""
    position = drawn_position(data, case, over=False)
    for seat in case.game.awaited(position.state):
        table = case.game.tableau(case.game.view(position.state, seat))
        tokens = [token for zone in table.hand for token in zone.tokens if token.letter]
        letters = [token.letter for token in tokens]
        prompt = position.prompt(seat)
        slots = [
            slot
            for action in (prompt.actions if prompt else ())
            for slot in action.slots
            if isinstance(slot, (PickOne, PickSome)) and isinstance(slot.layout, Hand)
        ]
        free = {
            letter(place)
            for slot in slots
            for place, choice in enumerate(slot.choices)
            if choice.blocked is None
        }

        assert len(letters) == len(set(letters))
        assert {token.letter for token in tokens if token.look == "playable"} <= free


@law()
def test_everything_is_drawn_or_a_tile(case: Case, data: st.DataObject) -> None:
    """Every sprite of a table can be drawn, and the text of a tile has at most three letters."""
    for position in drawn_positions(data, case):
        for viewer in position.match.viewers:
            table = case.game.tableau(case.game.view(position.state, viewer))
            for thing in parts(table):
                sprite = getattr(thing, "sprite", "")
                assert not sprite or known(sprite), (
                    f"nothing draws {sprite!r}: take a sprite that ADDING_A_GAME.md lists,"
                    ' or "" for a tile with the short name'
                )
                if isinstance(thing, Token) and not sprite:
                    assert len(speak(thing.short, ENGLISH)) <= LETTERS, (
                        f"{thing.short.message!r} doesn't fit a tile: shorten the token's `short`"
                    )


@law()
def test_what_ran_on_stays_to_be_read(case: Case, data: st.DataObject) -> None:
    """After a move, further public events are in the aftermath, unless they stay visible."""
    match = drawn_match(data, case)
    for position in positions(match):
        public = [event for event in position.events if is_for(None, event.seen_by())]
        passing = {event.kind for event in public[1:]} - case.lasting
        table = match.game.tableau(match.game.view(position.state, None))

        assert not passing or table.aftermath

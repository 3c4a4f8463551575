"""The general scene paints everything that a game may describe."""

from dataclasses import replace

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from games.core.game import Awaiting, View
from games.core.tableau import Figure, Mark, SeatPanel, Tableau, Token, Zone
from games.core.text import Reader, Text, say
from render.engine.display_names import clean
from render.paint import paint_hand, paint_lesson, paint_table
from render.subject import LessonFrame
from tests.support.sampling import sample

words = st.text(st.characters(exclude_characters="{}", exclude_categories=["Cs"]), max_size=30)
texts = words.map(lambda item: Text(message=item))
figures = st.builds(
    Figure,
    label=texts,
    value=st.integers(-99_999, 99_999),
    sprite=st.sampled_from(["", "icon:coin", "no:such"]),
    of=st.none() | st.integers(0, 40),
)
tokens = st.builds(
    Token,
    sprite=st.sampled_from(["spanish:7O", "back:spanish", "die:red-4", "", "suit:E"]),
    name=texts,
    short=texts,
    count=st.integers(1, 40),
    look=st.sampled_from(["plain", "playable", "dim", "winning", "out"]),
    letter=st.sampled_from(["", "A", "AB"]),
    owner=st.none() | st.integers(0, 1),
)
zones = st.builds(
    Zone,
    title=texts,
    tokens=st.lists(tokens, max_size=16).map(tuple),
    note=st.none() | texts,
    layout=st.sampled_from(["row", "stack", "grid"]),
    columns=st.integers(0, 5),
)


@st.composite
def tableaux(draw: st.DrawFn) -> Tableau:
    seats = draw(st.integers(2, 13))
    few = st.lists(zones, max_size=3).map(tuple)
    numbers = st.lists(figures, max_size=4).map(tuple)
    panels = [
        SeatPanel(
            seat=seat,
            points=draw(st.none() | figures),
            marks=tuple(draw(st.sets(st.sampled_from(list(Mark))))),
            word=draw(st.none() | texts),
            figures=draw(numbers),
            zones=draw(few),
        )
        for seat in range(seats)
    ]
    return Tableau(
        game="a sixth game",
        title=draw(texts),
        headline=say("Somebody to move."),
        progress=draw(st.none() | figures),
        figures=draw(numbers),
        centre=draw(few),
        seats=tuple(panels),
        hand=draw(few),
    )


@settings(max_examples=sample(25), phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(tableaux(), st.lists(words, max_size=13))
def test_any_tableau_can_be_painted(tableau: Tableau, names: list[str]) -> None:
    """Any tableau can be painted, with every seat's name."""
    shown = paint_table(tableau, Reader(names=names))
    for panel in tableau.seats:
        name = names[panel.seat] if panel.seat < len(names) else ""
        assert shown.says(clean(name, panel.seat))
    assert paint_hand(tableau, Reader(names=names)).width == shown.width


def simple(seats: int, hand: tuple[Zone, ...] = ()) -> Tableau:
    """Return a plain tableau with this many seats."""
    panels = tuple(SeatPanel(seat=seat) for seat in range(seats))
    return Tableau(
        game="a sixth game", title=say("Sixth"), headline=say("Go."), seats=panels, hand=hand
    )


def token(letter: str, sprite: str = "nothing:drawn") -> Token:
    return Token(sprite=sprite, name=say("red four"), short=say("R4"), letter=letter)


def test_a_thing_without_a_drawing_becomes_a_labelled_tile() -> None:
    """A token without a drawing becomes a tile with its short name and letter."""
    hand = (Zone(title=say("Dice"), tokens=(token("A"), token("B"))),)
    shown = paint_hand(simple(2, hand), Reader())
    assert [line.given for line in shown.texts].count("R4") == 2
    assert shown.says("A")
    assert shown.says("B")


def test_a_large_hand_is_laid_out_in_lines() -> None:
    """A hand of 14 cards shows every card and every letter."""
    letters = "ABCDEFGHJKLMNP"
    hand = (
        Zone(title=say("Cards"), tokens=tuple(token(letter, "spanish:7O") for letter in letters)),
    )
    shown = paint_hand(simple(3, hand), Reader())
    assert all(shown.says(letter) for letter in letters)
    assert sum(name.startswith("spanish") for name in shown.sprites) == len(letters)


def test_no_seat_is_left_without_a_place() -> None:
    """A table with 1 to 13 seats shows every seat, within the height limit."""
    for seats in range(1, 14):
        shown = paint_table(simple(seats), Reader())
        assert all(shown.says(f"#{seat + 1}") for seat in range(seats))
        assert shown.height <= 1320


def test_numbers_of_seats_stand_in_narrow_panels_too() -> None:
    """With thirteen seats, each panel shows a state word and two numbers, uncut."""
    seats = tuple(
        SeatPanel(
            seat=seat,
            word=say("in"),
            figures=(Figure(label=say("tricks"), value=2), Figure(label=say("coins"), value=41)),
        )
        for seat in range(13)
    )
    shown = paint_table(simple(13).model_copy(update={"seats": seats}), Reader())
    drawn = [line.drawn for line in shown.texts]
    assert [drawn.count(words) for words in ("in", "tricks 2", "coins 41")] == [13, 13, 13]


def test_a_note_of_a_seat_is_painted() -> None:
    """What is read aloud of a seat without things stands in its panel."""
    zone = Zone(title=say("coins"), note=say("coins 2, 3 and 7"))
    seats = tuple(SeatPanel(seat=seat, zones=(zone,)) for seat in range(4))
    shown = paint_table(simple(4).model_copy(update={"seats": seats}), Reader())
    assert [line.drawn for line in shown.texts].count("coins 2, 3 and 7") == 4


def test_the_count_of_a_token_stands_beside_its_owner() -> None:
    """The number of things that somebody put down isn't covered by their avatar."""
    pile = replace(token("", "back:night"), count=7, owner=0)
    table = simple(2).model_copy(update={"centre": (Zone(title=say("Pot"), tokens=(pile,)),)})
    drawn = paint_table(table, Reader(names=("Zoe", "Ben"))).texts
    (count,) = (line.at for line in drawn if line.given == "7")
    owner = next(line.at for line in drawn if line.given == "Z")
    assert count[3] < owner[1] - (owner[3] - owner[1])


def test_a_long_sentence_stands_at_the_foot_in_two_lines() -> None:
    """The one thing that happened last is uncut at the foot of a table of any height."""
    words = "The stars: #1 0/1/2/0, #2 0/1/1/1, #3 0/2/0/1, and #4 1/0/1/1."
    for seats in (2, 13):
        tableau = simple(seats).model_copy(update={"aftermath": (say(words),)})
        shown = paint_table(tableau, Reader())
        drawn = [line.drawn for line in shown.texts[-2:]]
        assert " ".join(drawn) == words
        assert shown.texts[-1].at[3] <= shown.height


class EventfulView(View):
    """A view of a step in which several things happened."""

    aftermath: tuple[Text, ...]


def test_a_lesson_is_headed_by_its_title() -> None:
    """The task stands above a lesson's hand, and whether the answer was right above its effect."""
    events = (say("Ben takes it."), say("Round 2 begins."))
    view = EventfulView(viewer=0, awaiting=Awaiting(text=say("Go.")), aftermath=events)
    tableau = simple(2).model_copy(update={"aftermath": events})
    for is_answer in (False, True):
        frame = LessonFrame(say("Take the trick"), say("Lesson 1/5"), {}, is_answer=is_answer)
        shown = paint_lesson(tableau, Reader(), view, frame)
        assert shown.says("Take the trick")
        assert shown.says("Ben takes it.") == is_answer

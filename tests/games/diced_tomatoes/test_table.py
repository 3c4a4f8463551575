"""The table in words contains every fact of the view, for the picture and the alt text."""

import pytest

from games.core.event import Event
from games.core.options import changed, option_fields
from games.core.tableau import Mark, Tableau
from games.core.tableau_text import alt_text
from games.core.text import PLAIN, Reader, speak
from games.diced_tomatoes import DICED_TOMATOES
from games.diced_tomatoes.options import DicedOptions
from games.diced_tomatoes.rules import events
from games.diced_tomatoes.rules.notation import position
from games.diced_tomatoes.rules.state import State
from tests.games.diced_tomatoes.support.positions import play
from tests.games.diced_tomatoes.test_matches import VARIANTS
from tests.games.random_moves import random_states

NAMES = Reader(names=["Ana", "Ben", "Chen", "Dora", "Eva", "Finn"])


def table(state: State, viewer: int | None = None) -> Tableau:
    return DICED_TOMATOES.tableau(DICED_TOMATOES.view(state, viewer))


def alt_text_of(state: State, viewer: int | None = None) -> str:
    return alt_text(table(state, viewer), NAMES)


def test_the_essentials_come_first() -> None:
    """Round, awaited player, dice and bushel come first in the alt text."""
    state = position(["3 / 4 5 6", "2"], "1 b4 6", turns=5)
    assert alt_text_of(state).startswith(
        "Diced Tomatoes, round 3. Ana's turn: place 3 dice. "
        "Dice to place: red 1, red 6, black 4. "
        "Bushel: 15 × red die, 3 × black die. "
    )


def test_a_garden_is_told() -> None:
    """A seat's text has all its numbers, and a vine's worth if its seed doesn't show it."""
    state = position(
        ["3 b4 / - / 5* 4", "2"],
        tracks=[[4, 2], []],
        karma=[5, 0],
        karma_overload=True,
        bits=[2, 0],
        slot_bonus="6",
    )
    assert (
        "Ana: points 10, to act, karma 5, slots 2 of 6, bits 2 of 3, "
        "vine 1 seed 3, black 4, worth 2, vine 3 flipped seed 5, 4, worth 2, "
        "track 4, 2 matched."
    ) in alt_text_of(state)
    assert "Ben: points 0, last, karma 0, slots 0 of 6, bits 0 of 3, vine 1 seed 2." in alt_text_of(
        state
    )


def test_dice_passed_on_are_told() -> None:
    """Dice that were passed on are named by colour, on the table and in the event."""
    state = play(position(["6 / 6 / 6"] * 3, "1 b1 b2", last=1), "end_turn").state
    assert "Passed on: red die, 2 × black die." in alt_text_of(state)
    assert "Ana ends their turn and passes 1 red die and 2 black dice to Ben." in alt_text_of(state)


def test_the_player_in_turn_finds_the_dice() -> None:
    """Equal dice in hand are one token, and only those with a place look playable."""
    state = position(["3 / 4 4 4 / 6", "6 / 6 / 6"], "4 4 1 b1")
    first = table(state, 0).hand[0]
    assert [(token.count, token.look) for token in first.tokens] == [
        (1, "plain"),
        (2, "playable"),
        (1, "plain"),
    ]
    prompt = DICED_TOMATOES.prompt(DICED_TOMATOES.view(state, 0))
    assert prompt is not None
    assert prompt.public
    assert [speak(zone.title, NAMES) for zone in table(state, 1).hand] == [
        "Vine 1",
        "Vine 2",
        "Vine 3",
    ]


def test_marks_and_words() -> None:
    """The player in turn, the first to six, the last in the round and the winner are marked."""
    state = position(["", "", ""], turn=1, tracks=[[1] * 6, [1], [2]], finisher=0)
    assert [panel.marks for panel in table(state).seats] == [(), (Mark.TURN,), ()]
    words = [panel.word and speak(panel.word, NAMES) for panel in table(state).seats]
    assert words == ["first to six", None, "last"]
    over = play(position(["", ""], turn=1, tracks=[[2], [1] * 6], finisher=1), "end_turn").state
    assert [panel.marks for panel in table(over).seats] == [(), (Mark.WINNER,)]
    assert speak(table(over).headline, NAMES) == "Ben wins the match with 9 points."


def test_the_reckoning_is_told() -> None:
    """At the end, the public table says how each seat's points add up."""
    state = position(["3 3 3", ""], turn=1, tracks=[[2], [1] * 6], finisher=1)
    texts = [speak(text, NAMES) for text in table(play(state, "end_turn").state).aftermath]
    assert texts == [
        "Ben ends their turn.",
        "Ana has 4 points: 2 from tomatoes, 1 from karma, 1 from vines.",
        "Ben has 9 points: 6 from tomatoes, 2 for being first to six, 1 from karma, 0 from vines.",
        "Ben wins the match with 9 points.",
    ]


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_everybody_sees_the_same(seats: int, options: dict[str, object]) -> None:
    """The views of all seats and of a spectator differ only in their viewer."""
    for state in list(random_states(DICED_TOMATOES, seats, "same", **options))[::9]:
        views = [DICED_TOMATOES.view(state, viewer) for viewer in (None, *range(seats))]
        assert (
            len({view.model_copy(update={"viewer": None}).model_dump_json() for view in views}) == 1
        )


def test_every_option_is_used_by_some_variant() -> None:
    """The option sets of the tests together use every option."""
    used = {name for _, options in VARIANTS for name in options}
    assert used == {option.name for option in option_fields(DicedOptions)}
    assert changed(DicedOptions()) == ()


SENTENCES: list[tuple[Event, str]] = [
    (events.DiceDrawn(seat=1, dice=(0, 0, 0), kept=2), "#2 has no dice to draw."),
    (events.DiceDrawn(seat=1, dice=(1, 0, 1), kept=2),
     "#2 draws 1 red die and 1 golden die, plus 2 dice from the last turn."),
    (events.VineHarvested(vine=4, score=3, slot=3, points=6),
     "#2 harvests vine 2 for 3 in slot 3 (matched: 6 points in all)."),
    (events.KarmaEarned(seat=1, gained=2, lost=1), "#2 earns 2 karma and loses 1 over the limit."),
    (events.BitsEarned(seat=1, earned=1, bits=2, karma=0), "#2 now has 2 of 3 karma bits."),
    (events.BitsEarned(seat=1, earned=4, bits=2, karma=1),
     "#2's karma bits turn into 1 karma, leaving 2 of 3."),
    (events.TurnEnded(seat=1, left=(0, 2, 0), to=1), "#2 ends their turn and keeps 2 black dice."),
    (events.VineCleared(vine=4, worth=7, dice=4),
     "#2 loses vine 2 (overripe at 7) and its 4 dice."),
    (events.KarmaCut(seat=1, lost=2), "#2 loses 2 karma above 6."),
    (events.BushelEmpty(seat=1),
     "The bushel is empty at the start of #2's turn, so the match is over."),
    (events.DiePlaced(seat=1, die="g2", vine=4, worth=5, planted=False),
     "#2 puts the golden 2 on their own vine 2, now worth 5 instead of 4."),
]  # fmt: skip


@pytest.mark.parametrize(("event", "words"), SENTENCES, ids=[row[1] for row in SENTENCES])
def test_what_the_playthrough_never_tells(event: Event, words: str) -> None:
    """Events of options and of rare endings say who did what, and what it was worth."""
    assert speak(event.text(), PLAIN) == words

"""The protocol: errors by fault, and rankings."""

import pytest

from games.core.cards import deal, letter, take
from games.core.errors import (
    GameError,
    IllegalMoveError,
    InvalidMoveError,
    NotYourTurnError,
    StaleAnswerError,
    UnknownVersionError,
)
from games.core.event import is_for
from games.core.game import Game, apply, apply_timeout, headline, points_lead, ranked, read_move
from games.core.rng import Rng
from games.core.saving import load_move, load_options, load_state, save_options, save_state
from games.core.text import PLAIN, Reader, say, speak
from games.core.values import Seat
from tests.games.random_moves import random_move
from tests.toys.plots import PLOTS, Plots
from tests.toys.plots.moves import EndTurn, PlaceForAbsent, Roll
from tests.toys.plots.options import PlotsOptions

START = PLOTS.setup(2, PlotsOptions(), Rng("start")).state
ROLLED = apply(PLOTS, START, 0, Roll(count=3)).state


def test_without_an_outlook_all_chances_are_equal() -> None:
    """A game that guesses nothing gives every seat the same chance to win."""
    state = PLOTS.setup(4, PlotsOptions(), Rng("start")).state

    assert PLOTS.outlook(state) == [0.25] * 4


def test_only_who_is_asked_may_answer() -> None:
    """A move or timeout of a seat that isn't asked raises NotYourTurnError."""
    with pytest.raises(NotYourTurnError) as error:
        apply(PLOTS, START, 1, Roll(count=1))
    with pytest.raises(NotYourTurnError):
        apply_timeout(PLOTS, START, 1)
    with pytest.raises(NotYourTurnError):
        random_move(PLOTS, PLOTS.view(START, None), Rng("x"))

    assert error.value.seat == 1


def test_the_player_is_told_why_not() -> None:
    """An illegal move's error has the reason for the player."""
    with pytest.raises(IllegalMoveError) as error:
        apply(PLOTS, ROLLED, 0, EndTurn())

    assert speak(error.value.why, PLAIN).endswith("still has a place.")


def test_only_the_host_makes_host_moves() -> None:
    """A timeout move is refused if a player makes it."""
    move, step = apply_timeout(PLOTS, ROLLED, 0)

    assert move == PlaceForAbsent()
    assert step.state.now != ROLLED.now
    with pytest.raises(IllegalMoveError):
        apply(PLOTS, ROLLED, 0, move)


def test_forms_are_read_as_moves() -> None:
    """A filled form becomes a move, and anything else is refused as invalid."""
    prompt = PLOTS.prompt(PLOTS.view(START, 0))

    assert prompt is not None
    assert read_move(PLOTS, prompt, {"kind": "roll", "count": "2"}) == Roll(count=2)
    for form in ({"kind": "roll", "count": 4}, {"kind": "roll"}, {"kind": "place_for_absent"}):
        with pytest.raises(InvalidMoveError):
            read_move(PLOTS, prompt, form)


def test_all_errors_have_one_root() -> None:
    """All errors of the rules have one base class."""
    errors = (IllegalMoveError, InvalidMoveError, NotYourTurnError, StaleAnswerError)

    assert all(issubclass(error, GameError) for error in (*errors, UnknownVersionError))


RANKED = [
    ((5,), ((0,),)),
    ((1, 3, 2), ((1,), (2,), (0,))),
    ((4, 4, 1), ((0, 1), (2,))),
    ((-1, 0, -1), ((1,), (0, 2))),
    ((0, 0), ((0, 1),)),
]


@pytest.mark.parametrize(("points", "places"), RANKED)
def test_most_points_come_first(points: tuple[int, ...], places: object) -> None:
    """Most points rank first, and equal points share a place."""
    assert ranked(points) == places


AUDIENCES = [
    (None, None, True),
    (2, None, True),
    (2, frozenset({2}), True),
    (1, frozenset({2}), False),
    (None, frozenset({2}), False),
    (None, frozenset(), False),
]


@pytest.mark.parametrize(("viewer", "seats", "belongs"), AUDIENCES)
def test_watchers_see_what_all_see(
    viewer: Seat | None, seats: frozenset[Seat] | None, belongs: bool
) -> None:
    """An event for everybody is for spectators too; one for some seats is only for those."""
    assert is_for(viewer, seats) == belongs


class NextPlots(Plots):
    """The same game after a change of shape: `turns` was renamed to `rounds`."""

    info = PLOTS.info.model_copy(update={"state_version": 2})

    def upgrade(self, saved: dict[str, object], version: int) -> dict[str, object]:
        options = saved.get("options")
        if version == 1 and isinstance(options, dict):
            options["rounds"] = options.pop("turns")
            return saved
        return super().upgrade(saved, version)


def test_older_saves_are_brought_up_to_date() -> None:
    """Data saved by an older version goes through the game's upgrade."""
    old = save_options(PLOTS, PlotsOptions(rounds=5)).replace(b'"rounds"', b'"turns"')

    assert load_options(NextPlots(), old) == PlotsOptions(rounds=5)


def test_saves_of_unknown_versions_are_refused() -> None:
    """Data saved by a newer or an unknown version is refused."""
    newer: Game[object, EndTurn, object, PlotsOptions] = NextPlots()  # type: ignore[assignment,type-var]  # the version alone matters
    with pytest.raises(UnknownVersionError, match="newer program"):
        load_state(PLOTS, save_state(newer, START))
    with pytest.raises(UnknownVersionError, match="no version 1"):
        load_state(newer, save_state(PLOTS, START))


def test_saved_moves_are_believed_no_more_than_forms() -> None:
    """A saved move of an unknown kind is refused."""
    with pytest.raises(ValueError, match="kind"):
        load_move(PLOTS, b'{"version":1,"move":{"kind":"fly"}}')


def test_letters_never_run_out() -> None:
    """Cards in a hand are lettered without I and O, then with two letters."""
    letters = [letter(place) for place in range(60)]

    assert letters[:9] == list("ABCDEFGHJ")
    assert letters[22:25] == ["Y", "Z", "AA"]
    assert len(set(letters)) == 60


def test_cards_are_taken_from_the_end() -> None:
    """The top of a pile is its end; the first card taken comes first."""
    pile = [1, 2, 3, 4]

    assert take(pile, 2) == [4, 3]
    assert pile == [1, 2]
    with pytest.raises(ValueError, match="3 cards"):
        take(pile, 3)


def test_cards_are_dealt_round_by_round() -> None:
    """Every seat gets one card before anybody gets a second."""
    pile = [1, 2, 3, 4, 5]

    assert deal(pile, [2, 0], 2) == {2: [5, 3], 0: [4, 2]}
    assert pile == [1]


@pytest.mark.parametrize(
    ("points", "text"),
    [
        ((7, 3), "Ana wins by 4 points."),
        ((2, 3), "Ben wins by 1 point."),
        ((5, 5), "Ana and Ben share the win."),
        ((5,), "Ana wins."),
    ],
)
def test_a_headline_names_the_winner_and_the_lead(points: tuple[int, ...], text: str) -> None:
    """A headline names the winner and the lead over second place; a shared win has no lead."""
    reader = Reader(("Ana", "Ben"))
    assert speak(headline(ranked(points), [points_lead(points)]), reader) == text


def test_a_headline_tells_the_count_that_decided() -> None:
    """If the first count is tied, the headline uses the next one."""
    second = ([1, 4], lambda winner, lead: say("{n} knives", n=lead))
    assert speak(headline(((1,), (0,)), [points_lead((3, 3)), second]), PLAIN) == "3 knives"

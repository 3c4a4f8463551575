"""How a match ends and who wins: rulings A21 to A31, and the printed end example."""

from typing import Any, NamedTuple

import pytest

from games.core.errors import IllegalMoveError, NotYourTurnError
from games.core.game import Result, apply_timeout
from games.core.text import PLAIN, Reader, speak
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.rules.endings import EndCalled, EndDeclined, MatchEnded
from games.karate_tomate.rules.events import KarateEvent
from games.karate_tomate.rules.moves import GO_ON
from games.karate_tomate.rules.notation import position
from games.karate_tomate.rules.scoring import Tally, finish, ranking, with_fewest_knives
from games.karate_tomate.rules.state import Stage, State
from tests.games.karate_tomate.support.positions import at_once, play
from tests.support.rows import each_row

HANDS = ["T4 C5 C4", "T9 K2 K3", "T2 C1 K1"]
NAMES = Reader(names=["Sebastian", "Linda", "Betti", "Gabi"])
ALL = range(3)
TWELVE = ["500 500 202", "", ""]
ELEVEN = ["500 400 202", "", ""]
NOTHING = ["", "", ""]


def result(state: State) -> Result:
    ended = KARATE_TOMATE.result(state)
    assert ended is not None
    return ended


def round_end(won: list[str], **facts: Any) -> State:
    """Return the state after a round of three in which everybody dropped out."""
    state = position("drop_draw", HANDS, asked=[0, 1, 2], won=won, **facts)
    return at_once(state, dict.fromkeys(ALL, "draw")).state


class Count(NamedTuple):
    """Final trophies, knives and tomatoes of each seat, who is out, and the places."""

    id: str
    tallies: list[tuple[int, int, int]]
    out: tuple[int, ...]
    places: tuple[tuple[int, ...], ...]


COUNTS = [
    Count("A28-all-that-share", [(13, 2, 4), (9, 2, 2), (8, 5, 9)], (0, 1), ((2,), (0, 1))),
    Count("A29-equal-knives", [(5, 2, 4), (9, 2, 2), (8, 2, 9)], (), ((1,), (2,), (0,))),
    Count("A29-no-knives-at-all", [(5, 0, 4), (9, 0, 2), (8, 0, 9)], (), ((1,), (2,), (0,))),
    Count("A30-knives-break-a-tie", [(9, 3, 9), (9, 4, 2), (3, 1, 5)], (2,), ((1,), (0,), (2,))),
    Count("A30-then-the-tomato", [(9, 3, 2), (9, 3, 9), (3, 1, 5)], (2,), ((1,), (0,), (2,))),
    Count("A31-one-left-of-three", [(9, 0, 2), (0, 1, 9), (12, 0, 5)], (0, 2), ((1,), (0, 2))),
]


@pytest.mark.parametrize("count", COUNTS, ids=lambda count: count.id)
def test_4_the_fewest_knives_lose_and_trophies_win(count: Count) -> None:
    """Who is out, and the places, are as in section 4 and its rulings."""
    tallies = [Tally(*numbers) for numbers in count.tallies]
    assert with_fewest_knives(tallies) == count.out
    assert ranking(tallies) == count.places


def test_a30_there_is_always_one_winner() -> None:
    """First place is never shared, whatever the trophies and knives (A30)."""
    for trophies in range(3):
        for knives in range(3):
            tallies = [Tally(trophies, knives, 1), Tally(1, 1, 2), Tally(1, 1, 3)]
            assert len(ranking(tallies)[0]) == 1


def test_kt_02_the_printed_end_example() -> None:
    """Sebastian calls with 13 trophies but has the fewest knives, so Linda wins (KT-02)."""
    hands = ["T4 C5", "T2 C1", "T9 K2", "T7 A1"]
    won = ["500 310 310 202", "401 310 120 103", "310 211 210 120", "210 211 211"]
    state = position("end_call", hands, won=won, row="")
    tallies = [(13, 2), (9, 3), (8, 5), (6, 3)]
    panels = KARATE_TOMATE.tableau(KARATE_TOMATE.view(state, None)).seats
    assert [panel.points for panel in panels] == [None] * 4
    step = play(state, (0, "call"))
    assert [(t.trophies, t.knives) for t in _ended(step.events).counted] == tallies
    assert result(step.state).ranking == ((1,), (2,), (3,), (0,))
    assert result(step.state).points == (13, 9, 8, 6)
    assert speak(result(step.state).reason, NAMES) == (
        "Somebody called the end. Out with the fewest knives: Sebastian."
    )
    assert speak(KARATE_TOMATE.view(step.state, None).awaiting.text, NAMES) == (
        "Linda wins with 9 trophies."
    )


def _ended(events: tuple[Any, ...]) -> MatchEnded:
    (ended,) = [event for event in events if isinstance(event, MatchEnded)]
    return ended


@pytest.mark.parametrize(
    ("won", "words"),
    [
        (["300", "310 120", ""], "Linda wins with 4 trophies."),
        (["310 310", "300 310", ""], "Sebastian wins with 6 trophies and more knives (2)."),
        (["310 310", "310 310", ""], "Linda wins with 6 trophies and the higher tomato (9)."),
    ],
    ids=["trophies", "knives", "tomato"],
)
def test_the_winner_is_told_with_what_decided(won: list[str], words: str) -> None:
    """The winner's text says what broke a tie."""
    events: list[KarateEvent] = []
    finish(position("end_call", HANDS, won=won), "called", events)
    assert speak(_ended(tuple(events)).tell_winner(), NAMES) == words


ROUND_ENDS: list[tuple[str, list[str], dict[str, Any], Stage, str | None]] = [
    ("A21-twelve-trophies-are-asked", TWELVE, {}, Stage.END_CALL, None),
    ("A21-eleven-are-not", ELEVEN, {}, Stage.HEAT, None),
    ("A21-unless-agreed", ELEVEN, {"trophies_to_call": 11}, Stage.END_CALL, None),
    ("A21-eight-are-enough-if-agreed", ELEVEN, {"trophies_to_call": 8}, Stage.END_CALL, None),
    ("A21-and-fifteen-needed", TWELVE, {"trophies_to_call": 15}, Stage.HEAT, None),
    ("A23-the-match-ends-by-itself-unasked", TWELVE, {"auto_end": True}, Stage.END, "enough"),
    ("A23-but-not-too-early", ELEVEN, {"auto_end": True}, Stage.HEAT, None),
    ("A24-the-call-comes-before-the-warm-up", TWELVE, {"pile": "", "row": "500"},
     Stage.END_CALL, None),
    ("A25-too-few-for-the-row", NOTHING, {"row": "", "pile": "030"}, Stage.END, "cards"),
    ("A25-leftovers-count", NOTHING, {"row": "500", "pile": "030"}, Stage.HEAT, None),
    ("A25-none-is-needed", NOTHING, {"row": "500 120", "pile": ""}, Stage.HEAT, None),
    ("A25-just-enough", NOTHING, {"row": "", "pile": "030 030"}, Stage.HEAT, None),
    ("A27-nine-rounds-without-a-taker", NOTHING, {"barren": 8}, Stage.HEAT, None),
    ("A27-ten-end-the-match", NOTHING, {"barren": 9}, Stage.END, "stalemate"),
    ("A27-after-the-end-call", TWELVE, {"barren": 9}, Stage.END_CALL, None),
    *((f"A27-{limit}-if-agreed-{ending}", NOTHING,
       {"barren": barren, "stalemate_rounds": limit}, stage, ending)
      for limit in (5, 7, 20)
      for barren, stage, ending in (
          (limit - 2, Stage.HEAT, None), (limit - 1, Stage.END, "stalemate"))),
]  # fmt: skip


@each_row("won facts stage ending", ROUND_ENDS)
def test_a_round_ends(
    won: list[str], facts: dict[str, Any], stage: Stage, ending: str | None
) -> None:
    """After the clean-up of a round the end is offered, comes, or doesn't come, as ruled."""
    state = round_end(won, **facts)
    assert (state.stage, state.ending) == (stage, ending)
    if stage is Stage.END_CALL:
        assert KARATE_TOMATE.awaited(state) == frozenset(ALL)
    if stage is Stage.HEAT:
        assert len(state.row) == 2


def test_a22_one_call_ends_the_match_at_once() -> None:
    """One call ends the match at once, and who called makes no difference (A22)."""
    state = position("end_call", HANDS, won=["500 500 202", "400 400 400", ""], row="")
    first, two = (play(state, (seat, "call")) for seat in (0, 1))
    assert first.state == two.state
    assert first.state.ending == "called"
    assert EndCalled(seat=0) in first.events
    with pytest.raises(NotYourTurnError):
        play(first.state, (1, "call"))


def test_a23_who_may_call_need_not() -> None:
    """If all decline, the match continues, and they are asked after the next round (A23)."""
    step = at_once(round_end(TWELVE), dict.fromkeys(ALL, "on"))
    assert EndDeclined() in step.events
    assert (step.state.stage, step.state.round) == (Stage.HEAT, 2)
    again = at_once(step.state, dict.fromkeys(ALL, "T")).state
    assert at_once(again, dict.fromkeys(ALL, "draw")).state.stage is Stage.END_CALL


def test_who_may_call_is_not_told() -> None:
    """All are asked alike; a seat with too few trophies reads why it can't call."""
    state = round_end(TWELVE)
    prompts = [KARATE_TOMATE.prompt(KARATE_TOMATE.view(state, seat)) for seat in ALL]
    blocked = []
    for prompt in prompts:
        assert prompt is not None
        call = prompt.action("call")
        assert call is not None
        blocked.append(call.blocked and speak(call.blocked, PLAIN))
    assert blocked == [None, *["You have 0 trophies, but need 12."] * 2]
    public = KARATE_TOMATE.view(state, None)
    assert speak(public.awaiting.text, PLAIN) == "Somebody may call the end: 0 of 3 have answered."
    assert not public.awaiting.seats
    assert not [panel for panel in KARATE_TOMATE.tableau(public).seats if panel.marks]


def test_who_has_too_few_trophies_is_refused() -> None:
    """A call without enough trophies is refused with a reason."""
    with pytest.raises(IllegalMoveError) as refusal:
        play(round_end(TWELVE), (1, "call"))
    assert speak(refusal.value.why, PLAIN) == "You have 0 trophies, but need 12."


def test_calling_asks_once_more() -> None:
    """Calling the end has to be confirmed."""
    prompt = KARATE_TOMATE.prompt(KARATE_TOMATE.view(round_end(TWELVE), 0))
    assert prompt is not None
    assert [action.confirm is not None for action in prompt.actions] == [False, True]


def test_a24_the_end_call_comes_before_the_warm_up() -> None:
    """The end call is offered before too few cards end the match (A24)."""
    state = round_end(TWELVE, pile="", row="500")
    assert at_once(state, dict.fromkeys(ALL, "on")).state.ending == "cards"


def test_a26_cards_left_on_offer_belong_to_nobody() -> None:
    """Cards left on offer count for nobody (A26)."""
    state = round_end(["120", "", "310"], row="500", pile="")
    assert (state.row, result(state).points) == (["t500"], (1, 0, 3))


def test_a27_is_tested_after_the_end_call() -> None:
    """The end call is offered before the stalemate ends the match (A27)."""
    state = round_end(TWELVE, barren=9)
    assert at_once(state, dict.fromkeys(ALL, "on")).state.ending == "stalemate"


def test_a27_a_taken_card_breaks_the_row() -> None:
    """A taken triumph card sets the stalemate count back to 0 (A27)."""
    state = position("triumph", HANDS, played=["C1", "", ""], out=[1, 2], barren=9)
    assert play(state, (0, "[500]")).state.barren == 0


def test_a27_can_be_switched_off() -> None:
    """With *never*, no number of rounds without a taker ends the match, and none is named (A27)."""
    state = round_end(["", "", ""], barren=500, stalemate_rounds=0)
    table = KARATE_TOMATE.tableau(KARATE_TOMATE.view(state, None))
    (figure,) = [item for item in table.figures if item.label.message == "No card taken"]

    assert (state.ending, state.barren) == (None, 501)
    assert (figure.value, figure.of) == (501, None)


def test_everything_that_counts_lies_open_at_the_end() -> None:
    """At the end all triumph cards and tomatoes are public, and points are trophies (4)."""
    state = play(position("end_call", HANDS, won=["500 500 202", "120", "310"]), (0, "call")).state
    for viewer in (None, 0, 1, 2):
        seats = KARATE_TOMATE.view(state, viewer).seats
        assert [seat.triumphs for seat in seats] == state.won
        assert [seat.tomato for seat in seats] == [4, 9, 2]
    assert KARATE_TOMATE.standing(state).points == (12, 1, 3)


def test_points_so_far_are_triumph_cards_while_they_lie_face_down() -> None:
    """While triumph cards are face down, standings count the cards won."""
    state = position("heat", HANDS, won=["500 500 202", "120", ""])
    assert KARATE_TOMATE.standing(state).points == (3, 1, 0)


def test_a37_the_absent_go_on() -> None:
    """A player whose time runs out doesn't call the end (A37)."""
    move, _ = apply_timeout(KARATE_TOMATE, round_end(TWELVE), 0)
    assert move == GO_ON

"""What rows, columns and trophies are worth: the printed table, A27 to A35, A40 and A51."""

from typing import cast

from games.core.game import apply
from games.core.text import PLAIN, Reader, speak
from games.dojo import DOJO
from games.dojo.rules.cards import CARDS, DECK, TOKENS, Trophy
from games.dojo.rules.counting import ranking
from games.dojo.rules.frame import FIXED
from games.dojo.rules.moves import PASS, PUT
from games.dojo.rules.notation import card, position
from games.dojo.rules.records import Final
from games.dojo.rules.scoring.points import belts, column_score, disciples, row_score, tally
from games.dojo.rules.texts import tell_winners
from tests.games.dojo.support.positions import FULL, board, cells, play
from tests.support.rows import each_row

NAMES = Reader(names=["Ana", "Ben", "Chen"])

ROWS = [
    ("TA-01-four", "M1 M2 M3 M4", "", 10),
    ("TA-01-three", "M1 M2 M3 F4", "", 6),
    ("TA-01-two-pairs", "M1 M2 F3 F4", "", 3),
    ("TA-01-two", "M1 M2 F3 T4", "", 3),
    ("TA-01-one", "M1 F2 T3 C4", "", 1),
    ("A27-raccoons-alone", "R1 R2 R3 R4", "", 10),
    ("A29-one-raccoon-helps", "M1 M2 R3 F4", "", 6),
    ("A29-two-raccoons-help", "R1 M2 R3 F4", "", 6),
    ("A29-raccoons-join-the-largest", "M1 M2 M3 R4", "", 10),
    ("wild-makes-three-of-two", "M1 M2 F3 T4", "row-wild", 6),
    ("A30-wild-beside-a-raccoon", "M1 M2 R3 T4", "row-wild", 10),
    ("A30-wild-has-nothing-to-add", "R1 R2 R3 R4", "row-wild", 10),
    ("wild-in-a-row-of-one", "M1", "row-wild", 1),
    ("wild-in-a-row-of-three", "M1 M2 F3", "row-wild", 6),
    ("variety-of-four", "M1 F2 T3 C4", "row-variety", 4),
    ("variety-of-three", "M1 M2 T3 C4", "row-variety", 3),
    ("A32-variety-is-not-forced", "M1 M2 M3 C4", "row-variety", 6),
    ("A28-a-raccoon-is-another-disciple", "M1 F2 R3 R4", "row-variety", 6),
    ("A28-raccoon-in-variety-of-one", "M1 R1", "row-variety", 3),
    ("row-sort-changes-nothing-here", "M1 M2 F3 T4", "row-sort", 3),
    ("empty", "", "row-variety", 0),
]


@each_row("row trophy points", ROWS)
def test_a_row_brings(row: str, trophy: str, points: int) -> None:
    """A row counts its best disciple, with raccoons and trophies as ruled."""
    shown = disciples(item for word in row.split() if (item := card(word)))
    assert row_score(cast("Trophy", trophy) if trophy else None, shown) == points


COLUMNS = [
    ("three-equal", "M4 F4 T4", "", 4),
    ("two-equal-are-not-enough", "M4 F4 T3", "", 0),
    ("disciples-do-not-matter", "M4 M3 M2", "", 0),
    ("raccoons-count-with-their-belt", "R5 R5 M5", "", 5),
    ("A31-a-raccoon-is-no-other-belt", "R4 M5 F5", "", 0),
    ("pair-first-and-second", "M4 F4 T3", "col-pair", 4),
    ("pair-first-and-third", "M2 F4 T2", "col-pair", 2),
    ("pair-second-and-third", "M2 F1 T1", "col-pair", 1),
    ("A33-three-equal-with-pair-once", "M4 F4 T4", "col-pair", 4),
    ("pair-of-nothing", "M1 F2 T3", "col-pair", 0),
    ("double", "M4 F4 T4", "col-double", 8),
    ("A35-double-with-two", "M4 F4 T3", "col-double", 0),
    ("two-cards-only", "M4 F4", "", 0),
    ("two-cards-with-pair", "M4 F4", "col-pair", 4),
    ("empty", "", "col-pair", 0),
]


@each_row("column trophy points", COLUMNS)
def test_a_column_brings(column: str, trophy: str, points: int) -> None:
    """A column counts the value of three equal belts, with trophies as ruled."""
    shown = belts(item for word in column.split() if (item := card(word)))
    assert column_score(cast("Trophy", trophy) if trophy else None, shown) == points


def test_a1_a2_a3_the_box() -> None:
    """The box has two cards of each disciple and belt, and two of each trophy (A1, A2, A3)."""
    assert len(DECK) == 60
    assert {DECK.count(each_card) for each_card in CARDS} == {2}
    assert {this_card[0] for this_card in CARDS} == set("MFTCBR")
    assert {card_item[1] for card_item in CARDS if card_item[0] == "R"} == set("12345")
    assert len(TOKENS) == 12
    assert {TOKENS.count(token) for token in TOKENS} == {2}


def test_a_dojo_is_the_sum_of_its_lines() -> None:
    """A dojo counts three rows and four columns, each with its own trophy."""
    laid = board("M1 M1 R3 F2 / F1 C2 F3 T2 / T1 B4 C3 B2")
    lines = ("row-wild", None, "row-variety", None, "col-double", None, None)
    counted = tally(FIXED, laid, lines)
    assert counted.rows == (10, 3, 3)
    assert counted.columns == (1, 0, 3, 2)
    assert counted.total == 22


def test_partial_dojos_count_what_lies_there() -> None:
    """During a match, standings count the cards so far, and sorts aren't used (section 4)."""
    state = position(
        "challenge",
        turn=1,
        held="M1 F1 T1",
        face_up="row-sort",
        dojos=["A1:M3 B1:M4 A2:F3 A3:T2", "", "C2:R1"],
        lines=["A:col-pair 1:row-wild 2:row-sort"],
    )
    assert DOJO.standing(state).points == (3 + 3 + 1 + 1, 0, 1)


def test_white_belt_adds_three_points_a_trophy() -> None:
    """With White Belt each trophy counts 3 points and has no other effect (section 5)."""
    full = cells(FULL, "D3")
    state = position(
        "challenge",
        dealer=0,
        turn=2,
        number=12,
        held="R1 R2 R3",
        face_up="row-wild",
        dojos=[full] * 3,
        tokens=["row-wild col-pair", "", "col-double"],
        white_belt=True,
    )
    assert DOJO.standing(state).points == (3 + 6, 3, 3 + 3)
    prompt = DOJO.prompt(DOJO.view(state, 2))
    assert prompt is not None
    hint = prompt.actions[0].hint
    assert hint is not None
    assert speak(hint, PLAIN) == "3 points"
    step = play(state, (2, PASS))
    result = DOJO.result(step.state)
    assert result is not None
    assert result.points == (3 + 2 + 6, 3 + 2, 3 + 2 + 3)
    assert [final.token_points for final in step.state.finals] == [6, 0, 3]
    words = "#1: rows 1+1+3 = 5, columns 0+0+0+0 = 0, and 2 trophies = 6; 11 points in all."
    assert words in [speak(event.text(), PLAIN) for event in step.events]


def final(seat: int, points: int, tokens: int) -> Final:
    return Final(
        seat=seat,
        arrangement=board(FULL),
        lines=(None,) * 7,
        sorted=False,
        rows=(points, 0, 0),
        columns=(0, 0, 0, 0),
        tokens=tokens,
        token_points=0,
        points=points,
    )


RANKINGS = [
    ("points-first", [(9, 0), (8, 5), (7, 9)], ((0,), (1,), (2,)),
     "Ana wins the match with 9 points."),
    ("A40-then-trophies", [(9, 1), (9, 3), (7, 9)], ((1,), (0,), (2,)),
     "Ben wins with 9 points, breaking the tie with 3 trophies."),
    ("still-tied-shared", [(9, 2), (7, 0), (9, 2)], ((0, 2), (1,)),
     "Ana and Chen share first place with 9 points each."),
    ("A51-lower-places-alike", [(9, 2), (7, 0), (7, 1)], ((0,), (2,), (1,)),
     "Ana wins the match with 9 points."),
]  # fmt: skip


@each_row("counted places words", RANKINGS)
def test_the_places(
    counted: list[tuple[int, int]], places: tuple[tuple[int, ...], ...], words: str
) -> None:
    """Places go by points, then by trophies; seats equal in both share a place."""
    finals = [final(seat, *first) for seat, first in enumerate(counted)]
    assert ranking(finals) == places
    points, tokens = [item[0] for item in counted], [item[1] for item in counted]
    assert speak(tell_winners(places, points, tokens), NAMES) == words


def test_a40_removed_trophies_do_not_count_and_useless_ones_do() -> None:
    """Every trophy in a dojo counts for ties, even if useless; a removed one doesn't (A40)."""
    state = position(
        "trophy",
        dealer=0,
        turn=1,
        number=12,
        prize="row-wild",
        challenger=1,
        winner=1,
        dojos=[cells(FULL)] * 3,
        lines=["A:col-double B:col-double", "1:row-sort"],
        removed=["row-variety"],
    )
    after = apply(DOJO, state, 1, PUT["2"]).state
    assert [each_final.tokens for each_final in after.finals] == [2, 2, 0]
    assert DOJO.result(after) is not None

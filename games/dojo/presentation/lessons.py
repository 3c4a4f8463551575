"""Dojo's lessons: one decision each, in the order of a round."""

from functools import partial

from games.core.progress.lessons import LEARNER, Lesson, Mistake
from games.core.text import say
from games.dojo.rules import match, moves
from games.dojo.rules.notation import position
from games.dojo.rules.state import State

_position = partial(position, seed="lesson", shuffled=True)


def _trophy_won() -> State:
    """Return a round in which the learner has won a trophy and has just placed a card."""
    state = _position(
        "challenge",
        dojos=("A1:M5 A2:C5 B1:F1 B2:B1", "A1:F2 A2:C3 B1:F1 B2:M1", "B2:T1 C2:T2 B1:C4 C1:B3"),
        held="T4 T2 F3",
        number=5,
        dealer=2,
        turn=LEARNER,
        gifts=range(3),
        face_up="col-pair",
    )
    match.advance(state, LEARNER, moves.Challenge())
    match.advance(state, LEARNER, moves.Keep())
    for seat, cell in enumerate(("A3", "C1", "D1")):
        match.advance(state, seat, moves.Place(cell=cell))
    return state


LESSONS: tuple[Lesson[State], ...] = (
    Lesson(
        key="rows",
        task=say("Place the monkey"),
        text=say("In each row, only the most common disciple scores."),
        labels={"M4": say("2 monkeys: 3 points")},
        position=partial(
            _position,
            "train",
            dojos=("A1:M1 B1:M4", "A1:F2 A2:C3", "B2:T1 C2:T2"),
            held="M5 B1 F4",
            choices=". A3 D2",
            number=3,
            dealer=1,
            gifts=range(3),
            face_up="col-double",
        ),
        expected=({"kind": "place", "cell": "C1"},),
        right=say("Three monkeys in one row: 6 points instead of 3. A fourth would make it 10."),
        otherwise=say(
            "In another row, a single monkey scores 1 point. Next to the other two it would have"
            " added 3."
        ),
        reasons={"M4": say("3 monkeys: 6 points")},
    ),
    Lesson(
        key="columns",
        task=say("Place the fox"),
        text=say("A column scores its belt if all three belts are equal."),
        labels={"M5": say("black = 5")},
        position=partial(
            _position,
            "train",
            dojos=("A1:M5 A2:C5 B1:F2 B2:B1", "A1:F2 A2:C3 B1:F1 B2:M1", "B2:T1 C2:T2 B1:C4 C1:B3"),
            held="F5 B1 F4",
            choices=". A3 D2",
            number=5,
            dealer=1,
            gifts=range(3),
            face_up="col-double",
        ),
        expected=({"kind": "place", "cell": "A3"},),
        right=say(
            "Three black belts: column A scores 5 points, and the fox scores 1 more in its row."
        ),
        mistakes=(
            Mistake(
                {"kind": "place", "cell": "C1"},
                say(
                    "Two foxes in row 1 bring 2 points more. Three black belts in column A would"
                    " have brought 5."
                ),
            ),
        ),
        otherwise=say(
            "Column A still lacks its third black belt, which would have brought 5 points."
        ),
    ),
    Lesson(
        key="deal",
        task=say("Keep it or give it away?"),
        text=say("The dealer sees each card first. A raccoon counts as any disciple of its row."),
        labels={"R5": say("the highest belt")},
        position=partial(
            _position,
            "recruit",
            dojos=("A1:M1 B1:M4", "A1:F2 A2:C3", "B2:T1 C2:T2"),
            number=3,
            turn=0,
            drawn="R5",
            face_up="col-double",
        ),
        expected=({"kind": "give", "to": "0"},),
        right=say("It's hardly possible to get a better card. The next two go to the others."),
        otherwise=say(
            "You gave one of the best cards of the game away, without knowing what comes next."
        ),
        reasons={"R5": say("counts as a monkey")},
        plays_on=40,
    ),
    Lesson(
        key="challenge",
        task=say("Challenge the dealer?"),
        text=say("The higher belt wins the trophy. A tie is yours."),
        labels={"C5": say("the highest belt")},
        position=partial(
            _position,
            "challenge",
            dojos=("A1:C1 B1:C4", "A1:F2 A2:C3", "B2:T1 C2:T2"),
            held="C5 B1 F4",
            number=3,
            dealer=2,
            turn=0,
            gifts=range(3),
            face_up="col-double",
        ),
        expected=({"kind": "challenge"},),
        right=say(
            "With a black belt, a challenger can't lose: ties are yours, and so is the trophy."
        ),
        otherwise=say("Nobody could have beaten you. Now somebody else can win the trophy."),
        plays_on=40,
    ),
    Lesson(
        key="swap",
        task=say("Swap the two cards?"),
        text=say("You won the duel. Now only your dojo counts."),
        labels={"M3": say("3 monkeys"), "M1": say("the dealer's card")},
        position=partial(
            _position,
            "exchange",
            dojos=("A1:M2 B1:M4 C1:M3", "A1:F2 A2:C3 A3:T4", "B2:T1 C2:T2 D2:F5"),
            held="B4 C1 M1",
            number=4,
            dealer=2,
            turn=0,
            gifts=range(3),
            prize="col-double",
            challenger=0,
            winner=0,
        ),
        expected=({"kind": "exchange"},),
        right=say(
            "The monkey completes your row: 10 points instead of 6. The belt only mattered for the"
            " duel."
        ),
        otherwise=say(
            "Your bear brings 1 point in another row. The monkey would have brought 4 in your"
            " first row."
        ),
        plays_on=40,
    ),
    Lesson(
        key="trophy",
        task=say("Choose a column"),
        text=say("With this trophy, two equal belts are enough in its column."),
        labels={"M5": say("black = 5"), "F1": say("white = 1")},
        position=_trophy_won,
        expected=({"kind": "put", "line": "A"},),
        right=say("Two black belts are enough there now, and column A scores 5 points."),
        otherwise=say("Column A with its two black belts would have scored 5 points right away."),
    ),
)

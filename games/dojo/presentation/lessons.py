"""Dojo's lessons: one decision each, in the order of a round."""

from __future__ import annotations

from functools import partial

from games.core.progress.lessons import Lesson, Mistake
from games.core.text import say
from games.dojo.rules.notation import position
from games.dojo.rules.state import State

_position = partial(position, seed="lesson", shuffled=True)

LESSONS: tuple[Lesson[State], ...] = (
    Lesson(
        key="rows",
        title=say("Disciples in a row"),
        text=(
            say(
                "Over twelve rounds you fill your dojo: 3 rows and 4 columns. In a row, only the"
                " most common disciple scores: 1, 3, 6 or 10 points for one, two, three or four of"
                " it."
            ),
            say(
                "Your first row has two monkeys, worth 3 points. You hold another monkey. Every"
                " card must share a side with one of yours."
            ),
            say("**Choose its cell.**"),
        ),
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
    ),
    Lesson(
        key="columns",
        title=say("Belts in a column"),
        text=(
            say(
                "A column scores if its three belts are equal: as many points as the belt shows,"
                " from 1 for white to 5 for black. It doesn't matter who wears them."
            ),
            say(
                "Column A has two black belts (5). You hold a fox with a black belt, and there's"
                " another fox in row 1."
            ),
            say("**Choose its cell.**"),
        ),
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
        title=say("The dealer's choice"),
        text=(
            say("The dealer looks at each card, then keeps it or gives it away."),
            say(
                "You see a black raccoon (5). It counts as any disciple in its row and rarely loses"
                " a duel."
            ),
            say("**Keep it, or give it away?**"),
        ),
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
    ),
    Lesson(
        key="challenge",
        title=say("Challenge the dealer"),
        text=(
            say(
                "One player a round may challenge the dealer. Both cards are revealed, and the"
                " higher belt wins the trophy. **If the belts are equal, the challenger wins.**"
            ),
            say(
                "You hold a black belt (5), the highest there is. The trophy doubles the points of"
                " a column with three equal belts."
            ),
            say("**Challenge, or pass?**"),
        ),
        position=partial(
            _position,
            "challenge",
            dojos=("A1:M1 B1:M4", "A1:F2 A2:C3", "B2:T1 C2:T2"),
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
    ),
    Lesson(
        key="swap",
        title=say("Swap cards after a duel"),
        text=(
            say(
                "You won the duel with your bear. Before the cards are placed, you may swap the"
                " two cards."
            ),
            say(
                "Your bear has the higher belt, but what counts now is your dojo. The dealer has a"
                " white monkey (1), and your first row has three monkeys."
            ),
            say("**Swap them, or keep your bear?**"),
        ),
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
    ),
    Lesson(
        key="trophy",
        title=say("Place a trophy"),
        text=(
            say(
                "After the cards are placed, the trophy goes on a line of its colour, and it stays"
                " there. Orange trophies go on columns, black ones on rows."
            ),
            say(
                "*Pair* lets a column score with two equal belts instead of three. Column A has"
                " two black belts (5), column B two white ones (1)."
            ),
            say("**Choose the column.**"),
        ),
        position=partial(
            _position,
            "trophy",
            dojos=(
                "A1:M5 A2:C5 A3:T2 B1:F1 B2:B1",
                "A1:F2 A2:C3 B1:F1 B2:M1 C1:T4",
                "B2:T1 C2:T2 B1:C4 C1:B3 D1:F5",
            ),
            number=5,
            dealer=2,
            turn=0,
            prize="col-pair",
            challenger=0,
            winner=0,
        ),
        expected=({"kind": "put", "line": "A"},),
        right=say("Two black belts are enough there now, and column A scores 5 points."),
        otherwise=say("Column A with its two black belts would have scored 5 points right away."),
    ),
)

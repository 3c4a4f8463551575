"""Tomatomat's lessons: the last batch of a round, one idea each."""

from __future__ import annotations

from functools import partial

from games.core.progress.lessons import Lesson, Mistake
from games.core.text import say
from games.tomatomat.rules.notation import position
from games.tomatomat.rules.state import State

_position = partial(position, added=((1, 1, 1, 1),) * 2, seed="lesson", shuffled=True)
"""The third batch of two players; the other one has placed it."""

LESSONS: tuple[Lesson[State], ...] = (
    Lesson(
        key="double",
        title=say("Coins and colours"),
        text=(
            say(
                "Everyone places four cards face down at four slots. After three batches, the"
                " highest total at a slot wins its machine."
            ),
            say(
                "A coin counts double at a machine of its colour: red 2 is worth 4 at slot I, the"
                " red machine with three stars, and 2 elsewhere. Slot II is green."
            ),
            say("**Place your three red coins and your green 2.**"),
        ),
        position=partial(
            _position,
            ("R1 R1 R2 G2", "G1 Y1 Yt P1"),
            (("", "", "Y1 Y1 Y1 Y2", "P1 P1 P1 P2"), ("G1 G1 P2", "Y1 Y1 P1", "R1", "R1")),
            stacks=("3R", "2G", "1Y", "1P"),
            sealed=("", "IV IV IV III"),
        ),
        expected=(
            {"first": "I", "second": "I", "third": "I", "fourth": "II"},
            {"first": "I", "third": "I", "fourth": "II"},
            {"second": "I", "third": "I", "fourth": "II"},
        ),
        right=say(
            "The coins counted double at their colours, and you won both machines: five stars."
        ),
        otherwise=say(
            "A coin away from its colour counts only half as much. Put red coins at the red"
            " machine and the green one at the green machine."
        ),
    ),
    Lesson(
        key="stack",
        title=say("Stacks and ties"),
        text=(
            say(
                "Machines that nobody won stay, and new ones go on top. All their stars count:"
                " slot II now has six. Only the colours of the top one count, which is purple."
            ),
            say("The other player has exactly 4 at slot II. If you tie, nobody wins."),
            say("**Win the stack at slot II.**"),
        ),
        position=partial(
            _position,
            ("R1 P1 P1 P2", "R2 G1 Gt Yt"),
            (("R1 R1", "", "Y1 Y1 Y2", "G1 G1 G1"), ("G2 G1", "P1 Y1 Y1", "Y1 Y1", "R1")),
            stacks=("1R", "2G 1Y 3P", "2Y", "1G"),
            sealed=("", "I IV I IV"),
        ),
        expected=(
            {"second": "II", "third": "II", "fourth": "II"},
            {"third": "II", "fourth": "II"},
            {"second": "II", "fourth": "II"},
            {"first": "II", "fourth": "II"},
            {"first": "II", "second": "II", "third": "II"},
        ),
        right=say("More than 4 wins all three machines of the stack: six stars at once."),
        otherwise=say(
            "That's not more than 4 at slot II. With a tie, the machines stay for the next round,"
            " with one more on top."
        ),
    ),
    Lesson(
        key="thief",
        title=say("A thief"),
        text=(
            say(
                "A thief steals all coins of its colour at its slot before anything is counted, no"
                " matter whose they are. Thieves and police are worth nothing themselves."
            ),
            say(
                "Slot I has a red machine with three stars, and the other player has put five"
                " cards there: red coins, most likely. You have none there."
            ),
            say("**Use your red thief to win slot I.**"),
        ),
        position=partial(
            _position,
            ("Rt G1 G1 G2", "G1 Yt P1 P2"),
            (("", "Y1 Y1", "Y1 Y1 Y2", "P1 P1 P1"), ("R1 R1 R1 R1 R2", "P1", "Y1", "P1")),
            stacks=("3R", "2P", "1Y", "1P"),
            sealed=("", "IV IV II II"),
        ),
        expected=(
            {"first": "I", "fourth": "I"},
            {"first": "I", "third": "I"},
            {"first": "I", "second": "I"},
        ),
        right=say("The thief took all red coins, and one green coin of yours was enough."),
        mistakes=(
            Mistake(
                {"first": "I"},
                say(
                    "The thief took all red coins, but you have no coins there either. With zero"
                    " against zero nobody wins."
                ),
            ),
        ),
        otherwise=say(
            "At another slot, the thief doesn't touch the red coins at slot I. They counted"
            " double, and the other player won."
        ),
    ),
    Lesson(
        key="police",
        title=say("Police"),
        text=(
            say(
                "A police officer catches the thieves of its colour at its slot before they can"
                " steal."
            ),
            say(
                "In the first two batches you put yellow coins worth 4 at slot III, where they"
                " count double. The other player has put two cards there. One of them could be a"
                " yellow thief!"
            ),
            say("**Protect your coins.**"),
        ),
        position=partial(
            _position,
            ("G1 Yp P1 P1", "R2 G1 Gt P2"),
            (("R1 R1", "G1", "Y1 Y1 Y2", "P1 P1"), ("R1 R1", "G2 G1", "Yt P2", "P1 P1")),
            stacks=("2R", "1G", "3Y", "1P"),
            sealed=("", "I II I IV"),
        ),
        expected=({"second": "III"},),
        right=say("The officer caught the thief, and your yellow coins won three stars."),
        otherwise=say(
            "A yellow thief stole all your coins at slot III. The officer has to be at the same"
            " slot."
        ),
    ),
    Lesson(
        key="memory",
        title=say("Remember your own thieves"),
        text=(
            say(
                "You can't look again at cards that you've placed, and a thief steals your coins"
                " as well."
            ),
            say(
                "In the first batch, you put a **red thief at slot IV**. Both slot II and slot IV"
                " have a machine for red coins."
            ),
            say("**Where does your red 2 go?**"),
        ),
        position=partial(
            _position,
            ("R1 R1 R2 G1", "G2 Gt Yt P1"),
            (("P1 P1", "", "Y1 Y1 Y2", "Rt G1 G1"), ("P2 P1", "G1 G1", "Y1 Y1", "G1 Y1")),
            stacks=("2P", "2R", "1Y", "3R"),
            sealed=("", "IV I IV I"),
        ),
        expected=(
            {"first": "II", "second": "II", "third": "II"},
            {"third": "II"},
        ),
        right=say("At slot II your red coins are safe from your own thief, and they count double."),
        mistakes=(
            Mistake(
                {"third": "IV"},
                say("Your own thief was waiting there and stole your red coins."),
            ),
        ),
        otherwise=say(
            "The red 2 counts double at slot II or IV only. At slot IV your own thief is waiting,"
            " so slot II is the place."
        ),
    ),
)

"""Tomatomat's lessons: the last batch of a round, one idea each."""

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
        task=say("Win machines I and II"),
        text=say("Coins count double at a machine of their colour."),
        labels={"3R": say("red: double")},
        position=partial(
            _position,
            ("R1 R1 R2 G2", "G1 Y1 P1 P2"),
            (("", "", "P1 P1 P1 P2", "Y1 Y1 Y1 Y1"), ("G1 G1", "R1", "Y1 Y1 Y2", "P1 P1")),
            stacks=("3R", "2G", "1Y", "1P"),
            sealed=("", "I III IV IV"),
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
            "A coin counts double only at its colour. Put the red ones at the red machine and the"
            " green one at the green machine."
        ),
    ),
    Lesson(
        key="stack",
        task=say("Win the stack at II"),
        text=say("Only its top colour counts double."),
        labels={"3P": say("6 stars")},
        position=partial(
            _position,
            ("R1 P1 P1 P2", "R2 G2 Y1 Y1"),
            (("G1 G1", "", "R1 R1 G1", "Y1 Y1 Y1"), ("R1 R1", "P1 Y1 Y1", "Y2", "G1 G1")),
            stacks=("1R", "2G 1Y 3P", "2Y", "1G"),
            sealed=("", "I IV III III"),
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
        task=say("Win machine I"),
        text=say("The thief steals all red coins at its slot."),
        labels={"3R": say("red: double")},
        position=partial(
            _position,
            ("Rt G1 G1 G2", "Y1 Y1 P1 P2"),
            (("", "R1 R1", "G1 G1 G1", "Y1 Y1 Y1"), ("R1 R1 R1 R1 R2", "P1", "Y1", "P1")),
            stacks=("3R", "2P", "1Y", "1P"),
            sealed=("", "III III IV II"),
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
        task=say("Protect machine III"),
        text=say("The officer catches yellow thieves at its slot."),
        labels={"tomatomat-III": say("yellow coins")},
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
        task=say("Where are red coins safe?"),
        text=say("Thieves steal from everyone."),
        labels={"tomatomat-IV": say("red thief")},
        position=partial(
            _position,
            ("R1 R1 R2 G1", "G2 Gt Yt P1"),
            (("P1 P1", "", "P1 P1 P1", "Rt G1 G1"), ("P2 P1", "G1 G1", "Y1 Y1", "G1 Y1")),
            stacks=("2P", "2R", "1Y", "3R"),
            sealed=("", "IV I IV I"),
        ),
        expected=({"first": "II", "second": "II", "third": "II"}, {"third": "II"}),
        right=say("At slot II your red coins are safe from your own thief, and they count double."),
        mistakes=(
            Mistake(
                {"third": "IV"}, say("Your own thief was waiting there and stole your red coins.")
            ),
        ),
        otherwise=say("The red 2 counts double only at II and IV, and your own thief waits at IV."),
    ),
)

"""Karate Tomate's lessons: one decision each, from the first heat to the end call."""

from functools import partial

from games.core.progress.lessons import Lesson, Mistake
from games.core.text import say
from games.karate_tomate.rules.notation import position
from games.karate_tomate.rules.state import State

_position = partial(position, number=2, row="401 120", seed="lesson", shuffled=True)
"""The second round of three players."""

LESSONS: tuple[Lesson[State], ...] = (
    Lesson(
        key="colour",
        task=say("Choose a colour"),
        text=say(
            "Your cards add up over the heats, but only those of your first colour can follow."
        ),
        labels={"C4": say("corn")},
        position=partial(
            _position,
            "heat",
            ("T3 C2 C3 C4 C5 B5 M1", "T6 A4 A2 A1 K1", "T8 M4 M2 K2"),
            answers=". A4 M4",
        ),
        expected=tuple({"kind": "play", "card": card} for card in ("C3", "C2", "C4", "C5")),
        right=say("Corn it is. You can strike four times with it, longer than the others last."),
        mistakes=(
            Mistake(
                {"kind": "tomato"},
                say(
                    "Your tomato takes you out of the round, although your hand is strong. Keep it"
                    " for rounds that you can't win."
                ),
            ),
        ),
        otherwise=say(
            "That's your only card of this colour. In the next heat you could only play your"
            " tomato, and you're out of the round."
        ),
        plays_on=8,
    ),
    Lesson(
        key="drop",
        task=say("Strike or drop out?"),
        text=say("You're far behind. If you drop out, you keep your cards and draw two."),
        labels={"K1": say("the last carrot")},
        position=partial(
            _position,
            "heat",
            ("T3 K1 B2 B4", "T6 A3 A2 M1", "T8 M2 M3 B1"),
            played=("K1 K1", "A4 A4", "M4 M5"),
            answers=". A3 M3",
        ),
        expected=({"kind": "tomato"},),
        right=say(
            "You lost this round, but you keep a card and draw two more. A big hand wins the next"
            " round."
        ),
        otherwise=say(
            "One more card is gone, and you're still far behind. You have to drop out anyway, with"
            " a smaller hand."
        ),
        plays_on=1,
    ),
    Lesson(
        key="exchange",
        task=say("Exchange cards?"),
        text=say("Both ways bring two cards."),
        labels={"C1": say("alone"), "A1": say("alone")},
        position=partial(
            _position,
            "drop_draw",
            ("T3 A1 C1 K4 K5", "T6 C3 A2 M1", "T8 M2 M3 B1"),
            played=("", "A4", "M5"),
            asked=(0,),
        ),
        expected=({"kind": "exchange", "cards": ["C1", "A1"]},),
        right=say(
            "Two useless cards became four new ones. Your two high carrots are a strong start"
            " for the next round."
        ),
        mistakes=(
            Mistake(
                {"kind": "draw"},
                say(
                    "You have as many cards as after an exchange, but you still have the two 1s"
                    " that fit nothing."
                ),
            ),
        ),
        otherwise=say("You gave a strong carrot away. High cards of one colour can win a round."),
    ),
    Lesson(
        key="spare",
        task=say("Which card is enough?"),
        text=say("You have 9. Nobody can play more than a 5, and played cards are gone."),
        position=partial(
            _position,
            "heat",
            ("T3 C1 C4 B2", "T6 A3 A2 M1", "T8 M2 M3 B1"),
            played=("C5 C4", "A1 A2", "M2 M2"),
            answers=". A3 tomato",
        ),
        expected=({"kind": "play", "card": "C1"},),
        right=say(
            "You still have the highest total, so you choose first, and the 4 is left for another"
            " round."
        ),
        mistakes=(
            Mistake(
                {"kind": "tomato"},
                say("You dropped out with the highest total. You get no triumph card."),
            ),
        ),
        otherwise=say("You're first with the 4 too, but the 1 was enough. The 4 is discarded now."),
        plays_on=8,
    ),
    Lesson(
        key="knives",
        task=say("Which triumph card?"),
        text=say(
            "The match ends at 8 trophies. The player with the fewest knives is out: you have none."
        ),
        labels={"t310": say("one knife")},
        position=partial(
            _position,
            "triumph",
            ("T3 C1 C4 B2", "T6 A3 A2 M1", "T8 M2 M3 B1"),
            played=("C5 C4", "A4 A3", "M1"),
            out=(2,),
            row="500 310",
            won=("300 301", "030", "202"),
            trophies_to_call=8,
            auto_end=True,
        ),
        expected=({"kind": "take", "card": "t310"},),
        right=say(
            "One knife is enough to stay in, and your 9 trophies win. The player without knives is"
            " out."
        ),
        otherwise=say(
            "You have 11 trophies, the most of all, but no knife. You're out, and somebody with 3"
            " trophies wins!"
        ),
    ),
    Lesson(
        key="end",
        task=say("End the match?"),
        text=say("You have 13 trophies but no knife, and the others have one or more."),
        position=partial(
            _position,
            "end_call",
            ("T3 K1 B2 B4", "T6 C3 A2 M1", "T8 M2 M3 B1"),
            answers=". no no",
            row="",
            won=("500 400 400", "310 120", "211"),
        ),
        expected=({"kind": "go_on"},),
        right=say("First get a knife, then call the end. You can do it after any later round."),
        otherwise=say(
            "The match is over, and you have the fewest knives: you're out. Trophies alone don't"
            " win."
        ),
    ),
)

"""Karate Tomate's lessons: one decision each, from the first heat to the end call."""

from __future__ import annotations

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
        title=say("Choose a colour"),
        text=(
            say(
                "Everyone strikes at once, in secret. Your numbers add up over the heats, and the"
                " highest total takes the first triumph card."
            ),
            say(
                "From the second heat on, you can only play your first colour. You hold four cards"
                " of corn, and one each of two others."
            ),
            say("**Play your first card.**"),
        ),
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
        title=say("Drop out in time"),
        text=(
            say(
                "Heats go on until there are no more fighters than triumph cards: two, with three"
                " players. If you drop out, you draw two cards."
            ),
            say(
                "You're far behind with 2 points against 8 and 9, and you have one more card of"
                " your colour. Cards that you play are discarded after the round."
            ),
            say("**Strike once more, or drop out?**"),
        ),
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
        plays_on=3,
    ),
    Lesson(
        key="exchange",
        title=say("Draw, or exchange"),
        text=(
            say(
                "You dropped out. Now draw two cards, or discard two cards first and then draw"
                " four. Either way you have two cards more than now."
            ),
            say("Two of your cards are 1s that fit nothing else."),
            say("**Make the most of it.**"),
        ),
        position=partial(
            _position,
            "drop_draw",
            ("T3 A1 C1 K4 K5 K3", "T6 C3 A2 M1", "T8 M2 M3 B1"),
            played=("", "A4", "M5"),
            asked=(0,),
        ),
        expected=({"kind": "exchange", "cards": ["C1", "A1"]},),
        right=say(
            "Two useless cards became four new ones. Your three carrots are a strong start for the"
            " next round."
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
        otherwise=say(
            "You gave a strong carrot away. Three high cards of one colour can win a round."
        ),
    ),
    Lesson(
        key="spare",
        title=say("Save your high cards"),
        text=(
            say(
                "You have 9 points, and the others have 3 and 4. Nobody can play more than a 5, so"
                " nobody can pass you in this heat."
            ),
            say("What you play is discarded after the round, but what you hold stays with you."),
            say("**Which card do you play?**"),
        ),
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
    ),
    Lesson(
        key="knives",
        title=say("Knives keep you in"),
        text=(
            say(
                "Triumph cards show trophies, knives and tomatoes. The most trophies win, but the"
                " player with the **fewest knives is out**, however many trophies they have."
            ),
            say(
                "At this table, the match ends as soon as somebody has 8 trophies. You have 6, but"
                " no knives. One of the others has three knives, the other none."
            ),
            say("**You choose first. Which card do you take?**"),
        ),
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
        on_table=True,
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
        title=say("When to call the end"),
        text=(
            say(
                "If you have 12 or more trophies, you may call the end after a round. Everyone is"
                " asked, so nobody learns who has that many."
            ),
            say(
                "You have 13 trophies, but not a single knife, and the others have at least one"
                " each."
            ),
            say("**Call the end, or keep playing?**"),
        ),
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

"""Diced Tomatoes' lessons: one die each, from the first seed to karma."""

from functools import partial

from games.core.progress.lessons import Lesson, Mistake
from games.core.text import say
from games.diced_tomatoes.rules.notation import position
from games.diced_tomatoes.rules.state import State

_position = partial(position, turns=4, seed="a garden")
"""A turn of the first of two players, after the roll."""

LESSONS: tuple[Lesson[State], ...] = (
    Lesson(
        key="seed",
        task=say("Plant the best seed"),
        text=say("The first die of a vine is its seed. A harvest is worth as much."),
        labels={"red-5": say("seed = 5")},
        position=partial(_position, ("4 4 / 5 / -", "1 2 3 / 3 / -"), "2 6", karma=(0, 3)),
        expected=({"kind": "place", "die": "r6", "vine": "1.3"},),
        right=say("A vine that starts with a 6 will be worth 6 points when it has four dice."),
        mistakes=(
            Mistake(
                {"kind": "place", "vine": "2.3"},
                say(
                    "That seed is in your neighbour's garden now, and your neighbour will harvest"
                    " it. Give low dice away, not high ones."
                ),
            ),
            Mistake(
                {"kind": "place", "die": "r2", "vine": "1.3"},
                say(
                    "This vine will never be worth more than 2, and the place is taken. The 6 was"
                    " the better seed."
                ),
            ),
        ),
        otherwise=say("That's allowed, but the 6 should become a seed in your own garden first."),
        reasons={"red-6": say("seed = 6")},
    ),
    Lesson(
        key="set",
        task=say("Harvest a vine"),
        text=say("Four equal dice are a set."),
        position=partial(_position, ("5 5 5 / 4 / -", "3 4 / 6 / -"), "5", karma=(0, 3)),
        expected=({"die": "r5", "vine": "1.1"},),
        right=say(
            "Four 5s: the seed becomes a tomato worth 5 points, and the other dice return to the"
            " bushel."
        ),
        otherwise=say("The die fits there too, but it would have completed your own set of 5s."),
    ),
    Lesson(
        key="run",
        task=say("Which harvest?"),
        text=say("Only the seed counts: the first die of the vine."),
        labels={"red-6": say("seed = 6")},
        position=partial(_position, ("6 5 4 / 4 5 6 / 1", "1 1 / 6 / 6"), "3", karma=(0, 3)),
        expected=({"die": "r3", "vine": "1.1"},),
        right=say("6 points for one slot. The other vine can wait for another 3."),
        mistakes=(
            Mistake(
                {"vine": "1.2"},
                say(
                    "That's a harvest, but it's worth only 4, and one of your six slots is filled"
                    " for good."
                ),
            ),
        ),
        otherwise=say("The 3 fits there, but it could have been a harvest in your own garden."),
    ),
    Lesson(
        key="rotten",
        task=say("Place the rotten die"),
        text=say("Each black die makes its vine worth 1 less."),
        labels={"black-3": say("rotten")},
        position=partial(_position, ("3 3 / 5 / 6 6", "5 4 / 1 / 6"), "b3", karma=(0, 3)),
        expected=({"die": "b3", "vine": "2.1"},),
        right=say(
            "Your neighbour's vine is worth 4 now instead of 5, and yours are still healthy."
        ),
        otherwise=say("Your own vine has lost a point. Rotten dice are best planted next door."),
        reasons={"black-3": say("1 less")},
    ),
    Lesson(
        key="help",
        task=say("Place the 1"),
        text=say("Complete a neighbour's vine, and you get karma for it."),
        position=partial(_position, ("5 5 / 4 / -", "1 1 1 / 6 / -"), "1", karma=(0, 3)),
        expected=({"die": "r1", "vine": "2.1"},),
        right=say(
            "Your neighbour's slot holds a single point for the rest of the match, and you have"
            " one more karma."
        ),
        otherwise=say(
            "A seed of 1 takes one of your places for a single point. Next door it would have"
            " earned you karma."
        ),
    ),
    Lesson(
        key="karma",
        task=say("Make the 5 fit"),
        text=say("For 2 karma, a shift turns a die up or down by one."),
        labels={"red-4": say("three 4s")},
        position=partial(_position, ("4 4 4 / 6 / 2", "3 3 / 6 / 1"), "5", karma=(3, 3)),
        expected=({"kind": "shift", "die": "r5", "to": "4"},),
        right=say("The 5 became a 4, and it completes the vine: 4 points for 2 karma."),
        mistakes=(
            Mistake(
                {"kind": "reroll"},
                say(
                    "That's cheaper, but only one face in six would have helped. A shift was"
                    " certain."
                ),
            ),
        ),
        otherwise=say(
            "Now your vine still lacks its fourth 4. Shifting the 5 down by one makes it fit."
        ),
        plays_on=1,
    ),
)

"""Diced Tomatoes' lessons: one die each, from the first seed to karma."""

from __future__ import annotations

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
        title=say("A good seed"),
        text=(
            say(
                "You rolled your dice and put them on vines, your own or a neighbour's. The first"
                " die of a vine is its *seed*, and the vine will be worth as much as its seed"
                " shows."
            ),
            say("You have a 6 and a 2, and your garden has an empty place."),
            say("**Plant the seed that is worth the most to you.**"),
        ),
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
    ),
    Lesson(
        key="set",
        title=say("Four of a kind"),
        text=(
            say(
                "A vine is either a *set*, with all dice equal, or a *run*, with all dice"
                " different and consecutive. With four dice it's harvested: you get points, and the"
                " place is free again."
            ),
            say("Your first vine has three 5s, and you rolled another 5."),
            say("**Harvest your vine.**"),
        ),
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
        title=say("Which harvest is worth more"),
        text=(
            say(
                "The points come from the seed alone, the first die of the vine. Both your vines"
                " hold a 4, a 5 and a 6, but the first one started with the 6, and the second one"
                " with the 4."
            ),
            say(
                "Your 3 completes a run on either of them, and you have six slots for the whole"
                " match."
            ),
            say("**Choose the better harvest.**"),
        ),
        position=partial(_position, ("6 5 4 / 4 5 6 / -", "1 1 / 6 / -"), "3", karma=(0, 3)),
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
        title=say("Rotten dice"),
        text=(
            say(
                "Black dice are rotten. Each makes its vine worth 1 less. If a vine is worth 0 or"
                " less, whoever's turn it is may clear it when that turn ends."
            ),
            say(
                "You have to place a die as long as it fits somewhere. Your black 3 fits on your"
                " vine of 3s, and on your neighbour's run."
            ),
            say("**Where does it do you no harm?**"),
        ),
        position=partial(_position, ("3 3 / 5 / 6 6", "5 4 / 1 / 6"), "b3", karma=(0, 3)),
        expected=({"die": "b3", "vine": "2.1"},),
        right=say(
            "Your neighbour's vine is worth 4 now instead of 5, and yours are still healthy."
        ),
        otherwise=say("Your own vine has lost a point. Rotten dice are best planted next door."),
    ),
    Lesson(
        key="help",
        title=say("Help that pays"),
        text=(
            say(
                "If you complete a neighbour's vine, they get the tomato, and you get karma: 1 for"
                " a vine worth 1 or 2, 2 for 3 or 4, 3 for 5 or 6."
            ),
            say(
                "Your neighbour has a vine of three 1s. Everyone has six slots, and a tomato worth"
                " 1 fills one of them."
            ),
            say("**Use your 1.**"),
        ),
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
        title=say("Spend karma"),
        text=(
            say(
                "Karma changes dice. For 2 karma, *Shift* turns a die in your hand up or down by"
                " one. You have 3."
            ),
            say(
                "Your vine has three 4s, and you rolled a 5. You keep at most 6 karma when your"
                " turn ends, so use it when it pays."
            ),
            say("**Make the die fit.**"),
        ),
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

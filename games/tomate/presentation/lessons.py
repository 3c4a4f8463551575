"""Tomate's lessons: one decision each, from the first bid to the stock."""

from __future__ import annotations

from functools import partial

from games.core.progress.lessons import Lesson
from games.core.text import say
from games.tomate.rules.notation import position
from games.tomate.rules.state import State
from games.tomate.rules.texts import CARD_AS_SUBJECT

_position = partial(position, hand_number=2, hands_total=9, seed="lesson", shuffled=True)
"""The second hand of a match of three players, with 6 points in the pot."""

LESSONS: tuple[Lesson[State], ...] = (
    Lesson(
        key="play",
        title=say("Play or pass"),
        text=(
            say(
                "Everyone has three cards. Win a trick, and you share the pot. Win none, and you"
                " pay as much as the pot holds: that's *Tomate*."
            ),
            say(
                "So look at your cards first, from the left: {first}, {second}, and {third}. The"
                " ace is the card with a 1, the jack has a 10, the knight an 11, and the king a"
                " 12.",
                first=CARD_AS_SUBJECT["5C"],
                second=CARD_AS_SUBJECT["1B"],
                third=CARD_AS_SUBJECT["3B"],
            ),
            say(
                "The ace is the highest card of its suit, and a trump beats every other suit. Trump"
                " is clubs here, and you hold its two highest cards."
            ),
            say("**Do you play this hand?**"),
        ),
        position=partial(
            _position,
            "bidding",
            ("1B 3B 5C", "12C 7O 6E", "1O 11C 4E"),
            trump="4B",
            dealer=0,
            scores=(-3, 0, 0),
            bids="uii",
        ),
        expected=({"kind": "play"},),
        right=say("Nothing beats the ace of trumps, so a trick was certain, and the pot with it."),
        otherwise=say(
            "You passed with the highest trump: it can't lose. Others now share the pot, and you"
            " get nothing."
        ),
        plays_on=6,
    ),
    Lesson(
        key="pass",
        title=say("What a bad hand costs"),
        text=(
            say(
                "You don't have to play. If you pass, you pay nothing, and nobody sees your cards."
            ),
            say(
                "These three cards are low, and none of them is a trump. Two others have said that"
                " they play. The pot holds 6 points."
            ),
            say("**Do you play, or do you pass?**"),
        ),
        position=partial(
            _position,
            "bidding",
            ("4O 2C 5E", "1E 12B 3C", "3B 1C 10O"),
            trump="6B",
            dealer=0,
            scores=(-3, 0, 0),
            bids="uii",
        ),
        expected=({"kind": "pass"},),
        right=say("A hand without a trick costs as much as the pot. Passing costs nothing."),
        otherwise=say("You won no trick: Tomate. You pay 6 points, as much as was in the pot."),
        plays_on=6,
    ),
    Lesson(
        key="ranks",
        title=say("Which card wins"),
        text=(
            say(
                "Every suit ranks the same, from high to low: ace, 3, king, knight, jack, 7, 6, 5,"
                " 4 and 2. So a 3 beats a king!"
            ),
            say(
                "You must follow the suit led, and beat its highest card if you can. The king of"
                " cups was led. Both your cups beat it, and you're the last to play."
            ),
            say("**Win this trick with the card that you'll miss least.**"),
        ),
        position=partial(
            _position,
            "tricks",
            ("1C 3C 6O", "7O 5B", "6E 4O"),
            trump="2B",
            dealer=0,
            scores=(-3, 0, 0),
            bids="iii",
            trick="12C 5C",
        ),
        on_table=True,
        expected=({"kind": "card", "card": "3C"},),
        right=say(
            "The 3 was enough, because nobody plays after you. The ace is still in your hand."
        ),
        otherwise=say(
            "The ace wins too, but the 3 would have been enough. Now you have one fewer high card"
            " for the next trick."
        ),
    ),
    Lesson(
        key="trump",
        title=say("Trumping"),
        text=(
            say(
                "If you can't follow suit, you must play a trump if you have one. Any trump beats"
                " every card of the other suits, even the ace."
            ),
            say(
                "The ace of swords was led, and you have no swords. Trump is clubs. Nobody has"
                " played a trump yet, and you're the last."
            ),
            say("**Which trump is enough?**"),
        ),
        position=partial(
            _position,
            "tricks",
            ("2B 12B 6O", "7O 5C", "10C 4O"),
            trump="7B",
            dealer=0,
            scores=(-3, 0, 0),
            bids="iii",
            trick="1E 4E",
        ),
        on_table=True,
        expected=({"kind": "card", "card": "2B"},),
        right=say(
            "The smallest trump takes the trick, and the king of trumps is left for another."
        ),
        otherwise=say(
            "You win this trick, but the 2 would have won it as well. The king was worth another"
            " trick."
        ),
    ),
    Lesson(
        key="dealer",
        title=say("The dealer's choice"),
        text=(
            say(
                "You deal. Before you look at your cards, you may take the card turned up. Then"
                " you have a sure trump, but you must play, and you need **two** tricks instead of"
                " one."
            ),
            say(
                "It's the ace of clubs, the highest card of this hand. That's one of your two"
                " tricks already."
            ),
            say("**Take it, or leave it?**"),
        ),
        position=partial(
            _position,
            "dealer_option",
            ("12B 4O 6C", "12C 7O 4E", "3B 11C 5E"),
            trump="1B",
            dealer=0,
            scores=(-3, 0, 0),
        ),
        expected=({"kind": "take"},),
        right=say(
            "A trump this high is worth a second trick. Leave low ones on the table: you would"
            " need two tricks with little to win them."
        ),
        otherwise=say(
            "Leaving it is safe with a low card. But this one can't be beaten, and now nobody has"
            " it."
        ),
        plays_on=10,
    ),
    Lesson(
        key="stock",
        title=say("Three unseen cards"),
        text=(
            say(
                "You passed, and now only one player is in. If nobody stops them, they get the"
                " whole pot without playing a trick."
            ),
            say(
                "You may take the stock: three unseen cards, and your own are discarded. With only"
                " two players, one trick in three is easy to win."
            ),
            say("**Take the stock, or decline?**"),
        ),
        position=partial(
            _position,
            "stock_offer",
            ("4O 2C 5E", "12C 3E 7B", "6C 5O 2E"),
            trump="10B",
            dealer=2,
            scores=(0, 0, -3),
            bids="pip",
        ),
        expected=({"kind": "take_stock"},),
        right=say(
            "Against one player, three random cards usually win a trick. A lone player should"
            " never get the pot for free."
        ),
        otherwise=say(
            "Everyone declined, so the lone player got the pot without a trick. Three unseen cards"
            " usually win one of them."
        ),
        plays_on=6,
    ),
)

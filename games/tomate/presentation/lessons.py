"""Tomate's lessons: one decision each, from the first bid to the stock."""

from functools import partial

from games.core.progress.lessons import Lesson
from games.core.text import say
from games.tomate.rules.notation import position
from games.tomate.rules.state import State

_position = partial(position, hand_number=2, hands_total=9, seed="lesson", shuffled=True)
"""The second hand of a match of three players, with 6 points in the pot."""

LESSONS: tuple[Lesson[State], ...] = (
    Lesson(
        key="play",
        task=say("Play this hand?"),
        text=say("Without a trick, you pay as much as the pot holds."),
        labels={"4B": say("trump: clubs"), "1B": say("ace = 1")},
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
        reasons={"1B": say("highest trump")},
        plays_on=6,
    ),
    Lesson(
        key="pass",
        task=say("Play or pass?"),
        text=say("Your cards are low, none is a trump, and two others play."),
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
        task=say("Which card is enough?"),
        text=say("Ace and 3 both beat the king. You play last."),
        labels={"12C": say("king = 12"), "1C": say("ace = 1")},
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
        expected=({"kind": "card", "card": "3C"},),
        right=say(
            "The 3 was enough, because nobody plays after you. The ace is still in your hand."
        ),
        otherwise=say(
            "The ace wins too, but the 3 would have been enough. Now you have one fewer high card"
            " for the next trick."
        ),
        reasons={"3C": say("beats the king")},
        plays_on=20,
    ),
    Lesson(
        key="trump",
        task=say("Which trump is enough?"),
        text=say("You have no swords, so you must trump. You play last."),
        labels={"7B": say("trump: clubs"), "1E": say("ace = 1")},
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
        expected=({"kind": "card", "card": "2B"},),
        right=say(
            "The smallest trump takes the trick, and the king of trumps is left for another."
        ),
        otherwise=say(
            "You win this trick, but the 2 would have won it as well. The king was worth another"
            " trick."
        ),
        reasons={"2B": say("beats the ace")},
        plays_on=20,
    ),
    Lesson(
        key="dealer",
        task=say("Take the trump card?"),
        text=say("It's a sure trump, but then you must play and need two tricks."),
        labels={"1B": say("highest trump")},
        position=partial(
            _position,
            "dealer_option",
            ("12B 4O 6C", "12C 7O 4E", "3B 11C 5E"),
            trump="1B",
            dealer=0,
            scores=(-3, 0, 0),
        ),
        expected=({"kind": "take"},),
        right=say("A trump this high is worth the second trick. Leave low ones on the table."),
        otherwise=say(
            "Leaving it is safe with a low card. But this one can't be beaten, and now nobody has"
            " it."
        ),
        reasons={"1B": say("highest trump")},
        plays_on=10,
    ),
    Lesson(
        key="stock",
        task=say("Take the stock?"),
        text=say("Only one player is in. Three unseen cards would replace yours."),
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
            "The lone player got the pot for free. Three unseen cards usually win a trick."
        ),
        plays_on=6,
    ),
)

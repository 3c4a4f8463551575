"""The dice of Diced Tomatoes, as tableaus name them."""

from games.core.tableau import Token
from games.core.text import Text, say, say_as
from games.diced_tomatoes.rules import texts
from games.diced_tomatoes.rules.dice import Counts, Die

_UNROLLED = (say("red die"), say("black die"), say("golden die"))
_UNROLLED_SHORT = (say_as("red die", "R"), say_as("black die", "B"), say_as("golden die", "G"))


def unrolled(counts: Counts) -> tuple[Token, ...]:
    """Dice by colour, without faces."""
    return tuple(
        Token(
            sprite=texts.COLOUR_SPRITES[colour],
            name=_UNROLLED[colour],
            short=_UNROLLED_SHORT[colour],
            count=count,
        )
        for colour, count in enumerate(counts)
        if count
    )


def die_token(die: Die, count: int = 1, name: Text | None = None) -> Token:
    """A die showing a face."""
    return Token(
        sprite=texts.DIE_SPRITES[die],
        name=name or texts.DIE_NAMES[die],
        short=texts.DIE_SHORT[die],
        count=count,
    )

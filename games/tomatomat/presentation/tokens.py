"""The things on a table of Tomatomat, as tableaus name them."""

from games.core.tableau import Token
from games.core.values import shared
from games.tomatomat.rules.cards import Machine
from games.tomatomat.rules.texts import colours_of, machine_short


@shared
def machine_token(machine: Machine) -> Token:
    """A machine face up, whose colours count."""
    return Token(
        sprite=f"machine:{machine}", name=colours_of(machine), short=machine_short(machine)
    )

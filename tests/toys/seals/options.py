"""Options of the game."""

from games.core.options import Options, option


class SealsOptions(Options):
    """Every option of the game."""

    rounds: int = option(3, title="Rounds", help="How many rounds are played.", least=1, most=5)
    ties_pay: bool = option(
        default=False, title="Ties pay", help="Seats that tie for the best card all win."
    )
    full_hands: bool = option(
        default=False, title="Full hands", help="Everybody starts with one card of every kind more."
    )

"""Options of the game."""

from games.core.options import Options, option


class BatchesOptions(Options):
    """Every option of the game."""

    rounds: int = option(2, title="Rounds", help="How often the machines run.", least=1, most=3)
    batches: int = option(
        2, title="Batches", help="How often four cards are drawn in a round.", least=1, most=3
    )
    big_machines: bool = option(
        default=False, title="Big machines", help="Every machine is worth twice its points."
    )

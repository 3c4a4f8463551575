"""Reviews of answers: what they cost, judged by what their seat knew."""

import pytest

from games.core.ai.memory import NO_MEMORY
from games.core.ai.review import forecast, judge
from games.core.prompt import Move
from games.core.rng import Rng
from games.tomate import TOMATE
from games.tomate.rules.moves import PASS, PLAY
from games.tomate.rules.notation import position

STRONG = ["1B 3B 12B", "7O 6O 5O", "7C 6C 5C", "7E 6E 4E"]


@pytest.mark.parametrize(("made", "is_costly"), [(PLAY, False), (PASS, True)])
def test_an_answer_costs_what_the_best_one_wins_more(made: Move, is_costly: bool) -> None:
    """With the three best trumps, playing costs nothing, and passing costs a chance to win."""
    view = TOMATE.view(position("bidding", STRONG, pot=30, hand_number=8), 0)
    result = judge(TOMATE, view, NO_MEMORY, made, rng=Rng("judge"), playouts=40)
    assert result is not None
    assert result.best == PLAY
    assert (result.cost > 0.2) is is_costly


def test_a_forecast_shares_out_certainty() -> None:
    """A forecast's chances, made from the public view, add up to one."""
    view = TOMATE.view(position("bidding", STRONG, pot=30, hand_number=8), None)
    chances = forecast(TOMATE, view, Rng("curve"), 20)
    assert sum(chances) == pytest.approx(1)
    assert min(chances) >= 0

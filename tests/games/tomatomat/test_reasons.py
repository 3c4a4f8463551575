"""A reason for a batch names some of its cards, and none is given for what no bot does."""

from games.core.rng import Rng
from games.tomatomat import TOMATOMAT
from games.tomatomat.rules.moves import ALLOTS, SCATTER
from tests.games.reason_claims import sentences
from tests.games.tomatomat.claims import named


def test_every_batch_has_one_reason() -> None:
    """Each of the 256 ways to place a batch is explained by one sentence about cards of it."""
    view = TOMATOMAT.view(TOMATOMAT.setup(2, TOMATOMAT.options(), Rng("each")).state, 0)
    for move in ALLOTS:
        why = TOMATOMAT.reason(view, move)
        assert why is not None
        (sentence,) = sentences(why)
        placed = set(zip(view.hand, move.places(), strict=True))
        assert set() != set(named(sentence)) <= placed


def test_what_no_bot_would_do_has_no_reason() -> None:
    """A timeout's placement has no reason."""
    state = TOMATOMAT.setup(2, TOMATOMAT.options(), Rng("others")).state
    assert TOMATOMAT.reason(TOMATOMAT.view(state, 0), SCATTER) is None

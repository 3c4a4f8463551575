"""The base of the protocol's values."""

import pytest
from pydantic import PydanticUserError, ValidationError

from games.core.values import Frozen, Tagged, adapter_of


class Late(Frozen):
    part: "Part"  # type: ignore[name-defined]  # noqa: F821 - a variable of the function below


def test_values_are_built_from_their_module() -> None:
    """A value is checked by the names of its module, not by variables of whoever makes it."""

    def make_the_first() -> None:
        Part = int  # noqa: F841, N806 - pydantic looks for it in the frame
        Late.model_validate({"part": 1})

    with pytest.raises(PydanticUserError, match="not fully defined"):
        make_the_first()


class OnlyBid(Tagged):
    """The only kind of its game."""

    coin: int


def test_a_game_may_have_one_kind_of_move() -> None:
    """Values are read by their kind, even if there is only one."""
    assert adapter_of([OnlyBid]).validate_python({"kind": "only_bid", "coin": "3"}).coin == 3
    with pytest.raises(ValidationError):
        adapter_of([OnlyBid]).validate_python({"kind": "pass", "coin": 3})

"""Laws of coaching: every moment has a rule, and every move of a policy has a reason."""

from __future__ import annotations

import re
import sys
from functools import cache
from importlib import resources

import pytest
from hypothesis import strategies as st

from games.core.ai.memory import NO_MEMORY, Level
from games.core.game import AnyGame
from games.core.rng import Rng
from games.core.text import PLAIN, speak
from tests.games.case import Case
from tests.games.cases import GAME_CASES
from tests.games.plays import drawn_positions, law, play


@cache
def numbered(game: AnyGame) -> frozenset[int]:
    """Return the numbers of the rules in a game's rule book."""
    package = sys.modules[type(game).__module__].__package__ or ""
    text = resources.files(package).joinpath("RULES.md").read_text(encoding="utf-8")
    return frozenset(int(number) for number in re.findall(r"^(\d+)\. ", text, re.MULTILINE))


@law(examples=6)
def test_every_moment_comes_under_a_rule(case: Case, data: st.DataObject) -> None:
    """For every viewer at any moment, the rule that is named is in the rule book."""
    for position in drawn_positions(data, case):
        for viewer in position.match.viewers:
            view = case.game.view(position.state, viewer)
            assert case.game.rule(view) in numbered(case.game)


@pytest.mark.parametrize("case", GAME_CASES, ids=repr)
def test_a_policy_can_say_why(case: Case) -> None:
    """Every move of a policy has a reason, which is a whole sentence."""
    game = case.game
    match = play(case, game.info.seats[0], game.options.model_validate(case.brief), 1)
    for state in match.states:
        for seat in sorted(game.awaited(state)):
            view = game.view(state, seat)
            move = game.policy(view, NO_MEMORY, Level.NORMAL, Rng("why"))
            why = game.reason(view, move)
            assert why is not None, move
            assert speak(why, PLAIN).endswith(".")

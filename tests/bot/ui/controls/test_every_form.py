"""Every form can be filled in by presses, through messages that Discord accepts."""

import pytest
from hypothesis import given, settings

from games.core.answer import tidy_form
from games.core.prompt import Prompt
from tests.bot.ui.controls.press_towards import Presser
from tests.bot.ui.controls.questions import asked, asked_ahead, prompts, question_of, some_forms
from tests.games.case import Case
from tests.games.cases import ALL_CASES
from tests.support.sampling import sample


@pytest.mark.parametrize("case", ALL_CASES, ids=repr)
def test_every_move_of_a_game_can_be_pressed(case: Case) -> None:
    """Every form of any game's question or premove is reached by presses from a blank draft."""
    for question in (*asked(case), *asked_ahead(case)):
        for form in some_forms(question.prompt, 12):
            assert Presser(question, form).play() == tidy_form(question.prompt, form)


@settings(max_examples=sample(80))
@given(prompts())
def test_every_form_of_any_prompt_can_be_pressed(prompt: Prompt) -> None:
    """Deep trees, many choices, copies and hostile labels make no form unreachable."""
    for form in some_forms(prompt, 2):
        assert Presser(question_of(prompt), form).play() == tidy_form(prompt, form)

"""A player's hand always leads on: to its cards, its question and the answer of a hint."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.tables.domain.views import MatchView
from bot.tables.lobbies.practice import Advice
from bot.ui.controls.answers import answer_in_words
from bot.ui.controls.draft import Draft
from bot.ui.controls.drawing.components import LAMP
from bot.ui.i18n.readers import reader
from bot.ui.kit.custom_ids import ControlId, ControlVerb, decode
from bot.ui.kit.message import OutgoingFile, OutgoingMessage
from bot.ui.match.messages.hand import hand_message, shows_outcome
from bot.ui.match.messages.thread_link import sign_message
from bot.ui.match.messages.why_and_hint import hint
from games import FULL_GAMES
from games.core.answer import forms
from games.core.game import AnyGame
from games.core.text import say, speak
from games.diced_tomatoes import DICED_TOMATOES
from games.karate_tomate import KARATE_TOMATE
from playground.world.components import texts, walk
from render.tools.contact_sheet import course
from tests.security.channels import payload
from tests.security.views import Table

PICTURE = OutgoingFile("hand.png", b"", "")


def hands(game: AnyGame, seats: int) -> Iterator[MatchView]:
    """Yield what each player sees at each moment of a match."""
    table = Table(game, game.options(), seats, (0,) * seats, 0)
    for state in course(game, seats, game.options()):
        for seat in range(seats):
            yield table.match_view(state, seat)


def drawn(shown: MatchView, draft: Draft, **words: Any) -> OutgoingMessage:
    to = reader("en", shown.summary.names)
    return hand_message(replace(shown, draft=draft.to_json()), (PICTURE,), to, **words)


def verbs(hand: OutgoingMessage) -> set[ControlVerb]:
    pressed = (decode(str(part.get("custom_id"))) for part in walk(payload(hand)))
    return {each.verb for each in pressed if isinstance(each, ControlId)}


@pytest.mark.parametrize("paused", [False, True], ids=["played", "paused"])
@pytest.mark.parametrize("game", FULL_GAMES, ids=lambda game: game.info.key)
def test_a_player_gets_from_every_picture_to_the_hand(game: AnyGame, paused: bool) -> None:
    """The table and an outcome have a button that leads to the hand of whoever may answer.

    That is so in advance and while the table is paused, too.
    """
    asked = [hand for hand in hands(game, min(3, game.info.seats[1])) if hand.open_form]
    assert asked
    for hand in asked:
        shown = replace(hand, summary=replace(hand.summary, paused=paused))
        for face in ("table", "outcome"):
            is_outcome = shows_outcome(replace(shown, draft=Draft(face=face).to_json()))
            wanted = ControlVerb.GO_ON if is_outcome else ControlVerb.SWAP
            assert wanted in verbs(drawn(shown, Draft(face=face)))


def test_a_question_says_that_a_premove_is_about_to_answer_it() -> None:
    """Between a question and its premove, the hand names the answer that comes by itself."""
    asked = next(hand for hand in hands(KARATE_TOMATE, 3) if hand.question is not None)
    question = asked.question
    assert question is not None
    form = next(forms(question.prompt))
    shown = "\n".join(texts(payload(drawn(replace(asked, kept_premove=form), Draft(face="hand")))))
    answer = speak(answer_in_words(question.prompt, form), reader("en", asked.summary.names))
    assert f"Your premove comes next: **{answer}**." in shown


@pytest.mark.parametrize(
    ("draft", "named"),
    [(Draft(face="hand"), False), (Draft(action=1, face="hand"), True)],
    ids=["all answers", "another answer"],
)
def test_a_hint_names_its_answer_or_marks_it(draft: Draft, named: bool) -> None:
    """Where the button of the suggested answer isn't drawn, words say it."""
    shown = next(
        hand
        for hand in hands(KARATE_TOMATE, 3)
        if hand.question is not None
        and len(free := [each for each in hand.question.prompt.actions if not each.blocked]) > 1
        and not free[0].slots
    )
    assert shown.question is not None
    first = shown.question.prompt.actions[0]
    form, reason = {"kind": first.kind}, say("It is better.")
    advice = Advice(shown.summary, shown.question, form, reason, rule=1)
    hand = payload(drawn(shown, draft, helped=hint(advice)))
    is_marked = any(LAMP in str(part.get("label")) for part in walk(hand))

    assert is_marked is not named
    assert any(first.label.message in line for line in texts(hand)) is named


def test_a_thread_of_one_is_played_by_one() -> None:
    """A table of one person says so where its thread is linked."""
    shown = next(hands(DICED_TOMATOES, 1))
    sign = payload(sign_message(shown, 55, reader("en", ("Ana",))))

    assert "is playing in <#55>." in "\n".join(texts(sign))

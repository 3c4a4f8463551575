"""Measure messages and forms by Discord's limits and by our own."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from bot.tables.domain.views import MatchView, Question
from bot.ui.controls.draft import EMPTY, Draft
from bot.ui.controls.drawing.prompt import draw, draw_public
from bot.ui.controls.reader import AskModal, read
from bot.ui.controls.typed_moves import complete_line as completions
from bot.ui.i18n.readers import plain_reader, reader
from bot.ui.i18n.texts.common_texts import CHANGED
from bot.ui.kit.custom_ids import ControlVerb, encode
from bot.ui.kit.limits import SUGGESTIONS, TYPED_CHOICE
from bot.ui.kit.message import OutgoingMessage
from bot.ui.match.messages.hand import draft_of, hand_message, shows_outcome
from games.core.answer import random_form, tidy_form
from games.core.prompt import Form, Prompt
from games.core.rng import Rng
from games.core.text import Reader
from playground.limits.messages import check_message
from playground.messages.bodies import Body, Upload
from playground.world import components
from playground.world.errors import ApiError
from tests.bot.ui.controls.drawn import modal_problems, problems
from tests.bot.ui.controls.press_towards import Presser, controls
from tests.bot.ui.controls.questions import question_of
from tests.games.plays import Match, Position, positions
from tests.limits.other_messages import OtherMessages
from tests.limits.tournament_messages import PICTURE, URL
from tests.security.channels import messages, payload
from tests.security.views import table_of

BUTTON = 2
COMPONENTS_V2 = 1 << 15
CUT = 3500
"""Number of characters at which every text of ours is cut."""
NUMBERED = re.compile(r" *(\d+)\. ")
"""Begins an item of a Markdown list, whose items Discord numbers on from the first one's number."""
Tally = Counter[str]


def message_problems(message: OutgoingMessage) -> Iterator[str]:
    """Yield each reason why Discord would refuse this message, or people would misread it."""
    listed = [
        {"id": number, "filename": attachment.filename, "description": attachment.alt}
        for number, attachment in enumerate(message.attachments)
    ]
    uploads = [
        Upload(number, attachment.filename, attachment.content)
        for number, attachment in enumerate(message.attachments)
    ]
    sent = {"flags": COMPONENTS_V2, "components": payload(message), "attachments": listed}
    try:
        check_message(Body(sent, tuple(uploads)), None, ())
    except ApiError as refused:
        yield f"{refused.body()}"
    for text in components.texts(sent["components"]):
        if len(text) >= CUT:
            yield f"a text that was cut: {text[:40]!r}"
        yield from _renumbered(text)
    verbs = defaultdict[str, set[str]](set)
    for label, verb in _pressed(sent["components"]):
        verbs[label].add(verb)
    yield from (f"{label!r} means {entry}" for label, entry in verbs.items() if len(entry) > 1)


def _pressed(components: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Yield what is written on each button that can be pressed, and what pressing it does."""
    for component in components:
        if (
            component["type"] == BUTTON
            and not component.get("disabled")
            and "custom_id" in component
        ):
            verb = ":".join(component["custom_id"].split(":")[:2])
            yield f"{component.get('emoji') or ''}{component.get('label') or ''}", verb
        yield from _pressed(component.get("components", ()))


def _renumbered(text: str) -> Iterator[str]:
    """Yield each line of a numbered list that Discord would show with another number."""
    last = None
    for line in text.splitlines():
        item = NUMBERED.match(line)
        if item is not None and last is not None and int(item[1]) != last + 1:
            yield f"a line that Discord numbers anew: {line!r}"
        last = int(item[1]) if item is not None else None


def question_problems(question: Question, to: Reader, plainly: Reader) -> Iterator[str]:
    """Yield each reason why Discord would refuse a question's controls or its completions."""
    yield from problems(draw(question, EMPTY, to))
    yield from problems(draw_public(question, to))
    suggestions = completions(question.prompt, plainly, "")
    if len(suggestions) > SUGGESTIONS:
        yield f"{len(suggestions)} suggestions"
    for shown, value in suggestions:
        if not (0 < len(shown) <= TYPED_CHOICE and 0 < len(value) <= TYPED_CHOICE):
            yield f"a suggestion of {len(shown)} and {len(value)} characters"


def walk(match: Match, most: int, languages: Iterable[str], tally: Tally) -> Iterator[str]:
    """Yield everything at some moments of a match that does not fit Discord.

    This covers each seat's question, with half-filled forms, hand and table, and every other
    message.
    """
    spoken = tuple(languages)
    for moment in some_moments(match, most):
        table = table_of(moment)
        for viewer in match.viewers:
            match_view = table.match_view(moment.state, viewer)
            drafts = list(_half_filled(match_view, f"{moment.index} {viewer}"))
            for language in spoken:
                for problem in _of_sight(match_view, drafts, language, tally):
                    yield f"{moment}, viewer {viewer}, {language}: {problem}"


def some_moments(match: Match, most: int) -> list[Position]:
    """Return some moments of a match, including its end."""
    results = list(positions(match))
    return [*results[: -1 : max(1, len(results) // most)], results[-1]]


def asked_in(match: Match, most: int) -> list[Prompt]:
    """Return the prompts of every seat at some moments of a match."""
    results = (
        moment.prompt(seat) for moment in some_moments(match, most) for seat in match.viewers
    )
    return [prompt for prompt in results if prompt is not None]


def about_match(match: Match, most: int, language: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each other message about a match by its kind, with what does not fit."""
    for moment in some_moments(match, most):
        for kind, message in OtherMessages(moment, language).messages():
            yield kind, list(message_problems(message))


def reached(prompts: Iterable[Prompt]) -> tuple[int, int]:
    """Return how many choices the largest of these questions has, and how many can be pressed."""
    prompt = max(prompts, key=lambda each_prompt: len(choosable(each_prompt)))
    wanted, rng, results = choosable(prompt), Rng("reached"), set[str]()
    for _ in range(400):
        form = random_form(prompt, rng)
        if missing := _chosen(form) & wanted - results:
            pressed = Presser(question_of(prompt), form).play()
            results |= missing if pressed == tidy_form(prompt, form) else set()
    return len(wanted), len(results)


def _chosen(form: Form) -> set[str]:
    """Return the ids of everything a form chooses."""
    results: set[str] = set()
    for value in form.values():
        results |= {value} if isinstance(value, str) else set()
        results |= (
            {str(item) for item in value} if isinstance(value, (list, tuple, dict)) else set()
        )
    return results


def _half_filled(match_view: MatchView, chance: str) -> Iterator[Draft]:
    """Yield half-filled forms: each slot opened, and every draft on the way to one answer."""
    asked = match_view.open_form
    if asked is None or all(action.blocked is not None for action in asked.prompt.actions):
        return
    actions = enumerate(asked.prompt.actions)
    free = [place for place, action in actions if action.slots and action.blocked is None]
    yield from (Draft(action=place) for place in free)
    presser = Presser(asked, random_form(asked.prompt, Rng(chance)))
    presser.play()
    yield from presser.drafts


def _of_sight(
    match_view: MatchView, drafts: list[Draft], language: str, tally: Tally
) -> Iterator[str]:
    names = match_view.summary.names
    to, plainly = reader(language, names), plain_reader(language, names)
    for question in (match_view.question, match_view.premove):
        if question is not None:
            tally["questions"] += 1
            yield from question_problems(question, to, plainly)
    for message in messages(match_view, language):
        tally["messages"] += 1
        yield from message_problems(message)
    for draft in drafts:
        tally["half-filled forms"] += 1
        half = replace(match_view, draft=draft.to_json())
        hand = hand_message(half, (PICTURE,), to, table_url=URL, note=CHANGED)
        yield from message_problems(hand)
        yield from _lost_controls(half, hand, to)
        yield from _forms_of(half, to)


def _lost_controls(match_view: MatchView, hand: OutgoingMessage, to: Reader) -> Iterator[str]:
    """Yield each control that a question draws and the hand around it leaves out."""
    asked = match_view.question
    if asked is not None and not shows_outcome(match_view):
        shown = {part.get("custom_id") for part in components.walk(payload(hand))}
        for control in controls(draw(asked, draft_of(match_view), to)):
            if encode(control.id) not in shown:
                yield f"the hand leaves out {control.id}"


def _forms_of(match_view: MatchView, to: Reader) -> Iterator[str]:
    """Yield what does not fit in the forms that a question's controls open."""
    asked, draft = match_view.open_form, draft_of(match_view)
    assert asked is not None  # a draft requires a question
    for control in controls(draw(asked, draft, to)):
        if control.id.verb is ControlVerb.FORM:
            opened = read(asked, draft, control.id)
            if isinstance(opened, AskModal):
                yield from modal_problems(opened.modal(to))


def choosable(prompt: Prompt) -> set[str]:
    """Return the ids of everything the first slots of a question offer."""
    return {
        choice.id
        for action in prompt.actions
        if action.blocked is None
        for slot in action.slots
        for choice in slot.choices
        if choice.blocked is None and choice.copies > 0
    }

"""Messages and forms measured by Discord's limits: the local Discord's rules and our own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from bot.playground.drafts import Body, Upload
from bot.playground.errors import ApiError
from bot.playground.limits.messages import check_message
from bot.tables.sights import Question, Sight
from bot.ui.controls.draft import EMPTY
from bot.ui.controls.draw import draw, draw_public
from bot.ui.controls.limits import SUGGESTIONS, TYPED_CHOICE, problems
from bot.ui.controls.text_moves import match
from bot.ui.messages.message import Message
from bot.ui.voice import plain_reader, reader
from games.core.prompt import Allocate, PickNumber, PickOne, PickSome, Prompt, Slot
from games.core.text import Reader
from tests.bot.ui.leaking import moments
from tests.bot.ui.sights import table_of
from tests.bot.ui.told import messages, payload
from tests.games.case import Case

COMPONENTS_V2 = 1 << 15
Tally = Counter[str]


def message_problems(message: Message) -> Iterator[str]:
    """Why Discord would refuse a message as it is sent; nothing, by law."""
    listed = [
        {"id": number, "filename": one.filename, "description": one.alt}
        for number, one in enumerate(message.attachments)
    ]
    uploads = [
        Upload(number, one.filename, one.content) for number, one in enumerate(message.attachments)
    ]
    sent = {"flags": COMPONENTS_V2, "components": payload(message), "attachments": listed}
    try:
        check_message(Body(sent, tuple(uploads)), None)
    except ApiError as refused:
        yield f"{refused.body()}"


def question_problems(question: Question, to: Reader, plainly: Reader) -> Iterator[str]:
    """Why Discord would refuse the controls of a question, opened anywhere, or its completions."""
    yield from problems(draw(question, EMPTY, to).items)
    public = draw_public(question, to)
    if public is not None:
        yield from problems(public.items)
    suggestions = match(question.prompt, plainly, "")
    if len(suggestions) > SUGGESTIONS:
        yield f"{len(suggestions)} suggestions"
    for shown, value in suggestions:
        if not (0 < len(shown) <= TYPED_CHOICE and 0 < len(value) <= TYPED_CHOICE):
            yield f"a suggestion of {len(shown)} and {len(value)} characters"


def walk(
    case: Case, number: int, most: int, languages: Iterable[str], tally: Tally
) -> Iterator[str]:
    """What of a match does not fit Discord: each seat's question, hand and table, in languages."""
    for moment in moments(case, number, most):
        at = table_of(moment)
        for viewer in moment.match.viewers:
            sight = at.sight(moment.state, viewer)
            for language in languages:
                for problem in _of_sight(sight, language, tally):
                    yield f"{moment}, viewer {viewer}, {language}: {problem}"


def _of_sight(sight: Sight, language: str, tally: Tally) -> Iterator[str]:
    names = sight.card.names
    to, plainly = reader(language, names), plain_reader(language, names)
    for question in (sight.question, sight.ahead):
        if question is not None:
            tally[f"questions, {language}"] += 1
            yield from question_problems(question, to, plainly)
            tally["largest hand"] = max(tally["largest hand"], largest(question.prompt))
    for message in messages(sight, language):
        tally[f"messages, {language}"] += 1
        yield from message_problems(message)


def largest(prompt: Prompt) -> int:
    """How many things the largest choice of a question offers."""
    return max((_offered(slot) for action in prompt.actions for slot in action.slots), default=0)


def _offered(slot: Slot) -> int:
    if isinstance(slot, PickNumber):
        return 0
    assert isinstance(slot, PickOne | PickSome | Allocate)  # there are no others
    return sum(choice.copies for choice in slot.choices)


def choosable(prompt: Prompt) -> set[str]:
    """The ids of all that the first slots of a question let one choose."""
    return {
        choice.id
        for action in prompt.actions
        if action.blocked is None
        for slot in action.slots
        if not isinstance(slot, PickNumber)
        for choice in slot.choices
        if choice.blocked is None and choice.copies > 0
    }

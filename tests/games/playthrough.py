"""A whole match as text: what everybody sees, is asked, answers, and what happens.

A change of rules, words or secrets shows in the diff of a playthrough, which a reviewer reads.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from games.core.ai.memory import NO_MEMORY, Level
from games.core.event import Event
from games.core.game import AnyGame, Step, apply
from games.core.options import option_fields
from games.core.prompt import Action, Choice, PickSome, Prompt, Slot
from games.core.rng import Rng
from games.core.tableau_text import read_hand, read_head, read_seats, read_stakes
from games.core.text import Reader, Text, speak
from games.core.values import Seat
from tests.games.case import Case
from tests.games.random_moves import random_move

NAMES = ("Ana", "Ben", "Chen", "Dora", "Eva", "Finn", "Gita", "Hugo", "Ida", "Juri", "Kim", "Lea")
READER = Reader(names=NAMES)
SEED = "playthrough"


def playthrough(case: Case) -> str:
    """Play one match as text, half of the seats by the game's policy and half at random."""
    return "\n".join(_lines(case)) + "\n"


def _lines(case: Case) -> Iterator[str]:
    game, rng = case.game, Rng("who plays what")
    least, most = game.info.seats
    seats = min(least + 1, most)
    options = game.options.model_validate(case.brief)
    yield f"{_words(game.info.title)}: {', '.join(NAMES[:seats])}"
    for option in option_fields(game.options):
        value = option.shown(getattr(options, option.name))
        yield f"  {_words(option.title)}: {_words(value)}"
    step = game.setup(seats, options, Rng(SEED))
    yield from _events(step.events)
    asked: dict[Seat, Prompt] = {}
    made = 0
    while awaited := sorted(game.awaited(step.state)):
        yield from _moment(game, step, seats, asked)
        seat = rng.choice(awaited)
        view = game.view(step.state, seat)
        move = (
            game.policy(view, NO_MEMORY, Level.NORMAL, rng)
            if seat % 2
            else random_move(game, view, rng)
        )
        made += 1
        values = json.dumps(move.model_dump(mode="json", exclude={"kind"}))
        yield ""
        yield f"{made}. {NAMES[seat]}: {move.kind} {values}"
        step = apply(game, step.state, seat, move)
        asked.pop(seat, None)
        yield from _events(step.events)
    yield from _moment(game, step, seats, asked)
    yield from _ending(game, step)


def _moment(game: AnyGame, step: Step[Any], seats: int, asked: dict[Seat, Prompt]) -> Iterator[str]:
    """Yield the public table, and what is new for the seats that are asked."""
    table = game.tableau(game.view(step.state, None))
    yield from _several("  ", [*read_head(table), *read_stakes(table), *read_seats(table)])
    yield from _several("  > ", table.aftermath)
    for seat in range(seats):
        view = game.view(step.state, seat)
        prompt = game.prompt(view)
        if prompt is None:
            asked.pop(seat, None)
        elif asked.get(seat) != prompt:
            asked[seat] = prompt
            yield from _several(f"  {NAMES[seat]} | ", read_hand(game.tableau(view)))
            yield from _question(f"  {NAMES[seat]} ", prompt)


def _question(who: str, prompt: Prompt) -> Iterator[str]:
    kinds = [word for word in ("public", "sealed") if getattr(prompt, word)]
    yield f"{who}? {_words(prompt.ask)}{_note(', '.join(kinds))}"
    for action in prompt.actions:
        yield from _action(f"{who}  ", action)
    absent = prompt.on_timeout.model_dump(mode="json", exclude_none=True)
    yield f"{who}  when absent: {absent.pop('kind')} {json.dumps(absent)}"


def _action(start: str, action: Action) -> Iterator[str]:
    notes = [_words(text) for text in (action.hint, action.confirm) if text is not None]
    back = ["takes back"] if action.take_back else []
    yield f"{start}[{_words(action.label)}]{_note('; '.join(notes + back))}{_why(action.blocked)}"
    for slot in action.slots:
        yield from _slot(f"{start}  ", slot)


def _slot(start: str, slot: Slot) -> Iterator[str]:
    ask = _words(slot.ask)
    if isinstance(slot, PickSome):
        ask = f"{ask} {slot.least} to {slot.most} of"
    if any(choice.then for choice in slot.choices):
        yield f"{start}{ask}"
        for choice in slot.choices:
            yield f"{start}  {_choice(choice)}"
            for below in choice.then:
                yield from _slot(f"{start}    ", below)
    else:
        yield f"{start}{ask} {' | '.join(_choice(choice) for choice in slot.choices)}"


def _choice(choice: Choice) -> str:
    copies = f" x{choice.copies}" if choice.copies > 1 else ""
    hint = _note(_words(choice.hint)) if choice.hint else ""
    return f"{_words(choice.label)}{copies}{hint}{_why(choice.blocked)}"


def _why(blocked: Text | None) -> str:
    return f" - {_words(blocked)}" if blocked is not None else ""


def _note(words: str) -> str:
    return f" ({words})" if words else ""


def _events(events: Sequence[Event]) -> Iterator[str]:
    """Yield what happened, with who sees it and, if different, who may read it later."""
    for event in events:
        seen, logged = _audience(event.seen_by()), _audience(event.logged_for())
        later = f", later {logged}" if logged != seen else ""
        yield f"   [{seen}{later}] {_words(event.text())}"


def _audience(seats: frozenset[Seat] | None) -> str:
    if seats is None:
        return "all"
    return " ".join(NAMES[seat] for seat in sorted(seats)) or "nobody"


def _ending(game: AnyGame, step: Step[Any]) -> Iterator[str]:
    result = game.result(step.state)
    assert result is not None
    yield ""
    yield f"The end: {_words(result.reason)}"
    for place, seats in enumerate(result.ranking, start=1):
        for seat in seats:
            yield f"  {place}. {NAMES[seat]} {result.points[seat]}"


def _several(start: str, texts: Sequence[Text]) -> Iterator[str]:
    for text in texts:
        yield f"{start}{_words(text)}"


def _words(text: Text) -> str:
    return speak(text, READER)

"""Questions to draw: those that games really ask, and prompts of any shape."""

from functools import cache
from random import Random

from hypothesis import strategies as st

from bot.tables.domain.views import Question
from games.core.answer import forms, random_form, ticket
from games.core.errors import InvalidMoveError
from games.core.game import apply_form
from games.core.prompt import (
    Action,
    Choice,
    Form,
    Grid,
    Hand,
    Layout,
    Move,
    PickOne,
    PickSome,
    Prompt,
    Row,
    Slot,
)
from games.core.rng import Rng
from games.core.text import Reader, Text, say, seat
from tests.games.case import Case
from tests.support.sampling import sample

NAMES = ("Ana *bold* @everyone", "משה\nsecond line", "\u202e`code` ~~x~~", "", "D" * 300)
READER = Reader(names=NAMES, escape=lambda name: name.replace("*", "\\*"))
"""A reader at a table with hostile names."""

SHOWN = sample(20)
"""How many questions of each game are tried."""


class Done(Move):
    """A move of no game."""


def question_of(prompt: Prompt) -> Question:
    """Return the question for a prompt."""
    return Question("aB3_-xYz0123", 12, ticket(b"secret", 12, 117, prompt), prompt)


@cache
def asked(case: Case) -> tuple[Question, ...]:
    """Return some questions of a game from random play, large and small."""
    results: dict[str, Prompt] = {}
    for seats in sorted(set(case.game.info.seats)):
        for seed in range(3):
            for prompt in _played(case, seats, Rng(f"{seats} {seed}"), ahead=False):
                results.setdefault(prompt.model_dump_json(), prompt)
    prompts = sorted(results.values(), key=lambda prompt: -len(prompt.model_dump_json()))
    step = max(1, len(prompts) // SHOWN)
    return tuple(question_of(prompt) for prompt in prompts[::step][:SHOWN])


@cache
def asked_ahead(case: Case) -> tuple[Question, ...]:
    """Return premove forms of a game, one of each shape."""
    most = max(case.game.info.seats)
    results: dict[str, Prompt] = {}
    for prompt in _played(case, most, Rng("ahead"), ahead=True):
        shape = " ".join(f"{action.kind} {len(action.slots)}" for action in prompt.actions)
        results.setdefault(shape, prompt)
    return tuple(question_of(prompt) for prompt in results.values())


def _played(case: Case, seats: int, rng: Rng, *, ahead: bool) -> list[Prompt]:
    """Return the prompts of a random match, or instead the premove forms offered before them."""
    game = case.game
    state = game.setup(seats, game.options(**case.brief), rng.fork("deal")).state
    prompts: list[Prompt] = []
    for _ in range(120):
        mover = min(game.awaited(state), default=None)
        if mover is None:
            break
        prompt = game.prompt(game.view(state, mover))
        assert prompt is not None
        if ahead:
            offers = (game.premove(game.view(state, seat)) for seat in range(seats))
            prompts += [offer for offer in offers if offer is not None]
        else:
            prompts.append(prompt)
        form = random_form(prompt, rng)
        state = apply_form(game, state, mover, prompt, form)[1].state
    return prompts


def some_forms(prompt: Prompt, most: int) -> list[Form]:
    """Return at most this many forms of a prompt: all if they are few, otherwise random ones."""
    free = [action for action in prompt.actions if action.blocked is None]
    small = all(len(action.slots) < 3 for action in free)
    listed: list[Form] = []
    if small:
        for form in forms(prompt):
            listed.append(form)
            if len(listed) > most:
                break
    if small and len(listed) <= most:
        return listed
    results = {}
    for number in range(most):
        try:
            form = random_form(prompt, Rng(f"form {number}"))
        except InvalidMoveError:
            return []
        results[repr(form)] = form
    return list(results.values())


LABELS = (
    "7 of oros",
    "rey of copas",
    "1",
    "10",
    "",
    "   ",
    "a, b; c: d + e",
    "2 x carrot",
    "#3",
    "nothing",
    "- - -",
    "Ünï çødé",
    "**bold** `code` @everyone <@1>",
    "two\nlines\tand a tab",
    "{braces} and {0}",
    "long " * 200,
    "x" * 300,
    "🍅🍅🍅",
    "~abcd",
    "Send",
)


def random_prompt(random: Random) -> Prompt:
    """Return a prompt of any shape: trees, many choices, copies, blocked ones, hostile labels."""
    count = random.choice((1, 1, 1, 2, 3, 6, 30))
    actions = tuple(_action(random, place, many=count > 6) for place in range(count))
    return Prompt(ask=_label(random), actions=actions, on_timeout=Done(), public=True)


def prompts() -> st.SearchStrategy[Prompt]:
    """Generate prompts of any shape."""
    return st.integers(0, 2**32).map(lambda seed: random_prompt(Random(seed)))


def _label(random: Random) -> Text:
    if random.random() < 0.2:
        return say("{who} gets it", who=seat(random.randrange(6)))
    return say(random.choice(LABELS))


def _action(random: Random, place: int, *, many: bool) -> Action:
    slots = () if many and random.random() < 0.8 else _slots(random, "s", depth=0)
    return Action(
        kind=f"kind{place}",
        label=_label(random),
        hint=_label(random) if random.random() < 0.3 else None,
        blocked=_label(random) if random.random() < 0.15 else None,
        slots=slots,
        confirm=_label(random) if random.random() < 0.2 else None,
        tone=random.choice(("plain", "good", "bad", "main")),
        take_back=random.random() < 0.1,
    )


def _slots(random: Random, name: str, depth: int) -> tuple[Slot, ...]:
    count = random.choice((0, 1, 1, 1, 2, 4, 6) if depth == 0 else (0, 0, 0, 1, 1, 2))
    return tuple(_slot(random, f"{name}{place}", depth) for place in range(count))


def _slot(random: Random, name: str, depth: int) -> Slot:
    shape = random.choice((PickOne, PickOne, PickSome))
    if shape is PickOne:
        choices = _choices(random, name, depth, random.choice((0, 1, 2, 3, 5, 6, 12, 21, 26, 60)))
        return PickOne(name=name, ask=_label(random), choices=choices, layout=_layout(random))
    choices = _choices(random, name, 9, random.choice((1, 3, 5, 13, 26)))
    copies = sum(choice.copies for choice in choices if choice.blocked is None)
    most = random.randint(0, min(copies, 8))
    least = random.randint(0, most)
    return PickSome(name=name, ask=_label(random), choices=choices, least=least, most=most)


def _layout(random: Random) -> Layout:
    return random.choice((Row(), Hand(), Grid(columns=random.choice((1, 3, 5, 8)))))


def _choices(random: Random, name: str, depth: int, count: int) -> tuple[Choice, ...]:
    copies = random.choice((1, 1, 3, 40))
    return tuple(
        Choice(
            id=f"id {place}",
            label=_label(random),
            hint=_label(random) if random.random() < 0.2 else None,
            blocked=_label(random) if random.random() < 0.15 else None,
            copies=random.randint(0, copies) if copies > 1 else 1,
            then=_slots(random, f"{name}.", depth + 1) if depth < 2 and place < 6 else (),
        )
        for place in range(count)
    )

"""Reading a filled form: which slots are open, what can be filled in, and the move it makes.

Every function walks the tree of slots, so choices are only combined if one opens the other.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from games.core.errors import InvalidMoveError
from games.core.prompt import Action, Choice, Form, PickOne, PickSome, Prompt, Slot
from games.core.rng import Rng
from games.core.text import Text, say
from games.core.values import Seat

Values = Mapping[str, Any]

NOT_NOW = say("You can't choose that right now.")


def open_slots(action: Action, values: Values) -> tuple[Slot, ...]:
    """Return the slots that are open given what is filled in, in the order they are asked."""
    return tuple(_open(action.slots, values))


def _open(slots: Iterable[Slot], values: Values) -> Iterator[Slot]:
    for slot in slots:
        yield slot
        if isinstance(slot, PickOne):
            chosen = find_choice(slot, values.get(slot.name))
            if chosen is not None:
                yield from _open(chosen.then, values)


def next_slot(action: Action, values: Values) -> Slot | None:
    """Return the first open slot without an acceptable value; None when the form is complete."""
    for slot in open_slots(action, values):
        if slot.name not in values or not is_filled(slot, values[slot.name]):
            return slot
    return None


def find_choice(slot: Slot, chosen: object) -> Choice | None:
    """Return the choice with this id, blocked or not."""
    return next((choice for choice in slot.choices if choice.id == chosen), None)


def is_filled(slot: Slot, value: object) -> bool:
    """Tell whether `value` fills the slot: right shape, within bounds, nothing blocked."""
    if isinstance(slot, PickOne):
        return _is_free(find_choice(slot, value))
    return _is_some(slot, value)


def _is_some(slot: PickSome, value: object) -> bool:
    if not isinstance(value, (list, tuple)) or not slot.least <= len(value) <= slot.most:
        return False
    if not all(isinstance(chosen, str) for chosen in value):
        return False
    return all(_has_copies(slot, chosen, value.count(chosen)) for chosen in set(value))


def _is_free(choice: Choice | None) -> bool:
    return choice is not None and choice.blocked is None and choice.copies > 0


def _has_copies(slot: Slot, chosen: object, count: int) -> bool:
    choice = find_choice(slot, chosen)
    return choice is not None and choice.blocked is None and count <= choice.copies


def forms(prompt: Prompt) -> Iterator[Form]:
    """Return every form the prompt offers, each filled in one possible way."""
    for action in prompt.actions:
        if action.blocked is None:
            for values in _fillings(action.slots):
                yield {"kind": action.kind, **values}


def _fillings(slots: Sequence[Slot]) -> Iterator[Form]:
    if not slots:
        yield {}
        return
    first, rest = slots[0], slots[1:]
    for values in _fill(first):
        has_any = False
        for others in _fillings(rest):
            has_any = True
            yield {**values, **others}
        if not has_any:
            # Nothing else depends on the first slot, so this form can never be filled.
            return


def _fill(slot: Slot) -> Iterator[Form]:
    if isinstance(slot, PickOne):
        for choice in slot.choices:
            if _is_free(choice):
                for below in _fillings(choice.then):
                    yield {slot.name: choice.id, **below}
    else:
        for counts in _counts(slot):
            yield {slot.name: _ids(counts)}


def _counts(slot: PickSome) -> Iterator[dict[str, int]]:
    """Return every way to take copies of the choices, by id."""
    free = [choice for choice in slot.choices if choice.blocked is None]
    least, most = slot.least, slot.most
    # The most that the choices from each index on can add, to prune ways that fall short.
    left = [sum(choice.copies for choice in free[index:]) for index in range(len(free) + 1)]

    def take(index: int, taken: int) -> Iterator[dict[str, int]]:
        if taken + left[index] < least:
            return
        if index == len(free):
            yield {}
            return
        choice = free[index]
        for count in range(min(choice.copies, most - taken) + 1):
            mine = {choice.id: count} if count else {}
            for others in take(index + 1, taken + count):
                yield mine | others

    return take(0, 0)


def random_form(prompt: Prompt, rng: Rng) -> Form:
    """Fill in the prompt at random, never with a take-back; every action is equally likely.

    Raises InvalidMoveError when the prompt offers only take-backs.
    """
    free = [action for action in prompt.actions if action.blocked is None and not action.take_back]
    while free:
        action = rng.choice(free)
        values = _random_filling(action.slots, rng)
        if values is not None:
            return {"kind": action.kind, **values}
        free.remove(action)
    raise InvalidMoveError("the prompt offers no way forward")


def _random_filling(slots: Sequence[Slot], rng: Rng) -> Form | None:
    values: Form = {}
    for slot in slots:
        filled = _random_fill(slot, rng)
        if filled is None:
            return None
        values |= filled
    return values


def _random_fill(slot: Slot, rng: Rng) -> Form | None:
    free = [choice for choice in slot.choices if _is_free(choice)]
    if isinstance(slot, PickOne):
        rng.shuffle(free)
        for choice in free:
            below = _random_filling(choice.then, rng)
            if below is not None:
                return {slot.name: choice.id, **below}
        return None
    pool = [choice.id for choice in free for _ in range(choice.copies)]
    least, most = slot.least, min(slot.most, len(pool))
    if most < least:
        return None
    taken = rng.sample(pool, least + rng.below(most - least + 1))
    counts = {choice.id: taken.count(choice.id) for choice in free if choice.id in taken}
    return {slot.name: _ids(counts)}


def _ids(counts: Mapping[str, int]) -> list[str]:
    """Return the ids of the choices, each as often as it is taken."""
    return [chosen for chosen, count in counts.items() for _ in range(count)]


def refusal(prompt: Prompt, form: Form) -> Text | None:
    """Return the player's reason why the prompt does not offer this form; None if it does.

    Values of closed or unknown slots are refused.
    """
    action = prompt.action(str(form.get("kind")))
    if action is None:
        return NOT_NOW
    if action.blocked is not None:
        return action.blocked
    missing = next_slot(action, form)
    if missing is not None:
        chosen = form.get(missing.name)
        ids = chosen if isinstance(chosen, (list, tuple)) else (chosen,)
        reasons = (choice.blocked for choice in missing.choices if choice.id in ids)
        return next((why for why in reasons if why is not None), NOT_NOW)
    return None if len(open_slots(action, form)) == len(form) - 1 else NOT_NOW


def tidy_form(prompt: Prompt, form: Form) -> Form:
    """Return the form as the prompt itself would write it, or raise InvalidMoveError.

    Ids in a PickSome are put in the order of the choices.
    """
    action, why = prompt.action(str(form.get("kind"))), refusal(prompt, form)
    if action is None or why is not None:
        raise InvalidMoveError(f"the question offers no {form.get('kind')!r} with {sorted(form)}")
    slots = open_slots(action, form)
    return {"kind": action.kind} | {slot.name: _tidy(slot, form[slot.name]) for slot in slots}


def _tidy(slot: Slot, value: Any) -> object:  # a JSON value, checked by next_slot before
    if isinstance(slot, PickOne):
        return value
    return [choice.id for choice in slot.choices for _ in range(list(value).count(choice.id))]


def timeout_form(prompt: Prompt, begun: Values) -> Form:
    """Return the absent player's move as a form; `begun` holds what the player had filled in.

    Only fields that the prompt's own move leaves open come from there, and only values that the
    form still offers.
    """
    absent = prompt.on_timeout
    left_open = {name for name in type(absent).model_fields if getattr(absent, name) is None}
    slots = [
        slot
        for action in prompt.actions
        if action.blocked is None
        for slot in open_slots(action, begun)
    ]
    values = {
        slot.name: _tidy(slot, begun[slot.name])
        for slot in slots
        if slot.name in left_open and is_filled(slot, begun.get(slot.name))
    }
    return absent.model_dump(mode="json") | values


def ticket(secret: bytes, seat: Seat, moves_made: int, prompt: Prompt) -> str:
    """Return the id of one question to one seat: its own move count and a short keyed digest.

    The digest covers kinds, slots and choice ids, not words, hints or others' progress, so a new
    language or an update keeps tickets valid. It is keyed, so a hand cannot be computed from it.
    """
    shape = "\n".join(_shape(action.slots, f"{seat}/{action.kind}") for action in prompt.actions)
    digest = blake2b(shape.encode(), key=secret[:64], digest_size=5).hexdigest()
    return f"{moves_made}-{digest}"


def _shape(slots: Sequence[Slot], path: str) -> str:
    lines = [path]
    for slot in slots:
        here = f"{path}/{slot.slot}:{slot.name}"
        lines += [_shape(choice.then, f"{here}={choice.id}") for choice in slot.choices]
    return "\n".join(lines)

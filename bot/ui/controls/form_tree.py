"""Find slots in a prompt by their paths, and fill them in. Drawing and reading both use this.

"Open" and "filled" mean the same as in `games.core.answer`; here every slot also has its path.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from bot.ui.controls.draft import Draft
from bot.ui.kit.custom_ids import Path
from bot.ui.kit.limits import MODAL_PARTS, OPTIONS
from games.core import answer
from games.core.errors import InvalidMoveError
from games.core.prompt import Action, Choice, Form, PickOne, PickSome, Prompt, Slot

Values = Mapping[str, Any]


class SlotPath(NamedTuple):
    """One slot with its path and the choices that open it."""

    path: Path
    slot: Slot
    parents: tuple[tuple[PickOne, Choice], ...] = ()


def is_free(choice: Choice) -> bool:
    """Tell whether this choice is possible now."""
    return choice.blocked is None and choice.copies > 0


def free_places(slot: Slot) -> list[int]:
    """Return the indexes of the choices that are possible now."""
    return [place for place, choice in enumerate(slot.choices) if is_free(choice)]


def open_spots(prompt: Prompt, action: int, values: Values) -> tuple[SlotPath, ...]:
    """Return the slots that are open with these values, in the order they are asked."""
    return tuple(_open(prompt.actions[action].slots, (action,), (), values))


def _open(
    slots: Sequence[Slot], path: Path, parents: tuple[tuple[PickOne, Choice], ...], values: Values
) -> Iterator[SlotPath]:
    for place, slot in enumerate(slots):
        yield SlotPath((*path, place), slot, parents)
        chosen = _chosen(slot, values)
        if isinstance(slot, PickOne) and chosen is not None:
            index, choice = chosen
            yield from _open(choice.then, (*path, place, index), (*parents, (slot, choice)), values)


def _chosen(slot: Slot, values: Values) -> tuple[int, Choice] | None:
    if not isinstance(slot, PickOne) or slot.name not in values:
        return None
    wanted = values[slot.name]
    matches = ((index, choice) for index, choice in enumerate(slot.choices) if choice.id == wanted)
    return next(matches, None)


def action_at(prompt: Prompt, place: int) -> Action:
    """Return the action at this index; raises InvalidMoveError for a forged one."""
    if not 0 <= place < len(prompt.actions):
        raise InvalidMoveError(f"the question has no action {place}")
    return prompt.actions[place]


def spot_at(prompt: Prompt, path: Path) -> SlotPath:
    """Return the slot at the end of a path, open or not; raises InvalidMoveError if forged."""
    if len(path) < 2 or len(path) % 2:
        raise InvalidMoveError(f"no slot has the path {path}")
    slots = action_at(prompt, path[0]).slots
    parents: tuple[tuple[PickOne, Choice], ...] = ()
    for index in range(1, len(path), 2):
        if path[index] >= len(slots):
            raise InvalidMoveError(f"no slot has the path {path}")
        slot = slots[path[index]]
        if index == len(path) - 1:
            return SlotPath(path, slot, parents)
        choice = choice_at(slot, path[index + 1])
        if not isinstance(slot, PickOne):
            raise InvalidMoveError(
                f"the slot at the path {path[: index + 1]} opens no further slots"
            )
        parents, slots = (*parents, (slot, choice)), choice.then
    raise InvalidMoveError(f"no slot has the path {path}")


def choice_at(slot: Slot, place: int) -> Choice:
    """Return the choice at this index of a slot; raises InvalidMoveError for a forged one."""
    if not 0 <= place < len(slot.choices):
        raise InvalidMoveError(f"slot {slot.name!r} has no choice {place}")
    return slot.choices[place]


def held(values: Values, spot: SlotPath) -> Any:
    """Return the value of a slot; None if the slot isn't open.

    A slot of the same name below another choice is a different slot.
    """
    for parent, choice in spot.parents:
        if values.get(parent.name) != choice.id:
            return None
    return values.get(spot.slot.name)


def put(values: Values, spot: SlotPath, value: object) -> dict[str, Any]:
    """Fill one slot and choose what opens it. Values that depend on another choice are dropped."""
    filled = dict(values)
    for parent, choice in spot.parents:
        _set(filled, parent, choice.id)
    _set(filled, spot.slot, value)
    return filled


def with_only_choices(prompt: Prompt, action: int, values: Values) -> dict[str, Any]:
    """Fill every opened slot that has only one choice, so that one press is enough."""
    filled = dict(values)
    while True:
        opened = (spot.slot for spot in open_spots(prompt, action, filled) if spot.parents)
        empty = (slot for slot in opened if slot.name not in filled)
        slot = next((slot for slot in empty if _leaves_no_choice(slot)), None)
        if not isinstance(slot, PickOne):
            return filled
        filled[slot.name] = slot.choices[0].id


def _leaves_no_choice(slot: Slot) -> bool:
    return isinstance(slot, PickOne) and len(slot.choices) == 1 and is_free(slot.choices[0])


def _set(filled: dict[str, Any], slot: Slot, value: object) -> None:
    if filled.get(slot.name) == value:
        return
    chosen = _chosen(slot, filled)
    if chosen is not None:
        for below in list(_open(chosen[1].then, (), (), filled)):
            filled.pop(below.slot.name, None)
    filled[slot.name] = value


def current(prompt: Prompt, draft: Draft) -> Draft:
    """Return the draft without the values that the prompt doesn't offer now.

    Other players' moves may block a choice while the ticket stays the same.
    """
    place = draft.action
    if place is None:
        return Draft(pages=draft.pages, face=draft.face)
    if not 0 <= place < len(prompt.actions) or prompt.actions[place].blocked is not None:
        return Draft(face=draft.face)
    values: dict[str, Any] = {}
    while True:
        fresh = (
            spot.slot for spot in open_spots(prompt, place, values) if spot.slot.name not in values
        )
        slot = next((s for s in fresh if _may_keep(s, draft.values.get(s.name))), None)
        if slot is None:
            break
        values[slot.name] = draft.values[slot.name]
    if len(values) == len(draft.values):
        return draft
    return replace(draft, values=values, confirming=False)


def _may_keep(slot: Slot, value: object) -> bool:
    """Tell whether a draft may hold this value, finished or not."""
    if isinstance(slot, PickOne):
        return answer.is_filled(slot, value)
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        return False
    return all(_has(slot, chosen, value.count(chosen)) for chosen in value)


def _has(slot: Slot, chosen: object, count: int) -> bool:
    choice = answer.find_choice(slot, chosen)
    return choice is not None and is_free(choice) and count <= choice.copies


def settled(prompt: Prompt, action: int, values: Values) -> dict[str, Any]:
    """Fill the open slots in which nothing has to be chosen, or everything."""
    filled = dict(values)
    for spot in open_spots(prompt, action, values):
        slot = spot.slot
        if slot.name not in filled:
            if isinstance(slot, PickSome) and slot.least == 0:
                filled[slot.name] = []
            elif isinstance(slot, PickSome) and slot.least == len(things := units(slot)):
                filled[slot.name] = [slot.choices[place].id for place, _ in things]
    return filled


def missing(prompt: Prompt, action: int, values: Values) -> Slot | None:
    """Return the first open slot that needs a value; None when the form is complete."""
    return answer.next_slot(prompt.actions[action], settled(prompt, action, values))


def finished(prompt: Prompt, action: int, values: Values) -> Form:
    """Return the form; raises InvalidMoveError if the prompt doesn't offer it."""
    filled = settled(prompt, action, values)
    return answer.tidy_form(prompt, {"kind": prompt.actions[action].kind, **filled})


def is_chain(prompt: Prompt, action: int, values: Values) -> bool:
    """Tell whether single choices, one after another, complete the form without a Send button."""
    if not prompt.actions[action].slots:
        return False
    spots = open_spots(prompt, action, values)
    depths = [len(spot.parents) for spot in spots]
    direct = all(isinstance(spot.slot, PickOne) for spot in spots)
    return direct and len(set(depths)) == len(depths)


def is_flat(slot: Slot) -> bool:
    """Tell whether the slot is a PickOne whose choices open no further slots."""
    return isinstance(slot, PickOne) and not any(choice.then for choice in slot.choices)


def one_form(action: Action) -> tuple[PickOne, ...]:
    """Return the slots that fit into one modal: two to five flat choices; otherwise nothing."""
    slots = tuple(slot for slot in action.slots if isinstance(slot, PickOne) and is_flat(slot))
    if len(slots) != len(action.slots) or not 2 <= len(slots) <= MODAL_PARTS:
        return ()
    fits = all(1 <= len(free_places(slot)) <= OPTIONS for slot in slots)
    return slots if fits else ()


Unit = tuple[int, int]
"""One thing to choose: the place of its kind, and which copy, from 0."""
TOGGLES = 12
"""The most things of a PickSome that are drawn as buttons."""


def units(slot: PickSome) -> list[Unit]:
    """Every single thing that can be chosen, kind by kind."""
    return [
        (place, copy)
        for place in free_places(slot)
        for copy in range(min(slot.choices[place].copies, slot.most))
    ]


def is_toggled(slot: Slot) -> bool:
    """Whether each thing of it gets a button that chooses it and takes it back."""
    return isinstance(slot, PickSome) and len(units(slot)) <= TOGGLES


def toggled(slot: PickSome, taken: Sequence[str], place: int, count: int) -> list[str]:
    """What is chosen once this many things of a kind are."""
    counts = {choice.id: taken.count(choice.id) for choice in slot.choices}
    counts[slot.choices[place].id] = count
    return [kind for kind, count in counts.items() for _ in range(count)]


def ends_by_itself(action: Action) -> bool:
    """Whether choosing the last of a fixed number of things is the answer."""
    if len(action.slots) != 1 or not isinstance(slot := action.slots[0], PickSome):
        return False
    return 0 < slot.least == slot.most and is_toggled(slot)


def answers(action: Action) -> list[Path]:
    """Where each of the possible answers stands below the action, if single choices make one."""
    is_one = len(action.slots) == 1 and _opens(action.slots[0])
    return list(_answers(action.slots[0])) if is_one else []


def _answers(slot: Slot) -> Iterator[Path]:
    for place in free_places(slot):
        then = slot.choices[place].then
        yield from ((0, place, *path) for path in (_answers(then[0]) if then else ((),)))


def is_stepwise(action: Action) -> bool:
    """Tell whether all slots offer the same choices, so that they are asked one after another."""
    slots = one_form(action)
    asked = {tuple(choice.id for choice in slot.choices) for slot in slots}
    return len(asked) == 1 and all(len(free_places(slot)) <= OPTIONS for slot in slots)


def leaves_no_choice(action: Action) -> bool:
    """Tell whether an action has no slots, or only such in which everything must be chosen."""
    return all(
        isinstance(slot, PickSome) and 0 < slot.least == len(units(slot)) for slot in action.slots
    )


def is_direct(action: Action) -> bool:
    """Tell whether a single press or choice is the whole answer."""
    if leaves_no_choice(action):
        return True
    return len(action.slots) == 1 and is_flat(action.slots[0])


def is_nested(action: Action) -> bool:
    """Tell whether each choice is the answer or opens the next, so that they are asked in turn."""
    return len(action.slots) == 1 and _opens(action.slots[0]) and not is_flat(action.slots[0])


def _opens(slot: Slot) -> bool:
    """Tell whether it takes one choice, which opens at most one more slot like it."""
    below = [choice.then for choice in slot.choices if choice.then]
    return isinstance(slot, PickOne) and all(len(then) == 1 and _opens(then[0]) for then in below)


def begun(action: Action, values: Values) -> Values:
    """Return the values, with the first choice if no other is possible and it opens the next."""
    slot = action.slots[0]
    places = free_places(slot)
    if slot.name in values or len(places) != 1 or not slot.choices[places[0]].then:
        return values
    return {**values, slot.name: slot.choices[places[0]].id}


def opened_action(prompt: Prompt) -> int | None:
    """Return the action that is shown open: the only one with slots, or the only main one.

    A small one stays behind its button, which alone names it and its price.
    """
    free = [index for index, action in enumerate(prompt.actions) if action.blocked is None]
    slotted = [index for index in free if not leaves_no_choice(prompt.actions[index])]
    main = [index for index in slotted if prompt.actions[index].tone == "main"]
    if len(slotted) == 1 and (main or prompt.actions[slotted[0]].short is None):
        return slotted[0]
    return main[0] if len(main) == 1 else None

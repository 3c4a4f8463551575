"""Read a press, a choice or a submitted form as an answer or as more input for the draft.

These functions are pure: they load and store nothing. A custom id holds the whole meaning of a
press. So a press on an old message keeps its meaning or is refused with a reason. Input that no
control of ours offers raises InvalidMoveError.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.tables.domain.views import Question
from bot.ui.controls.draft import EMPTY, Draft
from bot.ui.controls.drawing.components import split
from bot.ui.controls.drawing.form import started
from bot.ui.controls.drawing.modals import field_of, only
from bot.ui.controls.form_tree import (
    SlotPath,
    action_at,
    choice_at,
    current,
    ends_by_itself,
    finished,
    held,
    is_chain,
    is_free,
    is_stepwise,
    leaves_no_choice,
    missing,
    one_form,
    put,
    spot_at,
    toggled,
    units,
    with_only_choices,
)
from bot.ui.controls.labels import CHANGED
from bot.ui.controls.results import AskModal, CompleteForm, PartialForm, Reading, Refused
from bot.ui.kit.custom_ids import ControlId, ControlVerb, Path
from games.core.answer import NOT_NOW
from games.core.errors import InvalidMoveError, StaleAnswerError
from games.core.prompt import Choice, PickOne, PickSome, Prompt, Slot
from games.core.text import Text, say

__all__ = ["AskModal", "CompleteForm", "PartialForm", "Reading", "Refused", "read", "read_modal"]


class _CannotChooseError(Exception):
    """A choice that was offered earlier isn't possible now; `why` is for the player."""

    def __init__(self, why: Text) -> None:
        super().__init__(why.message)
        self.why = why


@dataclass(frozen=True, slots=True)
class _Press:
    """One press on one question."""

    question: Question
    draft: Draft
    control_id: ControlId
    values: Sequence[str] = ()

    @property
    def prompt(self) -> Prompt:
        return self.question.prompt

    @property
    def path(self) -> Path:
        return self.control_id.path


def read(
    question: Question, draft: Draft, control_id: ControlId, values: Sequence[str] = ()
) -> Reading:
    """Read a pressed button or the choice of a select.

    Raises InvalidMoveError for forged input, StaleAnswerError for another question's control.
    """
    _same_question(question, control_id)
    press = _Press(question, current(question.prompt, draft), control_id, values)
    try:
        reading = _VERBS[control_id.verb](press)
    except _CannotChooseError as error:
        return Refused(error.why)
    if isinstance(reading, PartialForm) and control_id.verb not in _FACES:
        return PartialForm(replace(reading.draft, face=press.draft.face))
    return reading


def read_modal(
    question: Question,
    draft: Draft,
    control_id: ControlId,
    fields: Mapping[str, str | Sequence[str]],
) -> Reading:
    """Read a submitted form, given its fields by custom id; raises the same errors as `read`."""
    _same_question(question, control_id)
    press = _Press(question, current(question.prompt, draft), control_id)
    try:
        if control_id.verb is ControlVerb.FORM:
            return _submit_choices(press, fields)
    except _CannotChooseError as error:
        return Refused(error.why)
    raise InvalidMoveError(f"the control {control_id.verb.name} has no form to submit")


def _same_question(question: Question, control_id: ControlId) -> None:
    asked = (question.match, question.seat, question.ticket)
    if asked != (control_id.match, control_id.seat, control_id.ticket):
        raise StaleAnswerError("the control belongs to another question")


def _open(press: _Press) -> Reading:
    path = press.path or _chosen_path(press)
    if len(path) > 1 and not press.path:
        return _choose_one(press, spot_at(press.prompt, path[:-1]), path[-1])
    action = action_at(press.prompt, index := only(path))
    if action.blocked is not None:
        return Refused(action.blocked)
    if leaves_no_choice(action):
        return _done(press, Draft(action=index))
    if press.draft.action == index:
        return PartialForm(replace(press.draft, confirming=False))
    return PartialForm(Draft(action=index))


def _pick(press: _Press) -> Reading:
    if len(press.path) % 2 == 0:
        return _toggle(press)
    spot = spot_at(press.prompt, press.path[:-1])
    return _choose_one(press, spot, press.path[-1])


def _toggle(press: _Press) -> Reading:
    """Choose one of several things, or take it back; the last of a fixed number answers."""
    spot, (number, count) = spot_at(press.prompt, press.path[:-2]), press.path[-2:]
    if not isinstance(slot := spot.slot, PickSome) or number >= len(units(slot)):
        raise InvalidMoveError(f"nothing can be chosen or taken back at the path {press.path}")
    place, _ = units(slot)[number]
    if count and (place, count - 1) not in units(slot):
        raise InvalidMoveError(f"not so many things can be chosen: the path is {press.path}")
    taken = list(held(started(press.draft, spot.path[0]).values, spot) or [])
    both = toggled(slot, taken, place, count)
    if len(both) > max(slot.most, len(taken)):
        raise _CannotChooseError(say("You can choose {most} at most.", most=slot.most))
    filled = _put(press, spot, both)
    ends = len(both) == slot.most and ends_by_itself(action_at(press.prompt, spot.path[0]))
    return _done(press, filled.draft) if ends and isinstance(filled, PartialForm) else filled


def _rest(press: _Press) -> Reading:
    """Repeat the choice before a slot, in it and in the empty ones after it."""
    spot = spot_at(press.prompt, press.path[:-1])
    index, first = spot.path[0], spot.path[1]
    action = action_at(press.prompt, index)
    if len(spot.path) != 2 or not first or not is_stepwise(action):
        raise InvalidMoveError(f"the choice at the path {press.path} fills no further slots")
    if action.blocked is not None:
        return Refused(action.blocked)
    draft, last = started(press.draft, index), action.slots[first - 1]
    if draft.values.get(last.name) != choice_at(last, press.path[-1]).id:
        return Refused(CHANGED)
    for place, slot in enumerate(action.slots):
        if place >= first and slot.name not in draft.values:
            chosen = _free_choice(slot, press.path[-1]).id
            draft = replace(draft, values=put(draft.values, SlotPath((index, place), slot), chosen))
    return PartialForm(draft)


def _choose(press: _Press) -> Reading:
    if len(press.path) % 2:
        return _choose_some(press)
    spot = spot_at(press.prompt, press.path)
    return _choose_one(press, spot, _place(press.values))


def _choose_one(press: _Press, spot: SlotPath, place: int) -> Reading:
    if not isinstance(spot.slot, PickOne):
        raise InvalidMoveError(f"slot {spot.slot.name!r} does not take a single choice")
    return _put(press, spot, _free_choice(spot.slot, place).id)


def _free_choice(slot: Slot, place: int) -> Choice:
    choice = choice_at(slot, place)
    if not is_free(choice):
        raise _CannotChooseError(choice.blocked or NOT_NOW)
    return choice


def _choose_some(press: _Press) -> Reading:
    """Save the choices of one page; those on other pages stay."""
    spot = spot_at(press.prompt, press.path[:-1])
    slot, page = spot.slot, press.path[-1]
    if not isinstance(slot, PickSome):
        raise InvalidMoveError(f"slot {slot.name!r} does not take several choices")
    things = units(slot)
    pages = split(len(things))
    if page >= len(pages):
        raise InvalidMoveError(f"the choices of slot {slot.name!r} have no page {page}")
    shown = {f"{place}.{copy}": (place, copy) for place, copy in (things[n] for n in pages[page])}
    taken = held(started(press.draft, spot.path[0]).values, spot) or []
    marked = [shown.get(value) for value in press.values]
    too_many = len(marked) > max(slot.most, len(taken))
    if None in marked or len(set(marked)) < len(marked) or too_many:
        raise InvalidMoveError(f"slot {slot.name!r} does not offer the choices {press.values}")
    valid = [
        (place, copy)
        for place, copy in things
        if copy < taken.count(slot.choices[place].id) and (place, copy) not in shown.values()
    ]
    both = [thing for thing in (*valid, *marked) if thing is not None]
    return _put(press, spot, [slot.choices[place].id for place, _ in sorted(both)])


def _page(press: _Press) -> Reading:
    """Go to another page; drawing limits it to the last one."""
    if not press.path:
        raise InvalidMoveError("the path of a page control is empty")
    paged, page = press.path[:-1], press.path[-1]
    if len(paged) == 1:
        action_at(press.prompt, paged[0])
    elif paged:
        spot_at(press.prompt, paged)
    return PartialForm(press.draft.turned(paged, page))


def _ask_modal(press: _Press) -> Reading:
    action = action_at(press.prompt, only(press.path))
    # Other players' moves may have blocked the whole slot since the button was drawn.
    if action.blocked is not None or not one_form(action):
        return Refused(action.blocked or NOT_NOW)
    return AskModal(press.question, press.draft, press.control_id)


def _send(press: _Press) -> Reading:
    """Answer with the draft if it is the one that was shown."""
    if len(press.path) != 2:
        raise InvalidMoveError(f"the path {press.path} does not name an action and a draft to send")
    index, mark = press.path
    action = action_at(press.prompt, index)
    if action.blocked is not None:
        return Refused(action.blocked)
    draft = started(press.draft, index)
    if draft.mark() != mark:
        return Refused(CHANGED)
    wanted = missing(press.prompt, index, draft.values)
    if wanted is not None:
        return Refused(say("Still to choose: {what}", what=wanted.ask))
    if press.control_id.verb is ControlVerb.CONFIRM:
        return CompleteForm(finished(press.prompt, index, draft.values))
    return _done(press, draft)


def _rethink(press: _Press) -> Reading:
    action_at(press.prompt, only(press.path))
    return PartialForm(replace(press.draft, confirming=False))


def _clear(press: _Press) -> Reading:
    index = only(press.path)
    action_at(press.prompt, index)
    return PartialForm(Draft(action=index))


def _leave(press: _Press) -> Reading:
    if press.path:
        raise InvalidMoveError(f"the control that discards a draft has no path, not {press.path}")
    return PartialForm(EMPTY)


def _look(press: _Press) -> Reading:
    """Turn to another picture; what was filled in stays."""
    if press.path:
        raise InvalidMoveError(f"the control that turns to a picture has no path: {press.path}")
    is_table = press.control_id.verb is ControlVerb.SWAP and press.draft.face != "table"
    return PartialForm(replace(press.draft, face="table" if is_table else "hand"))


_FACES = {ControlVerb.SWAP, ControlVerb.GO_ON}


_VERBS: Mapping[ControlVerb, Callable[[_Press], Reading]] = {
    ControlVerb.OPEN: _open,
    ControlVerb.PICK: _pick,
    ControlVerb.CHOOSE: _choose,
    ControlVerb.PAGE: _page,
    ControlVerb.FORM: _ask_modal,
    ControlVerb.SEND: _send,
    ControlVerb.CONFIRM: _send,
    ControlVerb.RETHINK: _rethink,
    ControlVerb.REST: _rest,
    ControlVerb.CLEAR: _clear,
    ControlVerb.LEAVE: _leave,
    ControlVerb.SWAP: _look,
    ControlVerb.GO_ON: _look,
}


def _submit_choices(press: _Press, fields: Mapping[str, str | Sequence[str]]) -> Reading:
    index = only(press.path)
    action = action_at(press.prompt, index)
    if action.blocked is not None:
        return Refused(action.blocked)
    if len(one_form(action)) != len(action.slots):
        raise InvalidMoveError(f"action {action.kind!r} cannot be filled in with a form")
    draft = started(press.draft, index)
    for place, slot in enumerate(action.slots):
        value = fields.get(field_of(place), ())
        choice = _free_choice(slot, _place([value] if isinstance(value, str) else value))
        draft = replace(draft, values=put(draft.values, SlotPath((index, place), slot), choice.id))
    return _done(press, draft)


def _put(press: _Press, spot: SlotPath, value: object) -> Reading:
    """Fill a slot; if there were only direct choices, the last one is the answer."""
    index = spot.path[0]
    reasons = [
        action_at(press.prompt, index).blocked,
        *(choice.blocked for _, choice in spot.parents),
    ]
    for blocked in reasons:
        if blocked is not None:
            raise _CannotChooseError(blocked)
    draft = started(press.draft, index)
    values = with_only_choices(press.prompt, index, put(draft.values, spot, value))
    filled = replace(draft, values=values, confirming=False).unturned((index,))
    done = missing(press.prompt, index, filled.values) is None
    if done and is_chain(press.prompt, index, filled.values):
        return _done(press, filled)
    return PartialForm(filled)


def _done(press: _Press, draft: Draft) -> Reading:
    """Answer, or ask for confirmation if the move can't be undone."""
    index = draft.action or 0
    if action_at(press.prompt, index).confirm is not None:
        return PartialForm(replace(draft, confirming=True))
    return CompleteForm(finished(press.prompt, index, draft.values))


def _chosen_path(press: _Press) -> Path:
    """The chosen value, indexes with dots between them: "2.0.1"."""
    return tuple(_place([part]) for part in ",".join(press.values).split("."))


def _place(values: Sequence[str]) -> int:
    """Return the index of the one choice; raises InvalidMoveError for anything else."""
    if len(values) != 1 or re.fullmatch(r"[0-9]{1,6}", values[0], re.ASCII) is None:
        raise InvalidMoveError(f"expected the index of one choice, not {values}")
    return int(values[0])

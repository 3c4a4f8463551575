"""A client that knows only the drawn controls, and presses them until it has filled in a form."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.tables.domain.views import Question
from bot.ui.controls.draft import EMPTY, Draft
from bot.ui.controls.drawing.prompt import draw
from bot.ui.controls.form_tree import current, settled, spot_at, units
from bot.ui.controls.reader import AskModal, CompleteForm, PartialForm, Reading, read
from bot.ui.kit.custom_ids import ControlId, ControlVerb, Path, decode
from bot.ui.kit.limits import Item
from games.core.prompt import Form, PickOne, PickSome
from tests.bot.ui.controls.drawn import problems
from tests.bot.ui.controls.questions import READER


@dataclass(frozen=True)
class Control:
    """An enabled button or a select with its options, as Discord stores it."""

    id: ControlId
    options: tuple[str, ...] = ()
    marked: tuple[str, ...] = ()
    least: int = 1
    most: int = 1


def controls(items: Sequence[Item]) -> list[Control]:
    """Return everything that can be pressed."""
    results = []
    for item in items:
        for part in item.to_component_dict().get("components", ()):
            control_id = decode(part["custom_id"])
            assert isinstance(control_id, ControlId)
            if part.get("disabled"):
                continue
            options = part.get("options", ())
            results.append(
                Control(
                    control_id,
                    tuple(option["value"] for option in options),
                    tuple(option["value"] for option in options if option.get("default")),
                    part.get("min_values", 1),
                    part.get("max_values", 1),
                )
            )
    return results


def saved(draft: Draft) -> Draft:
    """Return the draft as read back from the database."""
    again = Draft.from_json(draft.to_json())
    assert json.loads(again.to_json()) == json.loads(draft.to_json())
    return again


@dataclass
class Presser:
    """Presses controls until a given form is sent."""

    question: Question
    target: Form
    draft: Draft = EMPTY
    turned: set[tuple[Path, int | None, int]] = field(default_factory=set)
    """Page turns since the last choice; none is made twice."""
    drafts: list[Draft] = field(default_factory=list)
    """Every half-filled form so far."""

    @property
    def action(self) -> int:
        kinds = [action.kind for action in self.question.prompt.actions]
        return kinds.index(self.target["kind"])

    @property
    def values(self) -> Mapping[str, Any]:
        """What is filled in for the wanted action."""
        draft = current(self.question.prompt, self.draft)
        return draft.values if draft.action == self.action else {}

    def play(self, most: int = 500) -> Form:
        """Press until there is an answer; fail if no control helps."""
        for _ in range(most):
            items = draw(self.question, self.draft, READER)
            assert problems(items) == []
            reading = self._press(controls(items))
            if isinstance(reading, CompleteForm):
                return reading.form
            assert isinstance(reading, PartialForm), reading
            self.draft = saved(reading.draft)
            self.drafts.append(self.draft)
        raise AssertionError("pressing goes round in circles")

    def _press(self, shown: Sequence[Control]) -> Reading:
        for control, values in self._helpful(shown):
            control_id = control.id
            if control_id.verb is ControlVerb.PAGE:
                self.turned.add(self._turn(control))
            else:
                self.turned.clear()
            reading = read(self.question, self.draft, control_id, values)
            assert not isinstance(reading, AskModal)
            return reading
        raise AssertionError(f"nothing leads to {self.target}")

    def _helpful(self, shown: Sequence[Control]) -> Iterator[tuple[Control, tuple[str, ...]]]:
        """Yield useful controls with the values to choose, page turns last."""
        for control in shown:
            if (values := self._wanted(control)) is not None:
                yield control, values
        turners = [control for control in shown if control.id.verb is ControlVerb.PAGE]
        # Forward before back, and a slot's pages before other parts of the form.
        turners.sort(key=lambda control: (-len(control.id.path), -control.id.path[-1]))
        for control in turners:
            if self._turn(control) not in self.turned:
                yield control, ()

    def _turn(self, control: Control) -> tuple[Path, int | None, int]:
        paged = control.id.path[:-1]
        return paged, self.draft.page(paged), control.id.path[-1]

    def _wanted(self, control: Control) -> tuple[str, ...] | None:
        """Return the values with which this control helps; None if it doesn't."""
        verb, path = control.id.verb, control.id.path
        if verb in {ControlVerb.SEND, ControlVerb.CONFIRM}:
            done = settled(self.question.prompt, self.action, self.values)
            ready = {"kind": self.target["kind"], **done} == self.target
            return () if path[0] == self.action and ready else None
        if verb is ControlVerb.OPEN:
            return self._opens(control)
        if verb in {ControlVerb.PICK, ControlVerb.CHOOSE}:
            return self._fills(control) if path[0] == self.action else None
        return None

    def _opens(self, control: Control) -> tuple[str, ...] | None:
        if control.id.path:
            return () if control.id.path == (self.action,) else None
        for option in control.options:
            path = tuple(map(int, option.split(".")))
            picked = Control(replace(control.id, verb=ControlVerb.PICK, path=path))
            if path == (self.action,) or (path[0] == self.action and self._fills(picked)) == ():
                return (option,)
        return None

    def _fills(self, control: Control) -> tuple[str, ...] | None:
        path = control.id.path
        longest = path if len(path) % 2 == 0 else path[:-1]
        toggles = control.id.verb is ControlVerb.PICK and len(path) % 2 == 0
        if toggles:
            longest = path[:-2]
        spot = spot_at(self.question.prompt, longest)
        if any(self.target.get(parent.name) != choice.id for parent, choice in spot.parents):
            return None
        slot = spot.slot
        wanted, mine = self.target.get(slot.name), self.values.get(slot.name)
        if slot.name not in self.target or wanted == mine:
            return None
        if isinstance(slot, PickOne):
            return self._choice(control, [choice.id for choice in slot.choices].index(str(wanted)))
        counts = [list(wanted or ()).count(choice.id) for choice in slot.choices]
        return _toggle(slot, path, counts, mine) if toggles else _units(control, counts)

    def _choice(self, control: Control, place: int) -> tuple[str, ...] | None:
        if control.id.verb is ControlVerb.PICK:
            return () if control.id.path[-1] == place else None
        return (str(place),) if str(place) in control.options else None


def _toggle(
    slot: PickSome, path: Path, counts: Sequence[int], mine: Sequence[str] | None
) -> tuple[str, ...] | None:
    """Press the button of a choice that is to be added or removed next."""
    number, count = path[-2:]
    place, _ = units(slot)[number]
    now = list(mine or ()).count(slot.choices[place].id)
    return () if now < count <= counts[place] or now > count >= counts[place] else None


def _units(control: Control, counts: Sequence[int]) -> tuple[str, ...] | None:
    """Return the options that a page of a PickSome should have marked; None if it has them."""
    wanted = []
    for option in control.options:
        place, copy = (int(part) for part in option.split("."))
        if copy < counts[place]:
            wanted.append(option)
    fits = control.least <= len(wanted) <= control.most
    return tuple(wanted) if set(wanted) != set(control.marked) and fits else None

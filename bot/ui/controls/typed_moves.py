"""Moves as lines of text: what `/move` reads, and what it completes.

A line is "action: first slot, second slot"; the action may be left out where the rest names one
move. Things of one slot are joined by "+"; "2 x" before a thing takes it twice. A slot with a
subject may be filled out of turn: "thief = II, coin = III". Names are the labels that the reader
sees, without the signs above; "#3" always means the third. Short forms have spaces only: the places
of all cards ("3 1 1 3"), or cards with their places ("A3 B1").

Only whole names are read. So a line has one meaning or none.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple
from zlib import crc32

from bot.ui.controls import form_tree, labels
from bot.ui.kit.limits import SUGGESTIONS, TYPED_CHOICE
from games.core import answer
from games.core.cards import letter
from games.core.names import END_OF_ISOLATE, FIRST_STRONG_ISOLATE
from games.core.prompt import Action, Form, Hand, PickOne, PickSome, Prompt, Slot
from games.core.text import Person, Reader, Text, TextList, say, speak

Suggestion = tuple[str, str]
"""The text shown in the list, and the value that is sent."""

NAME = 60
"""Characters of a name; longer ones are cut."""
FEW = 200
"""Up to this many forms are listed whole; more are completed slot by slot."""
_LISTED = 6
"""How many moves a refusal lists."""
_FIGURES = {"I": "1", "II": "2", "III": "3", "IV": "4", "V": "5", "VI": "6"}
"""Roman numerals as digits, which are easier to type."""
_TIMES = re.compile(r"(\d{1,6})\s*x\s*(.+)")
"""A count and a thing, in folded words."""
_SEALED = re.compile(r"(.*)~([0-9a-f]{4})", re.DOTALL)
_LAST_SIGN = re.compile(r"(.*[,;:+])?([^,;:+]*)", re.DOTALL)
_WAYS = (re.compile("[;→]"), re.compile("[,;→]"))
"""Signs between parts; a label that is copied from a control may have commas itself."""
_INNER = re.compile("[,:]")
_SIGNS = re.compile(r"[,;:+#~=*]")
_WITHOUT_ISOLATES = dict.fromkeys(map(ord, (FIRST_STRONG_ISOLATE, END_OF_ISOLATE)))
"""Offered lines have them around some names, typed lines don't."""


def fold(words: str) -> str:
    """Return words without case, accents or double spaces, for comparing."""
    parts = unicodedata.normalize("NFKD", words.translate(_WITHOUT_ISOLATES))
    bare = "".join(part for part in parts if not unicodedata.combining(part))
    # Some letters fold to a letter and a mark; keyboards have an x and a hyphen.
    folded = unicodedata.normalize("NFKC", bare.casefold())
    return labels.one_line(folded.replace("\u00d7", "x").replace("\N{MINUS SIGN}", "-"))


class _BlockedError(Exception):
    """A choice was named that isn't possible now."""

    def __init__(self, why: Text) -> None:
        super().__init__(why.message)
        self.why = why


class Names:
    """The names of several things, each unique, and what else they may be called."""

    def __init__(self, called: Sequence[str], others: Sequence[Iterable[str]] = ()) -> None:
        """`called` are the things' names; alike, they are numbered. `others` are further names."""
        alike = [fold(name) for name in called]
        self._of = [
            name if name and alike.count(folded) == 1 and not _TIMES.fullmatch(folded)
            else f"{name} #{place + 1}".strip()
            for place, (name, folded) in enumerate(zip(called, alike, strict=True))
        ]  # fmt: skip
        self._places = defaultdict[str, list[int]](list)
        for place, folded in enumerate(alike):
            for name in {folded, *map(fold, others[place] if others else ())}:
                self._places[name].append(place)
        self._places |= {f"#{place + 1}": [place] for place in range(len(called))}
        self._places |= {fold(name): [place] for place, name in enumerate(self._of)}
        self._places.pop("", None)

    def places(self, words: str) -> Sequence[int]:
        """Return which of the things have exactly this name; things alike may share it."""
        for signs in (_INNER, _SIGNS):  # labels that are read to somebody have signs
            if places := self._places.get(fold(signs.sub(" ", words))):
                return places
        return ()

    def find(self, words: str) -> int | None:
        """Return the first of them."""
        return next(iter(self.places(words)), None)

    def name(self, place: int, *, short: bool = False) -> str:
        return f"#{place + 1}" if short else self._of[place]

    def containing(self, words: str) -> list[int]:
        """Return the things with these words in their names, or only those that are called so."""
        if exact := list(self.places(words)):
            return exact
        folded = fold(words)
        return [place for place, name in enumerate(self._of) if folded in fold(name)]


class _Begun(NamedTuple):
    """What a line says: the values of an action's slots, complete or not."""

    place: int
    values: dict[str, Any]


class Lines:
    """All lines of one prompt for one reader."""

    def __init__(self, prompt: Prompt, reader: Reader) -> None:
        self.prompt = prompt
        self._words = labels.Labels.of(reader)
        self._known: dict[int, Names] = {}

    @cached_property
    def actions(self) -> Names:
        return Names([self._cleaned(action.label) for action in self.prompt.actions])

    @cached_property
    def nothing(self) -> str:
        """The word for choosing nothing at all."""
        return self._cleaned(labels.NOTHING)

    @cached_property
    def are_few(self) -> bool:
        """Whether the prompt has few enough forms to list them all."""
        return next(islice(answer.forms(self.prompt), FEW, None), None) is None

    def choices(self, slot: Slot) -> Names:
        """The names of a slot's choices, also of those that are blocked."""
        # A prompt is frozen and outlives its lines, so a slot's id() identifies it.
        if id(slot) not in self._known:
            called = [self._cleaned(choice.called or choice.label) for choice in slot.choices]
            others = [
                (self._cleaned(choice.label), letter(place), f"{letter(place)} · {name}")
                if isinstance(slot.layout, Hand)
                else (self._cleaned(choice.label), _FIGURES.get(name, name))
                for place, (choice, name) in enumerate(zip(slot.choices, called, strict=True))
            ]
            self._known[id(slot)] = Names(called, others)
        return self._known[id(slot)]

    def subjects(self, slots: Sequence[Slot]) -> Names:
        """The names of what is chosen for, with the first word alone: "A" for "A coin 1"."""
        called = [self._subject(slot) for slot in slots]
        return Names(called, [name.split()[:1] for name in called])

    def _subject(self, slot: Slot) -> str:
        subject = slot.called if isinstance(slot, PickOne) else None
        return "" if subject is None else self._cleaned(subject)

    def _cleaned(self, label: Text) -> str:
        words = labels.one_line(_SIGNS.sub(" ", labels.one_line(speak(label, self._words.plain))))
        return words[:NAME].rstrip()

    def line(self, form: Form, *, short: bool = False) -> str:
        """Return a whole form as a line; `short` has numbers instead of names."""
        kinds = [action.kind for action in self.prompt.actions]
        place = kinds.index(form["kind"])
        return self.begun_line(_Begun(place, form), short=short).removesuffix(": ")

    def begun_line(self, begun: _Begun, *, short: bool = False) -> str:
        """Return the line of the slots that are filled so far."""
        slots = answer.open_slots(self.prompt.actions[begun.place], begun.values)
        parts = [
            self._part(slot, begun.values[slot.name], slots, short=short)
            for slot in slots
            if slot.name in begun.values
        ]
        free = sum(action.blocked is None for action in self.prompt.actions)
        head = self.actions.name(begun.place, short=short)
        return (f"{head}: " if free > 1 or not slots else "") + ", ".join(parts)

    def _part(self, slot: Slot, value: object, slots: Sequence[Slot], *, short: bool) -> str:
        """Return the value of a slot, with its subject if it has one."""
        words = self._value(slot, value, short=short)
        if not self._subject(slot):
            return words
        place = slots.index(slot)
        return f"{self.subjects(slots).name(place, short=short)} = {words}"

    def _value(self, slot: Slot, value: object, *, short: bool) -> str:
        names = self.choices(slot)
        if isinstance(slot, PickOne):
            places = [choice.id for choice in slot.choices]
            return names.name(places.index(str(value)), short=short)
        taken = list(value) if isinstance(value, (list, tuple)) else []
        listed = [
            (f"{count} x " if count > 1 else "") + names.name(place, short=short)
            for place, choice in enumerate(slot.choices)
            if (count := taken.count(choice.id))
        ]
        return " + ".join(listed) or ("-" if short else self.nothing)

    def read(self, line: str) -> list[_Begun]:
        """Return what a line can mean, complete or not: one reading an action at most.

        Raises _BlockedError if it names something blocked, and nothing else.
        """
        head, colon, rest = line.partition(":")
        named = self.actions.find(head) if colon else self.actions.find(line)
        if colon and named is None:  # it stands in a name
            colon = ""
        if (
            named is not None
            and not colon
            and form_tree.leaves_no_choice(self.prompt.actions[named])
        ):
            action = self.prompt.actions[named]
            if action.blocked is not None:
                raise _BlockedError(action.blocked)
            return [self._named(named, action)]
        readings, blocked = list[_Begun](), None
        for place, action in enumerate(self.prompt.actions):
            try:
                if colon:
                    begun = self._after_name(place, action, rest) if place == named else None
                else:
                    begun = self._begun(place, action, line)
                    if begun is None and place == named:
                        begun = self._after_name(place, action, "")
            except _BlockedError as error:
                blocked = blocked or error
                continue
            if begun is not None:
                readings.append(begun)
        if blocked is not None and not readings:
            raise blocked
        return readings

    def _after_name(self, place: int, action: Action, rest: str) -> _Begun | None:
        """Read what stands after an action's name."""
        if action.blocked is not None:
            raise _BlockedError(action.blocked)
        return self._begun(place, action, rest) if rest.strip() else self._named(place, action)

    def _named(self, place: int, action: Action) -> _Begun:
        """Return what an action's name alone says."""
        bare = (
            form_tree.settled(self.prompt, place, {}) if form_tree.leaves_no_choice(action) else {}
        )
        return _Begun(place, bare)

    def _begun(self, place: int, action: Action, words: str) -> _Begun | None:
        """Read the values of an action's slots; None if they don't name all that is typed."""
        if not action.slots or action.blocked is not None or not words.strip():
            return None
        ways = [[part for part in map(str.strip, way.split(words)) if part] for way in _WAYS]
        tries = ways if len(ways[-1]) > 1 else [*ways, words.split()]
        for attempt in tries:
            values = self._values(action, attempt)
            if values is not None:
                return _Begun(place, values)
        return None

    def _values(self, action: Action, parts: Sequence[str]) -> dict[str, Any] | None:
        """Give each part to a slot: to the one that it names, or to the next."""
        if len(action.slots) == 1 and isinstance(action.slots[0], PickSome):
            parts = ["+".join(parts)]  # commas may also separate its things
        values: dict[str, Any] = {}
        for part in parts:
            filled = next(self._fillings(answer.open_slots(action, values), values, part), None)
            if filled is None:
                return None
            values[filled[0].name] = filled[1]
        return values

    def _fillings(
        self, slots: Sequence[Slot], values: form_tree.Values, part: str
    ) -> Iterator[tuple[Slot, object]]:
        """Yield what a part may fill in: the next slot, or one that it names before a value."""
        for slot in [slot for slot in slots if slot.name not in values][:1]:
            if (value := self._read_value(slot, part)) is not None:
                yield slot, value
        subjects = self.subjects(slots)
        for subject, words in _splits(part):
            for slot in (slots[place] for place in subjects.places(subject)):
                if slot.name not in values and self._subject(slot):
                    value = self._read_value(slot, words)
                    if value is not None:
                        yield slot, value

    def _read_value(self, slot: Slot, words: str) -> object:
        """Return the value of a slot, None if the words don't name one."""
        if isinstance(slot, PickOne):
            place = self.choices(slot).find(words)
            return None if place is None else self._free(slot, place)
        taken = list[str]()
        for thing in words.split("+") if fold(words) not in {fold(self.nothing), "-"} else ():
            times = _TIMES.fullmatch(fold(thing))
            count, name = (int(times[1]), times[2]) if times else (1, thing)
            place = self.choices(slot).find(name)
            if place is None or count > slot.most:
                return None
            taken += [self._free(slot, place)] * count
        copies = {choice.id: choice.copies for choice in slot.choices}
        is_begun = 0 < len(taken) <= slot.most and all(
            taken.count(chosen) <= copies[chosen] for chosen in taken
        )
        return taken if is_begun or answer.is_filled(slot, taken) else None

    def _free(self, slot: Slot, place: int) -> str:
        choice = slot.choices[place]
        if not form_tree.is_free(choice):
            raise _BlockedError(choice.blocked or answer.NOT_NOW)
        return choice.id

    def form(self, begun: _Begun) -> Form | None:
        """Return what was read as a form; None while a slot is empty."""
        action = self.prompt.actions[begun.place]
        if answer.next_slot(action, begun.values) is not None:
            return None
        return answer.tidy_form(self.prompt, {"kind": action.kind, **begun.values})


def _splits(part: str) -> Iterator[tuple[str, str]]:
    """Split a part into subject and value: at its equals sign, between words, or as in "A3"."""
    subject, sign, value = part.partition("=")
    if sign:
        yield subject, value
        return
    words = part.split()
    for place in range(len(words) - 1, 0, -1):
        yield " ".join(words[:place]), " ".join(words[place:])
    if len(words) == 1 and words[0][:1].isalpha():
        yield words[0][:1], words[0][1:]


def parse(prompt: Prompt, reader: Reader, typed: str) -> Form | Text:
    """Read a typed move, or say why it isn't one."""
    lines = Lines(prompt, reader)
    if _SEALED.fullmatch(typed.strip()) is not None:
        return _unsealed(lines, typed) or labels.CHANGED_QUESTION
    try:
        readings = lines.read(typed)
    except _BlockedError as error:
        return error.why
    complete = [form for begun in readings if (form := lines.form(begun)) is not None]
    return complete[0] if len(complete) == 1 else _why_not(lines, typed, readings, complete)


def _why_not(
    lines: Lines, typed: str, readings: Sequence[_Begun], complete: Sequence[Form]
) -> Text:
    """Say why a line isn't one move: it may be several, the beginning of one, or none."""
    line = Person(name=labels.cut(typed.strip(), NAME))
    if complete:
        return say(
            "“{typed}” could mean several moves. Choose one: {moves}",
            typed=line,
            moves=_quoted([lines.line(form) for form in complete]),
        )
    for begun in readings:
        wanted = answer.next_slot(lines.prompt.actions[begun.place], begun.values)
        assert wanted is not None  # it is not complete
        names = lines.choices(wanted)
        free = [
            names.name(place)
            for place, choice in enumerate(wanted.choices)
            if form_tree.is_free(choice)
        ]
        return say(
            "That move isn't complete. Next: {ask} {choices}",
            ask=wanted.ask,
            choices=say("{names}", names=_quoted(free)),
        )
    moves = _quoted([shown for shown, _ in _sendable(_suggestions(lines, ""))])
    if not typed.strip():
        return say("Type your move. Possible moves: {moves}", moves=moves)
    example = next(answer.forms(lines.prompt), None)
    if lines.are_few or example is None:
        return say(
            "There's no move called “{typed}”. Possible moves: {moves}", typed=line, moves=moves
        )
    return say(
        "There's no move called “{typed}”. A whole move: {example}. Beginnings: {moves}",
        typed=line,
        example=_quoted([lines.line(example)]),
        moves=moves,
    )


def _quoted(lines: Sequence[str]) -> Text:
    """List the first lines in quotes, with an ellipsis if there are more."""
    if not lines:
        return labels.NOTHING
    items = [say("“{line}”", line=Person(name=line)) for line in lines[:_LISTED]]
    more = [say("…")] if len(lines) > _LISTED else []
    return say("{lines}", lines=TextList(items=(*items, *more), style="unit"))


def complete_line(prompt: Prompt, reader: Reader, typed: str) -> list[Suggestion]:
    """Suggest completions of the typed text, as name and value."""
    return _sendable(_suggestions(Lines(prompt, reader), typed))


def _sendable(suggestions: Iterable[Suggestion]) -> list[Suggestion]:
    """Return the first suggestions that can be sent, each value once."""
    shown = dict[str, str]()
    for words, value in suggestions:
        if 0 < len(value) <= TYPED_CHOICE:
            shown.setdefault(value, words)
    return [(words, value) for value, words in shown.items()][:SUGGESTIONS]


def _suggestions(lines: Lines, typed: str) -> Iterator[Suggestion]:
    """Yield what the text means already, then the moves that it may become."""
    unsealed = _unsealed(lines, typed)
    if unsealed is not None:
        yield _offer(lines, unsealed)
    try:
        begun_by = lines.read(typed.rstrip(" ,;+"))
    except _BlockedError:
        return
    for form in map(lines.form, begun_by):
        if form is not None:
            yield _offer(lines, form)
    if lines.are_few:
        words = fold(typed)
        fitting = (
            form
            for form in answer.forms(lines.prompt)
            if (_goes_on(lines, form, begun_by) if begun_by else words in fold(lines.line(form)))
        )
        yield from (_offer(lines, form) for form in islice(fitting, SUGGESTIONS))
        return
    head, rest = _last_part(typed)
    if not head.strip():
        yield from _action_names(lines, rest)
    grows = head.endswith("+")
    for begun in _read(lines, head) if head.strip() else _starts(lines):
        yield from islice(_next(lines, begun, rest.strip(), grows=grows), SUGGESTIONS)
    if rest.strip():  # such as "3 1", which is a beginning without a sign
        for begun in begun_by:
            yield from islice(_next(lines, begun, ""), SUGGESTIONS)


def _goes_on(lines: Lines, form: Form, begun_by: Sequence[_Begun]) -> bool:
    """Whether a form is what was begun, with more slots filled."""
    kinds = [lines.prompt.actions[begun.place].kind for begun in begun_by]
    return any(
        form["kind"] == kind and begun.values.items() <= form.items()
        for kind, begun in zip(kinds, begun_by, strict=True)
    )


def _read(lines: Lines, typed: str) -> list[_Begun]:
    try:
        return lines.read(typed.rstrip(" ,;+"))
    except _BlockedError:
        return []


def _starts(lines: Lines) -> list[_Begun]:
    """Return the empty beginning of the only action; of several, one has to be named first."""
    free = [place for place, action in enumerate(lines.prompt.actions) if action.blocked is None]
    return [_Begun(free[0], {})] if len(free) == 1 else []


def _last_part(typed: str) -> tuple[str, str]:
    """Split a line after its last sign: the finished part, and the part still being typed."""
    parts = _LAST_SIGN.fullmatch(typed)
    return (parts[1] or "", parts[2]) if parts else ("", typed)


def _action_names(lines: Lines, words: str) -> Iterator[Suggestion]:
    """Suggest the actions with these words in their names, if there are several."""
    actions = lines.prompt.actions
    free = [place for place in lines.actions.containing(words) if actions[place].blocked is None]
    for place in free if len([a for a in actions if a.blocked is None]) > 1 else ():
        action = actions[place]
        if form_tree.leaves_no_choice(action):
            values = form_tree.settled(lines.prompt, place, {})
            yield _offer(lines, answer.tidy_form(lines.prompt, {"kind": action.kind, **values}))
        else:
            name = lines.actions.name(place)
            yield f"{name}: …", f"{name}:"


def _next(lines: Lines, begun: _Begun, words: str, *, grows: bool = False) -> Iterator[Suggestion]:
    """Suggest each value of the next slot, or of one whose subject is typed.

    If the last slot `grows`, one more thing is added to it.
    """
    action = lines.prompt.actions[begun.place]
    every = answer.open_slots(action, begun.values)
    slots = [slot for slot in every if slot.name not in begun.values]
    filled = [slot for slot in every if slot.name in begun.values]
    for slot in filled[-1:] if grows else slots[:1]:
        for value in _one_more(lines, slot, begun.values.get(slot.name), words):
            yield from _step(lines, begun, slot, value)
    subjects = lines.subjects(every)
    for slot in (every[place] for place in subjects.containing(words)) if words else ():
        if slot in slots and isinstance(slot, PickOne) and slot.called is not None:
            for choice in filter(form_tree.is_free, slot.choices):
                yield from _step(lines, begun, slot, choice.id)


def _one_more(lines: Lines, slot: Slot, held: object, words: str) -> Iterator[object]:
    """Yield the values of a slot with one more thing that has these words in its name."""
    taken = list(held) if isinstance(held, list) else []
    for place in lines.choices(slot).containing(words):
        choice = slot.choices[place]
        if isinstance(slot, PickOne):
            if form_tree.is_free(choice):
                yield choice.id
        elif (
            form_tree.is_free(choice)
            and taken.count(choice.id) < choice.copies
            and len(taken) < slot.most
        ):
            yield [c.id for c in slot.choices for _ in range([*taken, choice.id].count(c.id))]


def _step(lines: Lines, begun: _Begun, slot: Slot, value: object) -> Iterator[Suggestion]:
    """Suggest one more slot, or a part of it, unless the value would be too long."""
    action = lines.prompt.actions[begun.place]
    after = _Begun(begun.place, {**begun.values, slot.name: value})
    form = lines.form(after)
    if form is not None:
        yield _offer(lines, form)
        return
    end = (
        " +"
        if not answer.is_filled(slot, value)
        else ","
        if answer.next_slot(action, after.values)
        else ""
    )
    long, short = (lines.begun_line(after, short=short) + end for short in (False, True))
    value_sent = long if len(long) <= TYPED_CHOICE else short
    shown = f"{long} …"
    # Suggestions differ at the end, so they are shortened from the left.
    yield shown if len(shown) <= TYPED_CHOICE else "…" + shown[1 - TYPED_CHOICE :], value_sent


def _offer(lines: Lines, form: Form) -> Suggestion:
    """Suggest a whole form."""
    line = lines.line(form)
    return labels.cut(line, TYPED_CHOICE), line if len(line) <= TYPED_CHOICE else sealed(
        lines, form
    )


def sealed(lines: Lines, form: Form) -> str:
    """Return a line of numbers with a checksum: later it means this form or nothing."""
    return f"{lines.line(form, short=True)}~{_seal(form)}"


def _seal(form: Form) -> str:
    facts = repr(sorted((name, str(value)) for name, value in form.items()))
    return f"{crc32(facts.encode()) & 0xFFFF:04x}"


def _unsealed(lines: Lines, typed: str) -> Form | None:
    """Return the form of a sealed line, if a form with its checksum is still possible."""
    marked = _SEALED.fullmatch(typed.strip())
    if marked is None:
        return None
    every: Iterable[Form | None] = map(lines.form, _read(lines, marked[1]))
    return next((form for form in every if form and _seal(form) == marked[2]), None)

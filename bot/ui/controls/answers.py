"""A player's answer in words, in the same form wherever it is shown: "A red coin 1 → II"."""

from collections.abc import Iterator, Sequence

from bot.ui.controls.form_tree import Values
from bot.ui.controls.labels import brings, value_of
from games.core.answer import find_choice
from games.core.prompt import Form, PickOne, Prompt, Slot
from games.core.text import Text, TextList, say


def answer_in_words(prompt: Prompt, form: Form) -> Text:
    """An answer in one line: the action, and each thing that is chosen with its place.

    The only action goes without saying if it names several things.
    """
    action = prompt.action(form["kind"])
    assert action is not None, "only what the form offers is put in words"
    chosen = chosen_in_words(action.slots, form)
    if not chosen.items:
        return say("{action}", action=action.label)
    if len(prompt.actions) == 1 and len(action.slots) > 1:
        return say("{chosen}", chosen=chosen)
    return say("{action}: {chosen}", action=action.label, chosen=chosen)


def chosen_in_words(slots: Sequence[Slot], values: Values) -> TextList:
    """What is chosen so far: each thing with its place, and a single choice alone."""
    return TextList(items=tuple(_chosen(slots, values)), style="unit")


def _chosen(slots: Sequence[Slot], values: Values) -> Iterator[Text]:
    for slot in (slot for slot in slots if slot.name in values):
        chosen, thing = value_of(slot, values[slot.name]), slot.ask if len(slots) > 1 else None
        choice = find_choice(slot, values[slot.name])
        if isinstance(slot, PickOne) and choice is not None:
            if slot.called is not None:
                chosen, thing = choice.called or choice.label, slot.called
            for further in _chosen(choice.then, values):
                chosen = brings(chosen, further)
        yield chosen if thing is None else brings(thing, chosen)

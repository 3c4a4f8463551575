"""The picture of a costly decision: its hand, the answer that was given, the better one, and why.

The answers name nobody as "you", so that the picture can be shared; a shared reason neither.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.tables.domain.views import MatchView
from bot.tables.history.reviews import WON_MORE, CostlyDecision
from bot.ui.controls.labels import brings
from bot.ui.kit.message import OutgoingFile
from bot.ui.pictures.attachments import attachment
from bot.ui.pictures.painter_process import painted
from games.core.answer import find_choice
from games.core.cards import letter
from games.core.game import AnyGame, View, read_move
from games.core.prompt import Choice, Form, Prompt, Slot
from games.core.text import Reader, Text, TextList, addresses, say, symbol
from render.paint import paint_decision
from render.subject import Alternative, DecisionFrame, PictureStyle


def decision_picture(
    match_view: MatchView,
    mistake: CostlyDecision,
    reader: Reader,
    style: PictureStyle,
    *,
    is_private: bool,
) -> OutgoingFile:
    """Paint a decision for its player, or for everybody."""
    if is_private:
        reader = replace(reader, aside=None)
    view = match_view.view
    frame = decision_frame(match_view.summary.game, view, mistake, is_private=is_private)
    picture = painted(paint_decision, match_view.tableau, reader, view, frame, style)
    return attachment("decision.png", picture)


def decision_frame(
    game: AnyGame, view: View, mistake: CostlyDecision, *, is_private: bool
) -> DecisionFrame:
    """Return both answers and the reason; one for everybody speaks to nobody."""
    prompt = game.prompt(view)
    assert prompt is not None, "a decision answers a question"
    reason = game.reason(view, read_move(game, prompt, mistake.best))
    if reason is None or (addresses(reason) and not is_private):
        reason = WON_MORE
    return DecisionFrame(
        _alternative(prompt, mistake.made, mistake.made_chance),
        _alternative(prompt, mistake.best, mistake.best_chance),
        reason,
    )


def _alternative(prompt: Prompt, form: Form, chance: float) -> Alternative:
    action = prompt.action(form["kind"])
    assert action is not None, "only what the form offers was answered"
    slots = action.slots
    chosen = [choices for slot in slots for choices in _chosen(slot, form)]
    things = [choice.label.icon or "" for choices in chosen for choice in choices[:1]]
    names = [_name(choices) for choices in chosen]
    if len(slots) > 1:
        names = [
            say("{what} {outcome}", what=symbol(letter(place)), outcome=name)
            for place, name in enumerate(names)
        ]
        things = []  # they are the places of several cards
    answer = say("{chosen}", chosen=TextList(items=tuple(names), style="unit"))
    if not names or addresses(answer):
        answer = action.label
    return Alternative(answer, chance, tuple(filter(None, (t.partition(":")[2] for t in things))))


def _chosen(slot: Slot, form: Form) -> Iterator[list[Choice]]:
    """Yield what is chosen in a slot, each thing with what is chosen for it."""
    value = form.get(slot.name)
    for chosen in value if isinstance(value, list) else [value]:
        choice = find_choice(slot, chosen)
        if choice is not None:
            then = [c for further in choice.then for c in _chosen(further, form)]
            yield [choice, *(inner for choices in then for inner in choices)]


def _name(choices: Sequence[Choice]) -> Text:
    """A thing, and what is chosen for it, by the shortest names that speak to nobody."""
    what: Text | None = None
    for choice in reversed(choices):
        names = [name for name in (choice.called, choice.label, choice.short) if name is not None]
        name = next((name for name in names if not addresses(name)), names[0])
        what = brings(name, what)
    assert what is not None, "something is chosen"
    return what

"""Ways to break a toy: each replaces one good method by its own."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import TypeAdapter, field_serializer

from games.core.ai.memory import Level, Memory
from games.core.open_fields import SeenBy
from games.core.options import option
from games.core.prompt import PickOne
from games.core.rng import Rng
from games.core.text import Text, say
from tests.toys.plots import PLOTS
from tests.toys.plots.moves import EndTurn, Place, Roll, TakeBack
from tests.toys.plots.options import PlotsOptions
from tests.toys.plots.texts import Rolled
from tests.toys.seals import SEALS
from tests.toys.seals.moves import Choose, Draw, Swap
from tests.toys.seals.texts import Chose, Dealt, Drew
from tests.toys.turns_and_hands.state import TurnsAndHandsView


class LoudDealt(Dealt):
    """A deal that everybody sees."""

    def seen_by(self) -> None:  # type: ignore[override]  # broken on purpose
        return None


class KeptDealt(Dealt):
    """A deal that everybody may look up later."""

    def logged_for(self) -> None:
        return None


class NamelessDealt(Dealt):
    """A deal whose text doesn't say whose it is."""

    def text(self) -> Text:
        return say("You get {n} cards.", n=len(self.cards))


class LoudChose(Chose):
    """A sealed choice that everybody sees."""

    def seen_by(self) -> None:  # type: ignore[override]  # the fault
        return None


def loud_choice(self: Any, state: Any, seat: int, move: Any) -> list[Any]:
    """Show everybody each sealed choice."""
    return [
        LoudChose(seat=event.seat, card=event.card) if isinstance(event, Chose) else event
        for event in SEALS.advance(state, seat, move)
    ]


class QuietRolled(Rolled):
    """A roll that claims to tell its mover nothing."""

    reveals = False


class OpenView(TurnsAndHandsView):
    """A view that declares everybody's hand open."""

    hands: Annotated[tuple[tuple[str, ...], ...], SeenBy.EVERYBODY]


class FarOptions(PlotsOptions):
    """A default that isn't one of the choices."""

    reach: Literal["own", "neighbours"] = option("far", title="Reach", help="How far.")


class OtherChoose(Choose):
    """A choice that is written down as another one."""

    @field_serializer("card")
    def _write(self, card: str) -> str:
        return f"not {card}"


FEWER_MOVES = TypeAdapter(Roll | Place | EndTurn | TakeBack)
OTHER_CARDS = TypeAdapter(OtherChoose | Draw | Swap)
"""The moves of plots without the bot's own."""


def after(toy: Any, spoil: Callable[[Any, Any, Any], None]) -> Callable[..., Any]:
    """Make every move correctly, then damage the state."""

    def advance(self: Any, state: Any, seat: int, move: Any) -> Any:
        events = toy.advance(state, seat, move)
        spoil(state, seat, move)
        return events

    return advance


def telling(toy: Any, add: Callable[[Any], list[Any]]) -> Callable[..., Any]:
    """Make every move correctly, then add events that didn't happen."""
    return lambda self, state, seat, move: toy.advance(state, seat, move) + add(move)


def foretell(self: Any, state: Any, seat: int, move: Any) -> Any:
    """Make every move correctly, then tell everybody what the next draw brings."""
    events = SEALS.advance(state, seat, move)
    return [*events, Drew(seat=0, laid=0, drawn=state.rng.clone().below(6))]


def foretelling_setup(self: Any, seats: int, options: Any, rng: Rng) -> Any:
    """Tell everybody at the first deal what the next draw brings."""
    start = PLOTS.setup(seats, options, rng)
    coming = Rolled(seat=0, dice=(start.state.rng.clone().die(),))
    return replace(start, events=(*start.events, coming))


def louder(kind: type[Dealt]) -> Callable[..., Any]:
    """Replace the kind of every deal's event after the first deal."""
    return lambda self, state, seat, move: _dealt_as(kind, SEALS.advance(state, seat, move))


def quiet_rolls(self: Any, state: Any, seat: int, move: Any) -> list[Any]:
    """Let a roll be taken back."""
    return [
        QuietRolled(seat=event.seat, dice=event.dice) if isinstance(event, Rolled) else event
        for event in PLOTS.advance(state, seat, move)
    ]


def loud_setup(self: Any, seats: int, options: Any, rng: Rng) -> Any:
    """Show everybody the first deal."""
    start = SEALS.setup(seats, options, rng)
    return replace(start, events=tuple(_dealt_as(LoudDealt, start.events)))


def _dealt_as(kind: type[Dealt], events: Iterable[Any]) -> list[Any]:
    return [
        kind(seat=event.seat, cards=event.cards) if isinstance(event, Dealt) else event
        for event in events
    ]


def view_with(toy: Any, change: Callable[[Any, Any], dict[str, Any]]) -> Callable[..., Any]:
    """Show the table with some fields changed; `change` gets the state and the view."""

    def view(self: Any, state: Any, viewer: Any) -> Any:
        good = toy.view(state, viewer)
        return good.model_copy(update=change(state, good))

    return view


def prompt_with(toy: Any, **changes: Any) -> Callable[..., Any]:
    """Ask the toy's question with some fields changed."""

    def prompt(self: Any, view: Any) -> Any:
        good = toy.prompt(view)
        return good and good.model_copy(update=changes)

    return prompt


def table_with(toy: Any, change: Callable[[Any], dict[str, Any]]) -> Callable[..., Any]:
    """Describe the table with some fields changed."""

    def tableau(self: Any, view: Any) -> Any:
        good = toy.tableau(view)
        return good.model_copy(update=change(good))

    return tableau


def panels_with(toy: Any, change: Callable[[Any], dict[str, Any]]) -> Callable[..., Any]:
    """Describe every seat with some fields changed."""
    return table_with(
        toy,
        lambda table: {"seats": tuple(replace(panel, **change(panel)) for panel in table.seats)},
    )


def determinize_with(toy: Any, spoil: Callable[[Any], None]) -> Callable[..., Any]:
    """Imagine a state correctly, then damage it."""

    def determinize(self: Any, view: Any, memory: Memory, rng: Rng) -> Any:
        state = toy.determinize(view, memory, rng)
        spoil(state)
        return state

    return determinize


def result_with(toy: Any, change: Callable[[Any], dict[str, Any]]) -> Callable[..., Any]:
    """End the match with some facts changed."""

    def result(self: Any, state: Any) -> Any:
        good = toy.result(state)
        return good and good.model_copy(update=change(good))

    return result


def ask_anybody(self: Any, view: Any) -> Any:
    """Ask every viewer the question of the player in turn."""
    return PLOTS.prompt(view.model_copy(update={"viewer": view.turn}))


def offer_twice(self: Any, view: Any) -> Any:
    """Offer the first choice of the first question twice."""
    good = SEALS.prompt(view)
    if good is None or view.stage != "choose":
        return good
    slot = good.actions[0].slots[0]
    assert isinstance(slot, PickOne)
    again = replace(slot, choices=(*slot.choices, slot.choices[0]))
    action = replace(good.actions[0], slots=(again,))
    return good.model_copy(update={"actions": (action,)})


def offer_only_back(self: Any, view: Any) -> Any:
    """Offer only take-backs as soon as there is one."""
    good = PLOTS.prompt(view)
    actions = tuple(action for action in good.actions if action.take_back) if good else ()
    return good.model_copy(update={"actions": actions}) if good and actions else good


def back_and_forth(self: Any, view: Any, memory: Memory, level: Level, rng: Rng) -> Any:
    """Take back everything that can be taken back."""
    return TakeBack() if view.now != view.before else PLOTS.policy(view, memory, level, rng)


def reward_the_first(state: Any, seat: int, move: Any) -> None:
    if sum(map(bool, state.choices)) == 1:
        state.points[seat] += 1


def forget_the_run(state: Any, seat: int, move: Any) -> None:
    if any(state.staked):
        state.run = []


def turn_the_pile(self: Any, state: Any) -> Any:
    """Return the points, and reverse the pile."""
    state.deck.reverse()
    return SEALS.standing(state)


def remember_the_hand(state: Any, good: Any) -> dict[str, Any]:
    """Show a seat cards again that it may no longer look at."""
    return {"hand": () if good.viewer is None else tuple(state.hands[good.viewer])}


def remember_clones(self: Any, state: Any) -> Any:
    """Remember, outside the state, whether a state is the latest clone."""
    self.known = state is getattr(self, "last", None)
    self.last = PLOTS.clone(state)
    return self.last


def reward_the_remembered(self: Any, state: Any, seat: int, move: Any) -> Any:
    """Give a point to a seat that moves in the latest clone itself."""
    events = PLOTS.advance(state, seat, move)
    state.now.points[seat] += self.known
    return events


def refuse_sixes(state: Any, seat: int, move: Any) -> None:
    if isinstance(move, Place) and move.die == "6":
        raise AssertionError("no sixes here")


def all_the_same_letter(table: Any) -> dict[str, Any]:
    return {
        "hand": tuple(
            replace(zone, tokens=tuple(replace(token, letter="A") for token in zone.tokens))
            for zone in table.hand
        )
    }

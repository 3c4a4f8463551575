"""The questions of a turn. Everything is public, so every control may be shown in the channel.

A turn only ends by a move, because that is the last chance to take it back. Nothing asks for
confirmation: most can be taken back, a re-roll takes two presses, and a turn that may end has
nothing left that must be done.

Nothing can be answered in advance, as every turn depends on dice rolled only then.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from games.core import prompt
from games.core.text import Text, say, say_many, seat, with_icon
from games.diced_tomatoes.questions.outcomes import place_choice
from games.diced_tomatoes.questions.views import DicedView
from games.diced_tomatoes.rules import legal
from games.diced_tomatoes.rules.dice import ALL_DICE, FACE, Die
from games.diced_tomatoes.rules.moves import CHANGES, KARMA_COSTS, PLAY_ON, SHIFTS, Change, Shift
from games.diced_tomatoes.rules.state import Stage
from games.diced_tomatoes.rules.texts import DIE_BUTTONS, DIE_NAMES, HANDFUL_NAMES, described_to_all
from games.diced_tomatoes.rules.vines import FULL, VINES, number_of, owner_of, worth

_WHICH = say("Which die?")
_MORE = say("Use karma, or more…")
_NO_PLACE = say("It doesn't fit on any vine.")
_ONLY_CORNERS = say("You can only roll over a 1 or a 6.")
_STRICT = say("The vine would be neither a set nor a run.")


def ask(view: DicedView) -> prompt.Prompt | None:
    """Return the question put to the viewer, or None."""
    if view.viewer is None or view.viewer not in view.awaiting.seats:
        return None
    return _QUESTIONS[view.stage](view)


_BACK = prompt.Action(
    kind="take_back", label=say("Undo"), hint=say("Undo your last move."), take_back=True
)


def _question(view: DicedView, asked: Text, *actions: prompt.Action) -> prompt.Prompt:
    back = (_BACK,) if view.undoable else ()
    return prompt.Prompt(ask=asked, actions=(*actions, *back), on_timeout=PLAY_ON, public=True)


def _draw(view: DicedView) -> prompt.Prompt:
    ways = legal.draws(view)
    draw = prompt.Action(kind="roll", label=with_icon(say("Roll"), "action:roll"), tone="main")
    if ways:
        choices = tuple(prompt.Choice(id=way, label=HANDFUL_NAMES[way]) for way in ways)
        slot = prompt.PickOne(name="dice", ask=say("Which dice?"), choices=choices)
        draw = prompt.Action(kind="draw", label=say("Draw and roll"), slots=(slot,), tone="main")
    count = sum(view.passed)
    asked = say("Draw your dice.")
    if count:
        asked = say_many(
            "Draw your dice. You'll roll {n} more die with them.",
            "Draw your dice. You'll roll {n} more dice with them.",
            count,
        )
    return _question(view, asked, draw, *_possible(view, _VINE_KARMA))


def _place(view: DicedView) -> prompt.Prompt:
    """The possible moves, and the end of the turn with the reason if it has to wait."""
    spots = legal.places(view)
    placeable = [die for die, vines in spots.items() if vines]
    asked = say("Which die first?")
    if not view.hand:
        asked = say("All your dice are placed.")
    elif not placeable:
        asked = say("None of your remaining dice can be placed.")
    elif legal.is_last_die(view):
        asked = say("Place your last die: {die}", die=DIE_NAMES[placeable[0]])
    elif len(placeable) == 1:
        asked = _where(placeable[0])
    end = prompt.Action(
        kind="end_turn",
        label=with_icon(say("End the turn"), "action:end"),
        blocked=_still_placeable(spots),
        tone="good",
    )
    placing = _placing(view, spots) if placeable else ()
    return _question(view, asked, *placing[:1], *_possible(view, KARMA_COSTS), *placing[1:], end)


def _still_placeable(spots: dict[Die, list[int]]) -> Text | None:
    """Say which die prevents the end of the turn (D14)."""
    return next((_still(die, len(vines)) for die, vines in spots.items() if vines), None)


@lru_cache(maxsize=512)
def _still(die: Die, vines: int) -> Text:
    if vines == 1:
        return say("The {die} still fits in one place.", die=DIE_NAMES[die])
    return say("The {die} still fits in {n} places.", die=DIE_NAMES[die], n=vines)


def _placing(view: DicedView, spots: dict[Die, list[int]]) -> tuple[prompt.Action, ...]:
    """Every different die, with the vines that take it below, the player's own first.

    The last die ends the turn, unless the player wants to do more and places it alone.
    """
    copies = Counter(view.hand)
    choices = []
    for die, vines in spots.items():
        below = _places(view, die, vines)
        choices.append(
            prompt.Choice(
                id=die,
                label=DIE_NAMES[die],
                short=DIE_BUTTONS[die],
                tone=below[0].tone if len(below) == 1 else "plain",
                blocked=None if below else _NO_PLACE,
                copies=copies[die],
                then=(prompt.PickOne(name="vine", ask=_where(die), choices=below),),
            )
        )
    slot = prompt.PickOne(name="die", ask=_WHICH, choices=tuple(choices))
    if not legal.is_last_die(view):
        return (prompt.Action(kind="place", label=say("Place a die"), slots=(slot,), tone="main"),)
    finish = prompt.Action(
        kind="finish", label=say("Place it and end the turn"), slots=(slot,), tone="main"
    )
    place_only = prompt.Action(
        kind="place",
        label=say("Place it without ending the turn"),
        short=say("Not yet"),
        group=_MORE,
        slots=(slot,),
    )
    return (finish, place_only)


def _places(view: DicedView, die: Die, vines: Sequence[int]) -> tuple[prompt.Choice, ...]:
    """The vines that take a die; the others' share a menu."""
    others = sum(owner_of(vine) != view.turn for vine in vines)
    menu = say("Others' vines ({count})", count=others)
    choices = [place_choice(view, die, vine) for vine in vines]
    first_other = len(vines) - others
    theirs = [replace(choice, group=menu) for choice in choices[first_other:]]
    return (*choices[:first_other], *theirs)


@lru_cache(maxsize=len(ALL_DICE))
def _where(die: Die) -> Text:
    return say("Where does the {die} go?", die=DIE_NAMES[die])


_NAMES = {
    "reroll": say("Re-roll a die ({cost} karma)", cost=KARMA_COSTS["reroll"]),
    "shift": say("Shift a die by 1 ({cost} karma)", cost=KARMA_COSTS["shift"]),
    "clean": say("Clean a vine ({cost} karma)", cost=KARMA_COSTS["clean"]),
    "rollover": say("Roll over a 1 or 6 ({cost} karma)", cost=KARMA_COSTS["rollover"]),
    "flip": say("Flip a seed ({cost} karma)", cost=KARMA_COSTS["flip"]),
    "change": say("Change a die ({cost} karma)", cost=KARMA_COSTS["change"]),
}
_SHORT = {
    "reroll": say("Re-roll {cost}♥", cost=KARMA_COSTS["reroll"]),
    "shift": say("Shift {cost}♥", cost=KARMA_COSTS["shift"]),
    "clean": say("Clean {cost}♥", cost=KARMA_COSTS["clean"]),
    "rollover": say("Roll over {cost}♥", cost=KARMA_COSTS["rollover"]),
    "flip": say("Flip {cost}♥", cost=KARMA_COSTS["flip"]),
    "change": say("Change {cost}♥", cost=KARMA_COSTS["change"]),
}
"""The same on a button, with karma as hearts."""


def _possible(view: DicedView, kinds: Iterable[str]) -> Iterator[prompt.Action]:
    """The karma moves that are affordable and useful; others would only be in the way."""
    for kind in kinds:
        if view.karma[view.turn] >= KARMA_COSTS[kind]:
            slot = _VINE_KARMA[kind](view) if kind in _VINE_KARMA else _dice(view, kind)
            if any(choice.blocked is None for choice in slot.choices):
                yield prompt.Action(
                    kind=kind, label=_NAMES[kind], short=_SHORT[kind], group=_MORE, slots=(slot,)
                )


def _dice(view: DicedView, kind: str) -> prompt.PickOne:
    """The different dice of the hand."""
    choices = tuple([_die(kind, die, copies) for die, copies in Counter(view.hand).items()])
    return prompt.PickOne(name="die", ask=_WHICH, choices=choices)


_NEW_FACES: dict[str, Mapping[Die, Sequence[Shift | Change]]] = {"shift": SHIFTS, "change": CHANGES}


@lru_cache(maxsize=1024)
def _die(kind: str, die: Die, copies: int) -> prompt.Choice:
    """A die that karma may turn, with the faces to choose from."""
    then: tuple[prompt.PickOne, ...] = ()
    if kind in _NEW_FACES:
        asked = say("What does the {die} become?", die=DIE_NAMES[die])
        new = [move.to for move in _NEW_FACES[kind][die]]
        faces = [prompt.Choice(id=to, label=say("{face}", face=int(to))) for to in new]
        if len(new) == 1:  # the button of the die shows it
            faces = [prompt.Choice(id=new[0], label=say("becomes {face}", face=int(new[0])))]
        then = (prompt.PickOne(name="to", ask=asked, choices=tuple(faces)),)
    blocked = _ONLY_CORNERS if kind == "rollover" and FACE[die] not in {1, 6} else None
    return prompt.Choice(id=die, label=DIE_NAMES[die], copies=copies, blocked=blocked, then=then)


def _clean(view: DicedView) -> prompt.PickOne:
    choices = tuple([_vine(view, vine) for vine in legal.reach(view)])
    return prompt.PickOne(name="vine", ask=say("Which vine?"), choices=choices)


def _vine(view: DicedView, vine: int) -> prompt.Choice:
    held, flipped = view.vines[vine], view.flipped[vine]
    return _named(vine, view.turn, held, flipped)


@lru_cache(maxsize=1024)
def _named(vine: int, viewer: int, held: tuple[Die, ...], flipped: bool) -> prompt.Choice:
    """A vine with its worth."""
    value = worth(held, flipped)
    hint = say("{n} of {full} dice, worth {worth}.", n=len(held), full=FULL, worth=value)
    label = described_to_all(vine, viewer, held, flipped)
    return prompt.Choice(id=VINES[vine], label=label, hint=hint)


def _flip(view: DicedView) -> prompt.PickOne:
    choices = tuple([_flipping(view, vine) for vine in legal.reach(view)])
    return prompt.PickOne(name="vine", ask=say("Which vine's seed?"), choices=choices)


def _flipping(view: DicedView, vine: int) -> prompt.Choice:
    choice = _vine(view, vine)
    if not legal.can_flip(view, vine):
        return replace(choice, blocked=_STRICT)
    held, flipped = view.vines[vine], view.flipped[vine]
    now, then = worth(held, flipped), worth(held, not flipped)
    hint = say("It will be worth {then} instead of {now}.", then=then, now=now)
    return replace(choice, hint=hint)


_VINE_KARMA = {"clean": _clean, "flip": _flip}
"""The uses of karma that are possible before the draw too (D26)."""


def _clear(view: DicedView) -> prompt.Prompt:
    """Section 4, cleanup 1, if clearing is a choice (D56). Both ways end the turn."""
    vines = legal.zero_vines(view)
    slot = prompt.PickSome(
        name="vines",
        ask=say("Which vines do you want to clear?"),
        choices=tuple(_vine(view, vine) for vine in vines),
        least=1,
        most=len(vines),
    )
    if len(vines) == 1:
        asked = _single_zero_vine(view, vines[0])
        clear, leave = say("Clear it"), say("Leave the vine")
    else:
        asked = say("You can clear worthless vines or leave them.")
        clear, leave = say("Clear and end the turn"), say("Leave them all")
    return _question(
        view,
        asked,
        prompt.Action(kind="clear", label=clear, slots=(slot,), tone="main"),
        prompt.Action(kind="end_turn", label=with_icon(leave, "action:end")),
    )


def _single_zero_vine(view: DicedView, vine: int) -> Text:
    value = worth(view.vines[vine], view.flipped[vine])
    if owner_of(vine) == view.turn:
        return say("Your vine {number} is worth {worth}. Clear it?",
                   number=number_of(vine), worth=value)  # fmt: skip
    return say("{who}'s vine {number} is worth {worth}. Clear it?",
               who=seat(owner_of(vine)), number=number_of(vine), worth=value)  # fmt: skip


_QUESTIONS: dict[Stage, Callable[[DicedView], prompt.Prompt]] = {
    Stage.DRAW: _draw,
    Stage.PLACE: _place,
    Stage.CLEAR: _clear,
}
"""The question of each stage; the end has none."""

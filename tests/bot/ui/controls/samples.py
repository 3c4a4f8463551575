"""Small prompts that tests refer to by name."""

from collections.abc import Mapping, Sequence

from games.core.prompt import Action, Choice, Hand, Layout, PickOne, PickSome, Prompt, Row, Slot
from games.core.text import Text, say, seat
from tests.bot.ui.controls.questions import Done

FOLLOW = say("You must follow oros.")
CARDS = ("7 of oros", "10 of oros", "1 of oros", "7 of copas", "as of bastos")


def prompt(*actions: Action, public: bool = False) -> Prompt:
    """Return a prompt with these actions."""
    return Prompt(ask=say("What now?"), actions=actions, on_timeout=Done(), public=public)


def choices(
    labels: Sequence[str], *, blocked: Mapping[str, Text] | None = None, copies: int = 1
) -> tuple[Choice, ...]:
    """Return choices with these labels, which are their ids too."""
    reasons = blocked or {}
    return tuple(
        Choice(id=label, label=say(label), blocked=reasons.get(label), copies=copies)
        for label in labels
    )


def pick(name: str, offered: Sequence[str | Choice], layout: Layout | None = None) -> PickOne:
    """Return a slot that asks which of these, choices or their labels."""
    made = tuple(item if isinstance(item, Choice) else choices([item])[0] for item in offered)
    return PickOne(name=name, ask=say("Which?"), choices=made, layout=layout or Row())


def action(kind: str, label: str, *slots: Slot, confirm: str | None = None) -> Action:
    """Return an action that isn't blocked."""
    return Action(
        kind=kind, label=say(label), slots=slots, confirm=say(confirm) if confirm else None
    )


HAND = PickOne(
    name="card",
    ask=say("Which card?"),
    choices=choices(CARDS, blocked={"7 of copas": FOLLOW, "as of bastos": FOLLOW}),
    layout=Hand(),
)
PLAY = prompt(action("card", "Play a card", HAND))
"""A hand of five, two of them blocked for the same reason."""

BID = prompt(
    Action(
        kind="play",
        label=say("Play against {who}", who=seat(0)),
        hint=say("Without a trick you pay 3."),
        tone="good",
    ),
    action("pass", "Pass"),
    Action(kind="deal", label=say("Deal again"), blocked=say("Only once.")),
    Action(kind="undo", label=say("Take back"), tone="bad", take_back=True),
    public=True,
)
"""Four buttons, one of them blocked and one taking back."""

PLOTS = tuple(f"plot {number}" for number in range(1, 4))


def _die(value: int) -> Choice:
    slot = PickOne(name="plot", ask=say("Which plot?"), choices=choices(PLOTS[: value + 1]))
    return Choice(id=str(value), label=say(f"die {value}"), then=(slot,))


PLACE = prompt(
    action(
        "place",
        "Place a die",
        PickOne(name="die", ask=say("Which die?"), choices=tuple(map(_die, (0, 1, 2)))),
    )
)
"""A die, then a plot that depends on it."""

MACHINES = choices(("one", "two", "three", "four"))
BATCH = prompt(
    action(
        "allot",
        "Allot",
        *(
            PickOne(name=name, ask=say(f"{name} card goes to"), choices=MACHINES)
            for name in ("first", "second", "third", "fourth")
        ),
        confirm="You may not look at them again. Sure?",
    )
)
"""Four slots in one form, with a confirmation."""

THEFT = prompt(
    action(
        "allot",
        "Place all three",
        *(
            PickOne(
                name=name,
                ask=say(f"{card} goes to"),
                choices=tuple(
                    Choice(id=place, label=say(f"{place}: {stars} stars"), called=say(place))
                    for place, stars in (("I", 3), ("II", 1), ("III", 2))
                ),
                called=say(card),
            )
            for name, card in zip(("a", "b", "c"), ("A coin 1", "B thief", "C coin 2"), strict=True)
        ),
    )
)
"""Three cards for three machines with short names."""

KINDS = tuple(f"{colour} {value}" for colour in ("eggplant", "carrot") for value in range(1, 11))
SWAP = prompt(
    action("draw", "Draw two"),
    action(
        "swap",
        "Swap",
        PickSome(
            name="cards", ask=say("Which three?"), choices=choices(KINDS, copies=3), least=3, most=3
        ),
    ),
)
"""Three of twenty kinds with three copies each, on more than two pages."""

CLEAN = prompt(
    action(
        "clean",
        "Clean it",
        PickSome(
            name="vines", ask=say("Which vines?"), choices=choices(("vine 2",)), least=1, most=1
        ),
    ),
    action("leave", "Leave it"),
    public=True,
)
"""An action in which everything must be chosen, so that nothing is left to choose."""

"""The questions of a match.

Only calling the end asks for confirmation: a choice for a heat can be changed anyway, and the
others are small and frequent.
"""

from collections import Counter
from collections.abc import Callable
from functools import lru_cache

from games.core.prompt import Action, Choice, Hand, PickOne, PickSome, Prompt
from games.core.text import Text, say, say_many, symbol, with_icon
from games.karate_tomate.questions.views import KarateView
from games.karate_tomate.rules import cards, moves, texts
from games.karate_tomate.rules.state import Stage

_TOO_FEW = say("You have fewer than two number cards.")
_NO_CARD = say("You have no number cards.")
_IN_A_ROW = 3
"""The most kinds whose buttons say more than what the card and its total are."""


def ask(view: KarateView) -> Prompt | None:
    """Return the question put to the viewer, or None."""
    if view.owes or view.in_fight:
        return _QUESTIONS[view.stage](view)
    return None


def kinds_of(view: KarateView) -> list[tuple[cards.Card, int]]:
    """The kinds in the viewer's hand in order, with how many there are of each."""
    copies = Counter(view.hand)
    return [(kind, copies[kind]) for kind in cards.KINDS if kind in copies]


def offered_kinds(view: KarateView) -> list[tuple[cards.Card, int]]:
    """The kinds that the viewer's question offers, in the order of its choices."""
    if view.in_fight:
        return [(kind, copies) for kind, copies in kinds_of(view) if kind in view.playable]
    return kinds_of(view)


@lru_cache(maxsize=1024)
def _played(card: cards.Card, before: int, *, is_brief: bool) -> Choice:
    """One kind of card to play, with the total it makes after the first heat."""
    value = cards.VALUE[card]
    reached = before + value
    return Choice(
        id=card,
        label=texts.CARD_NAMES[card],
        hint=say("Your total will be {total}.", total=reached) if before else None,
        outcome=say("{total}", total=reached) if before else None,
        short=say("{n}", n=value) if is_brief else say("Play {n}", n=value),
    )


@lru_cache(maxsize=256)
def _discarded(card: cards.Card, copies: int) -> Choice:
    short = symbol(str(cards.VALUE[card]))
    return Choice(id=card, label=texts.CARD_NAMES[card], short=short, copies=copies)


def _heat(view: KarateView) -> Prompt:
    again = view.answer is not None
    before = 0 if view.viewer is None else view.seats[view.viewer].total
    kinds = offered_kinds(view)
    is_brief = len(kinds) > _IN_A_ROW
    choices = tuple(_played(kind, before, is_brief=is_brief) for kind, _ in kinds)
    slot = PickOne(name="card", ask=say("Which card?"), choices=choices, layout=Hand())
    return Prompt(
        ask=_heat_question(view),
        actions=(
            Action(
                kind="play",
                label=say("Play a different card") if again else say("Play a card"),
                blocked=None if view.playable else _no_card(view),
                slots=(slot,),
                tone="main",
            ),
            Action(kind="tomato", label=with_icon(say("Drop out"), f"tomato:{view.tomato}")),
        ),
        on_timeout=moves.TOMATO,
        sealed=True,
    )


def _heat_question(view: KarateView) -> Text:
    if view.answer is not None:
        chosen = view.answer[0]
        name = say("your tomato") if chosen == "tomato" else texts.THE_CARD[chosen]
        return say("You chose {card}. Change it?", card=name)
    if not view.playable:
        return _no_card(view)
    if view.locked is None:
        return say("Play any card, or drop out?")
    return say("Play {colour}, or drop out?", colour=texts.COLOUR_NAMES[view.locked])


def _no_card(view: KarateView) -> Text:
    if view.locked is None:
        return _NO_CARD
    return say("You have no {colour} left.", colour=texts.COLOUR_NAMES[view.locked])


def _drop_draw(view: KarateView) -> Prompt:
    first = view.options.swap_after_draw
    slot = PickSome(
        name="cards",
        ask=say("Which two?"),
        choices=tuple(_discarded(kind, copies) for kind, copies in offered_kinds(view)),
        least=2,
        most=2,
        layout=Hand(),
    )
    exchange = Action(
        kind="exchange",
        label=say("Discard two, draw two") if first else say("Discard two, draw four"),
        blocked=_TOO_FEW if len(view.hand) < 2 else None,
        slots=(slot,),
    )
    if first:
        keep = Action(
            kind="keep", label=with_icon(say("Keep your cards"), "action:keep"), tone="main"
        )
        question = say("You're out: swap two of your cards?")
    else:
        keep = Action(kind="draw", label=with_icon(say("Draw two"), "action:draw"), tone="main")
        question = say("Draw two, or swap two for four?")
    return Prompt(
        ask=question,
        actions=(keep, exchange),
        on_timeout=moves.KEEP if first else moves.DRAW,
        sealed=True,
    )


def _triumph(view: KarateView) -> Prompt:
    return _taking(view, say("It's your turn to take a triumph card."), public=True)


def ask_premove(view: KarateView) -> Prompt | None:
    """Return the form that the viewer may fill in before being asked, or None.

    Only seats still to take a triumph card can know their next question. Heats, draws and the end
    call are asked of everybody at once, right after the events they depend on.
    """
    if view.viewer is None or view.owes or view.stage is not Stage.TRIUMPH:
        return None
    if not view.seats[view.viewer].to_take:
        return None
    asked = say("Choose the triumph card to premove. You take it on your turn if it's still there.")
    return _taking(view, asked, public=False)


def _taking(view: KarateView, asked: Text, *, public: bool) -> Prompt:
    copies = Counter(view.row)
    slot = PickOne(
        name="card",
        ask=say("Which triumph card?"),
        choices=tuple(_triumph_choice(card, count) for card, count in copies.items()),
    )
    return Prompt(
        ask=asked,
        actions=(Action(kind="take", label=say("Take"), slots=(slot,)),),
        on_timeout=moves.TAKES[best_triumph(view.row)],
        public=public,
        about=f"{view.round} triumph",
    )


@lru_cache(maxsize=256)
def _triumph_choice(card: cards.TriumphId, copies: int) -> Choice:
    drawn = cards.TRIUMPHS[card].tomatoes
    hint = say_many("You draw {n} card.", "You draw {n} cards.", drawn) if drawn else None
    return Choice(
        id=card, label=texts.TRIUMPH_NAMES[card], hint=hint, short=_in_short(card), copies=copies
    )


def _in_short(card: cards.TriumphId) -> Text:
    """The numbers of a triumph card with its signs, as the icon has them."""
    signs = zip(cards.TRIUMPHS[card][:3], ("🏆", "🔪", "🍅"), strict=True)
    return symbol(" ".join(f"{number}{sign}" for number, sign in signs if number))


def best_triumph(row: tuple[cards.TriumphId, ...]) -> cards.TriumphId:
    """Most trophies, then knives, then tomatoes, then the first in the row (A37)."""
    return max(row, key=lambda card: cards.TRIUMPHS[card][:3])


def _end_call(view: KarateView) -> Prompt:
    return Prompt(
        ask=say("Somebody may call the end."),
        actions=(
            Action(kind="go_on", label=with_icon(say("Continue"), "action:end"), tone="main"),
            Action(
                kind="call",
                label=with_icon(say("Call the end"), "action:stop"),
                blocked=None if view.may_call else _too_few_trophies(view),
                confirm=say("End the match now? Anyone with the fewest knives is out."),
                tone="bad",
            ),
        ),
        on_timeout=moves.GO_ON,
        sealed=True,
    )


def _too_few_trophies(view: KarateView) -> Text:
    mine, needed = texts.trophy_count(cards.trophies(view.won)), view.options.trophies_to_call
    return say("You have {mine}, but need {needed}.", mine=mine, needed=needed)


_QUESTIONS: dict[Stage, Callable[[KarateView], Prompt]] = {
    Stage.HEAT: _heat,
    Stage.DROP_DRAW: _drop_draw,
    Stage.TRIUMPH: _triumph,
    Stage.END_CALL: _end_call,
}
"""The question of each stage; the end has none."""

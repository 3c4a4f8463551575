"""The policy of bot seats, and determinize."""

from __future__ import annotations

from games.core.ai.memory import Level, Memory
from games.core.cards import take
from games.core.open_fields import imagine
from games.core.rng import Rng
from tests.toys.seals.moves import Choose, Draw, SealsMove, Swap
from tests.toys.seals.state import COPIES, FLAG, KINDS, State
from tests.toys.seals.views import SealsView


def decide(view: SealsView, _memory: Memory, _level: Level, rng: Rng) -> SealsMove:
    """Show the best card if it is good, else the flag; then swap the two worst."""
    by_value = sorted(view.hand, key=lambda card: int(card[1]))
    if view.stage == "choose":
        best = by_value[-1] if by_value else FLAG
        return Choose(card=best if best != FLAG and int(best[1]) + rng.below(3) >= 4 else FLAG)
    worst = sorted(by_value[:2], key=KINDS.index)
    return Swap(cards=tuple(worst)) if len(worst) == 2 else Draw()


def determinize(view: SealsView, _memory: Memory, rng: Rng) -> State:
    """Redeal everything that the viewer can't see, including who has chosen."""
    pile = list(KINDS) * COPIES
    for card in (*view.hand, *(panel.shown for panel in view.seats)):
        if card in pile:
            pile.remove(card)
    rng.shuffle(pile)
    hands = [
        list(view.hand) if seat == view.viewer else sorted(take(pile, panel.cards), key=KINDS.index)
        for seat, panel in enumerate(view.seats)
    ]
    return imagine(
        State,
        view,
        rng=rng.branch("imagined"),
        hands=hands,
        discard=take(pile, view.discard),
        deck=pile,
        points=[panel.points for panel in view.seats],
        choices=_choices(view, hands, rng),
        shown=[panel.shown for panel in view.seats],
        swaps=_swaps(view, hands, rng),
    )


def _choices(view: SealsView, hands: list[list[str]], rng: Rng) -> list[str]:
    choices = [""] * len(hands)
    others = [seat for seat in range(len(hands)) if seat != view.viewer]
    sealed = (view.awaiting.answered or 0) - bool(view.choice)
    for seat in rng.sample(others, sealed):
        choices[seat] = rng.choice([*hands[seat], FLAG])
    if view.viewer is not None:
        choices[view.viewer] = view.choice
    return choices


def _swaps(view: SealsView, hands: list[list[str]], rng: Rng) -> dict[int, list[str] | None]:
    swaps: dict[int, list[str] | None] = {}
    for seat, panel in enumerate(view.seats):
        if panel.owes_swap is None:
            continue
        if panel.owes_swap:
            swaps[seat] = None
        elif seat == view.viewer:
            swaps[seat] = list(view.swap or ())
        else:
            drawing = len(hands[seat]) < 2 or rng.below(2) == 0
            swaps[seat] = [] if drawing else rng.sample(hands[seat], 2)
    return swaps

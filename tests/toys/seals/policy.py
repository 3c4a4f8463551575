"""The policy of bot seats, and determinize."""

from __future__ import annotations

from games.core.ai.memory import Level, Memory
from games.core.cards import without
from games.core.open_fields import deal, imagine
from games.core.rng import Rng
from tests.toys.seals.moves import Choose, Draw, SealsMove, Swap
from tests.toys.seals.state import COPIES, FLAG, KINDS, State
from tests.toys.seals.views import SealsView

Hands = tuple[tuple[str, ...], ...]


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
    hidden = without(KINDS * COPIES, [card for card in view.shown if card in KINDS])
    zones = deal(view, hidden, rng)
    choices, swaps = _choices(view, zones["hands"], rng), _swaps(view, zones["hands"], rng)
    chance = rng.branch("imagined")
    return imagine(State, view, rng=chance, choices=choices, swaps=swaps, **zones)


def _choices(view: SealsView, hands: Hands, rng: Rng) -> list[str]:
    choices = [""] * len(hands)
    others = [seat for seat in range(len(hands)) if seat != view.viewer]
    sealed = (view.awaiting.answered or 0) - bool(view.choice)
    for seat in rng.sample(others, sealed):
        choices[seat] = rng.choice([*hands[seat], FLAG])
    if view.viewer is not None:
        choices[view.viewer] = view.choice
    return choices


def _swaps(view: SealsView, hands: Hands, rng: Rng) -> dict[int, list[str] | None]:
    swaps: dict[int, list[str] | None] = {}
    for seat, owes in enumerate(view.owing):
        if owes is not None:
            can_swap = len(hands[seat]) >= 2 and rng.below(2)
            swaps[seat] = None if owes else rng.sample(hands[seat], 2) if can_swap else []
            if seat == view.viewer and not owes:
                swaps[seat] = list(view.swap or ())
    return swaps

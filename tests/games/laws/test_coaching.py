"""Laws of coaching: every moment has a rule, every bot's move a reason, every reason is true."""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from games.core.ai.memory import NO_MEMORY, Level, Memory, remember
from games.core.game import AnyGame, apply
from games.core.options import Options, option_fields
from games.core.rng import Rng
from games.core.text import PLAIN, speak
from games.core.values import Seat
from tests.catalogues.extract import in_source
from tests.games.case import Case
from tests.games.drafts import every_full_case
from tests.games.plays import chosen_options, drawn_positions, law
from tests.games.reason_claims import Explained, sentences, untrue
from tests.support.sampling import sample, whole

LEAST = sample(6000)
"""How many sentences of each game are checked; more until each claim was made."""
MATCHES = 120
"""In how many matches, at most."""
MOST_MOVES = 16
"""The most legal moves of a question that are explained, besides that of a normal bot."""
RARELY = whole(8)
"""One question in this many is put to a hard bot too, which takes longer to answer."""
SMALL = 12
"""How many small values of an option that is a number are tried."""


@cache
def numbered(game: AnyGame) -> frozenset[int]:
    """Return the numbers of the rules in a game's rule book."""
    package = sys.modules[type(game).__module__].__package__ or ""
    text = resources.files(package).joinpath("RULES.md").read_text(encoding="utf-8")
    return frozenset(int(number) for number in re.findall(r"^(\d+)\. ", text, re.MULTILINE))


@law(examples=6)
def test_every_moment_comes_under_a_rule(case: Case, data: st.DataObject) -> None:
    """For every viewer at any moment, the rule that is named is in the rule book."""
    for position in drawn_positions(data, case):
        for viewer in position.match.viewers:
            view = case.game.view(position.state, viewer)
            assert case.game.rule(view) in numbered(case.game)


def explained_moves(case: Case, number: int) -> Iterator[Explained]:
    """Yield bots' moves and other legal moves in match `number`; half of its moves are random.

    Match 0 has the default options, all others have random ones.
    """
    game, rng = case.game, Rng(f"why {number}")
    least, most = game.info.seats
    seats = least + number % (most - least + 1)
    options = _options(case, rng) if number else game.options.model_validate(case.brief)
    step = game.setup(seats, options, Rng(f"why, deal {number}"))
    memories = [remember(NO_MEMORY, seat, None, None, step.events) for seat in range(seats)]
    while awaited := sorted(game.awaited(step.state)):
        seat = rng.choice(awaited)
        usual, *others = explained_in(game, step.state, seat, memories[seat], rng)
        yield from (usual, *others)
        made = (rng.choice(others) if others and rng.below(2) else usual).move
        step = apply(game, step.state, seat, made)
        memories = [
            remember(memory, viewer, seat, made, step.events)
            for viewer, memory in enumerate(memories)
        ]


def explained_in(
    game: AnyGame, state: Any, seat: Seat, memory: Memory, rng: Rng
) -> list[Explained]:
    """Return a normal bot's move, some of the other legal moves, and rarely a hard bot's."""
    view = game.view(state, seat)
    usual, prompt = game.policy(view, memory, Level.NORMAL, rng), game.prompt(view)
    undoing = {action.kind for action in prompt.actions if action.take_back} if prompt else set()
    legal = [m for m in game.moves(state, seat) if m != usual and m.kind not in undoing]
    moves = [usual, *rng.sample(legal, min(MOST_MOVES, len(legal)))]
    if rng.below(RARELY) == 0:
        moves.append(game.policy(view, memory, Level.HARD, rng))
    return [
        Explained(game=game, state=state, view=view, move=move, is_usual=move == usual)
        for move in moves
    ]


def rarely_explained(case: Case) -> Iterator[Explained]:
    """Yield moves in the game's positions for what is rarely said."""
    for state in case.rare:
        for seat in sorted(case.game.awaited(state)):
            yield from explained_in(case.game, state, seat, NO_MEMORY, Rng("rare"))


def _options(case: Case, rng: Rng) -> Options:
    """Return random options, the numbers among them small where they may be."""
    chosen = chosen_options(case, rng).model_dump()
    for field in option_fields(case.game.options):
        if field.least is not None and field.most is not None and rng.below(2):
            chosen[field.name] = min(field.most, field.least + rng.below(SMALL))
    options: Options = case.game.options.model_validate({**chosen, **case.brief})
    return options


@every_full_case("reasons")
def test_every_reason_is_true(case: Case) -> None:
    """A usual move has a reason in whole sentences; whatever explains any legal move is true."""
    told = Counter[str]()
    for number in range(MATCHES):
        rare = () if number else rarely_explained(case)
        for explained in (*rare, *explained_moves(case, number)):
            why = case.game.reason(explained.view, explained.move)
            assert why is not None or not explained.is_usual, explained
            if why is not None:
                assert speak(why, PLAIN).endswith(".")
                assert untrue(case.claims, why, explained) == [], explained
                told.update(one.message for one in sentences(why))
        if told.total() >= LEAST and set(told) == set(case.claims):
            break
    assert set(told) == set(case.claims), "some claims are never made"
    assert told.total() >= LEAST


@every_full_case("reasons")
def test_every_reason_has_a_claim(case: Case) -> None:
    """Every sentence that a game's coaching can say has a claim that is checked."""
    home = Path(sys.modules[type(case.game).__module__].__file__ or "").parent
    sources = [path.read_text(encoding="utf-8") for path in home.rglob("coaching.py")]
    written = [text for source in sources for text in in_source(source, "coaching.py")]
    messages = {text.message for text in written if text.message is not None}
    assert {one for one in messages if one.endswith(".")} == set(case.claims)

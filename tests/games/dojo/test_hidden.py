"""Who may know what: the table of hidden information, row by row, in whole matches."""

from collections.abc import Callable
from typing import Any

from games.core.ai.memory import NO_MEMORY
from games.core.rng import Rng
from games.dojo import DOJO
from games.dojo.questions.views import DojoView
from games.dojo.rules.moves import CHALLENGE, GIVE, PASS, PLACE, THROWS
from games.dojo.rules.notation import position
from games.dojo.rules.state import Stage, State
from tests.games.dojo.support.positions import play
from tests.support.rows import each_row

DOJOS = ["A1:M1", "A1:F1", "A1:T1"]
DEALING = position("recruit", turn=0, drawn="M3", face_up="col-pair")
ASKED = position("challenge", turn=1, held="M3 F4 T2", face_up="col-pair", black_belt=True)
PASSED = play(ASKED, (1, PASS)).state
DUEL = play(position("challenge", turn=1, held="M3 F3 T2", face_up="col-pair", black_belt=True),
            (1, CHALLENGE)).state  # fmt: skip
THROWN = play(DUEL, (1, THROWS["paper"])).state
TRAINING = position("train", held="M3 F4 T2", face_up="col-pair", dojos=DOJOS)
CHOSEN = play(TRAINING, (0, PLACE["B1"]), (1, PLACE["A2"])).state
PLACED = position("challenge", turn=1, held="M3 F4 T2", face_up="col-pair", dojos=DOJOS,
                  lines=["1:row-sort"], removed=["row-wild"])  # fmt: skip


def cards(view: DojoView) -> list[str | None]:
    return [seat.card for seat in view.seats]


SEEN: list[tuple[str, State, Callable[[DojoView], Any], list[Any]]] = [
    ("sizes-of-the-piles", DEALING, lambda view: (view.deck, view.pile), [(59, 11)] * 4),
    ("the-dealer-s-card", DEALING, lambda view: view.drawn, [None, "M3", None, None]),
    ("who-got-which-card", play(DEALING, (0, GIVE[2]), (0, GIVE[0])).state,
     lambda view: view.gifts, [(2, 0, 1)] * 4),
    ("dealt-cards", ASKED, cards, [[None, None, None], ["M3", "F4", "T2"],
                                   [None, "F4", None], [None, None, "T2"]]),
    ("passes", PASSED, lambda view: view.seats[1].passed, [True] * 4),
    ("challenges", play(PASSED, (2, CHALLENGE)).state, lambda view: view.challenger, [2] * 4),
    ("duel-cards", DUEL, cards, [["M3", "F3", None], ["M3", "F3", "T2"]] * 2),
    ("a-throw", THROWN, lambda view: view.own_throws, [(), (), ("paper",), ()]),
    ("both-throws", play(THROWN, (0, THROWS["paper"])).state,
     lambda view: (len(view.throws), view.own_throws), [(1, ())] * 4),
    ("a-cell", CHOSEN, lambda view: view.own_cell, [None, "B1", "A2", None]),
    ("all-cells", play(CHOSEN, (2, PLACE["A2"])).state,
     lambda view: view.seats[0].dojo[:2], [("M1", "M3")] * 4),
    ("trophies", PLACED, lambda view: (view.seats[0].lines[0], view.face_up, view.removed),
     [("row-sort", "col-pair", ("row-wild",))] * 4),
]  # fmt: skip
"""What a spectator and seats 0 to 2 see; seat 0 deals."""


@each_row("state look seen", SEEN)
def test_who_sees_what(state: State, look: Callable[[DojoView], Any], seen: list[Any]) -> None:
    """Each thing is seen by everybody or only by those whom the table allows it."""
    assert [look(DOJO.view(state, viewer)) for viewer in (None, 0, 1, 2)] == seen


def test_determinized_hands_take_every_card_that_is_unseen() -> None:
    """Over many imagined states, another's card takes every kind that isn't visible."""
    view, chance = DOJO.view(TRAINING, 2), Rng("any card")
    seen = {DOJO.determinize(view, NO_MEMORY, chance).held[1] for _ in range(600)}
    assert len(seen) == 30
    assert {DOJO.determinize(view, NO_MEMORY, chance).held[2] for _ in range(20)} == {"T2"}


def test_determinized_cells_are_free_ones_and_known_ones_stay() -> None:
    """Another's sealed cell is imagined as any free one; the viewer's own stays."""
    view, chance = DOJO.view(CHOSEN, 0), Rng("cells")
    guesses = [DOJO.determinize(view, NO_MEMORY, chance) for _ in range(60)]
    assert {tuple(guess.choices) for guess in guesses} == {(1, 1, -1), (1, 4, -1)}
    assert {guess.stage for guess in guesses} == {Stage.TRAIN}

"""Who may know what: the table of hidden information, row by row, in whole matches."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.ai.memory import NO_MEMORY
from games.core.event import is_for
from games.core.rng import Rng
from games.dojo import DOJO
from games.dojo.questions.views import DojoView
from games.dojo.rules.events import RoundOpened
from games.dojo.rules.moves import CHALLENGE, GIVE, PASS, PLACE, THROWS
from games.dojo.rules.state import Stage, State
from tests.games.dojo.hidden import hidden_hands
from tests.games.dojo.support.positions import VARIANTS, play, position
from tests.games.random_moves import random_steps

EVERYBODY = (None, 0, 1, 2)
DOJOS = ["A1:M1", "A1:F1", "A1:T1"]


def views(state: State) -> list[DojoView]:
    return [DOJO.view(state, viewer) for viewer in EVERYBODY]


def cards(view: DojoView) -> list[str | None]:
    return [one.card for one in view.seats]


def test_sizes_of_the_piles_are_public() -> None:
    """Everybody sees how many cards and trophies are left."""
    state = position("recruit", turn=0, drawn="M3", face_up="col-pair")
    assert [(view.deck, view.pile) for view in views(state)] == [(59, 11)] * 4


def test_the_card_in_the_dealer_s_hand_is_the_dealer_s() -> None:
    """Only the dealer sees the card to be given away."""
    state = position("recruit", turn=0, drawn="M3", face_up="col-pair")
    assert [view.drawn for view in views(state)] == [None, "M3", None, None]


def test_who_got_which_card_of_the_deal_is_public() -> None:
    """Everybody sees who received which card of the deal."""
    state = position("recruit", turn=0, drawn="M3", face_up="col-pair")
    state = play(state, (0, GIVE[2]), (0, GIVE[0])).state
    assert [view.gifts for view in views(state)] == [(2, 0, 1)] * 4


def test_a_dealt_card_is_its_receiver_s_and_the_dealer_s() -> None:
    """A dealt card is seen by its receiver and the dealer, and by no spectator."""
    state = position("challenge", turn=1, held="M3 F4 T2", face_up="col-pair")
    assert [cards(view) for view in views(state)] == [
        [None, None, None],
        ["M3", "F4", "T2"],
        [None, "F4", None],
        [None, None, "T2"],
    ]


def test_passes_and_challenges_are_public() -> None:
    """Everybody sees at once who passed and who challenged."""
    state = position("challenge", turn=1, held="M3 F4 T2", face_up="col-pair", black_belt=True)
    state = play(state, (1, PASS)).state
    assert [view.seats[1].passed for view in views(state)] == [True] * 4
    state = play(state, (2, CHALLENGE)).state
    assert [view.challenger for view in views(state)] == [2] * 4


def test_duel_cards_are_public_from_the_challenge_on() -> None:
    """Everybody sees the two cards of a duel, but not the third player's."""
    state = position("challenge", turn=1, held="M3 F4 T2", face_up="col-pair")
    state = play(state, (1, CHALLENGE)).state
    assert [cards(view) for view in views(state)] == [
        ["M3", "F4", None],
        ["M3", "F4", "T2"],
        ["M3", "F4", None],
        ["M3", "F4", "T2"],
    ]


def test_throws_are_public_when_both_have_thrown() -> None:
    """Only the thrower sees a throw until the other player has thrown."""
    state = position("challenge", turn=1, held="M3 F3 T2", face_up="col-pair", black_belt=True)
    state = play(state, (1, CHALLENGE), (1, THROWS["paper"])).state
    assert [view.own_throws for view in views(state)] == [(), (), ("paper",), ()]
    state = play(state, (0, THROWS["paper"])).state
    assert [len(view.throws) for view in views(state)] == [1] * 4
    assert [view.own_throws for view in views(state)] == [()] * 4


def test_cells_are_public_when_all_have_chosen() -> None:
    """Only the chooser sees a chosen cell until everybody has chosen."""
    state = position("train", held="M3 F4 T2", face_up="col-pair", dojos=DOJOS)
    state = play(state, (0, PLACE["B1"]), (1, PLACE["A2"])).state
    assert [view.own_cell for view in views(state)] == [None, "B1", "A2", None]
    state = play(state, (2, PLACE["A2"])).state
    assert [view.seats[0].dojo[:2] for view in views(state)] == [("M1", "M3")] * 4


def test_dojos_trophies_and_removed_tokens_are_public() -> None:
    """Everybody sees placed trophies, the trophy on offer, and removed ones."""
    state = position(
        "challenge",
        turn=1,
        held="M3 F4 T2",
        face_up="col-pair",
        dojos=DOJOS,
        lines=["1:row-sort"],
        removed=["row-wild"],
    )
    for view in views(state):
        assert view.seats[0].lines[0] == "row-sort"
        assert (view.face_up, view.removed) == ("col-pair", ("row-wild",))


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_no_view_and_no_event_shows_an_unseen_hand(seats: int, options: dict[str, Any]) -> None:
    """No view shows a hidden card of the round, and no event has shown it."""
    round_told: list[Any] = []
    for state, told in random_steps(DOJO, seats, "unseen", **options):
        starts = [place for place, event in enumerate(told) if isinstance(event, RoundOpened)]
        round_told = list(told[starts[-1] :]) if starts else [*round_told, *told]
        for viewer in (None, *range(seats)):
            view = DOJO.view(state, viewer)
            hidden = hidden_hands(state, viewer)
            assert all(view.seats[seat].card is None for seat in hidden)
            shown = [e for e in round_told if is_for(viewer, e.seen_by())]
            named = {e.seat for e in shown if e.kind == "card_received"}
            assert not named & set(hidden)


def test_determinized_hands_take_every_card_that_is_unseen() -> None:
    """Over many imagined states, another's card takes every kind that isn't visible."""
    state = position("train", held="M3 F4 T2", face_up="col-pair", dojos=DOJOS)
    view, chance = DOJO.view(state, 2), Rng("any card")
    seen = {DOJO.determinize(view, NO_MEMORY, chance).held[1] for _ in range(600)}
    assert len(seen) == 30
    assert {DOJO.determinize(view, NO_MEMORY, chance).held[2] for _ in range(20)} == {"T2"}


def test_determinized_cells_are_free_ones_and_known_ones_stay() -> None:
    """Another's sealed cell is imagined as any free one; the viewer's own stays."""
    state = position("train", held="M3 F4 T2", face_up="col-pair", dojos=DOJOS)
    state = play(state, (0, PLACE["B1"]), (1, PLACE["A2"])).state
    chance = Rng("cells")
    guesses = [DOJO.determinize(DOJO.view(state, 0), NO_MEMORY, chance).choices for _ in range(60)]
    assert {tuple(guess) for guess in guesses} == {(1, 1, -1), (1, 4, -1)}
    assert all(
        DOJO.determinize(DOJO.view(state, 0), NO_MEMORY, chance).stage is Stage.TRAIN
        for _ in range(3)
    )

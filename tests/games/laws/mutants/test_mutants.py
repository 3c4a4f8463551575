"""Every law can fail: when a toy is broken in one small way, its law fails."""

from dataclasses import replace
from itertools import count, islice

import pytest
from pydantic import TypeAdapter

from games.core.ai.memory import NO_MEMORY
from games.core.game import Awaiting
from games.core.rng import Rng
from games.core.tableau import Figure
from games.core.text import say
from tests.games.laws import (
    test_course,
    test_forms,
    test_knowledge,
    test_saving,
    test_table,
    test_texts,
    test_together,
)
from tests.games.laws.mutants import broken
from tests.games.laws.mutants.support import Bite, assert_caught, bite, laws_of
from tests.toys.batches import BATCHES
from tests.toys.batches.moves import AllotForAbsent
from tests.toys.plots import PLOTS
from tests.toys.plots.moves import EndTurn, Place, PlaceForAbsent, TakeBack
from tests.toys.plots.texts import Rolled
from tests.toys.seals import SEALS
from tests.toys.seals.texts import Drew
from tests.toys.turns_and_hands import TURNS_AND_HANDS

pytestmark = pytest.mark.nightly

LAWS = laws_of(
    test_course, test_forms, test_knowledge, test_saving, test_table, test_together, test_texts
)


numbers = count()
UNKNOWN_FIGURE = Figure(label=say("bag"), value=1, sprite="bag:jute")

BITES = [
    Bite(test_course.test_random_play_ends, PLOTS,
     {"advance": broken.after(PLOTS, lambda state, *_: setattr(state, "round", 1))},
     {"longest": 300}),
    bite(test_course.test_result_when_nobody_is_awaited, PLOTS, result=lambda self, state: None),
    bite(test_course.test_prompt_for_who_may_act, PLOTS, prompt=broken.ask_anybody),
    bite(test_course.test_others_may_not_act, PLOTS, prompt=broken.ask_anybody),
    bite(test_course.test_nothing_given_is_changed, SEALS, standing=broken.turn_the_pile),
    bite(test_course.test_same_seed_same_match, PLOTS,
     setup=lambda self, seats, options, rng: PLOTS.setup(seats, options, Rng(f"{next(numbers)}"))),
    bite(test_course.test_seeds_matter, SEALS,
     setup=lambda self, seats, options, rng: SEALS.setup(seats, options, Rng("always"))),
    bite(test_course.test_match_of_absent_players_ends, PLOTS,
     prompt=broken.prompt_with(PLOTS, on_timeout=TakeBack())),
    bite(test_course.test_timeout_moves_are_moves, PLOTS, move=broken.FEWER_MOVES),
    bite(test_course.test_timeouts_keep_what_was_filled_in, BATCHES,
     prompt=broken.prompt_with(BATCHES, on_timeout=AllotForAbsent())),
    bite(test_course.test_nothing_is_lost_or_made, SEALS,
     advance=broken.after(SEALS, lambda state, *_: state.deck.pop(0))),
    bite(test_course.test_points_are_told_as_they_stand, SEALS,
     result=broken.result_with(SEALS, lambda good: {"points": tuple(p + 1 for p in good.points)})),
    bite(test_course.test_ranking_places_every_seat_once, SEALS,
     result=broken.result_with(SEALS, lambda good: {"ranking": good.ranking[1:]})),
    bite(test_saving.test_states_are_read_back, SEALS,
     advance=broken.after(
         SEALS, lambda state, *_: setattr(state, "winners", list(map(str, state.winners))))),
    bite(test_saving.test_play_goes_on_after_a_restart, PLOTS, clone=broken.remember_clones,
     advance=broken.reward_the_remembered),
    bite(test_saving.test_moves_are_read_back, PLOTS, move=broken.FEWER_MOVES),
    bite(test_saving.test_events_are_read_back, PLOTS, event=TypeAdapter(Rolled)),
    bite(test_saving.test_options_are_read_back, PLOTS,
     upgrade=lambda self, saved, version: {**saved, "options": {"rounds": 1}}),
    bite(test_saving.test_a_clone_is_the_state_itself, SEALS,
     clone=lambda self, state: replace(state)),
    bite(test_saving.test_views_hold_on_to_nothing_that_changes, SEALS,
     view=broken.view_with(SEALS, lambda state, good: {"winners": state.winners})),
    bite(test_knowledge.test_events_tell_no_chance_that_views_hide, SEALS, advance=broken.foretell),
    bite(test_knowledge.test_first_events_tell_no_chance_that_views_hide, PLOTS,
     setup=broken.foretelling_setup),
    bite(test_together.test_order_of_answers_does_not_matter, SEALS,
     advance=broken.after(SEALS, broken.reward_the_first)),
    bite(test_together.test_sealed_answers_show_nothing, SEALS,
     view=broken.view_with(SEALS, lambda state, good: {"winners": (len(str(state.choices)),)})),
    bite(test_together.test_sealed_answers_change_only_the_count, BATCHES,
     advance=broken.after(BATCHES, broken.forget_the_run)),
    bite(test_together.test_changes_of_mind_are_not_noticed, SEALS,
     advance=broken.telling(SEALS, lambda move: [Drew(seat=0, laid=0, drawn=0)])),
    bite(test_together.test_only_the_last_change_of_an_answer_counts, SEALS,
     advance=broken.after(SEALS, lambda state, *_: state.rng.below(2))),
    bite(test_texts.test_private_events_say_whose_they_are, SEALS,
     advance=broken.louder(broken.NamelessDealt)),
    bite(test_together.test_secret_readiness_names_nobody, SEALS,
     view=broken.view_with(SEALS,
     lambda state, good: {"winners": tuple(map(bool, state.choices))})),
    bite(test_forms.test_check_accepts_what_forms_yield, PLOTS,
     check=lambda self, view, move: (None if isinstance(move, PlaceForAbsent) else PLOTS.check(view,
     move))),
    bite(test_forms.test_every_form_is_a_legal_move, SEALS, move=broken.OTHER_CARDS,
     check=lambda self, view, move: None),
    bite(test_forms.test_forms_lead_on, PLOTS, advance=broken.after(PLOTS, broken.refuse_sixes)),
    bite(test_forms.test_moves_equal_the_forms, SEALS,
     moves=lambda self, state, seat: islice(SEALS.moves(state, seat), 1, None)),
    bite(test_forms.test_nothing_is_listed_for_who_is_not_asked, PLOTS,
     moves=lambda self, state, seat: iter([EndTurn()])),
    bite(test_forms.test_there_is_a_way_forward, PLOTS, prompt=broken.offer_only_back),
    bite(test_forms.test_forms_are_well_made, SEALS, prompt=broken.offer_twice),
    bite(test_forms.test_policies_move_legally, PLOTS,
     policy=lambda self, view, memory, level, rng: Place(die="6", plot="0")),
    bite(test_forms.test_policies_finish_a_match, PLOTS, policy=broken.back_and_forth),
    bite(test_knowledge.test_decisions_hang_on_knowledge_alone, SEALS,
     policy=lambda self, view, memory, level, rng: SEALS.policy(view, memory, level,
     Rng(str(next(numbers))))),
    bite(test_knowledge.test_determinized_states_cannot_be_told_apart, SEALS,
     determinize=broken.determinize_with(SEALS, lambda state: state.hands.reverse())),
    bite(test_knowledge.test_determinized_states_can_be_played, SEALS,
     determinize=broken.determinize_with(SEALS, lambda state: state.deck.clear())),
    bite(test_knowledge.test_determinize_is_reproducible, SEALS,
     determinize=lambda self, view, memory, rng: SEALS.determinize(view, NO_MEMORY,
     Rng(f"{next(numbers)}"))),
    bite(test_knowledge.test_hidden_things_leave_no_trace, SEALS,
     view=broken.view_with(SEALS, lambda state, good: {"round": int(state.deck[-1][1])})),
    bite(test_knowledge.test_hidden_things_leave_no_trace, BATCHES,
     view=broken.view_with(BATCHES, broken.remember_the_hand)),
    bite(test_knowledge.test_events_tell_no_more_than_views, SEALS,
     advance=broken.louder(broken.LoudDealt)),
    bite(test_knowledge.test_first_events_tell_no_more_than_views, SEALS, setup=broken.loud_setup),
    bite(test_knowledge.test_answers_that_look_alike_tell_alike, SEALS, advance=broken.loud_choice),
    bite(test_knowledge.test_logs_tell_no_more_than_events, SEALS,
     advance=broken.louder(broken.KeptDealt)),
    bite(test_knowledge.test_seeds_stay_secret, PLOTS,
     view=broken.view_with(PLOTS,
     lambda state, good: {"awaiting": Awaiting(text=say(state.rng.seed))})),
    Bite(test_knowledge.test_reshuffles_bite, SEALS, {},
     {"reshuffle": lambda state, viewer, rng: state}),
    bite(test_knowledge.test_hidden_things_leave_no_trace, TURNS_AND_HANDS, seen=broken.OpenView),
    bite(test_knowledge.test_what_reveals_nothing_is_known_before, PLOTS,
     advance=broken.quiet_rolls),
    bite(test_knowledge.test_every_unseen_thing_may_be_elsewhere, BATCHES,
     determinize=lambda self, view, memory, rng: BATCHES.determinize(view, NO_MEMORY,
     Rng("always"))),
    bite(test_knowledge.test_the_truth_is_among_the_guesses, SEALS,
     determinize=broken.determinize_with(
         SEALS, lambda state: setattr(state, "choices", ["flag", None, "flag"]))),
    bite(test_texts.test_sentences_are_whole, SEALS,
     prompt=broken.prompt_with(SEALS, ask=say("{who} to choose."))),
    bite(test_texts.test_sentences_can_be_spoken, SEALS,
     prompt=broken.prompt_with(SEALS, ask=say("{who} to choose.", whom=1))),
    bite(test_texts.test_tables_can_be_described, PLOTS,
     tableau=broken.table_with(PLOTS, lambda table: {"headline": say("much " * 300)})),
    bite(test_texts.test_what_everybody_may_see_says_you_to_nobody, PLOTS,
     tableau=broken.table_with(PLOTS, lambda table: {"headline": say("It's your turn.")})),
    bite(test_table.test_a_headline_is_a_sentence, PLOTS,
     view=broken.view_with(PLOTS,
     lambda state, good: {"awaiting": Awaiting(text=say("Ana to roll"))})),
    bite(test_texts.test_games_introduce_themselves, PLOTS,
     info=PLOTS.info.model_copy(update={"title": say("")})),
    bite(test_texts.test_option_defaults_are_options, PLOTS, options=broken.FarOptions),
    bite(test_table.test_waiting_is_the_public_line, PLOTS,
     view=broken.view_with(PLOTS,
     lambda state, good: ({} if good.viewer is None else {"awaiting": Awaiting(text=say(
     "Somebody thinks."))}))),
    bite(test_table.test_who_is_named_is_awaited, SEALS,
     view=broken.view_with(SEALS,
     lambda state, good: {"awaiting": Awaiting(text=say("?"), seats=(0, 1, 2))})),
    bite(test_table.test_views_know_their_viewer, PLOTS,
     tableau=broken.table_with(PLOTS, lambda table: {"viewer": None})),
    bite(test_table.test_every_seat_has_a_panel, SEALS,
     tableau=broken.table_with(SEALS, lambda table: {"seats": table.seats[1:]})),
    bite(test_table.test_marks_name_who_is_named, PLOTS,
     tableau=broken.panels_with(PLOTS, lambda panel: {"marks": ()})),
    bite(test_table.test_points_on_the_table_are_the_standing, PLOTS,
     tableau=broken.panels_with(PLOTS, lambda panel: {"points": replace(panel.points, value=-1)})),
    bite(test_table.test_letters_are_those_of_the_buttons, SEALS,
     tableau=broken.table_with(SEALS, broken.all_the_same_letter)),
    bite(test_table.test_everything_is_drawn_or_a_tile, PLOTS,
     tableau=broken.table_with(PLOTS, lambda table: {"figures": (UNKNOWN_FIGURE,)})),
    bite(test_table.test_what_ran_on_stays_to_be_read, SEALS,
     tableau=broken.table_with(SEALS, lambda table: {"aftermath": ()})),
]  # fmt: skip


@pytest.mark.parametrize("bite", BITES, ids=repr)
def test_laws_bite(bite: Bite) -> None:
    """A law fails on a toy that breaks it."""
    assert_caught(bite)


def test_every_law_bites() -> None:
    """Every law has a toy that breaks it."""
    assert {bite.law for bite in BITES} == LAWS

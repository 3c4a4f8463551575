"""Custom ids: reading them back, refusing forged ones, and reading old ones."""

from typing import Literal, get_type_hints

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.tables.lessons import LessonId
from bot.ui.kit.custom_ids import (
    AFRESH,
    BoardButton,
    Button,
    ControlId,
    ControlVerb,
    CustomId,
    DealButton,
    GameButton,
    LessonButton,
    LogButton,
    MatchButton,
    OptionButton,
    PositionButton,
    ProfileButton,
    ReplayButton,
    RulesButton,
    SeatButton,
    TableButton,
    Verb,
    decode,
    encode,
)

NAMES = st.text("ABCXYZabcxyz0189_-", min_size=1, max_size=14)
PATHS = st.lists(st.integers(0, 40), max_size=10).map(tuple)
CONTROLS = st.builds(
    ControlId,
    NAMES | NAMES.map(LessonId),
    st.integers(0, 99),
    NAMES,
    st.sampled_from(ControlVerb),
    PATHS,
)
DETAILS = st.text("az09_", max_size=20)
PAGES, IDS = st.integers(0, 999_999), st.integers(0, 2**63 - 1)
FIELDS = {
    str: DETAILS,
    int: PAGES,
    int | None: st.none() | IDS,
    bool: st.booleans(),
    Literal["", "new"]: st.sampled_from(("", "new")),
    Literal["", "new", "other"]: st.sampled_from(("", "new", "other")),
    Literal["", "new", "again"]: st.sampled_from(("", "new", "again")),
    Literal["", "called"]: st.sampled_from(("", "called")),
}
FIRST = {"player": IDS, "name": st.just("season"), "whose": st.just("me")}


def buttons(verb: Verb) -> st.SearchStrategy[Button]:
    """Return buttons of a verb, with any values that their fields may have."""
    kind = verb.shape
    first, *others = list(get_type_hints(kind).items())[1:]
    values = [FIRST.get(first[0], NAMES), *(FIELDS[hint] for _, hint in others)]
    return st.builds(kind, st.just(verb), *values)


BUTTONS = st.sampled_from(Verb).flatmap(buttons)


@given(CONTROLS | BUTTONS)
def test_a_custom_id_is_read_as_it_was_written(pressed: CustomId) -> None:
    """An encoded id decodes to itself and fits into Discord's hundred characters."""
    custom_id = encode(pressed)

    assert decode(custom_id) == pressed
    assert len(custom_id) <= 100


TABLE, OLDER_TABLE, TICKET = "k3QpZ81hTn0b", "a_b-C_9-xY_z", "17-9f0c3a77b2"


@pytest.mark.parametrize(
    ("custom_id", "pressed"),
    [
        ("tb:join:k3QpZ81hTn0b:0", TableButton(Verb.JOIN, TABLE)),
        ("tb:unsay:k3QpZ81hTn0b:0", MatchButton(Verb.TAKE_BACK_PREMOVE, TABLE)),
        ("tb:hand:a_b-C_9-xY_z:1", TableButton(Verb.HAND, OLDER_TABLE, is_on_notice=True)),
        ("tb:option:k3QpZ81hTn0b:3", OptionButton(Verb.OPTION, TABLE, 3)),
        ("tb:take_seat:k3QpZ81hTn0b:0:called", SeatButton(Verb.TAKE_SEAT, TABLE, 0, "called")),
        ("tb:replay_eyes:k3QpZ81hTn0b:12:s0", ReplayButton(Verb.REPLAY_EYES, TABLE, 12, "s0")),
        ("tb:rules:tomate:2:new", RulesButton(Verb.RULES, "tomate", 2, AFRESH)),
        ("tb:log:k3QpZ81hTn0b:4", LogButton(Verb.LOG, TABLE, 4)),
        ("tb:play_on:k3QpZ81hTn0b:7:2", PositionButton(Verb.PLAY_ON, TABLE, 7, 2)),
        ("tb:board_other:all:0:4", BoardButton(Verb.BOARD_OTHER, "all", 0, 4)),
        ("tb:duel:715190000000000001:0", ProfileButton(Verb.DUEL, 715190000000000001)),
        (
            "tt:k3QpZ81hTn0b:3:17-9f0c3a77b2:o:0",
            ControlId(TABLE, 3, TICKET, ControlVerb.OPEN, (0,)),
        ),
        (
            "tt:a_b-C_9-xY_z:3:17-9f0c3a77b2:p:1.0.c",
            ControlId(OLDER_TABLE, 3, TICKET, ControlVerb.PICK, (1, 0, 12)),
        ),
        (
            "tt:k3QpZ81hTn0b:3:17-9f0c3a77b2:e:0.1.p",
            ControlId(TABLE, 3, TICKET, ControlVerb.REST, (0, 1, 25)),
        ),
        (
            "tt:k3QpZ81hTn0b:3:17-9f0c3a77b2:s:2.vlt",
            ControlId(TABLE, 3, TICKET, ControlVerb.SEND, (2, 40961)),
        ),
        ("tt:k3QpZ81hTn0b:3:17-9f0c3a77b2:l:", ControlId(TABLE, 3, TICKET, ControlVerb.LEAVE)),
        (
            "tt:lesson-tomate-play:0:17-9f0c3a77b2:o:0",
            ControlId(LessonId("tomate-play"), 0, TICKET, ControlVerb.OPEN, (0,)),
        ),
        ("tb:play:tomate:0", GameButton(Verb.PLAY, "tomate")),
        ("tb:learn:tomate:0:new", LessonButton(Verb.LEARN, "tomate", 0, AFRESH)),
        ("tb:learn:tomate:3", LessonButton(Verb.LEARN, "tomate", 3)),
        ("tb:challenge:tomate:0:new", DealButton(Verb.WEEKLY_DEAL, "tomate", 0, AFRESH)),
    ],
)
def test_ids_of_older_versions_are_still_read(custom_id: str, pressed: CustomId) -> None:
    """Buttons and controls on messages of version 0.2.0, and of later ones, keep their meaning."""
    assert decode(custom_id) == pressed


OLD_VERBS = (
    "join stand_up add_bot invite remove name_bot ready not_ready unsay start cancel"
    " option hand read rules leave leave_surely more this_table nudge take_seat pause resume vote"
    " unvote stop stop_surely rematch log log_file replay replay_first replay_back replay_on"
    " replay_last replay_round replay_eyes verify explain advice practice board board_words"
    " board_other profile profile_words profile_other duel season_reset season_new season_undo"
    " setting forget"
)


def test_no_verb_of_version_0_2_0_is_dropped() -> None:
    """Every verb and control that a game of version 0.2.0 had in its messages is still known."""
    assert set(OLD_VERBS.split()) <= set(Verb)
    assert set("opcvfsyrxl") <= set(ControlVerb)


@given(
    st.text(max_size=120)
    | st.from_regex(r"tt:[\w-]*:\d*:[\w-]*:\w?:[\w.]*", fullmatch=True)
    | st.from_regex(r"tb:[a-z_]*:[\w-]*:\d*(:\w*)?", fullmatch=True)
)
@example("tt:m:0:1-ab:z:")
@example("tt:m:0:1-ab:p:00")
@example("tt:m:00:1-ab:p:0")
@example("tt:m:0:1-ab:p:0.")
@example("tt:m:0:1-ab:p:" + "1." * 60 + "1")
@example("tb:hand:m:00")
@example("tb:board:all:0:x")
@example("tb:profile:ana:0")
@example("tb:season_new:other:1")
@example("tb:duel:99999999999999999999:0")
@example("tb:deal:tomate:03:new")
@example("tb:learn:tomate:1:again")
@example("tb:dance:m:0")
def test_what_we_did_not_write_is_no_custom_id(custom_id: str) -> None:
    """A forged id is None or the canonical spelling of its meaning, and never raises."""
    pressed = decode(custom_id)

    assert pressed is None or encode(pressed) == custom_id


@pytest.mark.parametrize(
    "custom_id",
    [
        "tb:deal:tomate:1:other",
        "tb:learn:tomate:1:again",
        "tb:take_seat:m:0:yes",
        "tb:hand:m:2",
        "tb:join:m:0:new",
        "tb:leave:m:1",
        "tb:log:m:0:open",
        "tb:play_on:m:1:s2",
        "tb:this_table:m:0:word",
    ],
)
def test_a_value_of_another_type_is_no_custom_id(custom_id: str) -> None:
    """A field that has a value which its type doesn't list belongs to no button."""
    assert decode(custom_id) is None


@pytest.mark.parametrize("path", [(-1,), tuple(range(60))])
def test_an_id_that_would_not_fit_is_never_written(path: tuple[int, ...]) -> None:
    """A path that no custom id can hold raises ValueError."""
    with pytest.raises(ValueError, match="no"):
        encode(ControlId("match", 0, "1-abc", ControlVerb.PICK, path))

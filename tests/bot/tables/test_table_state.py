"""Saving and reading a table's state, including older documents."""

import json
from collections import OrderedDict

import pytest
from pydantic import ValidationError

from bot.tables.domain import table_state
from bot.tables.domain.table_state import (
    VERSION,
    AnswerChange,
    LastPress,
    TableState,
    TakeBack,
    read_table_state,
)
from bot.tables.domain.views import DailyDeal, Origin
from games.core.errors import UnknownVersionError

FULL = TableState(
    clock="live_5m",
    seat_order="joined",
    invite_only=True,
    ready_check=True,
    thread=True,
    parent_id=77,
    one_more_called=True,
    starts_at=7000,
    expired=True,
    paused=True,
    resumed_at=9000,
    stepped_at=9500,
    round=3,
    audit_digest="5eed",
    answer_change=AnswerChange(seat=1, digest="5eed"),
    clock_wishes={1: "slow_1d"},
    take_back=TakeBack(seat=1, step=4, agreed=(1, 0), is_done=True),
    missed_turns={1: 1},
    last_presses={0: LastPress(mark="m", step=4)},
    late_bots={2: "sealed"},
    origin=Origin(match_id="m0", step=7, seat=0),
    daily=DailyDeal(day=20_310, counts=True),
)
MEMO = (
    '{"clock":"live_5m","seat_order":"joined","invite_only":true,"ready_check":true,"thread":true,'
    '"parent":77,"expired":true,"paused":true,"resumed_at":9000,"round":3,"chain":"5eed",'
    '"absent":{"1":1},"spent":{"0":{"mark":"m","step":4}},"late":{"2":"sealed"},"gone":1}'
)


def test_a_saved_state_comes_back() -> None:
    """A saved table state is read back with every field."""
    assert read_table_state(FULL.saved() + "\n") == FULL  # another text, so it is really read
    assert set(FULL.model_dump(exclude_defaults=True)) == TableState.model_fields.keys()


def test_a_saved_state_is_not_read_again() -> None:
    """A document that this process has written is known without reading it."""
    saved = FULL.saved()

    assert read_table_state(saved) is FULL
    assert read_table_state(saved + " ") is not FULL


def test_a_saved_state_leaves_out_what_was_never_set() -> None:
    """Only what is set is saved, so an older version can read it until a newer field is used."""
    assert json.loads(TableState(thread=True).saved()) == {"version": VERSION, "thread": True}


def test_documents_without_a_version_are_read() -> None:
    """Documents without a version are read, with their older names, nulls and unknown names."""
    since: dict[str, object] = {
        **dict.fromkeys(("origin", "daily", "answer_change", "take_back")),
        "clock_wishes": {},
        "stepped_at": 0,
        "one_more_called": False,
        "starts_at": None,
    }
    assert read_table_state(MEMO) == FULL.changed(**since)
    assert read_table_state('{"parent":null}') == read_table_state("{}") == TableState()


def test_a_weekly_deal_is_that_of_its_sunday() -> None:
    """An attempt of an older version is one at the deal of the day on which its week ended."""
    saved = '{"version":1,"weekly":{"week":2900,"counts":true}}'
    assert read_table_state(saved).daily == DailyDeal(day=20_310, counts=True)


def test_recent_actions_are_left_out() -> None:
    """What an older version kept of the last steps is not read."""
    saved = '{"version":1,"thread":true,"recent":[{"movers":[0],"actions":[]}]}'
    assert read_table_state(saved) == TableState(thread=True)


def test_the_newest_documents_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The documents that were written last are not read again, and older ones are forgotten."""
    monkeypatch.setattr(table_state, "_kept", OrderedDict())
    monkeypatch.setattr(table_state, "KEPT", 2)
    states = [TableState(stepped_at=moment) for moment in range(1, 4)]
    documents = [state.saved() for state in states]
    known = [read_table_state(documents[place]) is states[place] for place in (2, 1, 0)]

    assert known == [True, True, False]


def test_a_newer_document_is_refused() -> None:
    """A document with a newer version is refused."""
    with pytest.raises(UnknownVersionError, match="version 9"):
        read_table_state('{"version":9}')


def test_a_change_is_validated() -> None:
    """Changing a table state to a value of the wrong type raises an error."""
    assert FULL.changed(paused=False) == FULL.model_copy(update={"paused": False})
    with pytest.raises(ValidationError):
        FULL.changed(round="third")

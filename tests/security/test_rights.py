"""Who may do what with a match or a tournament: every right, person and place."""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from bot.tables import queries
from bot.tables.bots.searches import Searches
from bot.tables.history import archive
from bot.ui.features.play import seats
from bot.ui.features.tournaments import handlers as tournaments
from bot.ui.kit.custom_ids import Verb
from tests.security.test_forgeries import completed
from tests.security.two_servers import (
    ACROSS,
    BOT,
    DIRECT,
    ELSEWHERE,
    HERE,
    OPEN_ONE,
    PAST_ONE,
    PEOPLE,
    PLACES,
    Line,
    Press,
    TwoServers,
    two_servers,
)
from tests.support.sampling import THOROUGH
from tests.tried import Tried

Tries = Mapping[str, Sequence[Press | Line]]
"""Tries by the right that they need."""
PARTS = 1 if THOROUGH else 3
"""Into how many parts the people are divided who try buttons or commands of the same right."""
LOGS = ("log", "log_round", "log_file")
NAMES = ("table", "match", "tournament")
"""The options that name a match or a tournament."""
MARKS = {"c": HERE, "o": ACROSS, "s": ELSEWHERE, "d": DIRECT}
"""Places by their letters: this channel, another one, another server, direct messages."""
RIGHTS = """
                 host seated watcher former mod-here mod-other mod-away admin stranger
see a lobby      cosd cosd   co      -      co       co        co       co    -
see a match      cosd cosd   co      osd    co       co        co       co    -
guess            -    -      co      -      co       co        co       co    -
share a match    c    c      c       -      c        c         c        c     -
share a review   c    c      -       -      -        -         -        -     -
hold a seat      cosd cosd   -       -      -        -         -        -     -
have had a seat  cosd cosd   -       osd    -        -         -        -     -
play again       co   co     -       o      -        -         -        -     -
host             cosd -      -       -      -        -         -        -     -
moderate         cosd -      -       -      co       -         -        co    -
see a tournament cosd cosd   co      -      co       co        co       co    -
see a past one   cosd co     co      osd    co       co        co       co    -
take part        -    cosd   -       -      -        -         -        -     -
run a tournament cosd -      -       -      co       -         -        co    -
"""
"""Where each person has each right; a dash means nowhere."""
SELECT = {"type": 3, "id": 2, "custom_id": "who"}
TYPED = {"type": 4, "id": 3, "custom_id": "typed", "value": "Pep"}
LEVEL = {"type": 3, "id": 3, "custom_id": "listed", "values": ["hard"]}
BUTTONS: Mapping[str, Sequence[Press]] = {
    "see a lobby": [Press("join", "lobby"), Press("lobby_more", "lobby")],
    "hold a seat": [
        *(Press(verb, "lobby") for verb in ("stand_up", "ready", "not_ready")),
        *(
            Press(verb, "running")
            for verb in (
                "unsay",
                "leave",
                "leave_surely",
                "clock",
                "vote",
                "unvote",
                "explain",
                "advice",
                "nudge",
                "bring_down",
            )
        ),
        Press("want_clock", "running", values=("live_5m",)),
        Press("take_back", "running"),
    ],
    "host": [
        *(Press(verb, "lobby") for verb in ("add_bot", "start", "cancel")),
        *(Press(verb, "lobby") for verb in ("options", "variant")),
        Press("option", "lobby", values=("@invite",)),
        Press("house_rule", "lobby", values=("cycles",)),
        Press("numbers", "lobby"),
        Press("preset", "lobby", values=("quick",)),
        Press("invite", "lobby", form=({"type": 5, "id": 2, "custom_id": "who", "values": []},)),
        Press("remove", "lobby", form=({**SELECT, "values": [f"bot {BOT}"]},)),
        Press("name_bot", "lobby", form=({**SELECT, "values": [BOT]}, TYPED)),
        Press("bot_level", "lobby", form=({**SELECT, "values": ["all"]}, LEVEL)),
    ],
    "see a match": [
        *(Press(verb, "running") for verb in ("read", "rules", "more", "take_seat", "refresh")),
        *(Press(verb, stage) for verb in LOGS for stage in ("running", "over")),
        *(Press(verb, "over") for verb in ("verify", "export", "play_film")),
        *(Press(verb, "over") for verb in Verb if verb.startswith("replay")),
        Press("play_on", "over"),
        Press("play_on", "over", values=("1",)),
    ],
    "guess": [Press("guess", "running"), Press("guess_winner", "running", values=("0",))],
    "share a match": [Press(verb, "over") for verb in ("share_replay", "share_film")],
    "share a review": [Press(verb, "over") for verb in ("share_review", "share_decision")],
    "have had a seat": [
        Press("hand", "running"),
        *(Press(verb, "over") for verb in ("review", "review_step")),
    ],
    "moderate": [Press(verb, "running") for verb in ("pause", "resume", "stop", "stop_surely")],
    "play again": [Press("rematch", "over")],
    "see a tournament": [Press(f"tournament_{verb}", OPEN_ONE) for verb in ("join", "standings")],
    "see a past one": [Press("tournament_standings", PAST_ONE)],
    "take part": [Press(f"tournament_{verb}", OPEN_ONE) for verb in ("leave", "check_in")],
    "run a tournament": [Press("tournament_cancel", OPEN_ONE)],
}
"""Every button that acts on a match or a tournament or shows one, by the right that it needs."""
NO_MATCH = frozenset(
    (
        *(Verb.PLAY_NOW, Verb.CHOOSE_GAME, Verb.WELCOME, Verb.WELCOME_MORE),
        *(Verb.PLAY, Verb.PRACTICE, Verb.LEARN, Verb.LEARN_ANSWER, Verb.PROFILE),
        *(verb for verb in Verb if verb.startswith(("challenge", "deal"))),
        *(Verb.BOARD, Verb.BOARD_WORDS, Verb.BOARD_OTHER, Verb.BOARD_MORE),
        *(Verb.SHARE_BOARD, Verb.SHARE_PROFILE, Verb.LEGEND, Verb.RULES_HEADING),
        *(Verb.PROFILE_WORDS, Verb.PROFILE_OTHER, Verb.DUEL, Verb.SETTING, Verb.FORGET),
        Verb.TRAIN,  # one's own matches
        Verb.TEST_DM,  # sent to whoever presses
        *(Verb.SEASON_RESET, Verb.SEASON_NEW, Verb.SEASON_UNDO),
        Verb.THIS_TABLE,  # runs the typed command again, which has its own right
    )
)
"""Buttons whose address names no match and no tournament."""
COMMANDS: Mapping[str, Sequence[Line]] = {
    "see a lobby": [Line("lobby join", "lobby"), Line("table show", "lobby")],
    "hold a seat": [
        *(Line(f"lobby {verb}", "lobby") for verb in ("ready", "not_ready")),
        *(Line(f"table {verb}", "running") for verb in ("leave", "vote", "nudge", "take_back")),
        *(Line(f"table {verb}", "running") for verb in ("clock", "bring_down")),
        *(Line(verb, "running") for verb in ("why", "hint")),
        Line("premove cancel", "running"),
        Line("move", "running", options={"move": "x"}),
        Line("premove make", "running", options={"answer": "x"}),
    ],
    "host": [
        *(Line(f"lobby {verb}", "lobby") for verb in ("start", "cancel", "add_bot", "remove_bot")),
        *(Line(f"lobby {verb}", "lobby", options={"who": "Chen"}) for verb in ("invite", "remove")),
        Line("lobby name_bot", "lobby", options={"bot": BOT, "name": "Pep"}),
        Line("lobby bot_level", "lobby", options={"level": "hard"}),
        Line("lobby plan", "lobby", options={"start": "2h"}),
        Line("lobby set", "lobby", options={"option": "cycles", "value": "1"}),
    ],
    "see a match": [
        *(Line(f"table {verb}", "running") for verb in ("show", "sit")),
        Line("match log", "running", "match"),
        *(Line(f"match {verb}", "over", "match") for verb in ("log", "replay", "verify")),
    ],
    "guess": [Line("table guess", "running", options={"winner": "0"})],
    "have had a seat": [Line("hand", "running"), Line("match review", "over", "match")],
    "moderate": [Line(f"table {verb}", "running") for verb in ("pause", "resume", "stop")],
    "play again": [Line("table rematch", "over", "match")],
    "see a tournament": [
        Line(f"tournament {verb}", OPEN_ONE, "tournament") for verb in ("join", "standings")
    ],
    "see a past one": [Line("tournament standings", PAST_ONE, "tournament")],
    "take part": [
        Line(f"tournament {verb}", OPEN_ONE, "tournament") for verb in ("leave", "check-in")
    ],
    "run a tournament": [
        Line(f"tournament {verb}", OPEN_ONE, "tournament") for verb in ("start", "cancel")
    ],
}
"""Every command that names a match or a tournament, by the right that it needs."""
OTHER_NAMES = {
    "stand_up": "table leave",
    "leave_surely": "table leave",
    "stop_surely": "table stop",
    "unvote": "table vote",
    "take_seat": "table sit",
    "want_clock": "table clock",
    "guess_winner": "table guess",
    "read": "table show",
    "refresh": "table show",
    "explain": "why",
    "advice": "hint",
    "hand": "hand",
    "unsay": "premove cancel",
    **dict.fromkeys(("options", "variant", "option"), "lobby set"),
    **dict.fromkeys(("house_rule", "numbers", "preset"), "lobby set"),
    **dict.fromkeys(LOGS, "match log"),
}
"""The commands that do the same as a button with another name."""
OF_NO_TABLE = {"more": "help", "lobby_more": "help", "rules": "rules"}
"""Buttons of a table whose commands name none."""
LISTS = """
                 host seated watcher former mod-here mod-other mod-away admin stranger
own tables       cosd cosd   -       -      -        -         -        -     -
tables here      cosd cosd   c       -      c        c         c        c     -
past matches     cod  cod    co      od     co       co        co       co    -
own past         cod  cod    -       -      -        -         -        -     -
tournaments      co   co     co      -      co       co        co       co    -
past ones        co   co     co      o      co       co        co       co    -
"""
"""Which matches and tournaments each person is offered, by place, while typing a name."""
OWN = {"lobby": "own tables", "running": "own tables"}
AROUND = {"lobby": "tables here", "running": "tables here"}
PAST = {"over": "past matches"}
COMPLETIONS: dict[str, dict[str, str]] = {
    **dict.fromkeys(("hand", "move", "why", "hint"), OWN),
    **dict.fromkeys(("table leave", "table vote", "table nudge"), OWN),
    **dict.fromkeys(("table take_back", "table clock", "table bring_down"), OWN),
    **dict.fromkeys(("premove make", "premove cancel"), OWN),
    **dict.fromkeys(("match replay", "match verify"), PAST),
    "match review": {"over": "own past"},
    "match log": {**AROUND, **PAST},
    "table rematch": {"over": "own past"},
    **{
        f"tournament {verb}": {OPEN_ONE: "tournaments"}
        for verb in ("join", "leave", "check-in", "start", "cancel")
    },
    "tournament standings": {OPEN_ONE: "tournaments", PAST_ONE: "past ones"},
}
"""The stages that each command offers; other commands offer the tables in the channel."""


def read(table: str) -> dict[str, dict[str, frozenset[str]]]:
    """Parse one of the tables above: the places by row and person."""
    results: dict[str, dict[str, frozenset[str]]] = {}
    for line in table.strip("\n").splitlines()[1:]:
        name, cells = line[:17].strip(), line[17:].split()
        places = (frozenset(MARKS[mark] for mark in cell.strip("-")) for cell in cells)
        results[name] = dict(zip(PEOPLE, places, strict=True))
    return results


@pytest.fixture
async def servers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[TwoServers]:
    monkeypatch.setattr(Searches, "run", AsyncMock(return_value=None))  # reviews judge nothing
    async with two_servers(tmp_path, monkeypatch) as servers:
        yield servers


def acting(servers: TwoServers) -> Iterator[tuple[str, str]]:
    """Yield everybody with each place where Discord lets them act."""
    for person in PEOPLE:
        yield from ((person, place) for place in PLACES if servers.can_act(person, place))


def shares(
    servers: TwoServers, tries: Tries, parts: int
) -> Iterator[tuple[str, Press | Line, list[tuple[str, str]]]]:
    """Yield every try with those who make it, and where.

    Everybody tries every right everywhere; if several tries need it, each is made by one part.
    """
    everybody = list(acting(servers))
    for right, many in tries.items():
        step = min(parts, len(many))
        yield from (
            (right, first, everybody[number % step :: step]) for number, first in enumerate(many)
        )


async def wrong(
    servers: TwoServers, tries: Tries, tried: Tried | None = None, parts: int = 1
) -> list[str]:
    """Yield every try that is allowed or refused against the table of rights."""
    rights, results = read(RIGHTS), list[str]()
    for right, first, share in shares(servers, tries, parts):
        for person, place in share:
            is_allowed = await servers.is_allowed(person, place, first)
            if is_allowed is None:
                continue
            if tried is not None:
                tried("Rights", str(first), person)
            if is_allowed is not (place in rights[right][person]):
                results.append(f"{first} by the {person}, {place}: {is_allowed} {servers.met}")
    return results


async def test_every_right_is_what_the_table_says(servers: TwoServers, tried: Tried) -> None:
    """Each button and command is allowed to exactly the people and places that the table names."""
    assert await wrong(servers, BUTTONS, tried, PARTS) == []
    assert await wrong(servers, COMMANDS, tried, PARTS) == []


async def test_completions_offer_what_may_be_seen(servers: TwoServers, tried: Tried) -> None:
    """Completions offer each person exactly what the table of lists names."""
    lists, results = read(LISTS), []
    named = [(line, option) for line, option, _ in completed(servers.env) if option in NAMES]
    for line, option in named:
        for person, place in acting(servers):
            offered = await servers.offered(person, place, line, option)
            if offered is None:
                continue
            tried("Rights", f"/{line} {option}: …", person)
            stages = COMPLETIONS.get(line, AROUND).items()
            expected = {stage for stage, row in stages if place in lists[row][person]}
            if offered != expected:
                results.append(f"/{line} {option}: by the {person}, {place}: {sorted(offered)}")

    assert results == []
    assert {line for line, _ in named} == {item.text for many in COMMANDS.values() for item in many}


def test_every_button_has_its_right() -> None:
    """Every button that names a match or a tournament is in the table of rights."""
    assert {item.verb for many in BUTTONS.values() for item in many} == set(Verb) - NO_MATCH


def test_every_button_of_a_table_has_a_command() -> None:
    """A command with the same right does what a button of a lobby or a running match does."""
    missing = [
        press.verb
        for right, presses in BUTTONS.items()
        for press in presses
        if press.target in ("lobby", "running") and press.verb not in OF_NO_TABLE
        if not {f"lobby {press.verb}", f"table {press.verb}", OTHER_NAMES.get(press.verb)}
        & {line.text for line in COMMANDS.get(right, ())}
    ]

    assert missing == []


@pytest.mark.nightly
async def test_the_walk_sees_a_right_that_is_too_wide(
    servers: TwoServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The walk finds a match open to everybody, and moderators chosen by the press's place."""

    async def everybody(*_: object) -> bool:
        return True

    looks: Tries = {"see a match": [Press("read", "running"), Line("replay", "over", "match")]}
    runs: Tries = {
        "moderate": [Press("pause", "running"), Line("pause", "running")],
        "run a tournament": [Press("tournament_cancel", OPEN_ONE)],
    }
    with monkeypatch.context() as patch:
        patch.setattr(queries, "may_see", everybody)
        patch.setattr(archive, "may_see", everybody)
        looked = await wrong(servers, looks)
    with monkeypatch.context() as patch:
        for module in (seats, tournaments):
            patch.setattr(
                module, "may_moderate", lambda press, _: press.permissions.manage_messages
            )
        moderated = await wrong(servers, runs)

    assert {line.partition(":")[0] for line in looked} >= {
        "button read by the stranger, another channel",
        "button read by the watcher, another server",
        "/match replay by the stranger, another channel",
    }
    assert {line.partition(":")[0] for line in moderated} >= {
        "button pause by the seated, another server",
        "/table pause by the seated, another server",
        "/table pause by the moderator of another channel, another channel",
        "button tournament_cancel by the moderator of another channel, another channel",
    }

"""Every question and message of the bot fits Discord's limits, in every language."""

from collections import Counter
from itertools import combinations

import discord
import pytest

from bot.tables.domain.table_options import FIELDS
from bot.tables.domain.views import LobbySitter, LobbyView, TableOption
from bot.ui.i18n.catalogues import languages
from bot.ui.i18n.readers import reader
from bot.ui.kit.message import OutgoingMessage, words
from bot.ui.match.messages import lobby_menu as menu
from bot.ui.match.messages import lobby_options as options
from bot.ui.match.messages.lobby import lobby_message
from bot.ui.match.messages.lobby_panel import lobby_panel
from games import GAMES
from games.core.game import AnyGame
from tests.bot.ui.controls.drawn import modal_problems
from tests.games.case import Case
from tests.games.cases import GAME_CASES
from tests.games.covering import SEATS, covering_match, covering_tables
from tests.games.plays import table
from tests.limits.measuring import about_match, asked_in, message_problems, reached, walk
from tests.limits.other_messages import without_match
from tests.limits.tournament_messages import PICTURE
from tests.security.leak_worlds import moments
from tests.security.views import FIRST_PLAYER, name_of, table_of
from tests.support.sampling import THOROUGH
from tests.tried import Tried

MOMENTS = 2
LANGUAGES = languages() if THOROUGH else languages()[1:]
"""Spoken at large tables; in tests over sockets, the same limits hold for English."""


@pytest.mark.parametrize("case", GAME_CASES, ids=repr)
def test_every_seat_of_every_table_fits(case: Case, tried: Tried) -> None:
    """Questions, half-filled forms, hands and tables fit with the most seats and any options."""
    tally, rows = Counter[str](), covering_tables(case)
    largest_table = max(rows, key=lambda row: int(row[SEATS]))
    small, large = (covering_match(case, row, 0) for row in (rows[0], largest_table))

    results = [*walk(small, MOMENTS, ("de",), tally), *walk(large, MOMENTS, LANGUAGES, tally)]
    others = [p for _, problems in about_match(small, MOMENTS, "de") for p in problems]
    assert results + others == []
    assert tally["questions"] > 0
    for counted in ("messages", "questions", "half-filled forms"):
        tried("Limits", repr(case), counted, tally[counted])


@pytest.mark.parametrize("case", GAME_CASES, ids=repr)
def test_the_largest_hand_can_be_chosen_from(case: Case, tried: Tried) -> None:
    """Every choice of a game's largest question can be pressed."""
    matches = (table(case, number) for number in range(4))
    offered, pressed = reached([item for match in matches for item in asked_in(match, 40)])

    tried("Limits", repr(case), "of the largest choice pressed", pressed)
    assert pressed == offered


@pytest.mark.parametrize("language", languages())
def test_other_messages_fit(language: str) -> None:
    """Rules, leaderboards, profiles, settings and help fit when they are as large as possible."""
    results = [
        (kind, p) for kind, first in without_match(language) for p in message_problems(first)
    ]

    assert results == []


@pytest.mark.parametrize("case", GAME_CASES, ids=repr)
def test_every_pair_of_options_is_covered(case: Case) -> None:
    """Every pair of values of two options, seats included, is played at some table."""
    rows, (least, most) = covering_tables(case), case.game.info.seats
    values = {name: {str(row[name]) for row in rows} for name in rows[0]}

    missing = [
        (first, other)
        for first, other in combinations(values, 2)
        if len({(str(row[first]), str(row[other])) for row in rows})
        < len(values[first]) * len(values[other])
    ]
    assert missing == []
    assert {int(seats) for seats in values[SEATS]} == set(range(least, most + 1))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_a_full_lobby_fits_with_its_forms(game: AnyGame, language: str) -> None:
    """A lobby with thirteen long names and no default option fits, and so do its forms."""
    lobby = full_lobby(game)
    forms = [
        menu.invite_form(lobby, language),
        menu.remove_form(lobby, language),
        menu.challenge_form(GAMES, lobby.summary.host_id, language),
        menu.name_form(lobby, language),
        *([options.numbers_form(lobby, language)] if options.numbers(lobby) else ()),
    ]

    message = lobby_message(lobby, PICTURE, reader(language, lobby.summary.names))
    to_host = reader(language, lobby.summary.names)
    panels = (
        lobby_panel(lobby, lobby.summary.host_id, to_host),
        *(
            options.options_message(lobby, to_host, field.name)
            for field, _ in options.agreed(lobby)
        ),
    )
    assert [problem for item in (message, *panels) for problem in message_problems(item)] == []
    assert [problem for form in forms for problem in modal_problems(form)] == []


def full_lobby(game: AnyGame) -> LobbyView:
    """Return a lobby with every seat taken and as many invitations."""
    case = next(case for case in GAME_CASES if case.game is game)
    moment = moments(case, 1, 1)[0]
    summary = table_of(moment).match_view(moment.state, None).summary
    seats = game.info.seats[1]
    people = [
        LobbySitter(FIRST_PLAYER + n, name_of(n), is_bot=False, is_ready=True) for n in range(13)
    ]
    bots = [LobbySitter(None, name_of(n), is_bot=True) for n in range(seats - seats // 2)]
    return LobbyView(
        summary=summary,
        sitters=(*people[: seats // 2], *bots),
        least=game.info.seats[0],
        most=seats,
        can_start=True,
        invited=tuple(people),
        options=tuple(
            TableOption(field, field.choices[-1][0] if field.choices else True) for field in FIELDS
        ),
        expires_at=1_800_000_000_000,
    )


@pytest.mark.parametrize(
    "items",
    [
        (words("x" * 3500), words("x" * 600)),
        tuple(discord.ui.ActionRow(discord.ui.Button(label="x" * 81, custom_id=c)) for c in "ab"),
        tuple(discord.ui.ActionRow(discord.ui.Button(label=c, custom_id="a")) for c in "ab"),
        (words("Ranks\n1. Ana\n1. Ben\n3. Chen"),),
        tuple(discord.ui.ActionRow(discord.ui.Button(label="a", custom_id=c)) for c in "ab"),
    ],
    ids=["characters", "label", "ids", "numbers", "labels"],
)
def test_what_does_not_fit_is_found(items: tuple[discord.ui.Item[discord.ui.View], ...]) -> None:
    """Too long a message or label, ids or labels used twice and a numbered list are reported."""
    assert list(message_problems(OutgoingMessage(items))) != []

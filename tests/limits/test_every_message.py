"""Everything that the bot may say fits Discord: every question and message, in every language."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import discord
import pytest

from bot.tables.domain.table_options import FIELDS
from bot.tables.domain.views import LobbySitter, LobbyView, TableOption
from bot.ui.controls.limits import modal_problems
from bot.ui.i18n.catalogues import languages
from bot.ui.i18n.readers import reader
from bot.ui.interactions.message import OutgoingMessage, words
from bot.ui.messages.lobby import menu, option_form
from bot.ui.messages.lobby.lobby import lobby_message
from games import GAMES
from games.core.game import AnyGame
from tests.games.case import Case
from tests.games.cases import GAME_CASES
from tests.games.covering import SEATS, covering_match, covering_tables
from tests.games.plays import table
from tests.limits.measuring import asked_in, beside, message_problems, reached, walk
from tests.limits.other_messages import PICTURE, around
from tests.security.leak_worlds import moments
from tests.security.views import FIRST_PLAYER, name_of, table_of
from tests.tried import Tried

MOMENTS = 2


@pytest.mark.parametrize("case", GAME_CASES, ids=repr)
def test_every_seat_of_every_table_fits(case: Case, tried: Tried) -> None:
    """The most seats and any options: questions, half-filled forms, hands and tables fit."""
    tally, rows = Counter[str](), covering_tables(case)
    largest_table = max(rows, key=lambda row: int(row[SEATS]))
    matches = [covering_match(case, row, 0) for row in (rows[0], largest_table)]

    found = [p for match in matches for p in walk(match, MOMENTS, languages(), tally)]
    beside_it = [p for _, told in beside(matches[0], MOMENTS, "de") for p in told]
    assert found + beside_it == []
    assert tally["questions"] > 0
    for counted in ("messages", "questions", "half-filled forms"):
        tried("Limits", repr(case), counted, tally[counted])


@pytest.mark.parametrize("case", GAME_CASES, ids=repr)
def test_the_largest_hand_can_be_chosen_from(case: Case, tried: Tried) -> None:
    """Whatever the largest question of a game offers can be pressed, each thing of it."""
    matches = (table(case, number) for number in range(4))
    offered, pressed = reached([one for match in matches for one in asked_in(match, 40)])

    tried("Limits", repr(case), "of the largest choice pressed", pressed)
    assert pressed == offered


@pytest.mark.parametrize("language", languages())
def test_what_is_shown_beside_tables_fits(language: str) -> None:
    """Rules, boards, profiles, settings and help, as large as they can become."""
    found = [(kind, p) for kind, one in around(language) for p in message_problems(one)]

    assert found == []


@pytest.mark.parametrize("case", GAME_CASES, ids=repr)
def test_every_pair_of_options_is_covered(case: Case) -> None:
    """Every two values of two options, seats included, are played together at some table."""
    rows, (least, most) = covering_tables(case), case.game.info.seats
    values = {name: {str(row[name]) for row in rows} for name in rows[0]}

    missing = [
        (one, other)
        for one, other in combinations(values, 2)
        if len({(str(row[one]), str(row[other])) for row in rows})
        < len(values[one]) * len(values[other])
    ]
    assert missing == []
    assert {int(seats) for seats in values[SEATS]} == set(range(least, most + 1))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_a_full_lobby_fits_with_its_forms(game: AnyGame, language: str) -> None:
    """Thirteen long names, all invited, nothing as usual: the lobby and every form of its menu."""
    lobby = full_lobby(game)
    forms = [
        menu.invite_form(lobby, language),
        menu.remove_form(lobby, language),
        menu.name_form(lobby, language),
        *(option_form.ask(lobby, field.name, language) for field, _ in option_form.agreed(lobby)),
    ]

    message = lobby_message(lobby, PICTURE, reader(language, lobby.card.names))
    assert list(message_problems(message)) == []
    assert [problem for form in forms for problem in modal_problems(form)] == []


def full_lobby(game: AnyGame) -> LobbyView:
    """A lobby with every seat taken and as many invited."""
    case = next(case for case in GAME_CASES if case.game is game)
    moment = moments(case, 1, 1)[0]
    card = table_of(moment).match_view(moment.state, None).card
    seats = game.info.seats[1]
    people = [
        LobbySitter(FIRST_PLAYER + n, name_of(n), is_bot=False, is_ready=True) for n in range(13)
    ]
    bots = [LobbySitter(None, name_of(n), is_bot=True) for n in range(seats - seats // 2)]
    return LobbyView(
        card=card,
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
    ],
    ids=["characters", "label", "ids"],
)
def test_what_does_not_fit_is_found(items: tuple[discord.ui.Item[discord.ui.View], ...]) -> None:
    """A message too long, a label too long, an id used twice: each is told."""
    assert list(message_problems(OutgoingMessage(items))) != []

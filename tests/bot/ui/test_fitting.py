"""Everything that the bot may say fits Discord: every question and message, in every language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import discord
import pytest

from bot.tables.boards.rating import Strength
from bot.tables.boards.values import BoardPage, Line
from bot.tables.sights import Lobby, Sitter, TableOption
from bot.tables.table_options import FIELDS
from bot.ui.controls.limits import modal_problems
from bot.ui.languages import languages
from bot.ui.messages import lobby_menu, option_form
from bot.ui.messages.board import board_message
from bot.ui.messages.lobby import lobby_message
from bot.ui.messages.message import Attachment, Message, words
from bot.ui.messages.rules import rule_pages, rules_message
from bot.ui.voice import reader
from data.board_records import Season
from games import GAMES
from games.core.answer import random_form, tidy_form
from games.core.game import AnyGame
from games.core.prompt import Form
from games.core.rng import Rng
from tests.bot.ui.controls.asking import question_of
from tests.bot.ui.controls.pressing import Presser
from tests.bot.ui.leaking import moments
from tests.bot.ui.limiting import choosable, largest, message_problems, walk
from tests.bot.ui.sights import FIRST_PLAYER, name_of, table_of
from tests.games.case import Case
from tests.games.cases import GAME_CASES

TABLES, MOMENTS = (1, 2), 2
"""A table with all seats taken, and one of any options."""
PICTURE = Attachment("picture.png", b"", "x" * 1024)


@pytest.mark.parametrize("case", GAME_CASES, ids=repr)
def test_every_seat_of_every_table_fits(case: Case) -> None:
    """The most seats, any options, hostile names: questions, hands and tables fit."""
    tally = Counter[str]()

    assert [p for n in TABLES for p in walk(case, n, MOMENTS, languages(), tally)] == []
    assert tally["questions, de"] > 0


@pytest.mark.parametrize("case", GAME_CASES, ids=repr)
def test_the_largest_hand_can_be_chosen_from(case: Case) -> None:
    """Whatever the largest question of a game offers can be pressed, each thing of it."""
    asked = [
        prompt
        for number in TABLES
        for moment in moments(case, number, 2 * MOMENTS)
        for seat in range(moment.match.seats)
        if (prompt := moment.prompt(seat)) is not None
    ]
    prompt = max(asked, key=largest)
    wanted, rng, reached = choosable(prompt), Rng(f"{case}"), set[str]()
    for _ in range(400):
        form = random_form(prompt, rng)
        if missing := _chosen(form) & wanted - reached:
            assert Presser(question_of(prompt), form).play() == tidy_form(prompt, form)
            reached |= missing

    assert reached == wanted


def _chosen(form: Form) -> set[str]:
    """The ids of all that a form chooses."""
    found: set[str] = set()
    for value in form.values():
        found |= {value} if isinstance(value, str) else set()
        found |= {str(one) for one in value} if isinstance(value, (list, tuple, dict)) else set()
    return found


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_a_full_lobby_fits_with_its_forms(game: AnyGame, language: str) -> None:
    """Thirteen long names, all invited, nothing as usual: the lobby and every form of its menu."""
    lobby = full_lobby(game)
    forms = [
        lobby_menu.invite_form(lobby, language),
        lobby_menu.remove_form(lobby, language),
        lobby_menu.name_form(lobby, language),
        *(option_form.ask(lobby, field.name, language) for field, _ in option_form.agreed(lobby)),
    ]

    message = lobby_message(lobby, PICTURE, reader(language, lobby.card.names))
    assert list(message_problems(message)) == []
    assert [problem for form in forms for problem in modal_problems(form)] == []


def full_lobby(game: AnyGame) -> Lobby:
    """A lobby with every seat taken and as many invited."""
    case = next(case for case in GAME_CASES if case.game is game)
    moment = moments(case, 1, 1)[0]
    card = table_of(moment).sight(moment.state, None).card
    seats = game.info.seats[1]
    people = [Sitter(FIRST_PLAYER + n, name_of(n), is_bot=False, is_ready=True) for n in range(13)]
    bots = [Sitter(None, name_of(n), is_bot=True) for n in range(seats - seats // 2)]
    return Lobby(
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


@pytest.mark.parametrize("language", languages())
def test_every_page_of_the_rules_fits(language: str) -> None:
    """With two pictures, in every game."""
    assert [problem for one in rules(language) for problem in message_problems(one)] == []


def rules(language: str) -> Iterator[Message]:
    for game in GAMES:
        for page in range(len(rule_pages(game, language))):
            yield rules_message(game, page, reader(language), (PICTURE,))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("picture", [PICTURE, None])
def test_a_page_of_a_board_fits(language: str, picture: Attachment | None) -> None:
    """Ten long names with long numbers, as a picture and in words."""
    lines = tuple(
        Line(
            place=99_000 + n,
            player_id=n,
            name=name_of(n),
            strength=Strength(9_999, 9_999),
            matches=99_999,
            wins=99_999,
            podiums=99_999,
            streak=99_999,
            best_streak=99_999,
        )
        for n in range(10)
    )
    page = BoardPage(
        game=GAMES[0],
        season=Season(guild_id=1, season=9_999, name="S" * 100, started_at=1, ended_at=None),
        is_current=True,
        page=0,
        pages=999,
        lines=lines,
        viewer=lines[0],
    )
    message = board_message(page, picture, reader(language), viewer_id=0, games=GAMES)

    assert list(message_problems(message)) == []


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
    assert list(message_problems(Message(items))) != []

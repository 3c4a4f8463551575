"""The picture of a step of a replay, and the viewpoints that its buttons name."""

import pytest

from bot.tables.history.archive import Eyes, ReplayStep
from bot.ui.features.history import steps
from bot.ui.features.history.messages.replay import eyes_code, eyes_of, replay_message, ways_message
from bot.ui.features.history.steps import step_picture
from bot.ui.i18n.catalogues import languages
from bot.ui.i18n.readers import picture_reader
from bot.ui.kit.custom_ids import Verb
from games import GAMES
from games.core.game import AnyGame
from games.dojo import DOJO
from games.tomatomat import TOMATOMAT
from render.subject import USUAL
from tests.bot.tables.support import ANA, PEOPLE, Guest, LocalApp

TALLEST = 1975
"""Pixels of a picture that leave a message 740 high on a phone; `tests/screens` measures it."""
NAMES = ("Ana", "Ben", "Chen", "Dora", "Ed", "Fee", "Gil", "Hana", "Ida", "Jo", "Kim", "Lu", "Mo")


async def begun(app: LocalApp, game: AnyGame, seats: int, presses: int) -> str:
    """Play some moves of a match, then stop it; return its id."""
    players = PEOPLE[:seats]
    card = await app.started(players, game)
    for _ in range(presses):
        owing = await app.awaited(card.id, players)
        await app.press(card.id, owing[0])
    for player in players:
        await app.tables.seats.leave(card.id, player)
    return card.id


async def shown(app: LocalApp, match_id: str, step: int, eyes: Eyes, turn: int = 0) -> ReplayStep:
    archive = app.tables.archive
    return await archive.moment(match_id, step, eyes, Guest(ANA.id), turn=turn)


@pytest.mark.parametrize("language", languages())
async def test_the_largest_table_has_every_hand_below_it(app: LocalApp, language: str) -> None:
    """Thirteen open hands, the step and what happened in it are in the picture's description."""
    tomate = GAMES[0]
    match_id = await begun(app, tomate, tomate.info.seats[1], 3)
    moment = await shown(app, match_id, 3, "open")
    picture = step_picture(moment, picture_reader(language, NAMES), USUAL)

    assert len(moment.hands) == len(NAMES)
    assert len(moment.entry.events) == 1
    assert all(f" {name}: " in picture.alt for name in NAMES)
    assert len(picture.alt) <= 1024


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
async def test_the_largest_tables_fit_a_phone(
    app: LocalApp, game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With every seat taken and all hands open, no step is too tall."""
    seats, heights = game.info.seats[1], list[int]()
    monkeypatch.setattr(steps, "attachment", lambda _, picture: heights.append(picture.height))
    match_id = await begun(app, game, seats, 2 * seats)
    for step in range(0, 2 * seats, 3):
        moment = await shown(app, match_id, step, "open")
        step_picture(moment, picture_reader("de", NAMES), USUAL)

    assert max(heights) <= TALLEST


@pytest.mark.parametrize("game", [DOJO, TOMATOMAT], ids=lambda game: game.info.key)
async def test_a_secret_answer_is_no_stop(app: LocalApp, game: AnyGame) -> None:
    """The arrows pass over steps that say only that somebody has answered."""
    match_id = await begun(app, game, 3, 24)
    stops, step = [], 0
    while (moment := await shown(app, match_id, step, "open", 1)).entry.step > step:
        step = moment.entry.step
        stops.append(len(moment.entry.events))

    assert len(stops) < moment.last


async def test_a_replay_without_spoilers_hides_its_length(app: LocalApp) -> None:
    """Neither the words, the menus nor the buttons say how long a match was, or who won."""
    match_id = await begun(app, GAMES[0], 3, 5)
    moment = await shown(app, match_id, 3, "spoiler_free")
    to = picture_reader("en", NAMES)
    picture = step_picture(moment, to, USUAL)
    step, ways = (
        str([item.to_component_dict() for item in message.items])
        for message in (replay_message(moment, picture, to), ways_message(moment, to))
    )

    assert moment.last > 3
    assert f"of {moment.last}" not in step + ways + picture.alt
    assert "Step 3**" in step
    assert f"tb:{Verb.PLAY_CLIP}" not in step
    assert f"tb:{Verb.REPLAY_LAST}:" not in ways


def test_eyes_are_written_and_read_alike() -> None:
    """An eyes code is read back as the same eyes, and an invalid code as all hands."""
    every: tuple[Eyes, ...] = ("watcher", "spoiler_free", "open", 0, 12)

    assert [eyes_of(eyes_code(eyes)) for eyes in every] == list(every)
    assert {eyes_of(code) for code in ("", "x", "-1", "open")} == {"open"}

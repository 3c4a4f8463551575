"""Lessons: by buttons, by text alone, and across restarts."""

import json
import re
from pathlib import Path

import pytest

from games import FULL_GAMES
from games.core.game import AnyGame
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ActionResult
from tests.integration.support.running_bot import TABLE, RunningBot, controls, env_in, forge
from tests.support.sampling import thinned
from tests.toys.plots import PLOTS

ANSWER = re.compile(r"The coach would choose: \*\*(.+)\*\*")
OFFER = "New to Tomate?"


@pytest.mark.parametrize("game", thinned(FULL_GAMES), ids=lambda game: game.info.key)
async def test_a_game_can_be_learned_by_words_alone(
    env: RunningBot, ana: PlaygroundUser, game: AnyGame
) -> None:
    """A player without pictures can finish every lesson by typing the shown answers."""
    key, count = game.info.key, len(game.lessons)
    await env.bot.tables.people.set_text_only(ana.user.id, text_only=True)
    texts = list[str]()
    for _ in range(count):
        lesson = await ana.slash(TABLE, "learn", game=key)
        line = ANSWER.search((await ana.click(lesson, "Hint")).text)
        assert line is not None
        offered = await ana.complete(TABLE, "learn", focused="answer", answer="", game=key)
        answer = await ana.slash(TABLE, "learn", game=key, answer=line[1].replace("\\", ""))
        texts.append(answer.text)
        assert offered
        assert "✅" in answer.text
        assert not answer.message.files
    done = answer.message.buttons
    exported = json.loads(await env.bot.tables.privacy.export(ana.user.id))

    assert [f"· {n}/{count}" in text for n, text in enumerate(texts, 1)] == [True] * count
    assert done == ["Play against a bot now", "Rules"]
    assert len(exported["preferences"][0]["settings"]["lessons"]["passed"][key]) == count


async def test_learn_offers_the_games_with_lessons(tmp_path: Path) -> None:
    """`/learn` offers exactly the games that have lessons."""
    taught = (FULL_GAMES[0], FULL_GAMES[-1])
    async with env_in(tmp_path, games=(taught[0], PLOTS, taught[-1])) as env:
        offered = await env.person("Ana").complete(TABLE, "learn", focused="game", game="")

    assert not PLOTS.lessons
    assert [*offered.values()] == [game.info.key for game in taught]


async def test_the_end_of_a_course_leads_to_a_match(env: RunningBot, ana: PlaygroundUser) -> None:
    """The last lesson leads to a match at once, and to the lessons that were skipped."""
    lesson = (await ana.slash(TABLE, "learn", game="tomate", lesson=5)).message
    await ana.click(lesson, "Skip")
    await ana.click(lesson, "Take the stock → risk 6")
    buttons, pictures = list(lesson.buttons), list(lesson.files)
    await ana.click(lesson, "5 lessons left")
    first = lesson.alts[0] or ""
    lesson = (await ana.slash(TABLE, "learn", game="tomate", lesson=6)).message
    await ana.click(lesson, "Take the stock → risk 6")
    table = await ana.click(lesson, "Play against a bot now")

    assert buttons == ["Play against a bot now", "5 lessons left", "Rules"]
    assert pictures == ["lesson.png"]
    assert "Play this hand?" in first
    assert "Tomate" in table.text


async def test_a_lesson_survives_a_mistake_and_a_restart(
    stopped: RunningBot, ana: PlaygroundUser
) -> None:
    """A wrong answer shows its effect and can be repeated; old messages work after a restart."""
    async with stopped.open():
        lesson = (await ana.slash("@bot", "learn", game="tomate")).message
        first, files = lesson.text, list(lesson.files)
        await ana.click(lesson, "Pass")
        wrong, effect = lesson.text, list(lesson.files)
        await ana.click(lesson, "Try again")
        half = (await ana.slash("@bot", "learn", game="tomatomat")).message
        await ana.click(half, controls(half)[0])
        begun = (half.text, controls(half))
    async with stopped.open():
        await ana.click(lesson, controls(lesson)[0])
        right = lesson.text
        await ana.click(lesson, "Next lesson")
        following = lesson.text
        resumed = await ana.slash("@bot", "learn", game="tomate")
        answer = (await ana.slash("@bot", "learn", game="tomatomat")).message

    assert "Without a trick" in first
    assert files == effect == ["lesson.png"]
    assert "❌ You passed with the highest trump" in wrong
    assert "✅ Nothing beats the ace of trumps" in right
    assert "Your cards are low" in following
    assert "Your cards are low" in resumed.text
    assert (answer.text, controls(answer)) == begun


async def test_lessons_are_offered_once(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Lessons are offered to the players of their first table of a game, and only then."""
    opened_first = await ana.slash(TABLE, "play", game="tomate")
    lobby = env.public(ana)
    joined = await ben.click(lobby, "Join")
    opened_later = await ana.slash("table-two", "play", game="tomate")
    learned = await ana.click(
        await ana.select(await ana.slash(TABLE, "games"), "Choose a game…", "Dojo"), "Learn"
    )
    started = await ben.slash("table-two", "play", game="dojo")

    assert OFFER in opened_first.text
    assert OFFER in joined.text
    assert opened_later.shown is None
    assert "Place the monkey" in str(learned.message.alts)
    assert learned.ephemeral
    assert "New to Dojo?" in started.text


LESSON = "lesson-tomate-play"
FORGED = {
    f"tt:{LESSON}:1:0-0123456789:o:0": "Without a trick",
    f"tt:{LESSON}:0:0-0123456789:o:0": "The question has changed",
    "tt:lesson-tomate-nothing:0:0-0123456789:o:0": "This game has 6 lessons",
    "tt:lesson-chess-play:0:0-0123456789:o:0": "I don't know this game",
    "tb:learn:tomate:99": "This game has 6 lessons",
    "tb:learn:chess:1": "I don't know this game",
    "tb:learn_answer:tomate:7": "This game has 6 lessons",
}
"""Custom ids that no message has, and how they are answered."""


async def test_forged_and_late_presses_pass_no_lesson(env: RunningBot, ana: PlaygroundUser) -> None:
    """A press for another seat, question, lesson or game is answered, and nothing is stored."""
    lesson = (await ana.slash(TABLE, "learn", game="tomate")).message
    real = next(control for control in controls(lesson) if control.startswith(f"tt:{LESSON}:0:"))
    answers: dict[str, ActionResult] = {}
    for custom_id in (*FORGED, real.replace(":0:", ":1:", 1), f"{real}.9"):
        shown = (await ana.slash(TABLE, "learn", game="tomate")).message
        answers[custom_id] = await forge(ana, shown, custom_id)
    progress = await env.bot.tables.people.find(ana.user.id)
    too_many = await ana.slash(TABLE, "learn", game="tomate", lesson=9)

    assert {
        custom_id: answers[custom_id].text
        for custom_id, line in FORGED.items()
        if line not in answers[custom_id].text
    } == {}
    assert not any("✅" in answer.text for answer in answers.values())
    assert "passed" not in progress.settings.get("lessons", {})
    assert "Choose a number from 1 to 6" in too_many.text.replace("</learn:", "/learn")

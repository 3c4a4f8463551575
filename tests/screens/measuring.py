"""Play a match against bots on a phone and measure every question: presses, heights, words.

Presses are made on the real hand; how a match looks is read from a browser as wide as a phone.
Opening a menu is a press, and so is each choice in it. Other languages are measured by copies of
both messages with the same pictures.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from playwright.async_api import Browser, Page, ViewportSize

from bot.tables.domain.views import MatchView
from bot.ui.controls.results import Reading
from bot.ui.i18n.catalogues import languages
from bot.ui.i18n.readers import reader
from bot.ui.kit.custom_ids import ControlId, ControlVerb, encode
from bot.ui.kit.message import OutgoingFile, OutgoingMessage
from bot.ui.match.messages.hand import hand_message
from bot.ui.match.messages.table import table_message
from bot.ui.program.emojis import upload_emojis
from games.core.ai.memory import NO_MEMORY, Level
from games.core.rng import Rng
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ShownMessage
from playground.world.components import numbered
from playground.world.world import EPHEMERAL
from render.icons.catalogue import KEYS
from render.paint import has_outcome
from tests.bot.ui.controls.press_towards import Control, Presser
from tests.integration.support.running_bot import TABLE, RunningBot
from tests.support.playground import opened

PHONE: ViewportSize = {"width": 375, "height": 812}
SEATS: Mapping[str, int] = {
    "tomate": 4,
    "karate_tomate": 4,
    "dojo": 4,
    "tomatomat": 4,
    "diced_tomatoes": 2,
}
"""Seats of a typical match, by its key."""
ICONS: Mapping[str, tuple[str, ...]] = {
    "tomate": ("spanish", "action"),
    "karate_tomate": ("veg", "triumph", "karate", "action"),
    "dojo": ("tatami", "trophy", "throw", "seat", "action"),
    "tomatomat": ("tomatomat", "machine"),
    "diced_tomatoes": ("die", "handful", "action"),
}
"""The families of icons that a game's buttons show."""
_BOX = "[data-testid=container]"
_TURN_ENDS = frozenset({"end_turn", "finish", "clear"})
"""The moves that end a turn of Diced Tomatoes; elsewhere each answer is a turn."""
_WORD = re.compile(r"[^\W\d_]{2,}")


@dataclass
class Screens:
    """What was measured, one number per question or turn."""

    presses: list[int] = field(default_factory=list)
    tables: list[int] = field(default_factory=list)
    hands: list[int] = field(default_factory=list)
    """Heights of questions and of outcomes."""
    questions: list[int] = field(default_factory=list)
    """Heights of questions alone."""
    translated: list[int] = field(default_factory=list)
    """Heights of tables and hands in the other languages."""
    words: list[int] = field(default_factory=list)
    """Words of the table's texts, without names."""
    lobby: int = 0
    """The height of the lobby before."""

    def row(self, name: str) -> str:
        """Return a row of the table in RELIABILITY.md."""
        presses = self.presses or [0]
        numbers = (
            f"{median(presses):g}",
            max(presses),
            max(self.tables),
            max(self.hands),
            round(median(self.words)),
            max(self.words),
        )
        return f"| {' | '.join([name, *map(str, numbers)])} |"


@dataclass
class _Recorder(Presser):
    """Remembers the presses that lead to an answer."""

    pressed: list[tuple[Control, tuple[str, ...]]] = field(default_factory=list)

    def _press(self, shown: Sequence[Control]) -> Reading:
        helpful = next(iter(self._helpful(shown)))
        self.pressed.append(helpful)
        return super()._press(shown)


def _cost(control: Control) -> int:
    """Return a control's presses: a menu is opened first, and a multiple choice is closed."""
    if not control.options:
        return 1
    return 2 if control.most == 1 else 2 + control.most


async def phone(browser: Browser) -> Page:
    """Open a page as wide as a phone."""
    context = await browser.new_context(viewport=PHONE, color_scheme="dark")
    return await context.new_page()


async def measure(page: Page, folder: Path, game: str, questions: int) -> Screens:
    """Play this many questions of a game, or until the match is over."""
    async with opened() as playground:
        env = RunningBot(playground, folder / f"{game}.db")
        async with env.open():
            icons = [key for key in KEYS if key.partition(":")[0] in ICONS[game]]
            await upload_emojis(env.bot.client, icons)
            await page.goto(playground.pages.link(env.person("Ana").user))
            screens = await _play(env, page, game, questions)
            await page.goto("about:blank")
    return screens


class FirstMinute(NamedTuple):
    """The way of somebody new from the list of commands to the first own cards."""

    keys: int
    """Keys of the command, sending it included."""
    presses: int
    seconds: float
    words: int
    """Words to read until then."""
    heights: tuple[int, int]
    """Of the welcome and of the hand."""


async def measure_first_minute(page: Page, folder: Path, films: Path | None = None) -> FirstMinute:
    """Type / on a phone, choose the first command that plays, and press until cards are there.

    Each stop is also kept as a picture in the folder `films`.
    """
    stops: list[str] = []

    async def film(name: str) -> None:
        stops.append(name)
        if films is not None:
            await page.screenshot(path=films / f"{len(stops)}-{name}.png")

    async with opened() as playground:
        env = RunningBot(playground, folder / "first.db")
        async with env.open():
            await playground.until(lambda: playground.has_commands)
            await page.goto(playground.pages.link(env.person("Ana").user))
            await page.get_by_test_id("messages").get_by_text("beginning").wait_for()
            await page.get_by_test_id("composer").focus()
            began = perf_counter()
            await page.keyboard.type("/")
            await page.get_by_role("option").first.wait_for()
            await film("commands")
            for key in (*"play", "Enter", "Enter"):
                await page.keyboard.press(key)
            private = page.locator("[data-testid=message][data-ephemeral]")
            now = private.get_by_role("button", name="Play now", exact=True)
            await now.wait_for()
            welcome = await private.last.get_attribute("data-message-id")
            text = " ".join(await private.locator("[data-testid=text-display]").all_inner_texts())
            tall = await _height_of(page, welcome or "")
            await film("welcome")
            await now.click()
            hand = page.locator('[data-testid=message][data-ephemeral]:has(img[src*="hand"])').last
            await hand.wait_for()
            seconds = perf_counter() - began
            own = await _height_of(page, await hand.get_attribute("data-message-id") or "")
            await film("hand")
            await page.goto("about:blank")
    return FirstMinute(len("/play") + 2, 1, seconds, len(_WORD.findall(text)), (tall, own))


async def measure_replay(page: Page, folder: Path, game: str, stops: int) -> list[int]:
    """Play a match to its end, and return the heights of so many stops of its replay."""
    async with opened() as playground:
        env = RunningBot(playground, folder / f"{game} again.db")
        async with env.open():
            people = [env.person(name) for name in ("Ana", "Ben", "Chen", "Dora")[: SEATS[game]]]
            ana = people[0]
            await ana.slash(TABLE, "play", game=game)
            lobby = env.public(ana)
            for person in people[1:]:
                await person.click(lobby, "Join")
                await env.settled()
            await env.start_match(ana, lobby)
            await env.finish(*people)
            await page.goto(playground.pages.link(ana.user))
            replay = (await ana.slash(TABLE, "match replay")).message
            heights = [await _height(page, replay)]
            for _ in range(stops):
                await ana.click(replay, "▶")
                await env.settled()
                heights.append(await _height(page, replay))
            await page.goto("about:blank")
    return heights


async def _play(env: RunningBot, page: Page, game: str, questions: int) -> Screens:
    ana = env.person("Ana")
    await ana.slash(TABLE, "play", game=game, bots=SEATS[game] - 1)
    table = env.public(ana)
    screens, spent = Screens(lobby=await _height(page, table)), 0
    await env.start_match(ana, table)
    hand = await env.hand(ana, table)
    for number in range(questions):
        view = await _asked(env, ana)
        if view is None:
            break
        outcome = _outcome(view)
        if outcome is not None:
            await env.playground.until(partial(_has, hand, outcome), "what the last move brought")
            screens.hands.append(await _height(page, hand))
            await ana.click(hand, outcome)
            await env.settled()
        await _look(page, view, table, hand, screens)
        screens.translated += await _translated(env, page, view, (table, hand))
        answer = await _answer(env, hand, view, number)
        spent += answer[1]
        if game != "diced_tomatoes" or answer[0] in _TURN_ENDS:
            screens.presses.append(spent)
            spent = 0
    return screens


def _outcome(view: MatchView) -> str | None:
    """Return the id of the button that goes on from an outcome; None if there is no outcome."""
    asked = view.question
    if asked is None or not has_outcome(view.tableau.game, view.view):
        return None
    return encode(ControlId(asked.match, asked.seat, asked.ticket, ControlVerb.GO_ON))


async def _asked(env: RunningBot, ana: PlaygroundUser) -> MatchView | None:
    """Return Ana's next question; None once the match is over."""
    for _ in range(1000):
        await env.settled()
        cards = await env.bot.tables.queries.matches_of(ana.user.id)
        if not cards:
            return None
        view = await env.bot.tables.queries.match_view(cards[0].id, ana.user.id)
        if view.question is not None:
            await env.settled()
            return view
        await env.playground.signal.until(lambda: False, 0.05)
    raise AssertionError("nothing is asked")


async def _answer(
    env: RunningBot, hand: ShownMessage, view: MatchView, number: int
) -> tuple[str, int]:
    """Answer as a bot would; return the move's kind and how many presses it took."""
    assert view.question is not None
    ana = env.person("Ana")
    move = view.summary.game.policy(view.view, NO_MEMORY, Level.NORMAL, Rng(f"screens {number}"))
    target = move.model_dump(mode="json")
    recorder = _Recorder(view.question, target)
    recorder.play()
    for control, values in recorder.pressed:
        custom_id = encode(control.id)
        # A slow press is acknowledged before the hand shows what it led to.
        await env.playground.until(partial(_has, hand, custom_id), f"the control {custom_id}")
        if control.options:
            await ana.select(hand, custom_id, *values)
        else:
            await ana.click(hand, custom_id)
    return str(target["kind"]), sum(_cost(control) for control, _ in recorder.pressed)


def _has(hand: ShownMessage, custom_id: str) -> bool:
    return any(part.get("custom_id") == custom_id for part in hand.components)


async def _look(
    page: Page, view: MatchView, table: ShownMessage, hand: ShownMessage, screens: Screens
) -> None:
    """Measure both messages as the phone shows them."""
    screens.tables.append(await _height(page, table))
    screens.questions.append(await _height(page, hand))
    screens.hands.append(screens.questions[-1])
    shown = page.locator(f'[data-message-id="{table.id}"] [data-testid=text-display]')
    text = " ".join(await shown.all_inner_texts())
    for name in view.summary.names:
        text = text.replace(name, " ")
    screens.words.append(len(_WORD.findall(text)))


async def _translated(
    env: RunningBot, page: Page, view: MatchView, shown: tuple[ShownMessage, ShownMessage]
) -> list[int]:
    """Measure the table and the hand in every other language."""
    table, hand = shown
    public = await env.bot.tables.queries.match_view(view.summary.id, None)
    heights = []
    for language in languages()[1:]:
        to = reader(language, view.summary.names)
        there = table_message(public, _pictures(table), to)
        own = hand_message(view, _pictures(hand), to, table_url="https://discord.com")
        heights += [
            await _height_of_copy(env, page, table, there),
            await _height_of_copy(env, page, hand, own),
        ]
    return heights


def _pictures(shown: ShownMessage) -> tuple[OutgoingFile, ...]:
    """The pictures that a message has; their content is already there."""
    files = shown.value.attachments
    return tuple(OutgoingFile(file.filename, b"", file.description or "") for file in files)


async def _height_of_copy(
    env: RunningBot, page: Page, shown: ShownMessage, written: OutgoingMessage
) -> int:
    """Return the height that a message would have with these components."""
    world, posts = env.playground.world, env.playground.posts
    components = written.view().to_components()  # type: ignore[no-untyped-call]  # discord.py's
    copy = replace(
        shown.value,
        id=world.new_id(),
        components=numbered(components),
        flags=shown.value.flags | EPHEMERAL,
        owner_id=env.person("Ana").user.id,
    )
    posts.publish(copy)
    copied = ShownMessage(world, copy.id, shown.viewer)
    taller = await _height(page, copied, _BOX) - await _height(page, shown, _BOX)
    copy.attachments = []  # the pictures stay with the message they were copied from
    posts.delete(copy)
    return await _height(page, shown) + taller


async def _height(page: Page, message: ShownMessage, part: str = "") -> int:
    """Return the height of a message, or of a part of it, once its pictures are loaded."""
    return await _height_of(page, str(message.id), part)


async def _height_of(page: Page, message_id: str, part: str = "") -> int:
    result = page.locator(f'[data-testid=message][data-message-id="{message_id}"] {part}').first
    await result.wait_for(state="attached")
    height: float = await result.evaluate(
        "async node => {"
        "await Promise.all([...node.querySelectorAll('img')].map("
        "image => image.complete || new Promise(done => {"
        "image.addEventListener('load', done); image.addEventListener('error', done)})));"
        "const id = node.closest('[data-testid=message]').dataset.messageId;"
        "const found = `[data-testid=message][data-message-id='${id}']`;"
        f"return document.querySelector(`${{found}} {part}`).getBoundingClientRect().height}}"
    )
    return round(height)

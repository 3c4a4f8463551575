"""People who play a story by pressing what their screens show, even if the bot crashes.

They remember which acts they have done. A person without an answer looks at the table and repeats
the act if it was not done, so a story continues from any point in a new process.
"""

import asyncio
import contextlib
import io
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from PIL import Image
from pydantic import SecretStr

from bot.settings import Settings
from bot.tables.bots.searches import Searches
from bot.tables.domain.views import Question
from bot.ui.kit.custom_ids import ControlId, ControlVerb, decode, encode
from bot.ui.match.messages.hand import draft_of
from bot.ui.pictures import attachments
from bot.ui.program.compose import Bot, assembled
from bot.ui.program.serving import serve
from games.core.answer import random_form
from games.core.game import AnyGame
from games.core.rng import Rng
from games.core.saving import load_state
from playground.interactions.callbacks import DEFER_UPDATE
from playground.server import Playground, PlaygroundAddress
from playground.testing.people import InteractionFailedError, PlaygroundUser
from playground.testing.snapshots import NothingShownError, ShownMessage
from playground.world.components import BUTTON
from playground.world.errors import HumanError
from render.scenes.posters.podium import Podium
from tests.bot.tables.support import ManualClock
from tests.bot.ui.controls.press_towards import Control, Presser
from tests.crash.disk_copies import BOT, Plug
from tests.crash.truth import Steady, Truth
from tests.integration.support.hurry import settled
from tests.integration.support.running_bot import TABLE, UNHURRIED
from tests.support.playground import running

ELSEWHERE = "table-two"
"""The channel people use once theirs is deleted."""
MOST = 400
"""Tries after which an act has failed."""
LOOK_AGAIN = 0.02
"""Seconds between two looks at a condition without a signal: a look often asks a database."""
PATIENCE = 60.0
"""Seconds that people wait for something to appear."""
REFUSALS = (InteractionFailedError, HumanError, NothingShownError)
"""The errors people see when the bot dies while they press."""


@dataclass(frozen=True)
class Act:
    """One thing that people do, repeated until the database says it is done."""

    name: str
    do: "Callable[[StoryRun], Awaitable[None]]"
    done: "Callable[[StoryRun], bool]"


@dataclass(frozen=True)
class Story:
    """Acts in order; the people are Ana, Ben, Chen and Dora."""

    name: str
    game: AnyGame
    acts: tuple[Act, ...]
    by_steps: bool = False
    """Whether two runs can be compared after each step of the match."""
    place: str = TABLE
    """The channel where people begin."""


class Heeded(NamedTuple):
    """What people could see before some moment."""

    interactions: frozenset[int]
    shown: dict[int, str]
    rows: list[tuple[object, ...]]


@dataclass
class StoryRun:
    """One run of a story, from its beginning or from where a crash left it."""

    story: Story
    playground: Playground
    home: Path
    """The folder of the playground's world, and of the bot's file."""
    clock: ManualClock = field(default_factory=ManualClock)
    plug: Plug | None = None
    place: str = ""
    """The channel where commands are typed."""
    address: str | None = None
    """The PostgreSQL database of the bot; None for a file."""
    done: int = 0
    """Number of acts that are done."""
    attempts: int = 0
    """Number of attempts at acts."""
    before: Callable[[int], None] = lambda attempt: None
    """Called with the number of an attempt before it is made."""
    is_excused: Callable[[int], bool] = lambda attempt: True
    """Whether a missing answer is excused in that attempt."""
    unanswered: list[str] = field(default_factory=list)
    """Presses and commands without an answer and without an excuse."""
    brief: float = PATIENCE
    """Seconds that people wait for an answer whose absence is excused."""
    is_patient: bool = False
    """Whether people retry when they get no answer."""
    looks_for_table: bool = False
    """Whether Ana finds the table by a command when somebody gets no answer."""
    failed: list[str] = field(default_factory=list)
    """The refusals that people who retried have read."""
    bots: list[Bot] = field(default_factory=list)
    hands: dict[tuple[str, PlaygroundUser], ShownMessage] = field(default_factory=dict)
    _pressers: dict[str, Presser] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.place = self.place or self.story.place

    @property
    def database(self) -> Path | str:
        return self.address or self.home / BOT

    @property
    def truth(self) -> Truth:
        return Truth(self.database)

    @property
    def read(self) -> Truth:
        """Return the truth that `bot` reads; a copy may be older than the database."""
        return self.truth

    @property
    def bot(self) -> Bot:
        return self.bots[-1]

    @property
    def people(self) -> tuple[PlaygroundUser, ...]:
        return tuple(self.playground.person(name) for name in ("Ana", "Ben", "Chen", "Dora"))

    def person(self, name: str) -> PlaygroundUser:
        return self.playground.person(name)

    async def start(self, address: PlaygroundAddress) -> None:
        """Run the bot until cancelled."""
        settings = Settings(
            _env_file=None,
            token=SecretStr(address.token),
            database=self.database,
            bot_seat_delay=0,
            painters=0,
        )
        with without_minutes():
            await self._serve(settings, address.token)

    async def _serve(self, settings: Settings, token: str) -> None:
        async with assembled(
            settings,
            games=(self.story.game,),
            clock=self.clock,
            secret_source=Steady(self.database),
            before_write=self.plug.before_write if self.plug else None,
            channel_changes=UNHURRIED,
            guild_ready_timeout=0.05,
        ) as bot:
            self.bots.append(bot)
            unphotographed(bot)
            review_in_threads(bot)
            await serve(bot, token)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Run the bot while inside; entered once every match is resumed."""
        before = len(self.bots)
        async with running(self.playground, self.start) as serving:
            await until(
                lambda: serving.done() or (len(self.bots) > before and self.bot.is_up.is_set())
            )
            await self.settled()
            yield

    async def settled(self) -> None:
        """Wait until every message is up to date; a bot in another process isn't asked."""
        if self.bots:
            await self.bot.client.answered()
            await settled(self.bot.surfaces)

    async def go_on(self, until: Callable[[], bool] = lambda: False) -> None:
        """Do act after act, to the story's end or until a condition holds."""
        while self.done < len(self.story.acts):
            act = self.story.acts[self.done]
            for _ in range(MOST):
                if until():
                    return
                if act.done(self):
                    break
                await self._try(act)
                await self.settled()
            else:
                raise AssertionError(f"{act.name}: not done after {MOST} tries, {self.failed[-1:]}")
            self.done += 1

    async def _try(self, act: Act) -> None:
        self.attempts += 1
        self.before(self.attempts)
        excused = self.is_excused(self.attempts)
        before = None if excused else self._heed()
        self.playground.patience = self.brief if excused else PATIENCE
        try:
            await act.do(self)
            if before is not None:
                await self.settled()
                self.unanswered += self._in_vain(act, before)
        except REFUSALS as error:
            self.hands.clear()
            self.failed.append(f"{act.name}: {error}")
            if isinstance(error, InteractionFailedError) and before is not None:
                self.unanswered.append(self.failed[-1])
            if not self.is_patient or len(self.failed) > 12:
                raise
            if self.looks_for_table:
                await until(lambda: self.playground.sessions.online)
                with contextlib.suppress(*REFUSALS):
                    await self.people[0].slash(self.place, "table show")

    def _heed(self) -> Heeded:
        """Return what people can see after a press."""
        world = self.playground.world
        rows = self.truth.rows("SELECT coalesce(sum(revision), 0), count(*) FROM matches")
        drafts = self.truth.rows("SELECT * FROM drafts")
        shown = {message.id: repr(message.components) for message in world.messages.values()}
        return Heeded(frozenset(world.interactions), shown, [*rows, *drafts])

    def _in_vain(self, act: Act, before: Heeded) -> list[str]:
        """Return presses that were acknowledged since then without any effect."""
        now = self._heed()
        if now.rows != before.rows:
            return []
        world = self.playground.world
        texts = {message.interaction_id for message in world.messages.values()}
        return [
            f"{act.name}: acknowledged, and no word"
            for id, interaction in world.interactions.items()
            if id not in before.interactions
            and interaction.answer == DEFER_UPDATE
            and id not in texts
            and now.shown.get(mine := interaction.message_id or 0) == before.shown.get(mine)
        ]

    def public(self, person: PlaygroundUser) -> list[ShownMessage]:
        """Return what everybody sees in the channels and their open threads, oldest first."""
        world = self.playground.world
        channels = [
            channel
            for channel in world.channels.values()
            if channel.name in (self.story.place, ELSEWHERE)
        ]
        places = [place for channel in channels for place in (channel, *world.threads_in(channel))]
        opened = [place for place in places if not (place.thread and place.thread.locked)]
        return [shown for place in opened for shown in person.sees(place) if not shown.ephemeral]

    def table(self, button: str) -> ShownMessage:
        """Return the newest public message with this button."""
        shown = [
            item for item in self.public(self.people[0]) if button in item.buttons + item.menus
        ]
        if not shown:
            raise NothingShownError(f"Nothing public has {button!r}: {self.screen()}")
        return shown[-1]

    async def owing(self) -> list[PlaygroundUser]:
        """Return who owes an answer in the newest match, by its state."""
        if self.read.life == "lobby":  # a tournament's table that is about to be dealt
            return []
        match, saved = await self.bot.store.matches.load(self.read.newest)
        game = self.story.game
        awaited = game.awaited(load_state(game, saved))
        by_id = {person.user.id: person for person in self.people}
        players = {h.seat: h.sitter.player_id for h in match.holders}
        owed = {players[seat] for seat in awaited}
        return [person for id, person in by_id.items() if id in owed]

    async def press(self, person: PlaygroundUser) -> None:
        """Press one control of a person's hand towards this ticket's answer."""
        match_id = self.read.newest
        match_view = await self.bot.tables.queries.match_view(match_id, person.user.id)
        if match_view.question is None:
            raise NothingShownError(f"{person.name} is asked nothing.")
        await self.settled()  # the question may be newer than what was waited for
        mine = (match_id, person)
        if mine not in self.hands:
            self.hands[mine] = (await person.slash(self.place, "hand", table=match_id)).message
        presser = self._presser(match_view.question)
        presser.draft = draft_of(match_view)
        hand = self.hands[mine]
        offered = controls(hand)
        outcome = [(item, ()) for item in offered if item.id.verb is ControlVerb.GO_ON]
        for control, values in (*presser._helpful(offered), *outcome):
            custom_id = encode(control.id)
            if hand.component(custom_id)["type"] != BUTTON:
                await person.select(hand, custom_id, *values)
                return
            answer = await person.click(hand, custom_id)
            if answer.interaction.modal is not None:
                wanted = presser.target[modal_slot(match_view.question, control)]
                await person.submit(answer, dict.fromkeys(answer.modal.labels, str(wanted)))
            return
        self.hands.pop(mine)
        raise NothingShownError(f"Nothing leads on in {person.name}'s hand:\n{hand.text}")

    def _presser(self, question: Question) -> Presser:
        """Return a presser for a ticket's answer, which is the same in every run."""
        key = f"{question.seat} {question.ticket}"
        if key not in self._pressers:
            self._pressers = {key: Presser(question, random_form(question.prompt, Rng(key)))}
        return self._pressers[key]

    async def until_changed(self, before: tuple[object, ...]) -> None:
        """Wait until the newest match or the tournament has gone on without a press.

        `before` is the `progress` of what was read when nobody was found to owe an answer: a bot
        may move at any time.
        """

        def has_come() -> bool:
            # Time passes, because failed work is retried after some seconds.
            self.clock.advance(10)
            now = self.truth
            if now.progress != before:
                return True
            return now.is_over and now.tournament[0] not in ("playing", "break")

        await until(has_come)

    def screen(self) -> list[object]:
        """Return what everybody sees without Discord's ids and times, which differ in every run.

        Pictures count by their pixels: no edit is sent for another description of the same picture.
        """
        return [
            (steady(shown.text), shown.buttons,
             {name: _look(content) for name, content in shown.files.items()})
            for shown in self.public(self.people[0])
        ]  # fmt: skip

    async def out_of_reach(self) -> list[str]:
        """Return who owes an answer in the newest match but has no control for it in a new hand."""
        if self.truth.life != "running":
            return []
        lost = []
        for person in await self.owing():
            answer = await person.slash(self.place, "hand", table=self.truth.newest)
            if not controls(answer.message):
                lost.append(f"{person.name} cannot answer: {answer.text}")
        return lost


def _look(content: bytes) -> str:
    """Return a digest of a picture's pixels and comment: ISA-L may compress them differently."""
    image = Image.open(io.BytesIO(content))
    return blake2b(image.convert("RGB").tobytes() + repr(image.info).encode()).hexdigest()


def review_in_threads(bot: Bot) -> None:
    """Let a bot review matches by itself: a process of its own takes seconds to start."""
    bot.tables.reviews._workers = Searches(start=partial(ThreadPoolExecutor, 1))


def unphotographed(bot: Bot) -> None:
    """Let pictures have initials: only a press tells an avatar, so a crash would change them."""
    bot.pictures.avatars.remember = lambda *_: None  # type: ignore[method-assign]  # of this one alone


@contextmanager
def without_minutes() -> Iterator[None]:
    """Let podiums leave out how many minutes a match took, which depends on the machine's load."""
    whole = attachments.podium_of

    def podium_of(*shown: Any) -> Podium:
        return whole(*shown).model_copy(update={"minutes": None})

    with patch.object(attachments, "podium_of", podium_of):
        yield


async def until(holds: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Poll until a condition without a signal holds; raises TimeoutError after a while."""
    async with asyncio.timeout(patience):
        while not holds():  # noqa: ASYNC110 - neither a file nor a list of tasks tells
            await asyncio.sleep(LOOK_AGAIN)


def controls(hand: ShownMessage) -> list[Control]:
    """Return the controls of a question on a message."""
    results = []
    for part in hand.components:
        control_id = decode(str(part.get("custom_id", "")))
        if not isinstance(control_id, ControlId) or part.get("disabled"):
            continue
        options = part.get("options", ())
        results.append(
            Control(
                control_id,
                tuple(option["value"] for option in options),
                tuple(option["value"] for option in options if option.get("default")),
                part.get("min_values", 1),
                part.get("max_values", 1),
            )
        )
    return results


def modal_slot(question: Question, control: Control) -> str:
    """Return the name of the field in this control's form."""
    action = question.prompt.actions[control.id.path[0]]
    return action.slots[control.id.path[1]].name


def steady(text: str) -> str:
    """Return a text without Discord's ids and times, which differ in every run."""
    return re.sub(r"\d{17,20}|<t:\d+", "#", text)

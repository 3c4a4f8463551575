"""What the process knows of the messages that it sends, and what Discord says to requests."""

from collections.abc import AsyncIterator, Sized
from contextlib import suppress
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest

from bot.ui.interactions.command_links import CommandLinks
from bot.ui.interactions.newest_messages import NewestMessages
from bot.ui.kit import custom_ids
from bot.ui.kit.custom_ids import Verb
from bot.ui.kit.message import OutgoingMessage
from bot.ui.sync.delivery import FAR, ORIGINAL, TALK, Delivery, Edited, EditOutcome
from bot.ui.sync.edit_rate import EditRate
from data.records.matches import Surface, SurfaceKind
from tests.bot.tables.support import ManualClock
from tests.support.refusals import refusal

OTHERS = 99
"""The id of a message that another surface has."""


class Channel:
    """A channel, and the client that knows it: it notes requests, and fails them as planned."""

    application_id = 9
    id = 2

    def __init__(self, *errors: Exception | None, messages: tuple[Any, ...] = ()) -> None:
        self.errors = list(errors)
        self.messages = messages
        self.requests: list[tuple[object, ...]] = []
        self.user = "us"
        self.mentions = CommandLinks()
        self.surfaces = self
        self.thread = AsyncMock(spec=discord.Thread)
        self.views: list[object] = []
        """What was sent."""

    def posts(self) -> Delivery:
        """Return a process that knows this channel."""
        clock, known = ManualClock(), self
        both: Any = known
        return Delivery(both, both, EditRate(clock), NewestMessages(clock))

    async def _requested(self, *what: object) -> None:
        self.requests.append(what)
        if self.errors and (error := self.errors.pop(0)) is not None:
            raise error

    def get_partial_messageable(self, channel_id: int, *, guild_id: int | None) -> "Channel":
        assert (channel_id, guild_id) == (2, 1)
        return self

    def get_partial_message(self, message_id: int) -> Any:
        return SimpleNamespace(
            delete=lambda: self._requested("delete", message_id),
            edit=lambda **_: self._requested("edit", message_id),
        )

    async def fetch_channel(self, channel_id: int) -> object:
        await self._requested("fetch", channel_id)
        return self.thread

    async def history(
        self, *, limit: int, after: discord.Object | None = None
    ) -> AsyncIterator[Any]:
        await self._requested("history")
        for message in self.messages[:limit]:
            if after is None or message.id > after.id:
                yield message

    async def send(
        self, *, nonce: str = "", wait: bool = False, view: object = None, **_: object
    ) -> object:
        """Send as the bot, or by a token, whose answer has the message only if it waits for it."""
        self.views.append(view)
        await self._requested("send", nonce)
        sent = SimpleNamespace(id=5, channel=self, attachments=[], components=[])
        return sent if nonce or wait else None

    async def delete_message(self, message_id: object) -> None:
        await self._requested("delete", message_id)

    async def of_message(self, message_id: int) -> object | None:
        return "a row" if message_id == OTHERS else None


def message(id: int, *buttons: custom_ids.Button, author: str = "us") -> Any:
    components = [SimpleNamespace(custom_id=custom_ids.encode(button)) for button in buttons]
    return SimpleNamespace(id=id, author=author, channel=Channel, components=components)


def posts() -> Delivery:
    return Channel().posts()


def written(by: Delivery) -> Surface:
    return by.surface("match", SurfaceKind.TABLE, 1, 2)


OUTAGE, REFUSED, ASLEEP = refusal(400, 0), refusal(400, 50013), refusal(400, 50083)
CALL = custom_ids.SeatButton(Verb.TAKE_SEAT, "match", 1, "called")
STANDINGS = custom_ids.TournamentButton(Verb.TOURNAMENT_STANDINGS, "match", 2)
NEAR = {
    SurfaceKind.TABLE: custom_ids.TableButton(Verb.HAND, "match"),
    SurfaceKind.RESULT: custom_ids.MatchButton(Verb.REMATCH, "match"),
    SurfaceKind.NOTICE: custom_ids.TableButton(Verb.HAND, "match", is_on_notice=True),
    SurfaceKind.TOURNAMENT: STANDINGS,
}
"""The button that only one kind of message has."""


@pytest.mark.parametrize(
    ("kind", "own"), [*NEAR.items(), (SurfaceKind.NOTICE, CALL)], ids=lambda value: str(value)[:9]
)
async def test_a_message_is_found_by_its_own_buttons(
    kind: SurfaceKind, own: custom_ids.Button
) -> None:
    """After a crash a message is found again: not another one of its match, nor one of another
    match, nor what somebody else wrote, nor one that is known already.
    """
    channel = Channel(
        messages=(
            *(message(10, button) for other, button in NEAR.items() if other is not kind),
            message(11, custom_ids.TableButton(Verb.HAND, "other")),
            message(12, replace(STANDINGS, message=1)),
            message(13, own, author="somebody"),
            message(OTHERS, own),
            message(14, own),
        )
    )
    lost = replace(written(posts()), kind=kind, ticket="2" if own is STANDINGS else None)
    found_again = await channel.posts().known(lost)

    assert (found_again.message_id, found_again.channel_id) == (14, 2)
    assert (await Channel(REFUSED).posts().known(lost)) == lost
    with pytest.raises(discord.HTTPException):
        await Channel(OUTAGE).posts().known(lost)


@pytest.mark.parametrize(
    ("ids", "author", "is_away"),
    [
        (range(51, 51 + TALK), "somebody", True),
        (range(51, 50 + TALK), "somebody", False),
        (range(51, 51 + FAR), "us", True),
        (range(51, 50 + FAR), "us", False),
        (range(50 - FAR, 50), "somebody", False),
    ],
)
async def test_what_people_say_below_pushes_a_message_away(
    ids: range, author: str, is_away: bool
) -> None:
    """Messages of people count below ours, and many of any kind do; those above count nothing."""
    messages = tuple(message(id, author=author) for id in ids)
    shown = replace(written(posts()), message_id=50)

    assert await Channel(messages=messages).posts().is_scrolled_away(shown) is is_away
    assert not await Channel(OUTAGE, messages=messages).posts().is_scrolled_away(shown)


@pytest.mark.parametrize(
    ("code", "outcome"), [(10008, EditOutcome.GONE), (30046, EditOutcome.WORN_OUT)]
)
async def test_an_edit_tells_what_became_of_its_message(code: int, outcome: EditOutcome) -> None:
    """Its message may be gone, or too old for one more edit."""
    by = Channel(refusal(400, code)).posts()
    surface = replace(written(by), message_id=5)

    assert await by.edit(surface, OutgoingMessage(())) == Edited(outcome, surface)


async def test_a_message_sent_again_has_the_same_nonce() -> None:
    """Discord recognizes a message that it has, though the bot never heard of it."""
    channel = Channel(OUTAGE)
    by = channel.posts()
    surface = written(by)
    with pytest.raises(discord.HTTPException):
        await by.post(surface, OutgoingMessage(()))
    sent = await by.post(surface, OutgoingMessage(()))

    assert sent.message_id == 5
    assert channel.requests == [("send", surface.nonce)] * 2


async def test_nobody_looks_below_the_newest_message() -> None:
    """A message that was just sent is the newest of its channel, so Discord isn't asked."""
    channel = Channel(messages=tuple(message(id, author="somebody") for id in range(6, 20)))
    by = channel.posts()
    sent = await by.post(written(by), OutgoingMessage(()))

    assert not await by.is_scrolled_away(sent)
    assert [what[0] for what in channel.requests] == ["send"]


async def test_what_discord_carries_out_is_a_success() -> None:
    """A message that is sent or deleted shows that Discord works, and one that isn't doesn't."""
    by, successes = Channel(None, OUTAGE, None, REFUSED).posts(), list[str]()
    surface = replace(written(by), message_id=5)
    for name in ("send", "send again", "delete", "delete again"):
        by.on_success(partial(successes.append, name))
        with suppress(discord.HTTPException):
            if name.startswith("send"):
                await by.post(surface, OutgoingMessage(()))
            else:
                await by.take_away(surface)

    assert successes == ["send", "delete"]


async def test_a_message_posted_by_a_token_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is sent, and its row has its id and notes whether its pictures are still to come."""
    channel = Channel()
    monkeypatch.setattr(discord.Webhook, "partial", lambda *_, **__: channel)
    by = channel.posts()
    sent = await by.follow_up(
        replace(written(by), token="token"), OutgoingMessage((), is_makeshift=True)
    )

    assert (sent.message_id, sent.lacks_pictures) == (5, True)
    assert all(isinstance(view, discord.ui.LayoutView) for view in channel.views)


@pytest.mark.parametrize("error", [None, REFUSED, OUTAGE])
async def test_an_answer_is_deleted_unless_discord_refuses(
    error: discord.HTTPException | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer is deleted by its id, or as the first one; only an outage is an error."""
    channel = Channel(error, error)
    monkeypatch.setattr(discord.Webhook, "partial", lambda *_, **__: channel)
    by = channel.posts()
    hand = replace(written(by), token="token")
    outcomes = []
    for surface in (hand, replace(hand, message_id=5)):
        try:
            await by.delete_by_token(surface)
        except discord.HTTPException as raised:
            outcomes.append(raised)

    assert channel.requests == [("delete", ORIGINAL), ("delete", 5)]
    assert outcomes == ([OUTAGE] * 2 if error is OUTAGE else [])


@pytest.mark.parametrize(
    ("errors", "requests", "raised"),
    [
        ((ASLEEP,), ["delete", "fetch", "delete"], None),
        ((ASLEEP, REFUSED, ASLEEP), ["delete", "fetch", "delete"], ASLEEP),
        ((ASLEEP, OUTAGE), ["delete", "fetch"], OUTAGE),
        ((OUTAGE,), ["delete"], OUTAGE),
    ],
)
async def test_a_thread_that_sleeps_is_woken(
    errors: tuple[Exception, ...], requests: list[str], raised: Exception | None
) -> None:
    """A change in an archived thread reopens it; only a refusal lets it be tried all the same."""
    channel = Channel(*errors)
    by = channel.posts()
    outcome = None
    try:
        await by.take_away(replace(written(by), message_id=5))
    except discord.HTTPException as error:
        outcome = error

    assert outcome is raised
    assert [what[0] for what in channel.requests] == requests
    assert channel.thread.edit.await_count == (len(errors) == 1 and errors[0] is ASLEEP)


async def test_surfaces_of_this_process_are_known_without_a_list() -> None:
    """A process recognizes a thousand surfaces as its own without keeping a list of them."""
    here, there = posts(), posts()
    surfaces = [written(here) for _ in range(1000)]
    saved = [len(value) for value in vars(here).values() if isinstance(value, Sized)]

    assert all(map(here.is_under_way, surfaces))
    assert not any(map(there.is_under_way, surfaces))
    assert len({surface.surface_id for surface in surfaces}) == 1000
    assert max(saved, default=0) < 1000

"""One of several processes: claims shards, looks after their servers, and hands them over.

All nodes do the same. Each looks every `POLL` seconds who holds what. It claims free shards up to
its fair part and offers what it has beyond that. A shard of a node that ended is free at once; one
of a node that froze or lost its network is free after `claims.IDLE_SECONDS`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Coroutine, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.background import background
from bot.errors import HostError
from bot.tables.application import Application
from bot.tables.history.reviews import Reviews
from bot.tables.ownership import CHANGED, COMPETITION_CHANGED, Ownership
from bot.ui.app.guild_events import GuildEvents
from bot.ui.app.node_client import NodeClient
from bot.ui.surfaces.sync import SurfaceSync
from data.engine.errors import DatabaseError
from data.engine.postgres_values import Held, LockKind
from data.records.shards import ShardShare, ranges

if TYPE_CHECKING:  # it loads PostgreSQL's driver
    from data.engine.claims import Claims

log = logging.getLogger(__name__)

POLL = 1.5
"""Seconds between two looks; a shard must be free at two of them in a row."""
LONGEST_PAUSE = 60.0
"""Seconds between two tries to resume a shard at most."""
OFFER_AGAIN = 1.0
"""Seconds after which an offer is repeated, since messages may get lost."""
ACCEPTED_WITHIN = 10.0
"""Seconds after which an offer that no node accepts is withdrawn."""
READY_WITHIN = 60.0
"""Seconds that the node which accepts a shard may need to connect to it."""
HANDED_POLL = 0.15
"""Seconds between two tries to claim a shard that is being handed over."""
FINISHED_WITHIN = 3.0
"""Seconds that work for a shard's matches is given before the shard is handed over."""


@dataclass
class Offer:
    """A shard that this node would like another to take over."""

    is_accepted: bool = False
    ready: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Acceptance:
    """A shard that another node offers to this one."""

    said: str = ""
    """What the other node was told last; empty until this node has decided to take the shard."""
    is_withdrawn: bool = False


class Node:
    def __init__(
        self,
        claims: Claims,
        client: NodeClient,
        tables: Application,
        surfaces: SurfaceSync,
        *,
        guild_events: GuildEvents,
        ownership: Ownership,
        reviews: Reviews,
    ) -> None:
        self._claims = claims
        self._client = client
        self._tables = tables
        self._surfaces = surfaces
        self._guild_events = guild_events
        self._ownership = ownership
        self._reviews = reviews
        self._held: set[int] = set()
        """Claimed, or being claimed."""
        self._free_before: frozenset[int] = frozenset()
        self._offers: dict[int, Offer] = {}
        self._accepting: dict[int, Acceptance] = {}
        """The shards that other nodes offer to this one, and it may take."""
        self._tasks: set[asyncio.Task[object]] = set()
        self._wake = asyncio.Event()
        self._is_draining = False
        self._has_said_holders = False
        self.may_claim = asyncio.Event()
        """Set once the client can connect to shards."""
        self.is_up = asyncio.Event()
        """Set once this node has its part of the shards, or stands by."""

    async def run(self) -> None:
        """Hold and claim shards until cancelled."""
        self._claims.listen(self._hear)
        try:
            await self._rounds()
        finally:
            self._cancel_tasks()

    async def _rounds(self) -> None:
        while True:
            try:
                if self._claims.session:  # which the client's login begins
                    await self._round()
            except DatabaseError as error:
                log.warning("this node has lost its shards: %s", error)
                await self._rejoin()
            self._wake.clear()
            try:
                async with asyncio.timeout(POLL):
                    await self._wake.wait()
            except TimeoutError:
                continue  # time for the next look

    async def drain(self) -> None:
        """Hand over all shards, one after another, as long as another node takes them."""
        self._is_draining = True
        if not self._claims.session:  # it hasn't logged in
            return
        try:
            await self._claims.retire()
            for shard in sorted(self._share.ids):
                if not (await self._claims.look()).workers or not await self._give(shard):
                    return
        except DatabaseError as error:
            log.warning("this node stops without handing over its shards: %s", error)

    async def _round(self) -> None:
        held = await self._claims.look()
        if not self.may_claim.is_set() or self._is_draining:
            return
        count = self._share.count
        ours = self._client.wanted
        candidates = frozenset(ours.ids if ours else range(count))
        free = candidates - held.shards - self._held - self._accepting.keys()
        # What another node has just lost it may still be about to notice.
        sure = free & self._free_before if held.workers > 1 else free
        self._free_before = free
        room = self._part(held) - len(self._held)
        for shard in sorted(sure, key=lambda _: secrets.randbits(32)):
            is_busy = len(self._held) - len(self._share.ids) >= self._client.most_at_once
            if room > 0 and not is_busy and await self._claims.claim(LockKind.SHARD, shard):
                room -= 1
                self._held.add(shard)
                self._start(self._take(shard), f"take shard {shard}")
        await self._say_who_holds_all(is_waiting=room > 0 and not self._held and not free)
        if room < 0 and not self._offers and self._share.ids:
            self._start(self._give(max(self._share.ids)), "hand over a shard")
        if len(self._held) == len(self._share.ids) and (self._held or not free):
            self.is_up.set()
            self._client.is_in.set()

    async def _say_who_holds_all(self, *, is_waiting: bool) -> None:
        """Log once who holds the shards that this node waits for."""
        if is_waiting and not self._has_said_holders:
            holders = await self._claims.holders(LockKind.SHARD)
            log.info("no shard is free, so this node stands by; they are held by %s", holders)
        self._has_said_holders = is_waiting

    def _part(self, held: Held) -> int:
        """How many shards this node should have."""
        if self._client.wanted:
            return len(self._client.wanted.ids)
        return -(-self._share.count // max(1, held.workers))

    async def _take(self, shard: int) -> None:
        """Take over a shard that was free."""
        await self._claims.end_lost_sessions()
        self._client.handovers.expect(shard)
        await self._client.add_shard(shard)
        await self._begin(shard)

    async def _begin(self, shard: int) -> None:
        """Own the servers of a shard that is claimed and connected."""
        await self._tables.recovery.wake_shard(shard, self._share.count)
        self._own({*self._share.ids, shard})
        self._client.handovers.arrive(shard)
        self._start(self._resume(shard), f"resume shard {shard}")
        self._wake.set()

    async def _resume(self, shard: int) -> None:
        """Continue what the servers of an owned shard have; after a fault of ours, try again."""
        share = ShardShare((shard,), self._share.count)
        pause = POLL
        while shard in self._share.ids:
            present = frozenset(one.id for one in self._client.guilds if one.shard_id == shard)
            try:
                await self._guild_events.compare(present, share)
                await self._tables.recovery.recover(share)
                await self._surfaces.catch_up()
                await self._reviews.resume(share)
            except DatabaseError:
                raise
            except Exception:
                log.exception("could not resume shard %d; trying again", shard)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                return

    async def _give(self, shard: int) -> bool:
        """Hand a shard over to another node; returns whether one has taken it."""
        offer = self._offers[shard] = Offer()
        try:
            is_ready = await self._is_awaited(shard, offer)
        finally:
            del self._offers[shard]
        if not is_ready:
            await self._claims.tell(f"withdraw {shard}")
            return False
        self._own({*self._share.ids} - {shard})
        answered = " ".join(map(str, self._client.answered_lately(shard)))
        await self._claims.tell(f"handed {shard} {answered}")
        await self._tables.scheduler.halt(FINISHED_WITHIN)
        with contextlib.suppress(TimeoutError):  # what is left is done by the other node
            async with asyncio.timeout(FINISHED_WITHIN):
                await self._surfaces.settled()
        await self._tables.recovery.leave_shard(shard, self._share.count)
        await self._claims.release(LockKind.SHARD, shard)
        self._held.discard(shard)
        await self._client.drop_shard(shard)
        return True

    async def _is_awaited(self, shard: int, offer: Offer) -> bool:
        """Offer a shard until another node is ready for it; returns whether one is."""
        began = time.monotonic()
        while not offer.ready.is_set():
            limit = READY_WITHIN if offer.is_accepted else ACCEPTED_WITHIN
            if time.monotonic() - began > limit:
                return False
            # An accepted offer isn't repeated: nodes of 0.3.0 would accept it again.
            verb = "await" if offer.is_accepted else "offer"
            await self._claims.tell(f"{verb} {shard} {self._claims.session}")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(OFFER_AGAIN):
                    await offer.ready.wait()
        return True

    async def _consider(self, shard: int) -> None:
        """Take over a shard that another node offers, unless a third one does."""
        if shard in self._accepting:
            return
        accepted = self._accepting[shard] = Acceptance()
        try:
            held = await self._claims.look()
            coming = sum(bool(one.said) for one in self._accepting.values())
            is_full = len(self._held) + coming >= self._part(held)
            if not is_full and await self._claims.claim(LockKind.TAKING, shard):
                await self._accept(shard, accepted)
        finally:
            self._accepting.pop(shard, None)

    async def _accept(self, shard: int, accepted: Acceptance) -> None:
        """Connect to an offered shard, and begin once the other node hands it over."""
        self._client.handovers.expect(shard)
        try:
            await self._say(shard, accepted, "accept")
            await self._client.add_shard(shard)
            await self._say(shard, accepted, "ready")
            if await self._is_handed(shard, accepted):
                await self._client.handovers.arrived(shard)
                self._held.add(shard)
                await self._begin(shard)
            else:
                self._client.handovers.give_up(shard)
                await self._client.drop_shard(shard)
        finally:
            self._client.handovers.arrive(shard)
            with contextlib.suppress(DatabaseError):  # then it has fallen already
                await self._claims.release(LockKind.TAKING, shard)

    async def _say(self, shard: int, accepted: Acceptance, verb: str) -> None:
        accepted.said = verb
        await self._claims.tell(f"{verb} {shard}")

    async def _is_handed(self, shard: int, accepted: Acceptance) -> bool:
        """Wait for the lock of a shard, which the other node releases, or loses when it ends."""
        for _ in range(round(READY_WITHIN / HANDED_POLL)):
            if await self._claims.claim(LockKind.SHARD, shard):
                return True
            if accepted.is_withdrawn:
                return False
            await asyncio.sleep(HANDED_POLL)
        return False

    def _hear(self, message: str) -> None:
        """Do what another node asks for."""
        verb, first, *rest = message.split()
        if verb == CHANGED:
            if self._ownership.owns(int(first)):
                self._tables.look_again()
                self._surfaces.mark(rest[0])
        elif verb == COMPETITION_CHANGED:
            if self._ownership.owns(int(first)):
                self._tables.look_again()
                self._surfaces.mark_competition(rest[0])
        else:
            self._hear_of_hand_over(verb, int(first), list(map(int, rest)))

    def _hear_of_hand_over(self, verb: str, shard: int, values: list[int]) -> None:
        offer, accepted = self._offers.get(shard), self._accepting.get(shard)
        if offer is not None and verb in ("accept", "ready"):
            offer.is_accepted = True
            if verb == "ready":
                offer.ready.set()
        elif accepted is None:
            if verb in ("offer", "await"):  # whoever accepted it may have given up
                self._hear_offer(shard, *values)
        elif verb in ("offer", "await"):
            self._say_again(shard, accepted)
        elif verb == "handed":
            self._client.handovers.handed(shard, values)
        elif verb == "withdraw":
            accepted.is_withdrawn = True

    def _hear_offer(self, shard: int, session: int) -> None:
        """Consider an offer of another node."""
        wanted = self._client.wanted
        is_ours = session == self._claims.session or shard in self._held
        is_fit = wanted is None or shard in wanted.ids
        if is_fit and not is_ours and not self._is_draining and self.may_claim.is_set():
            self._start(self._consider(shard), f"accept shard {shard}")

    def _say_again(self, shard: int, accepted: Acceptance) -> None:
        """Repeat an answer to an offer, which may have got lost."""
        if accepted.said and not accepted.is_withdrawn:
            self._start(self._say(shard, accepted, accepted.said), f"accept shard {shard}")

    async def _rejoin(self) -> None:
        """Stop all work for others' matches, and claim again what is still free."""
        self._claims.lose()
        before = self._held
        self._held, self._free_before = set(), frozenset()
        self._own(())
        self._cancel_tasks()
        self._accepting.clear()
        await self._tables.scheduler.halt(0)
        await self._reviews.halt()
        await self._surfaces.close()
        while True:
            try:
                agreed = await self._claims.join(self._share.count)
                await self._claims.end_lost_sessions()
                for shard in sorted(before):
                    if await self._claims.claim(LockKind.SHARD, shard):
                        self._held.add(shard)
                break
            except DatabaseError:
                await asyncio.sleep(POLL)
        if agreed != self._share.count:
            raise HostError(f"The other processes now split the bot into {agreed} shards.")
        for shard in before - self._held:
            await self._client.drop_shard(shard)
        for shard in self._held:
            self._start(self._begin(shard), f"look after shard {shard} again")

    @property
    def _share(self) -> ShardShare:
        return self._client.share

    def _own(self, shards: Iterable[int]) -> None:
        self._client.share = ShardShare(tuple(sorted(shards)), self._share.count)
        self._client.shard_ids = list(self._share.ids)
        self._ownership.share = self._share
        log.info("running shards %s of %d", ranges(self._share.ids) or "none", self._share.count)

    def _start(self, work: Coroutine[object, object, object], name: str) -> None:
        task = background(self._or_lose(work, name), name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _or_lose(self, work: Coroutine[object, object, object], name: str) -> None:
        """Do some work; if it fails, the next round begins anew, so that no shard is left over."""
        try:
            await work
        except DatabaseError as error:
            log.warning("could not %s: %s", name, error)
            self._claims.lose()
        except Exception:
            log.exception("could not %s", name)
            self._claims.lose()

    def _cancel_tasks(self) -> None:
        for task in self._tasks:
            task.cancel()

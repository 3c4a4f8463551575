"""What one person may see of matches: the table now, the log, and which ones are theirs."""

from __future__ import annotations

import logging

from bot.tables.domain.fingerprint import fingerprint
from bot.tables.domain.views import MatchSummary, MatchView, Question
from bot.tables.errors import NoSeatError, NoSuchMatchError, TableError
from bot.tables.leaderboards.outcomes import leavers_of
from bot.tables.matches.answers import BEGUN
from bot.tables.matches.context import MatchContext
from bot.tables.matches.deadlines import ASKED, own_due_at
from bot.tables.matches.repository import Snapshot
from bot.tables.rights import Visitor, may_see
from data.records.matches import Deadline, Life, Match
from games.core.answer import tidy_form
from games.core.errors import InvalidMoveError, StaleAnswerError, UnknownVersionError
from games.core.prompt import Form

log = logging.getLogger(__name__)

DRAFT = "draft"


class Queries:
    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def card(self, match_id: str) -> MatchSummary:
        """Show the public facts of a match at any time; raises NoSuchMatchError."""
        return await self._context.repository.card(await self._context.repository.head(match_id))

    async def meet(self, match_id: str, visitor: Visitor) -> MatchSummary:
        """Show the public facts of a match to somebody who may see it.

        Raises NoSuchMatchError, also for a match that this visitor may not see.
        """
        match = await self._context.repository.head(match_id)
        if not await may_see(self._context.store, match, visitor):
            raise NoSuchMatchError
        return await self._context.repository.card(match)

    async def match_view(self, match_id: str, player_id: int | None) -> MatchView:
        """Show a match as this player may see it; who holds no seat gets the watchers' view.

        Raises NoSuchMatchError, NotStartedError, MatchOverError (a lobby that was cancelled).
        """
        loaded = await self._context.repository.dealt(match_id)
        card = await self._context.repository.card(loaded.match)
        position = loaded.position
        game, state = position.game, position.state
        seat = loaded.seat_of(player_id)
        question = None if seat is None else loaded.question(seat)
        premove = None if seat is None else loaded.premove(seat)
        return MatchView(
            card=card,
            viewer=player_id,
            view=position.view(seat),
            tableau=position.tableau(seat),
            question=question,
            public_question=_public_question(loaded),
            premove=premove,
            advance=await self._advance(premove),
            draft=await self._draft(question or premove),
            due_at=await self._own_due_at(loaded, question),
            wants_stop=player_id in loaded.match.people.votes,
            answers_given=0 if seat is None else loaded.match.moves_made[seat],
            standing=game.standing(state),
            result=game.result(state),
            fingerprint=fingerprint(card, position.plain_view(seat)),
        )

    async def _draft(self, asked: Question | None) -> bytes | None:
        if asked is None:
            return None
        kept = await self._context.store.drafts.find(asked.match, asked.seat, asked.ticket)
        return None if kept is None else str(kept[DRAFT]).encode()

    async def _advance(self, premove: Question | None) -> Form | None:
        """What the viewer has answered in advance, as far as it may still be meant."""
        if premove is None:
            return None
        kept = await self._context.store.advances.find(premove.match, premove.seat)
        if kept is None or kept.about != premove.prompt.about:
            return None
        try:
            return tidy_form(premove.prompt, kept.form)
        except InvalidMoveError:
            return None  # what was chosen is there no more

    async def _own_due_at(self, loaded: Snapshot, question: Question | None) -> int | None:
        if question is None or not loaded.position.awaits(question.seat):
            return None
        return own_due_at(await self._context.repository.clocks(loaded.match), question.seat)

    async def keep_draft(
        self,
        match_id: str,
        player_id: int,
        ticket: str,
        draft: bytes | None,
        begun: Form | None = None,
    ) -> None:
        """Keep a half-filled form for this question, or forget it (None).

        `begun` holds the values filled in so far, by slot: the timeout move may take them.
        Raises NoSuchMatchError, NoSeatError, StaleAnswerError.
        """
        loaded = await self._context.repository.dealt(match_id)
        seat = loaded.seat_of(player_id)
        if seat is None:
            raise NoSeatError
        asked = loaded.question(seat) or loaded.premove(seat)
        if asked is None or asked.ticket != ticket:
            raise StaleAnswerError
        # A step in between spends the ticket: what is then written is never looked for again.
        if draft is None:
            await self._context.store.drafts.drop(match_id, seat)
        else:
            form = {DRAFT: draft.decode(), BEGUN: begun}
            await self._context.store.drafts.save(match_id, seat, ticket, form)
        await self._is_present(loaded, asked)

    async def _is_present(self, loaded: Snapshot, asked: Question) -> None:
        """Put off the call to a player who is filling in the form; at a table without a clock."""
        if loaded.table_state.time_control.kind == "none":
            due_at = self._context.clock.now() + self._context.limits.present_silence
            call = Deadline(
                kind=ASKED,
                match_id=asked.match,
                seat=asked.seat,
                ticket=asked.ticket,
                due_at=due_at,
            )
            await self._context.store.clock.postpone(call, due_at)

    async def leavers(self, match_id: str) -> tuple[str, ...]:
        """Name those who left a running match: they rank behind all others."""
        match = await self._context.repository.head(match_id)
        left = leavers_of(await self._context.store.matches.tenures(match_id))
        names = await self._context.store.people.names(match.guild_id, left)
        return tuple(names[player_id] for player_id in left if player_id in names)

    async def matches_of(
        self,
        player_id: int,
        *,
        guild_id: int | None = None,
        channel_id: int | None = None,
        in_order: bool = True,
    ) -> tuple[MatchSummary, ...]:
        """List a player's lobbies and running matches, those that await the player first.

        Who does not need that order (`in_order`) need not wait for all of them to be read.
        """
        found = [
            match
            for match in await self._context.store.matches.of_player(player_id)
            if guild_id in (None, match.guild_id) and channel_id in (None, match.channel_id)
        ]
        if in_order and len(found) > 1:  # each must be read for it
            awaiting = {
                match.match_id: await self._is_known_to_await(match, player_id) for match in found
            }
            found.sort(key=lambda match: not awaiting[match.match_id])
        return await self._context.repository.cards(found)

    async def _is_known_to_await(self, match: Match, player_id: int) -> bool:
        """Whether a match waits for this player; not said of one that cannot be read now."""
        try:
            return match.life is Life.RUNNING and await self.awaits(match.match_id, player_id)
        except (TableError, UnknownVersionError) as error:
            log.warning("match %s is listed unread: %s", match.match_id, error)
            return False

    async def matches_in(self, channel_id: int, visitor: Visitor) -> tuple[MatchSummary, ...]:
        """List the lobbies and running matches of a channel that somebody may see."""
        store = self._context.store
        found = [
            match
            for match in await store.matches.in_channel(channel_id)
            if await may_see(store, match, visitor)
        ]
        return await self._context.repository.cards(found)

    async def awaits(self, match_id: str, player_id: int) -> bool:
        """Whether a match waits for this player; for that player's eyes alone.

        Raises NoSuchMatchError, NotStartedError, MatchOverError.
        """
        loaded: Snapshot = await self._context.repository.dealt(match_id)
        position = loaded.position
        return loaded.is_running and loaded.seat_of(player_id) in position.game.awaited(
            position.state
        )


def _public_question(loaded: Snapshot) -> Question | None:
    """The question whose controls may stand in the channel.

    Of several seats asked at once none is preferred: each of them answers from the own hand.
    """
    named = loaded.position.view(None).awaiting.seats
    if len(named) != 1:
        return None
    question = loaded.question(named[0])
    return question if question is not None and question.prompt.public else None

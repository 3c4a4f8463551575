"""Buttons that don't make a move: seats, pauses, votes and stopping a match."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Protocol

import discord

from bot.tables.domain.player import Player
from bot.tables.domain.views import MatchSummary
from bot.tables.errors import AlreadySeatedError, MatchOverError, NoOpenSeatError, NoSeatError
from bot.ui.features.services import Services
from bot.ui.i18n.readers import player_of, reader_of, to
from bot.ui.i18n.texts import common_texts, time_texts
from bot.ui.interactions.bot_permissions import may_host
from bot.ui.interactions.moderation import InteractionVisitor, may_moderate
from bot.ui.interactions.payloads import chosen_of, number_of
from bot.ui.interactions.reply import Reply, is_private, on_private_message
from bot.ui.kit.custom_ids import Handler, MatchButton, ReplayButton, SeatButton, Verb
from bot.ui.kit.message import OutgoingMessage
from bot.ui.match.messages import more
from bot.ui.match.messages.result import result_ways
from bot.ui.match.public_messages import ENDED
from data.records.matches import Life
from games.core.text import Reader, Text, say, symbol

Deed = Callable[[str, Player], Awaitable[MatchSummary]]
"""An action of a person on a match."""


class HostDeed(Protocol):
    """An action on a match that only its host or a moderator may take."""

    async def __call__(self, match_id: str, by: Player, *, moderator: bool) -> MatchSummary: ...


class SeatHandler:
    """Handles each of these verbs; the table shows every change."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._publics = services.publics
        self._surfaces = services.surfaces
        self._hands = services.hands
        self.handlers: dict[Verb, Handler] = {
            Verb.MORE: self._more,
            Verb.NUDGE: lambda press, button_id: self.nudge(press, button_id.match),
            Verb.BRING_DOWN: lambda press, button_id: self.bring_down(press, button_id.match),
            Verb.TAKE_SEAT: self._take_seat,
            Verb.PAUSE: lambda press, button_id: self.pause(press, button_id.match),
            Verb.RESUME: lambda press, button_id: self.resume(press, button_id.match),
            Verb.CLOCK: lambda press, button_id: self.clock(press, button_id.match, None),
            Verb.WANT_CLOCK: self._want_clock,
            Verb.GUESS: lambda press, button_id: self.guess(press, button_id.match, None),
            Verb.GUESS_WINNER: self._guess_winner,
            Verb.TAKE_BACK: self._take_back,
            Verb.VOTE: lambda press, button_id: self.vote(press, button_id.match, stop=True),
            Verb.UNVOTE: lambda press, button_id: self.vote(press, button_id.match, stop=False),
            Verb.STOP: lambda press, button_id: self.ask_to_stop(press, button_id.match),
            Verb.STOP_SURELY: self._stop_surely,
        }

    async def show_more(self, interaction: discord.Interaction, match_id: str) -> None:
        """Show everything one can do here besides playing, or with a match that is over."""
        async with Reply(interaction) as reply:
            summary = await self._tables.archive.find(match_id, InteractionVisitor(interaction))
            if summary.life in ENDED:
                await reply.show(result_ways(summary, _reader(interaction, summary)))
                return
            summary = await self._running(match_id)
            await reply.show(await self._menu(interaction, summary, None))

    async def sit(self, interaction: discord.Interaction, match_id: str, page: int = 0) -> None:
        """Take your own seat back at once, or choose among others' seats; `page` counts from 1."""
        player = player_of(interaction)
        async with Reply(interaction, updating=page > 0 and is_private(interaction)) as reply:
            summary = await self._running(match_id)
            if summary.seat_of(player.id) is not None:
                raise AlreadySeatedError
            if page == 0 and not more.may_return(summary, player.id):
                if not more.open_seats(summary):
                    raise NoOpenSeatError
                await reply.show(more.seats_message(summary, _reader(interaction, summary)))
                return
            note = (
                time_texts.WELCOME_BACK
                if more.may_return(summary, player.id)
                else time_texts.SEATED
            )
            await self._tables.seats.take_seat(match_id, player, None if page == 0 else page - 1)
            await self._hands.give(reply, match_id, note)

    async def pause(self, interaction: discord.Interaction, match_id: str) -> None:
        """Pause a table (host or moderator)."""
        await self._moderate(
            interaction, match_id, self._tables.pauses.pause, time_texts.PAUSED_NOW
        )

    async def resume(self, interaction: discord.Interaction, match_id: str) -> None:
        """Resume a table (host or moderator)."""
        await self._moderate(interaction, match_id, self._tables.pauses.resume, time_texts.RESUMED)

    async def nudge(self, interaction: discord.Interaction, match_id: str) -> None:
        """Remind the other players the table waits for, without saying who they are."""
        async with Reply(interaction) as reply:
            await self._tables.nudges.nudge(match_id, player_of(interaction))
            await reply.say(to(interaction, time_texts.NUDGED))

    async def vote(self, interaction: discord.Interaction, match_id: str, *, stop: bool) -> None:
        """Vote in secret, or withdraw the vote."""
        deed = partial(self._tables.endings.vote, stop=stop)
        note = time_texts.VOTED if stop else time_texts.UNVOTED
        await self._do(interaction, match_id, deed, note)

    async def ask_to_stop(self, interaction: discord.Interaction, match_id: str) -> None:
        """Ask for confirmation before a match is stopped for everybody."""
        async with Reply(interaction, updating=on_private_message(interaction)) as reply:
            # This also works for an unreadable match.
            summary = await self._tables.queries.summary(match_id)
            await self._tables.endings.check_stop(
                match_id, player_of(interaction), moderator=may_moderate(interaction, summary)
            )
            await reply.show(more.stop_message(summary, _reader(interaction, summary)))

    async def bring_down(self, interaction: discord.Interaction, match_id: str) -> None:
        """Post a lobby, table or result again below; only for those who sit there."""
        async with Reply(interaction) as reply:
            summary = await self._tables.queries.summary(match_id)
            if summary.seat_of(interaction.user.id) is None:
                raise NoSeatError
            if summary.is_practice:  # only its hand shows it
                await self._hands.give(reply, match_id)
            elif summary.answers_only and summary.channel_id == interaction.channel_id:
                may_host(interaction)
                reply.make_public()
                await self._publics.answer(reply, summary.id)
                await self._surfaces.posted(summary.id)
            else:
                await self._surfaces.post_if_gone(summary.id)
                await self._surfaces.posted(summary.id)
                trouble = await self._publics.trouble(summary)
                url = await self._publics.url(summary.id, summary)
                link = say("[{table}]({url})", table=common_texts.TO_TABLE, url=symbol(url or ""))
                await reply.show_lines(trouble or (link if url else common_texts.OPENING))

    async def clock(
        self, interaction: discord.Interaction, match_id: str, wanted: str | None
    ) -> None:
        """Show the clocks, or note which one a player wants; the table tells the others."""
        async with Reply(interaction, updating=on_private_message(interaction)) as reply:
            if wanted is not None:
                change = self._tables.clock_changes.want(match_id, player_of(interaction), wanted)
                summary = await change
            else:
                summary = await self._running(match_id)
                if summary.seat_of(interaction.user.id) is None:
                    raise NoSeatError
            await reply.show(more.clock_message(summary, _reader(interaction, summary)))

    async def guess(
        self, interaction: discord.Interaction, match_id: str, winner: str | None
    ) -> None:
        """Show a watcher's guess, or note who they think wins; nothing shows it before the end."""
        guesses, visitor = self._tables.guesses, InteractionVisitor(interaction)
        async with Reply(interaction, updating=on_private_message(interaction)) as reply:
            if winner is None:
                shown = await guesses.show(match_id, visitor)
            else:
                seat = number_of(winner)
                shown = await guesses.guess(match_id, visitor, -1 if seat is None else seat)
            await reply.show(more.guess_message(shown, _reader(interaction, shown.summary)))

    async def take_back(self, interaction: discord.Interaction, match_id: str, step: int) -> None:
        """Take back a player's last move, or ask for that, or agree to it."""
        deed = partial(self._tables.take_backs.take_back, step=step)
        await self._do(interaction, match_id, deed, None)

    async def _more(self, interaction: discord.Interaction, button_id: MatchButton) -> None:
        await self.show_more(interaction, button_id.match)

    async def _want_clock(self, interaction: discord.Interaction, button_id: MatchButton) -> None:
        await self.clock(interaction, button_id.match, chosen_of(interaction))

    async def _guess_winner(self, interaction: discord.Interaction, button_id: MatchButton) -> None:
        await self.guess(interaction, button_id.match, chosen_of(interaction))

    async def _take_back(self, interaction: discord.Interaction, button_id: ReplayButton) -> None:
        await self.take_back(interaction, button_id.match, button_id.step)

    async def _take_seat(self, interaction: discord.Interaction, button_id: SeatButton) -> None:
        await self.sit(interaction, button_id.match, button_id.number)

    async def _stop_surely(self, interaction: discord.Interaction, button_id: MatchButton) -> None:
        note = time_texts.STOPPED_NOW
        await self._moderate(interaction, button_id.match, self._tables.endings.stop, note)

    async def _moderate(
        self, interaction: discord.Interaction, match_id: str, deed: HostDeed, note: Text
    ) -> None:
        """Do something that only the host and a moderator of this table may do."""

        async def as_asked(match_id: str, by: Player) -> MatchSummary:
            summary = await self._tables.queries.summary(match_id)
            return await deed(match_id, by, moderator=may_moderate(interaction, summary))

        await self._do(interaction, match_id, as_asked, note)

    async def _do(
        self, interaction: discord.Interaction, match_id: str, deed: Deed, note: Text | None
    ) -> None:
        """Change a match and show the available actions again."""
        async with Reply(interaction, updating=on_private_message(interaction)) as reply:
            summary = await deed(match_id, player_of(interaction))
            if summary.life is Life.RUNNING:
                await reply.show(await self._menu(interaction, summary, note))
            else:
                is_shown = await self._publics.trouble(summary) is None
                over = time_texts.STOPPED_NOW if is_shown else time_texts.STOPPED_UNSEEN
                await reply.show_lines(over)

    async def _menu(
        self, interaction: discord.Interaction, summary: MatchSummary, note: Text | None
    ) -> OutgoingMessage:
        player_id = interaction.user.id
        match_view = await self._tables.queries.match_view(summary.id, player_id)
        asker = more.Asker(
            player_id=player_id,
            is_moderator=may_moderate(interaction, summary),
            wants_stop=match_view.wants_stop,
            may_guess=summary.seat_of(player_id) is None
            and await self._tables.guesses.may_guess(summary.id, InteractionVisitor(interaction)),
            take_back=await self._tables.take_backs.step_for(summary.id, player_id),
            table_url=await self._publics.url(summary.id, summary),
        )
        return more.more_message(summary, asker, _reader(interaction, summary), note)

    async def _running(self, match_id: str) -> MatchSummary:
        summary = (await self._tables.queries.match_view(match_id, None)).summary
        if summary.life is not Life.RUNNING:
            raise MatchOverError
        return summary


def _reader(interaction: discord.Interaction, summary: MatchSummary) -> Reader:
    return reader_of(interaction, summary.names)

"""Replays, logs and fairness checks, for commands and for their navigation buttons.

A press is fully described by its custom id: the match, the step and the viewpoint.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import discord

from bot.tables.domain.views import MatchSummary, Origin
from bot.tables.history.archive import ReplayStep
from bot.tables.history.clips import Clip
from bot.ui.features.history.clips import ClipPainter
from bot.ui.features.history.messages.clip import clip_message, own_clip_message
from bot.ui.features.history.messages.log import log_file, log_message
from bot.ui.features.history.messages.replay import (
    export_message,
    eyes_code,
    eyes_of,
    replay_message,
    seat_menu_message,
    ways_message,
)
from bot.ui.features.history.messages.verdict import verdict_message
from bot.ui.features.history.steps import step_picture
from bot.ui.features.services import Services
from bot.ui.i18n import readers
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.bot_permissions import check_shares, own_channel
from bot.ui.interactions.errors import RefusedError
from bot.ui.interactions.moderation import InteractionVisitor
from bot.ui.interactions.payloads import chosen_of, number_of
from bot.ui.interactions.reply import Reply, is_private
from bot.ui.kit import custom_ids
from bot.ui.kit.message import OutgoingFile, for_everybody
from data.records.matches import Life


class HistoryHandler:
    """Shows past matches to people who may see them."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._archive = services.tables.archive
        self._surfaces = services.surfaces
        self._hands = services.hands
        self._clip_painter = ClipPainter(services.tables.new_workers())
        self._pictures = services.pictures
        self._languages = services.languages

    @property
    def handlers(self) -> Mapping[custom_ids.Verb, custom_ids.Handler]:
        """Maps each history button to its handler."""
        turned = dict.fromkeys(_TURNS, self._turn)
        return {
            **turned,
            custom_ids.Verb.REPLAY: self._begin,
            custom_ids.Verb.REPLAY_MORE: self._more,
            custom_ids.Verb.SHARE_REPLAY: self._share,
            custom_ids.Verb.PLAY_CLIP: self._play_clip,
            custom_ids.Verb.SHARE_CLIP: self._share_clip,
            custom_ids.Verb.LOG: self._log,
            custom_ids.Verb.LOG_ROUND: self._log,
            custom_ids.Verb.LOG_FILE: self._log_file,
            custom_ids.Verb.VERIFY: self._verify,
            custom_ids.Verb.EXPORT: self._export,
            custom_ids.Verb.PLAY_ON: self._play_on,
        }

    async def show_step(
        self, reply: Reply, button_id: custom_ids.ReplayButton, turn: int = 0
    ) -> None:
        """Answer with the step that a custom id names, or with the next stop in a direction."""
        moment = await self._moment(reply.interaction, button_id, turn)
        language = str(reply.interaction.locale)
        picture = await self._painted(moment, language)
        to = readers.reader(language, moment.summary.names)
        await reply.show(replay_message(moment, picture, to))

    async def _moment(
        self, interaction: discord.Interaction, button_id: custom_ids.ReplayButton, turn: int = 0
    ) -> ReplayStep:
        eyes, visitor = eyes_of(button_id.eyes), InteractionVisitor(interaction)
        return await self._archive.moment(button_id.match, button_id.step, eyes, visitor, turn=turn)

    async def show_log(
        self, reply: Reply, match_id: str, page: int | None = None, *, as_file: bool = False
    ) -> None:
        """Answer with a page of the log, or with all of it as a file."""
        interaction = reply.interaction
        chronicle = await self._archive.log(match_id, InteractionVisitor(interaction))
        language, names = str(interaction.locale), chronicle.summary.names
        if as_file:
            await reply.show(log_file(chronicle, readers.plain_reader(language, names)))
        else:
            await reply.show(log_message(chronicle, page, readers.reader(language, names)))

    async def show_verdict(self, reply: Reply, match_id: str) -> None:
        """Answer whether the deal was fair."""
        interaction = reply.interaction
        verdict = await self._archive.verify(match_id, InteractionVisitor(interaction))
        await reply.show(verdict_message(verdict, readers.reader_of(interaction)))

    async def _begin(
        self, interaction: discord.Interaction, button_id: custom_ids.ReplayButton
    ) -> None:
        async with Reply(interaction) as reply:
            await self.show_step(reply, button_id)

    async def _turn(
        self, interaction: discord.Interaction, button_id: custom_ids.ReplayButton
    ) -> None:
        """Replace the shown step by another step or viewpoint."""
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            turn = _DIRECTIONS.get(button_id.verb, 0)
            await self.show_step(reply, _led(interaction, button_id), turn)

    async def _more(
        self, interaction: discord.Interaction, button_id: custom_ids.ReplayButton
    ) -> None:
        """Replace the shown step by what else can be done there."""
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            moment = await self._moment(interaction, button_id)
            to = readers.reader_of(interaction, moment.summary.names)
            await reply.show(ways_message(moment, to))

    async def _share(
        self, interaction: discord.Interaction, button_id: custom_ids.ReplayButton
    ) -> None:
        """Post a step in the channel of its match, where everybody could see the table."""
        check_shares(interaction)
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            moment = await self._moment(interaction, button_id)
            check_at_home(interaction, moment.summary)
            language = await self._languages.shared(interaction.guild_id)
            picture = await self._painted(moment, language)
            opening = custom_ids.ReplayButton(
                custom_ids.Verb.REPLAY, button_id.match, moment.entry.step, button_id.eyes
            )
            draw = partial(replay_message, moment, picture)
            shared = for_everybody(draw, opening, readers.name_of(interaction.user))
            await reply.share(shared, language, moment.summary.names)

    async def _share_clip(
        self, interaction: discord.Interaction, button_id: custom_ids.MatchButton
    ) -> None:
        """Post a clip of a match in its channel."""
        check_shares(interaction)
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            visitor = InteractionVisitor(interaction)
            deal = await self._archive.moment(button_id.match, 0, "watcher", visitor)
            check_at_home(interaction, deal.summary)
            await reply.say(readers.to(interaction, common_texts.CLIP_BEGUN))
            language = await self._languages.shared(interaction.guild_id)
            clip, picture = await self._clip(button_id.match, visitor, language)
            opening = custom_ids.ReplayButton(custom_ids.Verb.REPLAY, button_id.match)
            draw = partial(clip_message, clip, picture)
            shared = for_everybody(draw, opening, readers.name_of(interaction.user))
            await reply.share(shared, language, clip.summary.names)

    async def _play_clip(
        self, interaction: discord.Interaction, button_id: custom_ids.ReplayButton
    ) -> None:
        """Show the clip in place of the step."""
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            visitor, language = InteractionVisitor(interaction), str(interaction.locale)
            await self._archive.moment(button_id.match, 0, "watcher", visitor)
            await reply.show_lines(common_texts.CLIP_BEGUN)
            back = replace(button_id, verb=custom_ids.Verb.REPLAY_STEP)
            try:
                clip, picture = await self._clip(button_id.match, visitor, language)
            except Exception:
                await self.show_step(reply, back)  # instead of a promise
                raise
            to = readers.reader_of(interaction, clip.summary.names)
            await reply.show(own_clip_message(clip, picture, back, to))

    async def _clip(
        self, match_id: str, visitor: InteractionVisitor, language: str
    ) -> tuple[Clip, OutgoingFile]:
        clip = await self._tables.clips.of(match_id, visitor)
        picture = await self._clip_painter.of(clip, language)
        if picture is None:
            raise RefusedError(common_texts.NO_CLIP)
        return clip, picture

    async def _log(self, interaction: discord.Interaction, button_id: custom_ids.LogButton) -> None:
        is_new = button_id.how == custom_ids.AFRESH
        chosen = number_of(chosen_of(interaction))
        page = button_id.page if chosen is None else max(0, chosen)
        async with Reply(interaction, updating=is_private(interaction) and not is_new) as reply:
            await self.show_log(reply, button_id.match, None if is_new else page)

    async def _log_file(
        self, interaction: discord.Interaction, button_id: custom_ids.MatchButton
    ) -> None:
        async with Reply(interaction) as reply:
            await self.show_log(reply, button_id.match, as_file=True)

    async def _verify(
        self, interaction: discord.Interaction, button_id: custom_ids.MatchButton
    ) -> None:
        async with Reply(interaction) as reply:
            await self.show_verdict(reply, button_id.match)

    async def _export(
        self, interaction: discord.Interaction, button_id: custom_ids.MatchButton
    ) -> None:
        async with Reply(interaction) as reply:
            visitor = InteractionVisitor(interaction)
            export = await self._archive.export(button_id.match, visitor)
            await reply.show(export_message(export, readers.reader_of(interaction)))

    async def _play_on(
        self, interaction: discord.Interaction, button_id: custom_ids.PositionButton
    ) -> None:
        """Open a practice table at a step: in the named seat, else one's own, else ask for one."""
        visitor = InteractionVisitor(interaction)
        async with Reply(interaction) as reply:
            summary = await self._tables.queries.meet(button_id.match, visitor)
            named = (number_of(chosen_of(interaction)), button_id.seat)
            seats = (*named, summary.seat_of(interaction.user.id))
            seat = next((seat for seat in seats if seat is not None), None)
            if seat is None and summary.life in (Life.FINISHED, Life.STOPPED):
                to = readers.reader_of(interaction, summary.names)
                await reply.show(seat_menu_message(summary, button_id.step, to))
                return
            begun = await self._tables.positions.begin(
                readers.player_of(interaction),
                Origin(match_id=button_id.match, step=button_id.step, seat=seat or 0),
                visitor,
                channel_id=own_channel(interaction),
            )
            await self._hands.give(reply, begun.id)
            # The bots may have moved while it was painted.
            await self._surfaces.mend(begun.id)

    async def _painted(self, moment: ReplayStep, language: str) -> OutgoingFile:
        return await self._pictures.drawn(moment.summary, language, partial(step_picture, moment))


def check_at_home(interaction: discord.Interaction, summary: MatchSummary) -> None:
    """Raise RefusedError unless this is the channel of the match, whose people saw its table."""
    if interaction.channel_id != summary.channel_id:
        raise RefusedError(common_texts.SHARE_AT_HOME)


_TURNS = (
    custom_ids.Verb.REPLAY_FIRST,
    custom_ids.Verb.REPLAY_BACK,
    custom_ids.Verb.REPLAY_ON,
    custom_ids.Verb.REPLAY_LAST,
    custom_ids.Verb.REPLAY_ROUND,
    custom_ids.Verb.REPLAY_EYES,
    custom_ids.Verb.REPLAY_STEP,
)
_DIRECTIONS = {custom_ids.Verb.REPLAY_BACK: -1, custom_ids.Verb.REPLAY_ON: 1}
_BEYOND = 999_999
"""More steps than any match has; the archive shows the last one instead."""


def _led(
    interaction: discord.Interaction, button_id: custom_ids.ReplayButton
) -> custom_ids.ReplayButton:
    """The target of a button, or of the chosen line of a menu."""
    chosen = chosen_of(interaction)
    step, eyes = button_id.step, button_id.eyes
    match button_id.verb:
        case custom_ids.Verb.REPLAY_FIRST:
            step = 0
        case custom_ids.Verb.REPLAY_LAST:
            step = _BEYOND
        case custom_ids.Verb.REPLAY_ROUND if (wanted := number_of(chosen)) is not None:
            step = max(0, wanted)
        case custom_ids.Verb.REPLAY_EYES:
            eyes = eyes_code(eyes_of(chosen))
        case _:
            pass  # an arrow turns from this step, and a menu without a choice has no target
    return custom_ids.ReplayButton(custom_ids.Verb.REPLAY, button_id.match, step, eyes)

"""Reviews: how good a player's decisions were, and each costly one as a picture."""

import logging
import time
from collections.abc import Mapping, Sequence
from functools import partial

import discord

from bot.tables.errors import TableError
from bot.tables.history.archive import ReplayStep, RoundStart
from bot.tables.history.reviews import CostlyDecision, Review, ReviewState
from bot.ui.features.history.decisions import decision_picture
from bot.ui.features.history.handlers import check_at_home
from bot.ui.features.history.messages.replay import eyes_code
from bot.ui.features.history.messages.review import (
    mistake_message,
    review_message,
    shared_mistake_message,
    shared_review_message,
    waiting_message,
)
from bot.ui.features.services import Services
from bot.ui.i18n import readers
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.bot_permissions import check_shares
from bot.ui.interactions.moderation import InteractionVisitor
from bot.ui.interactions.reply import Reply, is_private
from bot.ui.kit import custom_ids
from bot.ui.kit.discord_errors import FAILURES
from bot.ui.kit.message import OutgoingFile, for_everybody
from render.scenes.posters.chances import ChancesPoster

log = logging.getLogger(__name__)

PAUSE = 4.0
"""Seconds between two edits of a review that is being computed."""
TOKEN_LIFE = 14 * 60.0
"""Seconds for which Discord surely accepts edits of an answer."""


class ReviewHandler:
    """Shows a player's review and its decisions."""

    def __init__(self, services: Services) -> None:
        self._reviews = services.tables.reviews
        self._archive = services.tables.archive
        self._pictures = services.pictures
        self._languages = services.languages

    @property
    def handlers(self) -> Mapping[custom_ids.Verb, custom_ids.Handler]:
        """Maps each button of a review to its handler."""
        return {
            custom_ids.Verb.REVIEW: self._open,
            custom_ids.Verb.REVIEW_STEP: self._decision,
            custom_ids.Verb.SHARE_REVIEW: self._share,
            custom_ids.Verb.SHARE_DECISION: self._share_decision,
        }

    async def show(self, reply: Reply, match_id: str) -> None:
        """Answer with the person's own review, or say how far it is until it is ready."""
        visitor = InteractionVisitor(reply.interaction)
        state = await self._reviews.show(match_id, visitor)
        await self._show(reply, state)
        if state.review is None:
            self._reviews.follow(match_id, visitor.player_id, self._follow(reply, state))

    async def _follow(self, reply: Reply, state: ReviewState) -> None:
        """Keep the answer up to date until the review is ready, while Discord accepts edits."""
        try:
            await self._until_ready(reply, state)
        except FAILURES as error:
            log.info("A review is no longer followed: %s", type(error).__name__)

    async def _until_ready(self, reply: Reply, state: ReviewState) -> None:
        visitor, until = InteractionVisitor(reply.interaction), time.monotonic() + TOKEN_LIFE
        while state.review is None and time.monotonic() < until:
            try:
                newer = await self._reviews.progress(state.summary.id, visitor, PAUSE)
            except TableError as error:
                await reply.show_lines(error.text)
                return
            if newer.review is not None or newer.done != state.done:
                await self._show(reply, newer)
            state = newer

    async def _show(self, reply: Reply, state: ReviewState) -> None:
        interaction = reply.interaction
        to = readers.reader_of(interaction, state.summary.names)
        if state.review is None:
            await reply.show(waiting_message(state, to))
            return
        visitor = InteractionVisitor(interaction)
        rounds = await self._archive.rounds(state.summary.id, visitor)
        picture = await self._picture(state, state.review, rounds, to.language)
        moves = await self._archive.moves(state.summary.id, state.review.seat, visitor)
        await reply.show(review_message(state, state.review, rounds, picture, to, moves=moves))

    async def _picture(
        self, state: ReviewState, review: Review, rounds: Sequence[RoundStart], language: str
    ) -> OutgoingFile:
        poster = ChancesPoster(
            title=state.summary.game.info.title,
            game=state.summary.game.info.key,
            seat=review.seat,
            steps=tuple(point.step for point in review.curve),
            chances=tuple(point.chances for point in review.curve),
            rounds=tuple((round_.step, round_.label) for round_ in rounds),
            mistakes=tuple(mistake.step for mistake in review.mistakes),
        )
        return await self._pictures.poster(poster, language, names=state.summary.names)

    async def _open(
        self, interaction: discord.Interaction, button_id: custom_ids.MatchButton
    ) -> None:
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            await self.show(reply, button_id.match)

    async def _share(
        self, interaction: discord.Interaction, button_id: custom_ids.MatchButton
    ) -> None:
        """Post one's own review in the channel of its match."""
        check_shares(interaction)
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            state = await self._reviews.show(button_id.match, InteractionVisitor(interaction))
            check_at_home(interaction, state.summary)
            if state.review is None:
                await self.show(reply, button_id.match)
                return
            language = await self._languages.shared(interaction.guild_id)
            rounds = await self._archive.rounds(button_id.match, InteractionVisitor(interaction))
            picture = await self._picture(state, state.review, rounds, language)
            # The review itself is its player's.
            replay = custom_ids.ReplayButton(custom_ids.Verb.REPLAY, button_id.match)
            draw = partial(shared_review_message, state, state.review, picture)
            sharer = readers.name_of(interaction.user)
            shared = for_everybody(draw, replay, sharer, common_texts.REPLAY)
            await reply.share(shared, language, state.summary.names)

    async def _decision(
        self, interaction: discord.Interaction, button_id: custom_ids.MistakeButton
    ) -> None:
        """Show one of the costly decisions."""
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            state = await self._reviews.show(button_id.match, InteractionVisitor(interaction))
            mistake = _mistake(state, button_id.number)
            if state.review is None or mistake is None:
                await self.show(reply, button_id.match)
                return
            moment = await self._moment(interaction, state, mistake)
            draw = partial(decision_picture, moment.hands[0], mistake, is_private=True)
            language = str(interaction.locale)
            picture = await self._pictures.drawn(state.summary, language, draw)
            to = readers.reader(language, state.summary.names)
            shown = mistake_message(state.review, button_id.number, moment, picture, to)
            await reply.show(shown)

    async def _share_decision(
        self, interaction: discord.Interaction, button_id: custom_ids.MistakeButton
    ) -> None:
        """Post one of one's own decisions in the channel of its match."""
        check_shares(interaction)
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            state = await self._reviews.show(button_id.match, InteractionVisitor(interaction))
            check_at_home(interaction, state.summary)
            mistake = _mistake(state, button_id.number)
            if state.review is None or mistake is None:
                await self.show(reply, button_id.match)
                return
            moment = await self._moment(interaction, state, mistake)
            draw = partial(decision_picture, moment.hands[0], mistake, is_private=False)
            language = await self._languages.shared(interaction.guild_id)
            picture = await self._pictures.drawn(state.summary, language, draw)
            replay = custom_ids.ReplayButton(
                custom_ids.Verb.REPLAY, button_id.match, mistake.step, eyes_code(state.review.seat)
            )
            shown = partial(shared_mistake_message, state, picture)
            sharer = readers.name_of(interaction.user)
            shared = for_everybody(shown, replay, sharer, common_texts.REPLAY)
            await reply.share(shared, language, state.summary.names)

    async def _moment(
        self, interaction: discord.Interaction, state: ReviewState, mistake: CostlyDecision
    ) -> ReplayStep:
        """The table as the player saw it before a decision."""
        assert state.review is not None
        visitor = InteractionVisitor(interaction)
        seat = state.review.seat
        return await self._archive.moment(state.summary.id, mistake.step, seat, visitor)


def _mistake(state: ReviewState, number: int) -> CostlyDecision | None:
    mistakes = () if state.review is None else state.review.mistakes
    return mistakes[number] if number < len(mistakes) else None

"""`/match`: looking back."""

import discord
from discord import app_commands

from bot.ui.features.history.handlers import HistoryHandler
from bot.ui.features.history.messages.replay import eyes_code
from bot.ui.features.history.reviewing import ReviewHandler
from bot.ui.features.services import Services
from bot.ui.interactions.command_options import MOST_CHOICES, Choices
from bot.ui.interactions.reply import Reply
from bot.ui.kit.custom_ids import ReplayButton, Verb
from bot.ui.match.table_finder import match_on

WHICH = "The match to show (default: the latest in this channel)"


def add_commands(services: Services, history: HistoryHandler, reviews: ReviewHandler) -> None:
    group, finder = services.groups.match, services.finder

    @group.command(name="replay", description="Look back at a match, step by step")
    @app_commands.describe(match=WHICH, spoilers="No hides how long the match was, and its end")
    async def replay(
        interaction: discord.Interaction, match: str | None = None, spoilers: bool = True
    ) -> None:
        await show_replay(interaction, match, "" if spoilers else eyes_code("spoiler_free"))

    @services.tree.context_menu(name="Replay")
    async def replay_of(interaction: discord.Interaction, table: discord.Message) -> None:
        await show_replay(interaction, match_on(interaction, table))

    async def show_replay(
        interaction: discord.Interaction, match: str | None, eyes: str = ""
    ) -> None:
        async with Reply(interaction) as reply:
            match_id = match or await finder.latest(interaction)
            await history.show_step(reply, ReplayButton(Verb.REPLAY, match_id, eyes=eyes))

    @group.command(name="log", description="Read what happened in a match")
    @app_commands.rename(as_file="file")
    @app_commands.describe(match=WHICH, as_file="Get the whole log as a text file to keep")
    async def log(
        interaction: discord.Interaction, match: str | None = None, as_file: bool = False
    ) -> None:
        async with Reply(interaction) as reply:
            match_id = match or await finder.nearest(interaction)
            await history.show_log(reply, match_id, as_file=as_file)

    @group.command(name="verify", description="Check that a match was dealt fairly")
    @app_commands.describe(match=WHICH)
    async def verify(interaction: discord.Interaction, match: str | None = None) -> None:
        async with Reply(interaction) as reply:
            match_id = match or await finder.latest(interaction)
            await history.show_verdict(reply, match_id)

    @group.command(name="review", description="See what your decisions in a match were worth")
    @app_commands.describe(match=WHICH)
    async def review(interaction: discord.Interaction, match: str | None = None) -> None:
        async with Reply(interaction) as reply:
            match_id = match or await finder.latest(interaction, own=True)
            await reviews.show(reply, match_id)

    async def begun(interaction: discord.Interaction, typed: str) -> Choices:
        """Tables with a running match come first."""
        running = await finder.all_tables(interaction, typed)
        return [*running, *await finder.ended_matches(interaction, typed)][:MOST_CHOICES]

    replay.autocomplete("match")(finder.ended_matches)
    verify.autocomplete("match")(finder.ended_matches)
    review.autocomplete("match")(finder.reviewable_matches)
    log.autocomplete("match")(begun)

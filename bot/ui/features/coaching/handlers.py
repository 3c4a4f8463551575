"""Coaching: illustrated rules, help, reasons and practice tables."""

import asyncio
from collections.abc import Mapping
from functools import partial

import discord

from bot.tables.domain.views import MatchSummary
from bot.tables.errors import NoSeatError
from bot.tables.history.examples import examples
from bot.tables.lobbies.practice import USUAL, Company
from bot.ui.features.coaching import help_messages as helps
from bot.ui.features.services import Services
from bot.ui.i18n.readers import player_of, reader_of
from bot.ui.interactions.bot_permissions import own_channel, server_of
from bot.ui.interactions.errors import RefusedError
from bot.ui.interactions.moderation import InteractionVisitor
from bot.ui.interactions.payloads import chosen_of, number_of
from bot.ui.interactions.reply import Reply, is_private, on_private_message
from bot.ui.kit import custom_ids
from bot.ui.kit.message import OutgoingFile, OutgoingMessage
from bot.ui.match.messages.rules import page_of_rule, page_wanted, rules_message, rules_near
from bot.ui.match.messages.welcome import ANY, game_message, more_message
from bot.ui.match.messages.why_and_hint import hint, why
from bot.ui.pictures.attachments import hand_picture
from data.records.matches import ELSEWHERE, Life
from games.core.game import AnyGame
from games.core.text import Reader, say

NO_SUCH_RULE = say("The rules have no such heading or number. Choose one from the list.")


class CoachingHandler:
    """Coaches one person privately, in their own language."""

    def __init__(self, services: Services) -> None:
        self._surfaces = services.surfaces
        self._welcome = services.welcome
        self._games = {game.info.key: game for game in services.games}
        self._tables = services.tables
        self._hands = services.hands
        self._publics = services.publics
        self._pictures = services.pictures
        self._finder = services.finder

    @property
    def handlers(self) -> Mapping[custom_ids.Verb, custom_ids.Handler]:
        """Maps each coaching button to its handler."""
        return {
            custom_ids.Verb.RULES: self._rules,
            custom_ids.Verb.RULES_HEADING: self._heading,
            custom_ids.Verb.EXPLAIN: self._explain,
            custom_ids.Verb.ADVICE: self._advice,
            custom_ids.Verb.PRACTICE: self._practise,
            custom_ids.Verb.PLAY_NOW: self._play_now,
            custom_ids.Verb.WELCOME: self._all_games,
            custom_ids.Verb.CHOOSE_GAME: self._choose,
            custom_ids.Verb.WELCOME_MORE: self._more,
        }

    async def show_rules(
        self, reply: Reply, game: AnyGame, page: int, wanted: str | None = None
    ) -> None:
        """Answer with a page of rules; `wanted` names a heading or a rule instead."""
        to = _reader(reply.interaction)
        if wanted is not None:
            result = page_wanted(game, to.language, wanted)
            if result is None:
                raise RefusedError(NO_SUCH_RULE)
            page = result
        rule = None if wanted is None else number_of(wanted)
        pictures = await self._illustrated(game, page, rule, str(reply.interaction.locale))
        await reply.show(rules_message(game, page, to, pictures))

    async def show_help(self, interaction: discord.Interaction) -> None:
        """Show what can be done where somebody asks."""
        async with Reply(interaction) as reply:
            shown = await self._help(interaction)
            if shown is None:
                await self._welcome.show(reply)
            else:
                await reply.show(shown)

    async def show_reasons(self, reply: Reply, match_id: str) -> None:
        """Explain in the hand why something cannot be chosen now; raises NoSeatError."""
        interaction = reply.interaction
        match_view = await self._tables.queries.match_view(match_id, interaction.user.id)
        if match_view.summary.seat_of(interaction.user.id) is None:
            raise NoSeatError
        await self._hands.give(reply, match_id, helped=why(match_view.question))

    async def practise(self, reply: Reply, game: AnyGame, company: Company = USUAL) -> None:
        """Answer with a practice table of this game, reusing a running one."""
        interaction = reply.interaction
        summary = await self._tables.practice.begin(
            player_of(interaction),
            game.info.key,
            channel_id=own_channel(interaction),
            company=company,
        )
        await self._hands.give(reply, summary.id)
        # The bots may have moved while it was painted.
        await self._surfaces.mend(summary.id)

    async def _rules(
        self, interaction: discord.Interaction, button_id: custom_ids.RulesButton
    ) -> None:
        """Show the rules of a game by its key, or of a match at the rule that applies now."""
        turning = is_private(interaction) and button_id.how != custom_ids.AFRESH
        async with Reply(interaction, updating=turning) as reply:
            game, page = self._games.get(button_id.subject), button_id.page
            if game is None:
                summary = await self._tables.queries.meet(
                    button_id.subject, InteractionVisitor(interaction)
                )
                game, page = summary.game, await self._page_now(interaction, summary)
            await self.show_rules(reply, game, page)

    async def _heading(
        self, interaction: discord.Interaction, button_id: custom_ids.RulesButton
    ) -> None:
        """Turn to the heading that is chosen."""
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            game, rule = self._tables.game(button_id.subject), number_of(chosen_of(interaction))
            page = page_of_rule(game, _reader(interaction).language, rule or 0)
            await self.show_rules(reply, game, page)

    async def _page_now(self, interaction: discord.Interaction, summary: MatchSummary) -> int:
        if summary.life is not Life.RUNNING or summary.seat_of(interaction.user.id) is None:
            return 0
        match_view = await self._tables.queries.match_view(summary.id, interaction.user.id)
        to = _reader(interaction)
        return page_of_rule(summary.game, to.language, summary.game.rule(match_view.view))

    async def _explain(
        self, interaction: discord.Interaction, button_id: custom_ids.MatchButton
    ) -> None:
        async with Reply(interaction, updating=on_private_message(interaction)) as reply:
            await self.show_reasons(reply, button_id.match)

    async def _advice(
        self, interaction: discord.Interaction, button_id: custom_ids.MatchButton
    ) -> None:
        async with Reply(interaction, updating=on_private_message(interaction)) as reply:
            advice = await self._tables.practice.advice(button_id.match, interaction.user.id)
            await self._hands.give(reply, button_id.match, helped=hint(advice))

    async def _practise(
        self, interaction: discord.Interaction, pressed: custom_ids.GameButton
    ) -> None:
        async with Reply(interaction) as reply:
            await self.practise(reply, self._tables.game(pressed.game))

    async def _play_now(
        self, interaction: discord.Interaction, pressed: custom_ids.GameButton
    ) -> None:
        """Begin a short match against two bots, easy ones for a newcomer."""
        async with Reply(interaction) as reply:
            key, level = await self._tables.practice.suggested(interaction.user.id)
            game = self._tables.game(key if pressed.game == ANY else pressed.game)
            bots = min(2, game.info.seats[1] - 1)
            await self.practise(reply, game, Company(bots, level, is_short=True))

    async def _choose(
        self, interaction: discord.Interaction, _pressed: custom_ids.GameButton
    ) -> None:
        """Show one game, privately."""
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            game = self._tables.game(chosen_of(interaction))
            picture = await self._pictures.game(game, str(interaction.locale))
            await reply.show(game_message(game, picture, _reader(interaction)))

    async def _more(
        self, interaction: discord.Interaction, _pressed: custom_ids.GameButton
    ) -> None:
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            has_boards = server_of(interaction) not in {None, ELSEWHERE}
            await reply.show(more_message(_reader(interaction), has_boards=has_boards))

    async def _all_games(
        self, interaction: discord.Interaction, _pressed: custom_ids.GameButton
    ) -> None:
        """Come back to what a newcomer sees first."""
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            await self._welcome.show(reply)

    async def _illustrated(
        self, game: AnyGame, page: int, rule: int | None, language: str
    ) -> tuple[OutgoingFile, ...]:
        """A moment of the example match for this rule, or for another rule near this page.

        The first page shows the cards.
        """
        illustrations = await asyncio.to_thread(examples, game)
        if page == 0 and rule not in illustrations:
            deck = await self._pictures.deck(game, language)
            if deck is not None:
                return (deck,)
        rules = [] if rule is None else [rule]
        rules += rules_near(game, language, page)
        number = next((number for number in rules if number in illustrations), None)
        if number is None:
            return ()
        example = illustrations[number]
        if example.hand is not None:
            paint = partial(hand_picture, example.hand)
            return (await self._pictures.drawn(example.hand.summary, language, paint),)
        return (await self._pictures.table(example.table, language))[:1]

    async def _help(self, interaction: discord.Interaction) -> OutgoingMessage | None:
        """Help at a table; None away from all of them."""
        player_id = interaction.user.id
        mine = await self._tables.queries.matches_of(player_id)
        here = await self._finder.standing_here(interaction, mine)
        to = _reader(interaction)
        if not here and server_of(interaction) is not None:
            everybodys = await self._finder.tables_here(interaction)
            if others := await self._finder.standing_here(interaction, everybodys):
                return helps.watching_help(others, to)
        if not here and not mine:
            return None
        summary = (here or mine)[0]
        to, url = _reader(interaction, summary), await self._publics.url(summary.id, summary)
        if summary.life is Life.LOBBY:
            lobby = await self._tables.lobbies.show(summary.id)
            return helps.lobby_help(lobby, player_id, url, to)
        match_view = await self._tables.queries.match_view(summary.id, player_id)
        return helps.table_help(match_view, url, to)


def _reader(interaction: discord.Interaction, summary: MatchSummary | None = None) -> Reader:
    return reader_of(interaction, () if summary is None else summary.names)

"""The buttons under a tournament, and what its commands do."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

import discord

from bot.tables.competitions.errors import NotTournamentHostError
from bot.tables.competitions.tournaments import NewTournament
from bot.tables.competitions.views import TournamentView
from bot.tables.domain.player import Player
from bot.ui.features.services import Services
from bot.ui.features.tournaments.message_family import TournamentMessages
from bot.ui.features.tournaments.messages import cancel_question, past_message, standings_message
from bot.ui.features.tournaments.pictures import standings_scene
from bot.ui.i18n import readers
from bot.ui.i18n.texts import tournament_texts as texts
from bot.ui.interactions.bot_permissions import server
from bot.ui.interactions.moderation import InteractionVisitor, may_moderate
from bot.ui.interactions.payloads import chosen_of
from bot.ui.interactions.reply import Reply, is_private
from bot.ui.kit.custom_ids import Handler, TournamentButton, Verb
from bot.ui.pictures.paint_queue import Priority, TooBusyError
from games.core.text import Text

Deed = Callable[[str, Player], Awaitable[TournamentView]]


class TournamentHandler:
    """One per client. Everybody acts for themselves; the host and moderators for all."""

    def __init__(self, services: Services, messages: TournamentMessages) -> None:
        self._tournaments = services.tables.tournaments
        self._surfaces = services.surfaces
        self._messages = messages
        self._pictures = services.pictures

    @property
    def handlers(self) -> Mapping[Verb, Handler]:
        return {
            Verb.TOURNAMENT_JOIN: lambda press, pressed: self.join(press, pressed.tournament),
            Verb.TOURNAMENT_LEAVE: lambda press, pressed: self.leave(press, pressed.tournament),
            Verb.TOURNAMENT_CHECK_IN: lambda press, pressed: self.check_in(
                press, pressed.tournament
            ),
            Verb.TOURNAMENT_STANDINGS: lambda press, pressed: self.show_standings(
                press, chosen_of(press) or pressed.tournament
            ),
            Verb.TOURNAMENT_CANCEL: self._cancel,
        }

    async def open(self, reply: Reply, opening: NewTournament) -> None:
        """Open a tournament, and answer with a link to its announcement."""
        view = await self._tournaments.open(opening)
        await self._surfaces.competition_shown(view.id)
        await reply.say(
            readers.to(reply.interaction, texts.opened(await self._messages.url(view.id)))
        )

    async def join(self, interaction: discord.Interaction, tournament_id: str) -> None:
        """Sign somebody up."""
        await self._do(interaction, tournament_id, self._tournaments.join, _joined)

    async def leave(self, interaction: discord.Interaction, tournament_id: str) -> None:
        """Withdraw somebody."""
        await self._do(interaction, tournament_id, self._tournaments.leave, _left)

    async def check_in(self, interaction: discord.Interaction, tournament_id: str) -> None:
        """Note that somebody will play the next round."""
        await self._do(
            interaction, tournament_id, self._tournaments.check_in, lambda _: texts.YOU_ARE_IN
        )

    async def show_standings(self, interaction: discord.Interaction, tournament_id: str) -> None:
        """Answer with the standings; in words only for people who prefer that."""
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            view = await self._met(interaction, tournament_id)
            language, picture = str(interaction.locale), None
            if view.rows and not reply.reads_text:
                scene = standings_scene(view, view.last_round, readers.plain_reader(language))
                with suppress(TooBusyError):
                    picture = await self._pictures.poster(
                        scene.poster, language, Priority.ANSWER, players=scene.players
                    )
            reader = readers.reader(language)
            await reply.show(standings_message(view, picture, reader, interaction.user.id))

    async def show_past(self, interaction: discord.Interaction) -> None:
        """Answer with the server's finished tournaments."""
        async with Reply(interaction) as reply:
            views = await self._tournaments.queries.past(
                server(interaction), InteractionVisitor(interaction)
            )
            await reply.show(past_message(views, readers.reader_of(interaction)))

    async def go_on(self, interaction: discord.Interaction, tournament_id: str) -> None:
        """Don't wait for the next stage any longer."""
        async with Reply(interaction) as reply:
            view = await self._met(interaction, tournament_id)
            moderator = may_moderate(interaction, view)
            await self._tournaments.go_on(
                view.id, readers.player_of(interaction), moderator=moderator
            )
            await reply.say(readers.to(interaction, texts.GONE_ON))

    async def ask_to_cancel(self, interaction: discord.Interaction, tournament_id: str) -> None:
        """Ask the host or a moderator for confirmation."""
        async with Reply(interaction) as reply:
            view = await self._met(interaction, tournament_id)
            is_host = view.tournament.host_id == interaction.user.id
            if not (is_host or may_moderate(interaction, view)):
                raise NotTournamentHostError
            await reply.show(cancel_question(view, readers.reader_of(interaction)))

    async def _met(self, interaction: discord.Interaction, tournament_id: str) -> TournamentView:
        return await self._tournaments.queries.meet(tournament_id, InteractionVisitor(interaction))

    async def _do(
        self,
        interaction: discord.Interaction,
        tournament_id: str,
        deed: Deed,
        words: Callable[[TournamentView], Text],
    ) -> None:
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            view = await self._met(interaction, tournament_id)
            after = await deed(view.id, readers.player_of(interaction))
            await reply.show_lines(words(after))

    async def _cancel(self, interaction: discord.Interaction, pressed: TournamentButton) -> None:
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            view = await self._met(interaction, pressed.tournament)
            moderator = may_moderate(interaction, view)
            await self._tournaments.cancel(
                view.id, readers.player_of(interaction), moderator=moderator
            )
            await reply.show_lines(texts.CANCELLED)


def _joined(after: TournamentView) -> Text:
    return texts.YOU_ARE_IN if after.tournament.stage == "check_in" else texts.YOU_JOINED


def _left(after: TournamentView) -> Text:
    return texts.YOU_LEFT if after.tournament.round else texts.YOU_WITHDREW

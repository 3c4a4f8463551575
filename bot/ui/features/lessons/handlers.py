"""Shows lessons, and takes their answers from buttons, menus, forms and `/learn`."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from weakref import WeakValueDictionary

import discord
from discord import app_commands

from bot.tables.domain.player import Player
from bot.tables.errors import TableError
from bot.tables.lessons import LessonView
from bot.tables.training import PREFIX
from bot.ui.controls.reader import AskModal, CompleteForm, Reading, Refused, read, read_modal
from bot.ui.controls.typed_moves import complete_line, parse
from bot.ui.features.lessons.messages import lesson_message
from bot.ui.features.lessons.pictures import lesson_picture
from bot.ui.features.services import Services
from bot.ui.i18n import readers
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.moderation import InteractionVisitor
from bot.ui.interactions.payloads import fields_of, values_of
from bot.ui.interactions.reply import Reply, is_private
from bot.ui.kit import custom_ids
from bot.ui.kit.message import OutgoingMessage
from bot.ui.match.messages.hand import draft_of
from bot.ui.pictures.late_pictures import LatePictures
from bot.ui.pictures.paint_queue import Priority, TooBusyError
from games.core.prompt import Form
from games.core.text import Text


class LessonHandler:
    """One per client."""

    def __init__(self, services: Services) -> None:
        self._router = services.router
        self._tables = services.tables
        self._pictures = services.pictures
        self._late = LatePictures()
        self._reading: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """Held while a learner's press is read and saved, since drafts build on each other."""

    @property
    def handlers(self) -> Mapping[custom_ids.Verb, custom_ids.Handler]:
        return {
            custom_ids.Verb.LEARN: self._open,
            custom_ids.Verb.LEARN_ANSWER: self._tell,
            custom_ids.Verb.TRAIN: self._train,
        }

    async def train(self, reply: Reply) -> None:
        """Answer with the decision of the person's own matches that is due next."""
        player = readers.player_of(reply.interaction)
        visitor = InteractionVisitor(reply.interaction)
        await self._show(reply, await self._tables.training.next_due(player, visitor))

    async def show(self, reply: Reply, game_key: str, number: int | None = None) -> None:
        """Answer with a lesson, by default the first that is not passed yet."""
        player = readers.player_of(reply.interaction)
        await self._show(reply, await self._tables.lessons.show(player, game_key, number))

    async def answer(self, reply: Reply, game_key: str, number: int | None, typed: str) -> None:
        """Take the typed answer of a lesson."""
        interaction = reply.interaction
        player = readers.player_of(interaction)
        shown = await self._tables.lessons.show(player, game_key, number)
        asked, names = shown.table.question, shown.table.summary.names
        assert asked is not None  # every lesson asks something
        form = parse(asked.prompt, readers.plain_reader_of(interaction, names), typed)
        if isinstance(form, Text):
            await reply.say(readers.to(interaction, form, names))
            return
        await self._show(reply, await self._tables.lessons.answer(player, shown, form))

    async def complete(
        self, interaction: discord.Interaction, game_key: str | None, number: int | None, typed: str
    ) -> list[app_commands.Choice[str]]:
        """Autocomplete the answer of a lesson; nothing if there is no such lesson."""
        try:
            player = readers.player_of(interaction)
            shown = await self._tables.lessons.show(player, game_key or "", number)
        except TableError:
            return []  # the command itself gives the reason
        asked = shown.table.question
        assert asked is not None  # every lesson asks something
        to_learner = readers.plain_reader_of(interaction, shown.table.summary.names)
        pairs = complete_line(asked.prompt, to_learner, typed)
        return [app_commands.Choice(name=name, value=value) for name, value in pairs]

    async def press(
        self, interaction: discord.Interaction, control_id: custom_ids.ControlId
    ) -> None:
        """Handle a control of a lesson: a choice, a form, or the answer."""
        await self._router.met(interaction)
        player = readers.player_of(interaction)
        lock = self._reading.setdefault(player.id, asyncio.Lock())
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            async with lock:
                shown = await self._find(interaction, control_id.match)
                asked, names = shown.table.question, shown.table.summary.names
                assert asked is not None  # every lesson asks something
                note = None
                if asked.ticket != control_id.ticket:
                    note = common_texts.CHANGED
                else:
                    reading = _read(interaction, shown, control_id)
                    if isinstance(reading, AskModal):
                        to_learner = readers.reader_of(interaction, names)
                        await reply.ask(reading.modal(to_learner))
                        return
                    if isinstance(reading, Refused):
                        await reply.say(readers.to(interaction, reading.why, names))
                        return
                    if isinstance(reading, CompleteForm):
                        shown = await self._answered(player, shown, reading.form)
                    else:
                        draft = reading.draft.to_json()
                        shown = await self._tables.lessons.keep_draft(player, shown, draft)
            await self._show(reply, shown, note)

    async def _find(self, interaction: discord.Interaction, name: str) -> LessonView:
        player = readers.player_of(interaction)
        if name.startswith(PREFIX):
            visitor = InteractionVisitor(interaction)
            return await self._tables.training.find(player, name, visitor)
        return await self._tables.lessons.find(player, name)

    async def _answered(self, player: Player, shown: LessonView, form: Form) -> LessonView:
        if shown.trained is None:
            return await self._tables.lessons.answer(player, shown, form)
        answered = await self._tables.training.answer(player, shown, form)  # or refused for now
        await self._tables.lessons.end_draft(player, shown)
        return answered

    async def _train(
        self, interaction: discord.Interaction, _pressed: custom_ids.OwnButton
    ) -> None:
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            await self.train(reply)

    async def _open(
        self, interaction: discord.Interaction, pressed: custom_ids.LessonButton
    ) -> None:
        updating = is_private(interaction) and pressed.how != custom_ids.AFRESH
        async with Reply(interaction, updating=updating) as reply:
            player = readers.player_of(interaction)
            shown = await self._tables.lessons.show(player, pressed.game, pressed.lesson or None)
            await self._show(reply, shown)

    async def _tell(
        self, interaction: discord.Interaction, pressed: custom_ids.LessonButton
    ) -> None:
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            player = readers.player_of(interaction)
            shown = await self._tables.lessons.show(player, pressed.game, pressed.lesson or None)
            await self._show(reply, shown, is_told=True)

    async def _show(
        self, reply: Reply, shown: LessonView, note: Text | None = None, *, is_told: bool = False
    ) -> None:
        interaction = reply.interaction
        language, summary = str(interaction.locale), shown.table.summary
        paint = partial(lesson_picture, shown)

        async def draw(priority: Priority) -> OutgoingMessage:
            picture = None
            if not reply.reads_text:
                with suppress(TooBusyError):
                    picture = await self._pictures.drawn(summary, language, paint, priority)
            to_learner = readers.reader(language, summary.names)
            message = lesson_message(shown, picture, to_learner, note=note, is_told=is_told)
            return replace(message, is_makeshift=picture is None and not reply.reads_text)

        await self._late.show(reply, draw)


def _read(
    interaction: discord.Interaction, shown: LessonView, control_id: custom_ids.ControlId
) -> Reading:
    asked, draft = shown.table.question, draft_of(shown.table)
    assert asked is not None  # checked by the caller
    if interaction.type is discord.InteractionType.modal_submit:
        return read_modal(asked, draft, control_id, fields_of(interaction))
    return read(asked, draft, control_id, values_of(interaction))

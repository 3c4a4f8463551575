"""The possible results of reading a press."""

from typing import NamedTuple

import discord

from bot.tables.domain.views import Question
from bot.ui.controls.draft import Draft
from bot.ui.controls.drawing.modals import modal
from bot.ui.kit.custom_ids import ControlId
from games.core.prompt import Form
from games.core.text import Reader, Text


class CompleteForm(NamedTuple):
    """The form is complete and is the answer."""

    form: Form


class PartialForm(NamedTuple):
    """Save this draft and show the question again."""

    draft: Draft


class AskModal(NamedTuple):
    """Open a form; nothing is saved until it is submitted."""

    question: Question
    draft: Draft
    control_id: ControlId

    def modal(self, reader: Reader) -> discord.ui.Modal:
        return modal(self.question, self.draft, self.control_id, reader)


class Refused(NamedTuple):
    """Show the reason for a refusal; the draft stays as it is."""

    why: Text


Reading = CompleteForm | PartialForm | AskModal | Refused

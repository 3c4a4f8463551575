"""The possible results of reading a press."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.tables.domain.views import Question
from bot.ui.controls.draft import Draft
from bot.ui.controls.drawing.modals import modal
from bot.ui.custom_ids import ControlId
from games.core.prompt import Form
from games.core.text import Reader, Text


@dataclass(frozen=True, slots=True)
class CompleteForm:
    """The form is complete and is the answer."""

    form: Form


@dataclass(frozen=True, slots=True)
class PartialForm:
    """Save this draft and show the question again."""

    draft: Draft


@dataclass(frozen=True, slots=True)
class AskModal:
    """Open a form; nothing is saved until it is submitted."""

    question: Question
    draft: Draft
    control_id: ControlId

    def modal(self, reader: Reader) -> discord.ui.Modal:
        return modal(self.question, self.draft, self.control_id, reader)


@dataclass(frozen=True, slots=True)
class Refused:
    """Show the reason for a refusal; the draft stays as it is."""

    why: Text


Reading = CompleteForm | PartialForm | AskModal | Refused

"""What a press may mean, once it is read."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.tables.domain.views import Question
from bot.ui.controls.address import Address
from bot.ui.controls.draft import Draft
from bot.ui.controls.drawing.modals import modal
from games.core.prompt import Form
from games.core.text import Reader, Text


@dataclass(frozen=True, slots=True)
class CompleteForm:
    """The form is complete: this is the answer."""

    form: Form


@dataclass(frozen=True, slots=True)
class PartialForm:
    """Keep this draft and draw the question again."""

    draft: Draft


@dataclass(frozen=True, slots=True)
class AskModal:
    """Open a form; nothing is kept until it is submitted."""

    question: Question
    draft: Draft
    address: Address

    def modal(self, reader: Reader) -> discord.ui.Modal:
        return modal(self.question, self.draft, self.address, reader)


@dataclass(frozen=True, slots=True)
class Refused:
    """Show why not; the draft stays as it is."""

    why: Text


Reading = CompleteForm | PartialForm | AskModal | Refused

"""Makes the timeout move when the time for a question is up, if it is still asked."""

from __future__ import annotations

import logging

from bot.tables.errors import ASKED_NO_MORE
from bot.tables.matches.answers import Answers
from bot.tables.matches.context import MatchContext
from data.records.matches import Deadline

log = logging.getLogger(__name__)


class Timeouts:
    def __init__(self, context: MatchContext, answers: Answers) -> None:
        self._context = context
        self._answers = answers

    async def run_out(self, row: Deadline) -> None:
        """Answer for the absent player and delete the row, which a move does by itself."""
        try:
            if row.seat is None:
                await self._answers.time_out_together(row.match_id, row.ticket)
            else:
                await self._answers.time_out(
                    row.match_id, row.seat, row.ticket, is_rest=row.is_rest
                )
        except ASKED_NO_MORE:
            log.debug("a deadline of match %s is out of date", row.match_id)
        await self._context.drop(row)

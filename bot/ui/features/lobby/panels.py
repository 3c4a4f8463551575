"""The private panels of lobbies: whichever is open when its lobby starts or closes goes away."""

import logging
import time
from collections import OrderedDict
from typing import NamedTuple

from bot.background import background
from bot.tables.matches.snapshot import Snapshot
from bot.ui.interactions.reply import Reply
from bot.ui.kit.discord_errors import FAILURES
from bot.ui.sync.delivery import TOKEN_LIFE
from data.records.matches import Life

log = logging.getLogger(__name__)
MOST = 500
"""The most lobbies whose panels are remembered."""


class _OpenPanel(NamedTuple):
    reply: Reply
    until: float
    """When Discord no longer takes changes of it."""


class OpenPanels:
    """Remembers the latest answer in each panel, since only its token can take the panel away."""

    def __init__(self) -> None:
        self._lobbies: OrderedDict[str, dict[int, _OpenPanel]] = OrderedDict()

    def note(self, match_id: str, message_id: int, reply: Reply) -> None:
        """Remember a panel by its message."""
        panels = self._lobbies.setdefault(match_id, {})
        panels[message_id] = _OpenPanel(reply, time.monotonic() + TOKEN_LIFE / 1000)
        self._lobbies.move_to_end(match_id)
        if len(self._lobbies) > MOST:
            self._lobbies.popitem(last=False)

    def forget(self, match_id: str, message_id: int) -> None:
        """Leave a panel to the press that is being answered in it."""
        self._lobbies.get(match_id, {}).pop(message_id, None)

    def changed(self, snapshot: Snapshot) -> None:
        """Take the panels of a lobby away once it is none; a press on one left says why."""
        if snapshot.match.life is Life.LOBBY:
            return
        for panel in self._lobbies.pop(snapshot.match.match_id, {}).values():
            if time.monotonic() < panel.until:
                background(_take_away(panel.reply), "take a lobby's panel away")


async def _take_away(reply: Reply) -> None:
    try:
        await reply.take_back()
    except FAILURES as error:
        log.info("a lobby's panel stays: %s", type(error).__name__)

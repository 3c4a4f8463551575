"""The open tabs of all people, and those of the test client."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field

from playground.world.world import Json

Hear = Callable[[str, Json], None]


@dataclass(frozen=True)
class Tab:
    """One open page of a person, who may have several."""

    id: str
    user_id: int
    hear: Hear


@dataclass
class Audience:
    tabs: dict[str, Tab] = field(default_factory=dict)
    _numbers: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))

    def join(self, user_id: int, hear: Hear) -> Tab:
        tab = Tab(f"tab-{next(self._numbers)}", user_id, hear)
        self.tabs[tab.id] = tab
        return tab

    def leave(self, tab: Tab) -> None:
        self.tabs.pop(tab.id, None)

    def tell(self, user_id: int, event: str, data: Json, tab: str | None = None) -> None:
        """Send an event to all tabs of a person, or only to the named one if it is open."""
        if tab in self.tabs:
            self.tabs[tab].hear(event, data)
            return
        for each in list(self.tabs.values()):
            if each.user_id == user_id:
                each.hear(event, data)

    def tell_all(self, event: str, data: Json) -> None:
        for tab in list(self.tabs.values()):
            tab.hear(event, data)

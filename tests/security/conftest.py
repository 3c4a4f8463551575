"""The running bot of the integration tests, for attacks on it."""

from tests.integration.conftest import (
    ana,
    ben,
    bots_search_in_threads,
    chen,
    env,
    nothing_is_late,
    pictures_are_named,
    playground,
    stopped,
    the_machine_is_good,
)

__all__ = [
    "ana",
    "ben",
    "bots_search_in_threads",
    "chen",
    "env",
    "nothing_is_late",
    "pictures_are_named",
    "playground",
    "stopped",
    "the_machine_is_good",
]

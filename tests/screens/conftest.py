"""The browser of the page's tests, and bots that start no processes."""

from tests.integration.conftest import bots_search_in_threads, the_machine_is_good
from tests.playground_page.conftest import browser

__all__ = ["bots_search_in_threads", "browser", "the_machine_is_good"]

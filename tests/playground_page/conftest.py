"""Headless Chromium with a tab per person, in a playground that the demo bot serves.

A browser takes seconds to start, and a page half a second to load, so all tests of a module share
them. After each test all messages are deleted, and every tab is left as it was opened. The tests
run on the browser's event loop, which ends with the module: in a loop that stands still, the bot's
heartbeat is late, and discord.py warns of that in the middle of other tests.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Literal

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Request, ViewportSize, expect

from playground.server import Playground
from playground.world.clock import ManualClock
from tests.browser import PATIENCE, Tab, launched
from tests.playground.demo_bot import start
from tests.support.playground import playing

Scheme = Literal["dark", "light"]
OpenTab = Callable[..., Awaitable[Tab]]


@pytest.fixture(scope="module")
def clock() -> ManualClock:
    return ManualClock()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with launched() as browser:
        yield browser


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def playground(browser: Browser, clock: ManualClock) -> AsyncIterator[Playground]:
    async with playing(start, clock=clock) as playground:
        yield playground


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def tabs() -> dict[tuple[str, int, Scheme], Tab]:
    """Tabs by person, width and scheme."""
    return {}


@pytest_asyncio.fixture(loop_scope="module")
async def open_tab(
    browser: Browser, playground: Playground, tabs: dict[tuple[str, int, Scheme], Tab]
) -> AsyncIterator[OpenTab]:
    """Opens a tab as a person; fails if a tab had an error or contacted another machine."""
    origin = playground.address.origin

    async def opened(name: str, width: int, scheme: Scheme) -> Tab:
        size: ViewportSize = {"width": width, "height": 800}
        context = await browser.new_context(viewport=size, color_scheme=scheme)
        context.set_default_timeout(PATIENCE)
        tab = Tab(await context.new_page())

        def requested(request: Request) -> None:
            if not request.url.startswith((origin, "data:", "about:")):
                tab.faults.append(f"request to {request.url}")

        tab.page.on("request", requested)
        await tab.page.goto(playground.pages.link(playground.person(name).user))
        return tab

    async def open_as(name: str, width: int = 1280, scheme: Scheme = "dark") -> Tab:
        key = (name, width, scheme)
        if key not in tabs:
            tabs[key] = await opened(*key)
        await expect(tabs[key].find("channel-title")).to_have_text("table-one")
        await expect(tabs[key].page.locator(".beginning")).to_be_visible()
        return tabs[key]

    yield open_as
    for message in list(playground.world.messages.values()):
        playground.posts.delete(message)
    for tab in tabs.values():
        await leave(tab)
    faults = [fault for tab in tabs.values() for fault in tab.faults]
    for tab in tabs.values():
        tab.faults.clear()
    assert not faults, "\n".join(faults)


async def leave(tab: Tab) -> None:
    """Close what is open, empty the composer and return to the first channel."""
    await tab.page.keyboard.press("Escape")
    await tab.find("composer").fill("")
    await tab.channel("table-one").dispatch_event("click")  # on a phone the drawer covers it
    await expect(tab.messages).to_have_count(0)

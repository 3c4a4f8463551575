"""Headless Chromium with a tab per person, in a playground that the demo bot serves.

A browser takes seconds to start and stop, so all tests of a process share one, each with contexts
of its own. They run on one event loop, because the browser's connection belongs to a loop.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Literal

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ViewportSize, expect

from bot.playground.server import Playground
from bot.playground.world.clock import ManualClock
from tests.bot.playground.demo_bot import start
from tests.browser import PATIENCE, Tab, launched
from tests.playground import playing

Scheme = Literal["dark", "light"]
OpenTab = Callable[..., Awaitable[Tab]]


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with launched() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="session")
async def playground(browser: Browser, clock: ManualClock) -> AsyncIterator[Playground]:
    async with playing(start, clock=clock) as playground:
        yield playground


@pytest_asyncio.fixture(loop_scope="session")
async def open_tab(browser: Browser) -> AsyncIterator[OpenTab]:
    """Opens a tab as somebody; no tab may have met an error or asked another machine."""
    tabs: list[Tab] = []

    async def opening(
        stack: AsyncExitStack, playground: Playground, name: str, width: int, scheme: Scheme
    ) -> Tab:
        size: ViewportSize = {"width": width, "height": 800}
        context = await browser.new_context(viewport=size, color_scheme=scheme)
        stack.push_async_callback(context.close)
        context.set_default_timeout(PATIENCE)
        tab = Tab(await context.new_page())
        tabs.append(tab)
        origin = playground.address.origin

        def requested(url: str) -> None:
            if not url.startswith((origin, "data:")):
                tab.faults.append(f"request to {url}")

        tab.page.on("request", lambda request: requested(request.url))
        await tab.page.goto(playground.pages.link(playground.person(name).user))
        await expect(tab.find("channel-title")).to_have_text("table-one")
        await expect(tab.page.locator(".beginning")).to_be_visible()
        return tab

    async with AsyncExitStack() as stack:

        async def open_as(
            playground: Playground, name: str, width: int = 1280, scheme: Scheme = "dark"
        ) -> Tab:
            return await opening(stack, playground, name, width, scheme)

        yield open_as
    faults = [fault for tab in tabs for fault in tab.faults]
    assert not faults, "\n".join(faults)

"""Headless Chromium with a tab per person, in a playground that the demo bot serves.

A browser takes seconds to start, and a tab half a second, so all tests of a process share them; the
page's own storage differs by port. The tests run on the browser's event loop.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Literal

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Request, ViewportSize, expect

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


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def kept(browser: Browser) -> dict[tuple[str, int, Scheme], Tab]:
    """Tabs by person, width and scheme; a new one would start another process."""
    return {}


@pytest_asyncio.fixture(loop_scope="session")
async def open_tab(
    browser: Browser, kept: dict[tuple[str, int, Scheme], Tab]
) -> AsyncIterator[OpenTab]:
    """Opens a tab as a person; fails if a tab had an error or contacted another machine."""
    faults: list[str] = []

    async def a_tab(name: str, width: int, scheme: Scheme) -> Tab:
        tab = kept.get((name, width, scheme))
        if tab is None or tab.page.is_closed():
            size: ViewportSize = {"width": width, "height": 800}
            context = await browser.new_context(viewport=size, color_scheme=scheme)
            context.set_default_timeout(PATIENCE)
            tab = kept[name, width, scheme] = Tab(await context.new_page())
        return tab

    async def leave(tab: Tab) -> None:
        faults.extend(tab.faults)
        tab.faults.clear()
        if not tab.page.is_closed():
            await tab.page.goto("about:blank")

    async with AsyncExitStack() as stack:

        async def open_as(
            playground: Playground, name: str, width: int = 1280, scheme: Scheme = "dark"
        ) -> Tab:
            tab, origin = await a_tab(name, width, scheme), playground.address.origin

            def requested(request: Request) -> None:
                if not request.url.startswith((origin, "data:", "about:")):
                    tab.faults.append(f"request to {request.url}")

            tab.page.on("request", requested)
            stack.callback(tab.page.remove_listener, "request", requested)
            stack.push_async_callback(leave, tab)
            await tab.page.goto(playground.pages.link(playground.person(name).user))
            await expect(tab.find("channel-title")).to_have_text("table-one")
            await expect(tab.page.locator(".beginning")).to_be_visible()
            return tab

        yield open_as
    assert not faults, "\n".join(faults)

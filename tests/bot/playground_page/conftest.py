"""Headless Chromium with a tab per person, in a playground that the demo bot serves."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Literal

import pytest
from playwright.async_api import Browser, Locator, Page, ViewportSize, async_playwright, expect

from bot.playground.clock import ManualClock
from bot.playground.server import Playground
from tests.bot.playground.demo_bot import start
from tests.playground import playing

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 15_000  # milliseconds; two busy cores are slow

Scheme = Literal["dark", "light"]
OpenTab = Callable[..., Awaitable["Tab"]]


def chromium() -> str | None:
    """The browser's path: CHROMIUM, or what the system has."""
    named = os.environ.get("CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


class Tab:
    """One person's page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("console", self._overhear)
        page.on("dialog", lambda dialog: self.faults.append(f"dialog: {dialog.message}"))

    def _overhear(self, message: object) -> None:
        if getattr(message, "type", "") == "error":
            self.faults.append(f"console: {getattr(message, 'text', message)}")

    def find(self, testid: str) -> Locator:
        return self.page.get_by_test_id(testid)

    @property
    def messages(self) -> Locator:
        return self.find("message")

    def message(self, words: str) -> Locator:
        """The messages that hold those words."""
        return self.messages.filter(has_text=words)

    def control(self, custom_id: str) -> Locator:
        return self.page.locator(f'[data-custom-id="{custom_id}"]')

    def channel(self, name: str) -> Locator:
        return self.page.locator(f'[data-channel-name="{name}"]')

    async def type(self, *keys: str) -> None:
        """Type into the composer; Enter, Tab and Escape are keys, all else is text."""
        await self.find("composer").focus()
        for key in keys:
            if key in ("Enter", "Tab", "Escape"):
                await self.page.keyboard.press(key)
            else:
                await self.page.keyboard.type(key)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    path = chromium()
    if path is None:
        names = ", ".join(NAMES)
        pytest.skip(f"no browser: set CHROMIUM, or install one of {names}")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        expect.set_options(timeout=PATIENCE)
        yield browser
        await browser.close()


@pytest.fixture
async def playground(browser: Browser, clock: ManualClock) -> AsyncIterator[Playground]:
    async with playing(start, clock=clock) as playground:
        yield playground


@pytest.fixture
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

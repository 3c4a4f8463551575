"""Headless Chromium for tests: where it is, how it starts, and a tab with helpers."""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, Locator, Page, async_playwright, expect

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
PATIENCE = 60_000  # milliseconds; two busy cores are slow


def chromium() -> str | None:
    """The browser's path: CHROMIUM, or what the system has."""
    named = os.environ.get("CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


@asynccontextmanager
async def launched() -> AsyncIterator[Browser]:
    """Run a browser inside the block; skip the test with a reason if there is none."""
    path = chromium()
    if path is None:
        names = ", ".join(NAMES)
        pytest.skip(f"no browser: set CHROMIUM, or install one of {names}")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        expect.set_options(timeout=PATIENCE)
        yield browser
        await browser.close()


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
        """Return the messages that contain these words."""
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

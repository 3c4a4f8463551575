"""A match of Tomate in two browser tabs, with a process crash in between."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import socket
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import psutil  # type: ignore[import-untyped]  # it comes without annotations
import pytest
from playwright.async_api import Browser, Locator, TimeoutError, expect

from tests.bot.test_program import PATIENCE, program
from tests.browser import PATIENCE as BROWSER_PATIENCE
from tests.browser import Tab, launched

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

LINK = re.compile(r"^\s*(\w+)\s+(http://\S+)$")
FREE = (
    '[data-testid=button][data-custom-id^="tt:"]:not([data-custom-id*=":ahead-"])'
    ':not([data-custom-id*=":w:"]):not([disabled]):not([aria-disabled="true"])'
)
"""A control of a question that can be pressed, and answers it."""
VANISHED = 5_000
"""Milliseconds after which a control that was visible is looked for again."""
GUARD = 300
"""Seconds after which a match fails that offers nothing to press."""


def free_port() -> int:
    """Return a port that stays free: below those that systems give to outgoing connections."""
    first = 20_000 + os.getpid() % 5_000
    for port in range(first, first + 5_000):
        with socket.socket() as socket_, contextlib.suppress(OSError):
            socket_.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


@asynccontextmanager
async def opened(port: int, data: Path) -> AsyncIterator[tuple[Process, dict[str, str]]]:
    """Run `make play` as a newcomer does: yield the process and a link per person.

    The process is always gone afterwards.
    """
    line = ("--port", str(port), "--data", str(data), "--bot", "python -m bot local")
    process = await program("playground", *line, TOMATO_BOT_SEAT_DELAY="0")
    try:
        yield process, await links_of(process)
    finally:
        if process.returncode is None:
            kill(process)
            await process.wait()


def kill(process: Process) -> None:
    """Kill the program, and the bot that it has started, at once."""
    program = psutil.Process(process.pid)
    for item in (*program.children(recursive=True), program):
        item.kill()


async def links_of(process: Process) -> dict[str, str]:
    """Read the program's output until it is ready; return the links."""
    assert process.stdout is not None
    links: dict[str, str] = {}
    async with asyncio.timeout(PATIENCE):
        async for item in process.stdout:
            result = LINK.match(item.decode())
            if result:
                links[result[1]] = result[2]
            if b"Ctrl-C" in item:
                return links
    raise AssertionError(f"the playground ended with {await process.wait()}")


async def tab_of(browser: Browser, link: str, width: int) -> Tab:
    context = await browser.new_context(viewport={"width": width, "height": 800})
    context.set_default_timeout(BROWSER_PATIENCE)
    tab = Tab(await context.new_page())
    await tab.page.goto(link)
    await expect(tab.find("channel-title")).to_have_text("table-one")
    return tab


def hand(tab: Tab) -> Locator:
    """Return this tab's ephemeral message with the hand."""
    return tab.page.locator("[data-testid=message][data-ephemeral]").filter(
        has=tab.page.get_by_role("button", name="More", exact=True)
    )


async def press(tab: Tab, label: str) -> None:
    await tab.page.get_by_role("button", name=label, exact=True).last.click()


async def play(tabs: list[Tab], presses: int) -> int:
    """Press the first answer offered, at most this often or to the result; return how often."""
    pressed = 0
    result = tabs[0].page.get_by_role("button", name="Rematch", exact=True)
    offers = [hand(tab).locator(FREE).first for tab in tabs]
    while pressed != presses:
        await first_visible([result, *offers])
        if await result.is_visible():
            break
        for offer in offers:
            if await offer.is_visible():
                with contextlib.suppress(TimeoutError):  # a control may go before it is clicked
                    await offer.click(timeout=VANISHED)
                    pressed += 1
                break
    return pressed


async def first_visible(locators: list[Locator]) -> None:
    """Return once one of them is visible, on whichever page."""
    waits = [asyncio.create_task(locator.wait_for()) for locator in locators]
    done, left = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in left:
        wait.cancel()
    await asyncio.gather(*left, return_exceptions=True)
    for wait in done:
        wait.result()


@pytest.mark.parametrize("place", ["table-one", pytest.param("friends", marks=pytest.mark.nightly)])
async def test_a_match_in_two_tabs_survives_a_power_cut(tmp_path: Path, place: str) -> None:
    """A match played in two tabs continues after its process is killed."""
    port = free_port()
    async with launched() as browser:
        async with opened(port, tmp_path) as (process, links):
            ana = await tab_of(browser, links["Ana"], 1280)
            ben = await tab_of(browser, links["Ben"], 400)
            tabs = [ana, ben]
            for tab in tabs:
                # On a phone the drawer covers it.
                await tab.channel(place).dispatch_event("click")
                await expect(tab.find("channel-title")).to_have_text(place)
            await ana.type("/play game:tomate options:cycles=1", "Enter", "Enter")
            await press(ben, "Join")
            await press(ana, "Start")
            for tab in tabs:
                await press(tab, "My hand")
                await expect(hand(tab)).to_be_visible()
            await play(tabs, presses=4)
            kill(process)
            await process.wait()

        for tab in tabs:
            await expect(tab.find("connection-lost")).to_be_visible()
        async with opened(port, tmp_path) as (process, _):
            for tab in tabs:
                await expect(tab.find("connection-lost")).to_be_hidden()
            async with asyncio.timeout(GUARD):
                assert await play(tabs, presses=4) == 4
            process.terminate()
            assert await asyncio.wait_for(process.wait(), PATIENCE) == 0

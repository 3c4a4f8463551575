"""Matches in browser tabs, with a process crash in between."""

import asyncio
import contextlib
import os
import re
import socket
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import psutil  # type: ignore[import-untyped]  # it comes without annotations
import pytest
from playwright.async_api import Browser, Locator, TimeoutError, expect

from tests.bot.test_program import PATIENCE, program
from tests.browser import PATIENCE as BROWSER_PATIENCE
from tests.browser import Tab, launched

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

LINK = re.compile(r"^\s*(\w+)\s+(http://\S+)$")
FREE = (
    ':is([data-testid=button], [data-testid=select])[data-custom-id^="tt:"]'
    ':not([data-custom-id*=":ahead-"])'
    ':not([data-custom-id*=":w:"]):not([disabled]):not([aria-disabled="true"])'
)
"""A control of a question that can be pressed, and answers it."""
VANISHED = 5_000
"""Milliseconds after which a control that was visible is looked for again."""
GUARD = 300
"""Seconds after which a match fails that offers nothing to press."""
TO_THE_RESULT = -1
SEED = 5


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
    """Press offered answers, at most this often or to the result; return how often.

    Half of them are the first one offered, which may change nothing; the others are random.
    """
    pressed, rng = 0, Random(SEED)
    result = tabs[0].page.get_by_role("button", name="Rematch", exact=True)
    offers = [hand(tab).locator(FREE) for tab in tabs]
    while pressed != presses:
        await first_visible([result, *(offer.first for offer in offers)])
        if await result.is_visible():
            break
        for tab, offer in zip(tabs, offers, strict=True):
            if count := await offer.count():
                with contextlib.suppress(TimeoutError):  # a control may go before it is clicked
                    await offer.nth(rng.choice((0, rng.randrange(count)))).click(timeout=VANISHED)
                    pressed += 1
                await leave_form(tab)
    return pressed


async def leave_form(tab: Tab) -> None:
    """Close the form that an answer has opened, and choose the first entry of a list."""
    cancel = tab.page.get_by_role("button", name="Cancel", exact=True).first
    with contextlib.suppress(TimeoutError):
        if await cancel.is_visible():
            await cancel.click(timeout=VANISHED)
        elif await (entry := tab.find("option").first).is_visible():
            await entry.click(timeout=VANISHED)
            if await (done := tab.find("select-done")).is_visible():
                await done.click(timeout=VANISHED)


async def first_visible(locators: list[Locator]) -> None:
    """Return once one of them is visible, on whichever page."""
    waits = [asyncio.create_task(locator.wait_for()) for locator in locators]
    done, left = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in left:
        wait.cancel()
    await asyncio.gather(*left, return_exceptions=True)
    for wait in done:
        wait.result()


async def tabs_of(browser: Browser, links: dict[str, str], place: str, people: int) -> list[Tab]:
    """Open a tab in this channel for each of the first people, the first on a desktop."""
    tabs = []
    for number, link in enumerate(list(links.values())[:people]):
        tab = await tab_of(browser, link, 400 if number else 1280)
        # On a phone the drawer covers it.
        await tab.channel(place).dispatch_event("click")
        await expect(tab.find("channel-title")).to_have_text(place)
        tabs.append(tab)
    return tabs


async def start(tabs: list[Tab], game: str) -> None:
    """Open a table, sit everybody down, start, and show each their hand."""
    host, *guests = tabs
    await host.type(f"/play game:{game}", "Enter", "Enter")
    for seats, tab in enumerate(guests, start=2):
        taken = re.compile(rf"\b{seats} of \d+ seats taken")
        await press(tab, "Join")
        await expect(host.messages.filter(has_text=taken).last).to_be_visible()
    await press(host, "Start")
    for tab in tabs:
        await press(tab, "My hand")
        await expect(hand(tab)).to_be_visible()


async def test_a_match_in_two_tabs_survives_a_power_cut(tmp_path: Path) -> None:
    """A match played in two tabs continues after its process is killed."""
    port = free_port()
    async with launched() as browser:
        async with opened(port, tmp_path) as (process, links):
            tabs = await tabs_of(browser, links, "table-one", people=2)
            await start(tabs, "tomate options:cycles=1")
            await play(tabs, presses=4)
            kill(process)
            await process.wait()

        await expect_lost(tabs)
        async with opened(port, tmp_path) as (process, _):
            await expect_back(tabs)
            async with asyncio.timeout(GUARD):
                assert await play(tabs, presses=4) == 4
            process.terminate()
            assert await asyncio.wait_for(process.wait(), PATIENCE) == 0


@pytest.mark.parametrize(
    "game",
    [
        "tomate options:cycles=1",
        "karate_tomate preset:Quick",
        "tomatomat preset:Quick",
        "dojo preset:Quick",
        "diced_tomatoes preset:Quick",
    ],
)
async def test_friends_play_a_match_where_the_bot_is_no_member(tmp_path: Path, game: str) -> None:
    """Four friends in a group play any game to its result, even if the process is killed."""
    port = free_port()
    async with launched() as browser:
        async with opened(port, tmp_path) as (process, links):
            tabs = await tabs_of(browser, links, "friends", people=4)
            await start(tabs, game)
            await play(tabs, presses=6)
            kill(process)
            await process.wait()

        await expect_lost(tabs)
        async with opened(port, tmp_path), asyncio.timeout(GUARD):
            await expect_back(tabs)
            await play(tabs, presses=TO_THE_RESULT)
            for tab in tabs:
                result = tab.page.get_by_role("button", name="Rematch", exact=True)
                await expect(result).to_be_visible()


async def expect_lost(tabs: list[Tab]) -> None:
    for tab in tabs:
        await expect(tab.find("connection-lost")).to_be_visible()


async def expect_back(tabs: list[Tab]) -> None:
    for tab in tabs:
        await expect(tab.find("connection-lost")).to_be_hidden()

"""The page in a browser: mentions, hostile text and small screens."""

import re

import pytest
from playwright.async_api import expect

from playground.server import Playground
from playground.world.world import PUBLIC_THREAD, Channel, Thread
from tests.playground_page.conftest import OpenTab

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

HOSTILE = (
    "<img src=x onerror=\"document.title='taken'\"> <script>document.title='taken'</script> "
    "[press](javascript:alert(1)) **<b onmouseover=alert(1)>bold</b>** `<i>code</i>` "
    "<@123> <#456> </none:789> <t:99999999999999:R> ||<u>hidden</u>||"
)
MARKED = {
    "**bold**": "strong",
    "*slanted*": "em",
    "_slanted_": "em",
    "__under__": "u",
    "~~gone~~": "s",
    "`code`": "code",
    "```\nblock\n```": "pre",
    "> quoted": "blockquote",
    "# Large": ".md-h1",
    "-# small": ".md-subtext",
    "- item": "ul > li",
    "1. first": "ol > li",
    "||spoiler||": ".spoiler",
    "https://example.org/a_b_c": 'a[href="https://example.org/a_b_c"]',
    "<t:0:R>": "time[data-relative]",
}
PLAIN = ("snake_case_name", "2 * 3 * 4", r"\*not slanted\*", "a_b_c", "# ", "1.5", "<notatag>")
MARKS = "strong, em, u, s, code, pre, blockquote, ul, ol, a, .spoiler, h3"


async def test_a_thread_stands_under_its_channel(playground: Playground, open_tab: OpenTab) -> None:
    """A thread is listed below its parent until it is archived."""
    ana = await open_tab("Ana")
    world = playground.world
    parent = playground.person("Ana").channel("table-one")
    facts = Thread(parent.id, world.bot.id, world.clock.now())
    thread = Channel(world.new_id(), PUBLIC_THREAD, "Tomate", parent.guild_id, thread=facts)
    # Another test may have opened the bot's conversation.
    names = ana.page.locator(".channel-name").filter(has_not_text="Bot")
    playground.posts.begin_thread(thread)
    others = ["terrace", "friends"]
    await expect(names).to_have_text(["table-one", "Tomate", "table-two", "lounge", *others])
    await ana.channel("Tomate").click()
    await expect(ana.find("channel-title")).to_have_text("Tomate")
    playground.faults.archive(thread)
    await expect(names).to_have_text(["table-one", "table-two", "lounge", *others])


async def test_mention_lights_up(playground: Playground, open_tab: OpenTab) -> None:
    """A new message that mentions the reader marks its channel until read; an edit doesn't."""
    ana = await open_tab("Ana")
    await ana.channel("lounge").click()
    ben = playground.person("Ben")
    ben.say("table-one", f"{playground.person('Ana').mention}, your turn")
    table = ana.channel("table-one")
    await expect(table).to_have_attribute("data-mentions", "1")
    await expect(ana.page).to_have_title(re.compile(r"^\(1\) "))
    await table.click()
    await expect(ana.page.locator("[data-testid=message][data-mention]")).to_be_visible()
    await expect(table).not_to_have_attribute("data-mentions", "1")
    await expect(ana.page).to_have_title("#table-one as Ana")

    owner = playground.person("Ana").user
    message = ben.say("table-one", "Nobody's turn").value
    await expect(ana.message("Nobody's turn")).to_be_visible()
    await ana.channel("lounge").click()
    message.content, message.mentions = f"<@{owner.id}>'s turn", [owner.id]
    playground.posts.update(message)
    ben.say("lounge", "After the edit")
    await expect(ana.message("After the edit")).to_be_visible()
    await expect(ana.channel("table-one")).not_to_have_attribute("data-unread", re.compile("."))
    await ana.channel("table-one").click()
    await expect(ana.message("@Ana's turn")).to_be_visible()
    await expect(ana.page.locator("[data-testid=message][data-mention]")).to_have_count(1)


async def test_letter_opens_a_conversation(open_tab: OpenTab) -> None:
    """The bot's first DM adds a marked conversation, and a deleted deferral leaves nothing."""
    ana = await open_tab("Ana")
    await ana.type("/deferred only_dm:true", "Enter", "Enter")
    conversation = ana.channel("Bot")
    await expect(conversation).to_have_attribute("data-mentions", "1")
    await expect(ana.find("thinking")).to_have_count(0)
    await conversation.click()
    await expect(ana.message("By DM.")).to_be_visible()


async def test_markdown(playground: Playground, open_tab: OpenTab) -> None:
    """Discord's markdown marks become elements; anything else, hostile too, stays plain text."""
    ana = await open_tab("Ana")
    ben = playground.person("Ben")
    for text, selector in MARKED.items():
        ben.say("table-one", text)
        await expect(ana.messages.last.locator(selector)).to_have_count(1)
    for text in PLAIN:
        ben.say("table-one", text)
        shown = ana.messages.last.get_by_test_id("content")
        await expect(shown).to_have_text(text.replace("\\", "").strip())
        await expect(shown.locator(MARKS)).to_have_count(0)
    ben.say("table-one", HOSTILE)
    content = ana.messages.last.get_by_test_id("content")
    await expect(content).to_contain_text("<script>document.title='taken'</script>")
    await expect(content.locator("img, script, b, i")).to_have_count(0)
    await expect(content.locator("a")).to_have_count(0)
    await expect(ana.page).to_have_title("#table-one as Ana")


async def test_picture_viewer(open_tab: OpenTab) -> None:
    """A picture opens large with its description; Esc closes it and returns the focus."""
    ana = await open_tab("Ana")
    await ana.type("/play tomate", "Enter", "Enter")
    await ana.control("lobby:hand").click()
    picture = ana.page.get_by_role("button", name="A red table.")
    await picture.focus()
    await ana.page.keyboard.press("Enter")
    await expect(ana.find("viewer-alt")).to_have_text("A red table.")
    await ana.page.keyboard.press("Escape")
    await expect(ana.find("viewer")).to_have_count(0)
    await expect(picture).to_be_focused()
    await expect(ana.find("alt-badge")).to_have_text("ALT")


async def test_phone(open_tab: OpenTab) -> None:
    """On a phone nothing is cut off, and every button is large enough to press."""
    width = 350
    ana = await open_tab("Ana", width, "light")
    await ana.type("/play tomate", "Enter", "Enter")
    await expect(ana.control("lobby:join")).to_be_visible()
    await ana.type("/layout", "Enter")
    await expect(ana.find("container")).to_be_visible()
    await ana.find("drawer").click()
    await expect(ana.channel("lounge")).to_be_in_viewport(ratio=1)
    await ana.channel("table-one").click()
    assert await ana.page.evaluate("document.documentElement.scrollWidth") <= width
    for button in await ana.page.locator(".btn, .select").all():
        box = await button.bounding_box()
        assert box is not None
        assert (box["x"] >= 0, box["x"] + box["width"] <= width, box["height"] >= 44) == (
            True,
            True,
            True,
        )

"""The page in a browser: what people do, and who sees it."""

import re

import pytest
from playwright.async_api import expect

from playground.server import Playground
from playground.world.clock import ManualClock
from playground.world.serializers import reference
from tests.browser import Tab
from tests.playground_page.conftest import OpenTab

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

LOBBY = "A table of Tomate: 4 seats"


async def lobby(tab: Tab) -> None:
    """Open a lobby by keyboard: one Enter picks the command, the next sends it."""
    await tab.type("/play tomate", "Enter", "Enter")
    await expect(tab.message(LOBBY)).to_be_visible()


async def test_slash_by_keyboard(playground: Playground, open_tab: OpenTab) -> None:
    """A command typed by keyboard alone is sent with every option, once none is missing.

    A completion shows its name and sends its value.
    """
    ana = await open_tab("Ana")
    await ana.type("/dish", "Enter")
    await expect(ana.find("composer")).to_have_value("/dish name:")
    await ana.type("Escape", "Enter")
    await expect(ana.page.locator("[data-option=name][data-error]")).to_be_visible()
    await expect(ana.find("composer-error")).to_have_text("name has no value yet.")
    assert playground.person("Ana").sees("table-one") == []
    await ana.type("toma")
    await expect(ana.find("suggestion")).to_have_text(["Tomato"])
    await ana.type("Enter")
    await expect(ana.find("composer")).to_have_value("/dish name:Tomato ")
    await ana.type("Enter")
    await expect(ana.message("Dish: tomato")).to_be_visible()

    await ana.type("/play tomate", "Enter", "seats:3 with", "Enter", "true")
    await ana.type(" guest:Be", "Enter", "deck:Red", "Enter")
    wanted = "A table of Tomate: 3 seats, bots: True, guest: Ben, deck: Red"
    await expect(ana.message(wanted)).to_be_visible()
    await expect(ana.message(wanted).get_by_test_id("used")).to_have_text("AAna used /play tomate")


async def test_menus_of_messages_and_people(open_tab: OpenTab) -> None:
    """A right click on a message or a person offers the bot's commands; Escape closes it."""
    ana, ben = await open_tab("Ana"), await open_tab("Ben")
    await ben.type("Good evening.", "Enter")
    message = ana.messages.first
    await message.get_by_test_id("content").click(button="right")
    await expect(ana.find("menu-item")).to_have_text(["Quote"])
    await ana.page.keyboard.press("Escape")
    await expect(ana.find("menu")).to_be_hidden()
    await message.get_by_test_id("content").click(button="right")
    await ana.page.keyboard.press("Enter")
    quote = ana.message("Ben: Good evening.")
    await expect(quote.get_by_test_id("used")).to_have_text("AAna used Quote")
    await quote.click(button="right")
    await expect(ana.find("menu")).to_be_hidden()
    await message.get_by_test_id("author").click(button="right")
    await ana.find("menu-item").click()
    await expect(ben.message("Hello, Ben!")).to_be_visible()


async def test_commands_in_the_persons_language(open_tab: OpenTab) -> None:
    """Commands are listed in the person's language, and the bot gets their default names."""
    ana = await open_tab("Ana")
    await ana.find("settings-menu-button").click()
    await ana.find("language").select_option("de")
    await ana.page.keyboard.press("Escape")
    await ana.type("/ger")
    await expect(ana.find("suggestion")).to_contain_text(["/gerichtWähle ein Gerichtsorte"])
    await ana.type("Enter", "toma")
    await expect(ana.find("suggestion")).to_have_text(["Tomato"])
    await ana.type("Enter", "Enter")
    dish = ana.message("Dish: tomato")
    await expect(dish.get_by_test_id("used")).to_have_text("AAna used /gericht")
    await ana.type("/dish name:onion", "Enter", "Enter")
    await expect(ana.message("Dish: onion")).to_be_visible()
    await ana.type("/dish", "Enter", "Escape", "Enter")
    await expect(ana.find("composer-error")).to_have_text("sorte has no value yet.")
    await ana.find("settings-menu-button").click()
    await ana.find("language").select_option("en-US")
    await ana.page.keyboard.press("Escape")
    await ana.find("composer").fill("")
    await ana.type("/di")
    await expect(ana.find("suggestion")).to_contain_text(["/dish"])


async def test_words_without_a_name_fill_the_required_option(open_tab: OpenTab) -> None:
    """What is typed after a command fills its required option, completed or as it stands.

    Where it is typed to its end and nothing is offered any more, Enter sends it.
    """
    ana = await open_tab("Ana")
    await ana.type("/dish toma")
    await expect(ana.find("suggestion")).to_have_text(["Tomato"])
    await ana.type("Enter")
    await expect(ana.find("composer")).to_have_value("/dish Tomato ")
    await ana.type("Enter")
    await expect(ana.message("Dish: tomato")).to_be_visible()
    await ana.type("/dish soup", "Escape", "Enter")
    await expect(ana.message("Dish: soup")).to_be_visible()
    await ana.type("/play tomate", "Escape", "Enter")
    await expect(ana.message(LOBBY)).to_be_visible()


async def test_a_file_is_chosen_and_sent(open_tab: OpenTab) -> None:
    """An option that takes a file opens the browser's choice, and the bot gets the file."""
    ana = await open_tab("Ana")
    async with ana.page.expect_file_chooser() as choice:  # asked for early: the browser needs time
        await ana.type("/count", "Enter")
        await expect(ana.find("suggestion")).to_have_text(["Choose a file…"])
        await ana.page.keyboard.press("Enter")
    chooser = await choice.value
    await chooser.set_files({"name": "a match.txt", "mimeType": "text/plain", "buffer": b"12345"})
    await expect(ana.find("composer")).to_have_value("/count file:a match.txt ")
    await ana.type("Enter")
    await expect(ana.message("a_match.txt: 5 bytes of text/plain")).to_be_visible()


async def test_times_and_previews_speak_the_persons_language(
    playground: Playground, open_tab: OpenTab
) -> None:
    """Relative times are in the language of the person's Discord; a reply shows no raw marks."""
    ana = await open_tab("Ana")
    here = playground.person("Ana").channel("table-one")
    text = "## [Table](https://example.org) **ends** <t:946684800:D>"
    original = playground.person("Ben").say(here, text).value
    reply = playground.person("Chen").say(here, "<t:0:R>").value
    reply.reference = reference(here, original.id)
    playground.posts.update(reply)
    words = ana.page.locator(".reply-words")
    await expect(words).to_have_text("Table ends January 1, 2000")
    await expect(words.locator("a")).to_have_count(0)
    await ana.find("settings-menu-button").click()
    await ana.find("language").select_option("de")
    await ana.page.keyboard.press("Escape")
    await expect(words).to_have_text("Table ends 1. Januar 2000")
    await expect(ana.page.locator("time[data-relative]")).to_contain_text("Jahren")
    await ana.find("settings-menu-button").click()
    await ana.find("language").select_option("en-US")
    await ana.page.keyboard.press("Escape")


async def test_menus(open_tab: OpenTab) -> None:
    """A menu is opened and chosen from by keyboard; a user menu finds and sends several people."""
    ana = await open_tab("Ana")
    await lobby(ana)
    await ana.control("lobby:vegetable").focus()
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        await ana.page.keyboard.press(key)
    await expect(ana.message("Chosen: pepper")).to_be_visible()

    await ana.control("lobby:guest").click()
    for name in ("Ben", "Chen"):
        await ana.page.keyboard.press("Control+A")
        await ana.page.keyboard.type(name)
        await expect(ana.find("option")).to_have_count(1)
        await ana.page.keyboard.press("Enter")
    await ana.find("select-done").click()
    await expect(ana.message("Invited: Ben, Chen")).to_be_visible()


async def test_modal(open_tab: OpenTab) -> None:
    """A modal is sent only once its required fields are filled in; Esc closes it unsent."""
    ana = await open_tab("Ana")
    await lobby(ana)
    await ana.control("lobby:form").click()
    await expect(ana.find("modal")).to_be_visible()
    await ana.page.keyboard.press("Escape")
    await expect(ana.find("modal")).to_have_count(0)
    await expect(ana.control("lobby:form")).to_be_focused()

    await ana.control("lobby:form").click()
    await ana.find("modal-submit").click()
    await expect(ana.find("field-error").filter(visible=True)).to_have_count(3)
    form = ana.find("modal")
    await form.get_by_label("Name").fill("Ana")
    await form.get_by_label("Dish").click()
    await ana.page.locator("[data-testid=option][data-value=basil]").click()
    await ana.find("select-done").click()
    await form.get_by_label("Large").check()
    await ana.find("modal-submit").click()
    await expect(ana.message("Ordered: Ana, basil, alone, l")).to_be_visible()
    await expect(form).to_have_count(0)


async def test_public_and_ephemeral(open_tab: OpenTab) -> None:
    """An edit reaches every tab; an ephemeral message only its owner's, until it is dismissed."""
    ana, ben = await open_tab("Ana"), await open_tab("Ben")
    await lobby(ana)
    await ben.control("lobby:join").click()
    for tab in (ana, ben):
        await expect(tab.message("At the table: Ben")).to_be_visible()
        await expect(tab.find("edited")).to_have_text("(edited)")
    await expect(ben.control("lobby:join")).to_be_focused()

    await ana.control("lobby:hand").click()
    hand = ana.message("The hand of Ana")
    await expect(hand.get_by_test_id("ephemeral")).to_contain_text("Only you can see this")
    await ana.type("Seen by all", "Enter")
    await expect(ben.message("Seen by all")).to_be_visible()
    await expect(ben.message("The hand of Ana")).to_have_count(0)
    await hand.get_by_test_id("dismiss").click()
    await expect(hand).to_have_count(0)


async def test_failure(playground: Playground, open_tab: OpenTab, clock: ManualClock) -> None:
    """A press shows that it is pending, and that it failed after three seconds."""
    ana = await open_tab("Ana")
    await lobby(ana)
    silence = ana.control("lobby:silence")
    await silence.click()
    await expect(silence).to_have_attribute("aria-disabled", "true")
    await playground.until(
        lambda: any(
            interaction.data.get("custom_id") == "lobby:silence"
            for interaction in playground.world.interactions.values()
        ),
        "the press to reach the playground",
    )
    clock.advance(3.1)
    await expect(ana.find("failed").filter(visible=True)).to_have_text("This interaction failed")
    await expect(silence).not_to_have_attribute("aria-disabled", "true")


async def test_second_generation(open_tab: OpenTab) -> None:
    """A message of version 2 components shows its text, picture and button, and can be edited."""
    ana = await open_tab("Ana")
    await ana.type("/layout", "Enter")
    await expect(ana.find("container")).to_contain_text("It is set.")
    await expect(ana.find("picture").last).to_have_attribute("alt", "A red table.")
    await expect(ana.find("picture").last).to_have_js_property("naturalWidth", 64)
    await ana.control("layout:turn").click()
    await expect(ana.find("edited")).to_be_visible()
    await expect(ana.find("picture").last).to_have_attribute("src", re.compile(r"turned\.png$"))

"""Leaderboards over the wire: results, privacy and management."""

import re
from collections.abc import Sequence

import pytest

from bot.ui.i18n.readers import escape
from games.core.game import AnyGame
from games.dojo import DOJO
from games.tomate import TOMATE
from playground.testing.people import PlaygroundUser
from playground.world.errors import HumanError
from tests.bot.tables.leaderboards.support import finish
from tests.integration.support.running_bot import TABLE, RunningBot, forge, words

HOSTILE = "[**@everyone**](http://x.test) `<#1>`\n# ||big||"


async def over(env: RunningBot, *ranking: Sequence[PlaygroundUser], game: AnyGame = TOMATE) -> None:
    """Store a finished match of these people: groups of equal places, best first."""
    guild_id = env.playground.world.guild.id
    for person in (person for tied in ranking for person in tied):
        await env.bot.store.people.saw(guild_id, person.user.id, person.name)
    ids = [[person.user.id for person in tied] for tied in ranking]
    await finish(env.bot.store, *ids, guild_id=guild_id, game=game)


async def test_a_match_is_seen_on_the_boards(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A match changes ratings in its result, and leaderboard and profile have pictures and text."""
    result = words(await env.result(ana, ben))
    board = await ana.slash(TABLE, "leaderboard")
    pictured = list(board.message.files)
    few = board.message.buttons
    await ana.click(board, "More")
    await ana.click(board, "As text")
    worded = board.text
    await ana.click(board, "My profile")
    mine = board.text
    await ana.click(board, "As a picture")

    assert re.search(r"Ratings: \w+ \W?\d+ and \w+ \W?\d+\.", result)
    assert board.ephemeral
    assert pictured == ["leaderboard.png"]
    assert few == ["Play now", "My profile", "More"]
    assert "New, ranked after 10 matches: **" in worded
    assert "**Ana** (1)" in worded
    assert "9 more matches, and you have a rank." in worded
    assert "### Ana" in mine
    assert "Last matches" in mine
    assert "- Tomate: new, 1 of 10 matches played" in mine
    assert re.search("New title of (Ana|Ben): First win: Tomate.", result)
    has_won = "Tomate: place 1 of 2" in mine
    assert ("- First win: Tomate: Win a match of Tomate." in mine) is has_won
    assert list(board.message.files) == ["profile.png"]


async def test_boards_have_pages_games_and_seasons(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Every button of a board shows its page in the same message and format."""
    world = env.playground.world
    everybody = [ana, ben, *(env.person(user.display_name) for user in world.people[2:12])]
    await over(env, *([person] for person in everybody))
    board = await ben.slash(TABLE, "leaderboard", game="tomate", text=True)
    first = board.text
    await ben.click(board, "Next page")
    second = board.text
    await ben.click(board, "Previous page")
    again = board.text
    await ben.select(board, "Another leaderboard…", "dojo")
    dojo = board.message.buttons
    beyond = await ben.slash(TABLE, "leaderboard", page=99, text=True)
    unknown = await ben.slash(TABLE, "leaderboard", season=7)
    seasons = await ben.complete(TABLE, "leaderboard", focused="season", season="")

    assert "Tomate, Season 1" in first
    assert "9 more matches, and you have a rank." in first
    assert first.count("** (1)") == 10
    assert second.count("** (1)") == 2
    assert "New players come after everyone" in second
    assert again == first
    assert dojo == ["Play Dojo", "My profile", "More"]
    assert "page 2 of 2" in beyond.text
    assert "There was no such season here" in unknown.text
    assert seasons == {"Season 1": 1}


async def test_a_profile_leads_to_games_and_to_each_other(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """A profile shows each game, and head-to-head results; an unknown player gets a message."""
    await over(env, [ana], [ben])
    await over(env, [ben], [ana], game=DOJO)
    await env.bot.tables.people.set_text_only(ana.user.id, text_only=True)
    profile = await ana.slash(TABLE, "profile", player=ben.mention)
    whole = profile.text
    duel = await ana.click(profile, "Head-to-head")
    await ana.select(profile, "Another game…", "dojo")
    dojo = profile.text
    await ana.click(profile, "Leaderboard")
    strangers = await ana.slash(TABLE, "profile", player=chen.mention)
    own = await ben.slash(TABLE, "profile")
    newcomer = await chen.slash(TABLE, "profile")
    clean = await chen.slash(TABLE, "profile", text=True)

    assert own.message.buttons == ["Try Karate Tomate", "Details", "Leaderboard", "Share"]
    assert "Still to come: Karate Tomate, Tomatomat, " in own.text
    assert newcomer.message.buttons[0] == "Try Tomate"
    assert "### Ben" in whole
    assert "- Dojo: place 1 of 2" in whole
    assert "- Tomate: place 2 of 2" in whole
    assert "### Ana and Ben" in duel.text
    assert "- Tomate: 1 match, ahead in 1, behind in 0" in duel.text
    assert "Tomate: place" not in dojo
    assert "Dojo, Season 1" in profile.text
    assert "Chen has no rated matches to show here." in strangers.text
    assert "No match has counted here yet." in clean.text


async def test_server_managers_begin_seasons_and_reset_boards(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Only server managers can start seasons, reset leaderboards and undo resets."""
    await over(env, [ana], [ben])
    reset = await ana.slash(TABLE, "server season reset", game="tomate")
    asked, still = reset.text, await ben.slash(TABLE, "leaderboard", text=True)
    await ana.click(reset, "Yes, reset it")
    empty = await ben.slash(TABLE, "leaderboard", text=True)
    undone = await ana.slash(TABLE, "server season undo")
    full = await ben.slash(TABLE, "leaderboard", text=True)
    nothing = await ana.slash(TABLE, "server season undo")
    form = await ana.slash(TABLE, "server season new", name="**Spring**")
    unasked = await ben.slash(TABLE, "leaderboard", text=True)
    begun = await ana.submit(form, {"Name of the new season": "**Spring**"})
    again = await ana.submit(form, {"Name of the new season": "Summer"})
    now = await ben.slash(TABLE, "leaderboard", text=True)
    then = await ben.slash(TABLE, "leaderboard", season=1, text=True)
    for person, place, command in ((ben, TABLE, "season new"), (ana, "@bot", "leaderboard")):
        with pytest.raises(HumanError):  # these commands aren't offered there
            await person.slash(place, command)

    assert "Reset the leaderboard “Tomate” for everyone" in asked
    assert "**Ana** (1)" in still.text
    assert "1 match no longer counts on the leaderboard “Tomate”" in reset.text
    assert "Nobody is ranked here yet." in empty.text
    assert "the leaderboard “Tomate” counts again" in undone.text
    assert "**Ana** (1)" in full.text
    assert "nothing to undo" in nothing.text
    assert "**Ana** (1)" in unasked.text
    assert "nothing was done" in again.text
    assert r"Season 2: \*\*Spring\*\* has begun" in begun.text
    assert "Nobody is ranked here yet." in now.text
    assert "**Ana** (1)" in then.text
    assert "season" not in ben.commands(TABLE)


async def test_a_season_is_taken_back(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A season without matches is undone at once, and any other after a confirmation."""
    await over(env, [ana], [ben])
    before = (await ben.slash(TABLE, "leaderboard", text=True)).text
    await ana.slash(TABLE, "server season new", surely=True)
    at_once = await ana.slash(TABLE, "server season undo")
    after = (await ben.slash(TABLE, "leaderboard", text=True)).text
    await ana.slash(TABLE, "server season new", surely=True)
    await over(env, [ana], [ben])
    asked = await ana.slash(TABLE, "server season undo")
    question, still = asked.text, (await ben.slash(TABLE, "leaderboard", text=True)).text
    forged = await forge(ben, asked.message, "tb:season_undo:season:2")
    await ana.click(asked, "Yes, take it back")
    whole = (await ben.slash(TABLE, "leaderboard", text=True)).text
    nothing = await ana.slash(TABLE, "server season undo")

    assert "Season 1 is open again" in at_once.text
    assert after == before
    assert "Its 1 match will count in the season before" in question
    assert "Season 2" in still
    assert "open again" not in forged.text
    assert "Season 1 is open again" in asked.text
    assert "**Ana** (2)" in whole
    assert "nothing to undo" in nothing.text


async def test_all_seasons_are_a_press_away(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """All seasons can be shown together, by button or by name."""
    await over(env, [ana], [ben])
    only = await ben.slash(TABLE, "leaderboard", text=True)
    first = only.message.buttons
    await ana.slash(TABLE, "server season new", surely=True)
    board = await ben.slash(TABLE, "leaderboard", text=True)
    empty = board.text
    await ben.click(board, "All seasons")
    ever = board.text
    await ben.click(board, "My profile")
    mine = board.text
    await ben.click(board, "Leaderboard")
    again = board.text
    await ben.click(board, "This season")
    seasons = await ben.complete(TABLE, "leaderboard", focused="season", season="")
    named = await ben.slash(TABLE, "leaderboard", season=0, text=True)

    assert "All seasons" not in first
    assert "Nobody is ranked here yet." in empty
    assert "All games, All seasons" in ever
    assert "**Ana** (1)" in ever
    assert "place 2 of 2" in mine
    assert again == ever == named.text
    assert board.text == empty
    assert seasons == {"Season 2": 2, "All seasons": 0, "Season 1": 1}


async def test_hidden_players_appear_nowhere(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """A hidden player is on no leaderboard, profile or duel except their own profile."""
    await over(env, [ben], [ana], [chen])
    hidden = await ben.slash(TABLE, "me hide on")
    board = await ana.slash(TABLE, "leaderboard", text=True)
    profile = await ana.slash(TABLE, "profile", player=ben.mention)
    duel = await forge(ana, board.message, f"tb:duel:{ben.user.id}:0")
    pressed = await forge(ana, board.message, f"tb:profile:{ben.user.id}:1:all")
    own = await ben.slash(TABLE, "profile", text=True)
    shown = await ben.slash(TABLE, "me hide off")
    after = await ana.slash(TABLE, "leaderboard", text=True)

    assert "You no longer appear" in hidden.text
    assert "**Ana** (1)" in board.text
    assert [text.count("Ben") for text in (board.text, duel.text, pressed.text)] == [0, 0, 0]
    assert "has no rated matches to show here" in profile.text
    assert "You're hidden" in own.text
    assert "### Ben" in own.text
    assert "You're back on the leaderboards here" in shown.text
    assert "**Ben** (1)" in after.text


async def test_strange_names_and_addresses_do_no_harm(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Hostile names are shown as text, unknown players as someone, and invalid ids are refused."""
    world, store = env.playground.world, env.bot.store
    await over(env, [ana], [ben])
    await finish(store, [ana.user.id], [77], guild_id=world.guild.id)
    await store.people.saw(world.guild.id, ben.user.id, HOSTILE)
    board = await ana.slash(TABLE, "leaderboard", text=True)
    picture = await ana.slash(TABLE, "leaderboard")
    refused = [
        (await forge(ana, board.message, custom_id)).text
        for custom_id in ("tb:board:chess:0:1", "tb:board:all:0:99", "tb:profile:77:99:all")
    ]
    away = await ana.slash(TABLE, "profile", player=ana.mention, season=99)

    assert "**Someone**" in board.text
    assert f"**{escape(HOSTILE)}**" in board.text
    assert "\n# " not in board.text
    assert list(picture.message.files) == ["leaderboard.png"]
    assert "I don't know this game" in refused[0]
    assert ["no such season" in text for text in (*refused[1:], away.text)] == [True] * 3

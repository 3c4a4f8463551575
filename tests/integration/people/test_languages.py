"""Private messages use the person's language, and tables the server's."""

from dataclasses import replace
from typing import Any

from bot.tables.lobbies.watches import watchers_call
from bot.ui.i18n.catalogues import languages
from data.records.matches import GuildRecord
from playground.testing.people import PlaygroundUser
from tests.integration.support.running_bot import TABLE, RunningBot, controls


def speaks(person: PlaygroundUser, locale: str) -> None:
    """Set the language of a person's Discord."""
    person.user.locale = locale
    person._world.keep(person.user)


async def server_speaks(env: RunningBot, guild_id: int, language: str) -> None:
    def chosen(guild: GuildRecord) -> GuildRecord:
        return replace(guild, language=language)

    await env.bot.store.guilds.change(guild_id, chosen)
    for channel in env.playground.world.channels.values():
        for match in await env.bot.store.matches.in_channel(channel.id):
            env.bot.surfaces.mark(match.match_id)
    await env.settled()


def described(shown: Any) -> str:
    """Return all text of a message, including the descriptions of its pictures."""
    galleries = [item for component in shown.components for item in component.get("items", ())]
    return " ".join([shown.text, *(item["description"] for item in galleries)])


async def test_everybody_reads_their_own_language(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """Tables use the server's language; hands and answers use their reader's.

    A table follows a change of its server's language, and a DM uses the language its reader was
    last
    seen with. Command names are translated, and a command named in a message is a mention.
    """
    bodies = [command.body for command in env.playground.world.commands.values()]
    called = next(body["name_localizations"] for body in bodies if body["name"] == "play")
    speaks(ana, "de")
    speaks(ben, "es-419")
    speaks(chen, "de")
    guild_id = ana.channel(TABLE).guild_id or 0
    await server_speaks(env, guild_id, "es")
    opened = await ana.slash(TABLE, "play", game="tomate")
    table = env.public(ana)
    lobby = (described(table), table.buttons)
    await ben.slash(TABLE, "me dm on")
    await ben.click(table, "Unirse")
    await env.settled()
    await ana.click(table, "Empezar")
    await env.settled()
    in_spanish = described(table)
    hand = (await ana.click(table, "Mano")).message
    refused = await chen.click(table, "Mano")
    await ben.until(lambda: bool(ben.sees("@bot")), "the hand in the DM")
    await server_speaks(env, guild_id, "de")

    assert {"de": "spielen", "es-ES": "jugar", "es-419": "jugar"}.items() <= called.items()
    assert {locale.partition("-")[0] for locale in called} == set(languages()) - {"en"}
    assert "Neu bei Tomate?" in opened.text
    assert "Mit </table show:" in refused.text
    assert "kannst du zusehen" in refused.text
    assert "Tres cartas, tres bazas" in lobby[0]
    assert lobby[1] == ["Unirse", "Más"]
    assert "El bote tiene" in in_spanish
    assert "Auf der Hand" in described(hand)
    assert "En la mano" in described(ben.latest("@bot"))
    assert "Der Topf enthält" in described(table)
    assert "El bote tiene" not in described(table)
    assert "Hand" in table.buttons


async def test_a_press_tells_what_is_new_about_its_player(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A press on a question saves its player's new language and name; the table shows the name."""
    table, hands = await env.seated(ana, ben)
    person, asked = await env.asked_of(hands)
    person.user.display_name = "Renata"
    speaks(person, "de")
    await person.click(asked, controls(asked)[0])
    await env.settled()
    known, name = await env.bot.store.people.seen(person.channel(TABLE).guild_id, person.user.id)

    assert (known.language, name) == ("de", "Renata")
    assert "Auf der Hand" in described(hands[person])
    assert "Renata" in described(table)


async def test_somebody_who_only_watches_is_written_to_in_their_own_language(
    env: RunningBot, ana: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """A message about a new table of a watched game is in its reader's language."""
    speaks(chen, "de")
    await chen.slash(TABLE, "me watch", game="tomate")
    await env.lobby(ana)
    (match,) = await env.bot.tables.queries.matches_of(ana.user.id)
    await env.bot.tables.watches.act(watchers_call(match.id, env.time.now()))
    await chen.until(lambda: bool(chen.sees("@bot")), "the message")

    assert "einen Tisch" in chen.latest("@bot").text

"""The initial world: one guild, three channels, the bot, and enough people for a table."""

import base64
import secrets
from collections.abc import Mapping

from playground.world.permissions import EVERYONE, INVITED
from playground.world.world import (
    GROUP,
    GUILD_TEXT,
    BotApplication,
    Channel,
    Guild,
    Member,
    Role,
    User,
    World,
)

PUBLIC_TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAw.public.for-bots-in-processes-of-tests"  # noqa: S105 -- no secret
"""The token of worlds for bots in other processes of tests; it names application 10**17."""
GUILD = "The Garden"
PEOPLE = {
    "Ana": "#c8452f",
    "Ben": "#2f6f9f",
    "Chen": "#5b8c3a",
    "Dora": "#8a4fa3",
    "Emil": "#b07b16",
    "Farah": "#1f8a83",
    "Goro": "#a23b6b",
    "Hana": "#4a5fb8",
    "Ivan": "#7a6a4f",
    "Juno": "#d06a35",
    "Kofi": "#3c7d5a",
    "Lina": "#96483f",
    "Mio": "#5d6d7e",
}
CHANNELS = {
    "table-one": "The first table. Type / to see the bot's commands.",
    "table-two": "The second table.",
    "lounge": "Everything else.",
}
FRIENDS = 4
"""The first of the people, who have a group and a guild without the bot."""


def add_demo_guild(world: World, token: str | None = None, name: str | None = None) -> None:
    """Fill an empty world; any other only gets a secret token if it has none of Discord's form.

    A `token` names the bot's application; without one, both are new. A `name` is the bot's.
    """
    if world.applications:
        bot = world.application
        if token is None and (bot.token == PUBLIC_TOKEN or application_id_in(bot.token) != bot.id):
            bot.token = new_token(bot.id)
            world.keep(bot)
        if name is not None:
            _rename(world, name)
        return
    id = (token and application_id_in(token)) or world.new_id()
    with world.store.transaction():
        name = name or "Bot"
        world.keep(User(id, name, name, bot=True, color="#c0392b"))
        world.keep(BotApplication(id, id, name, token or new_token(id)))
        people = [
            User(world.new_id(), name.lower(), name, color=color, key=secrets.token_urlsafe(12))
            for name, color in PEOPLE.items()
        ]
        for person in people:
            world.keep(person)
        guild = add_guild(world, GUILD, people)
        guild.system_channel_id = next(
            channel.id for channel in world.channels.values() if channel.guild_id == guild.id
        )
        world.keep(guild)
        friends = people[:FRIENDS]
        world.keep(Channel(world.new_id(), GROUP, "friends", recipients=[u.id for u in friends]))
        add_guild(world, "The Terrace", friends, {"terrace": "The bot isn't here."}, invited=False)


def _rename(world: World, name: str) -> None:
    """Change the bot's name in every place."""
    user, application = world.bot, world.application
    user.username = user.display_name = application.name = name
    with world.store.transaction():
        world.keep(user)
        world.keep(application)
        for guild in world.guilds.values():
            for role in guild.roles.values():
                if role.managed:
                    role.name = name
            world.keep(guild)


def new_token(application_id: int) -> str:
    """Return a random token of Discord's form: the application's id, a time and a secret."""
    id = base64.urlsafe_b64encode(str(application_id).encode()).decode().rstrip("=")
    return f"{id}.{secrets.token_urlsafe(4)}.{secrets.token_urlsafe(28)}"


def application_id_in(token: str) -> int | None:
    """Return the id of the application that a token names; None for another form."""
    first, *others = token.split(".")
    try:
        return int(base64.urlsafe_b64decode(first + "==")) if len(others) == 2 else None
    except ValueError:
        return None


def add_guild(
    world: World,
    name: str,
    people: list[User],
    channels: Mapping[str, str] = CHANNELS,
    *,
    invited: bool = True,
) -> Guild:
    """Add a guild with some channels, owned by the first of the people; the bot may be invited."""
    now = world.clock.now()
    guild = Guild(world.new_id(), name, people[0].id)
    guild.roles[guild.id] = Role(guild.id, "@everyone", int(EVERYONE))
    if invited:
        managed = Role(world.new_id(), world.bot.display_name, int(INVITED), 1, managed=True)
        guild.roles[managed.id] = managed
        guild.members[world.bot.id] = Member(world.bot.id, now, [managed.id])
    for person in people:
        guild.members[person.id] = Member(person.id, now)
    world.keep(guild)
    for position, (title, topic) in enumerate(channels.items()):
        world.keep(Channel(world.new_id(), GUILD_TEXT, title, guild.id, position, topic))
    return guild

"""The host's extra actions on a lobby: one menu, and forms for its lines and for a challenge."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord

from bot.tables.domain.player import Player
from bot.tables.domain.views import LobbySitter, LobbyView
from bot.tables.lobbies.guests import LONGEST_NAME, free_names
from bot.ui.i18n.readers import first_readable, plain_reader
from bot.ui.i18n.texts import common_texts, lobby_texts
from bot.ui.interactions.errors import RefusedError
from bot.ui.kit.custom_ids import OptionButton, OwnButton, Verb, encode
from bot.ui.kit.message import Item, choice_of_one, menu, option
from games.core.ai.memory import Level
from games.core.game import AnyGame
from games.core.text import Reader, Text, speak

INVITE, REMOVE, NAME, LEVEL = "@invite", "@remove", "@name", "@level"
"""The menu's lines. Menus of version 0.2.0 also list options, by their names."""

MOST_LINES = 25
"""The most options of a Discord menu."""

WHO, LISTED, TYPED = "who", "listed", "typed"
"""The fields of the forms."""
ALL = "all"


def lobby_menu(lobby: LobbyView, reader: Reader) -> Item:
    """The menu under a lobby; choosing opens a form."""
    options = (option(reader, label, value, hint=hint) for value, label, hint in _lines(lobby))
    return menu(reader, OptionButton(Verb.OPTION, lobby.summary.id), lobby_texts.MENU, options)


def _lines(lobby: LobbyView) -> Iterator[tuple[str, Text, Text]]:
    yield INVITE, lobby_texts.INVITE, lobby_texts.INVITE_HINT
    if len(lobby.sitters) > 1:
        yield REMOVE, lobby_texts.REMOVE, lobby_texts.REMOVE_HINT
    if any(sitter.is_bot for sitter in lobby.sitters):
        yield NAME, lobby_texts.NAME_BOT, lobby_texts.NAME_BOT_HINT
        yield LEVEL, lobby_texts.BOT_LEVEL, lobby_texts.BOT_LEVEL_HINT


def invite_form(lobby: LobbyView, language: str) -> discord.ui.Modal:
    """A form that asks whom to invite."""
    form, reader = _form(Verb.INVITE, lobby_texts.INVITE, lobby, language)
    menu: discord.ui.UserSelect[Any] = discord.ui.UserSelect(custom_id=WHO, max_values=10)
    return _with(form, reader, (lobby_texts.WHOM, menu))


def challenge_form(games: Sequence[AnyGame], guest_id: int, language: str) -> discord.ui.Modal:
    """A form that asks for a game, and whom to invite."""
    reader, button_id = plain_reader(language), OwnButton(Verb.CHALLENGE)
    form = discord.ui.Modal(
        title=speak(lobby_texts.CHALLENGE, reader)[:45], custom_id=encode(button_id)
    )
    titles = [(game.info.key, speak(game.info.title, reader)) for game in games]
    guests: discord.ui.UserSelect[Any] = discord.ui.UserSelect(
        custom_id=WHO, max_values=10, default_values=[discord.Object(guest_id, type=discord.User)]
    )
    which = _menu(LISTED, titles)
    return _with(form, reader, (lobby_texts.WHICH_GAME, which), (lobby_texts.WHOM, guests))


def read_game(filled: Mapping[str, Sequence[str]]) -> str:
    """Return the key of the game that was chosen; raises RefusedError if none was."""
    return _first(filled, LISTED)


def remove_form(lobby: LobbyView, language: str) -> discord.ui.Modal:
    """A form that asks which person or bot to remove."""
    form, reader = _form(Verb.REMOVE, lobby_texts.REMOVE, lobby, language)
    others = [sitter for sitter in lobby.sitters if sitter.player_id != lobby.summary.host_id]
    menu = _menu(WHO, [(_key(other), _label(other, reader)) for other in others])
    return _with(form, reader, (lobby_texts.WHOM, menu))


def name_form(lobby: LobbyView, language: str) -> discord.ui.Modal:
    """A form that renames a bot."""
    form, reader = _form(Verb.NAME_BOT, lobby_texts.NAME_BOT, lobby, language)
    bots = [(sitter.name, sitter.name) for sitter in lobby.sitters if sitter.is_bot]
    if not bots:
        raise RefusedError(lobby_texts.CHANGED_LOBBY)
    which = _menu(WHO, bots, chosen=bots[0][0])
    box: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=TYPED, required=False, max_length=LONGEST_NAME
    )
    fields: list[tuple[Text, discord.ui.Item[Any]]] = [(lobby_texts.WHICH_BOT, which)]
    free = [(name, name) for name in free_names(lobby)]
    if free:
        fields.append((lobby_texts.LISTED_NAME, _menu(LISTED, free, required=False)))
    return _with(form, reader, *fields, (lobby_texts.OWN_NAME, box))


def level_form(lobby: LobbyView, language: str) -> discord.ui.Modal:
    """A form that sets the level of a bot."""
    form, reader = _form(Verb.BOT_LEVEL, lobby_texts.BOT_LEVEL, lobby, language)
    bots = [sitter for sitter in lobby.sitters if sitter.is_bot]
    if not bots:
        raise RefusedError(lobby_texts.CHANGED_LOBBY)
    everyone = (ALL, speak(lobby_texts.ALL_BOTS, reader))
    which = _menu(WHO, [everyone, *((_key(bot), bot.name) for bot in bots)], chosen=ALL)
    levels = [(level.value, speak(name, reader)) for level, name in lobby_texts.LEVELS.items()]
    how = _menu(LISTED, levels, chosen=bots[-1].level.value)
    return _with(form, reader, (lobby_texts.WHICH_BOT, which), (lobby_texts.WHAT_LEVEL, how))


def read_level(lobby: LobbyView, filled: Mapping[str, Sequence[str]]) -> tuple[str | None, Level]:
    """Return the bot (None for all) and its level; raises RefusedError for a forged form."""
    chosen = _first(filled, LISTED)
    if chosen not in {level.value for level in Level}:
        raise RefusedError(lobby_texts.CHANGED_LOBBY)
    bot = None if _first(filled, WHO) == ALL else read_removed(lobby, filled).name
    return bot, Level(chosen)


def read_name(filled: Mapping[str, Sequence[str]]) -> tuple[str, str]:
    """Return the bot and its new name; a typed name wins over a listed one."""
    typed = "".join(filled.get(TYPED, ())).strip()
    name = typed or next(iter(filled.get(LISTED, ())), "")
    return _first(filled, WHO), name


def read_removed(lobby: LobbyView, filled: Mapping[str, Sequence[str]]) -> LobbySitter:
    """Return whom to remove; raises RefusedError if that person is no longer there."""
    key = _first(filled, WHO)
    for sitter in lobby.sitters:
        if _key(sitter) == key:
            return sitter
    raise RefusedError(lobby_texts.CHANGED_LOBBY)


def read_invited(
    data: Mapping[str, Any], filled: Mapping[str, Sequence[str]], *, has_nicknames: bool
) -> list[Player]:
    """Return the invited people, from Discord's resolved users; raises RefusedError for a bot.

    Their nicknames are those of the server where this is asked, which must be the table's.
    """
    resolved = data.get("resolved", {})
    users, members = resolved.get("users", {}), resolved.get("members", {})
    chosen = [user_id for user_id in filled.get(WHO, ()) if user_id in users]
    if any(users[user_id].get("bot") for user_id in chosen):
        raise RefusedError(lobby_texts.NO_BOT_GUESTS)
    return [
        Player(
            int(user_id),
            first_readable(
                members.get(user_id, {}).get("nick") if has_nicknames else None,
                users[user_id].get("global_name"),
                users[user_id]["username"],
            ),
        )
        for user_id in chosen
    ]


def _form(
    verb: Verb, title: Text, lobby: LobbyView, language: str
) -> tuple[discord.ui.Modal, Reader]:
    reader = plain_reader(language, lobby.summary.names)
    button_id = verb.for_match(lobby.summary.id)
    words = speak(title, reader).removesuffix("…").rstrip()  # which only says that a form follows
    return discord.ui.Modal(title=words[:45], custom_id=encode(button_id)), reader


def _with(
    form: discord.ui.Modal, reader: Reader, *fields: tuple[Text, discord.ui.Item[Any]]
) -> discord.ui.Modal:
    for label, item in fields:
        form.add_item(discord.ui.Label(text=speak(label, reader)[:45], component=item))
    return form


def _menu(
    custom_id: str, lines: Sequence[tuple[str, str]], *, chosen: str = "", required: bool = True
) -> discord.ui.Item[Any]:
    if not lines:
        raise RefusedError(lobby_texts.CHANGED_LOBBY)
    options = [
        discord.SelectOption(label=label[:100], value=value, default=value == chosen)
        for value, label in lines[:MOST_LINES]
    ]
    return choice_of_one(custom_id, options, required=required)


def _key(sitter: LobbySitter) -> str:
    return f"bot {sitter.name}" if sitter.is_bot else str(sitter.player_id)


def _label(sitter: LobbySitter, reader: Reader) -> str:
    name = sitter.name or str(sitter.player_id)
    return speak(lobby_texts.bot_named(name, sitter.level), reader) if sitter.is_bot else name


def _first(filled: Mapping[str, Sequence[str]], field: str) -> str:
    if not filled.get(field):
        raise RefusedError(common_texts.UNKNOWN_BUTTON)
    return filled[field][0]

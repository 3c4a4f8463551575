"""The private panel of a lobby: for its host everything, for others what they may do."""

from collections.abc import Iterator
from typing import Any

import discord

from bot.tables.domain.views import LobbyView
from bot.ui.controls.drawing.components import rows
from bot.ui.i18n.texts import common_texts, lobby_texts
from bot.ui.kit import message
from bot.ui.kit.custom_ids import AFRESH, OptionButton, RulesButton, Verb
from bot.ui.match.messages.lobby_menu import lobby_menu
from bot.ui.match.messages.lobby_options import changes, preset_of
from games.core.options import PRESETS, option_fields
from games.core.text import Reader, Text, say


def lobby_panel(lobby: LobbyView, player_id: int, reader: Reader) -> message.OutgoingMessage:
    """What somebody may do with a lobby."""
    is_host = lobby.summary.host_id == player_id
    title = lobby_texts.YOUR_TABLE if is_host else lobby_texts.THIS_TABLE
    invited = lobby_texts.invited([sitter.name for sitter in lobby.invited])
    items: list[message.Item] = [message.paragraph(reader, title, *changes(lobby), *invited)]
    if is_host:
        variants = list(_variants(lobby, reader))
        items += [*rows(variants), *_presets(lobby, reader, in_lines=not variants)]
    rules = RulesButton(Verb.RULES, lobby.summary.id, how=AFRESH)
    seating = [
        *_seating(lobby, player_id, reader),
        message.button(reader, rules, common_texts.RULES),
    ]
    items += rows(seating)
    if is_host:
        last = ((Verb.OPTIONS, lobby_texts.OPTIONS), (Verb.CANCEL, common_texts.CANCEL))
        buttons = [
            message.button(reader, verb.for_match(lobby.summary.id), label) for verb, label in last
        ]
        items += [lobby_menu(lobby, reader), *rows(buttons)]
    return message.OutgoingMessage(tuple(items))


def _presets(lobby: LobbyView, reader: Reader, *, in_lines: bool) -> list[message.Item]:
    """A button for each preset, with a line that explains it; the one in use is marked.

    Below the switches of variants there is no room for lines.
    """
    buttons = dict[str, discord.ui.Button[Any]]()
    now = preset_of(lobby)
    no_clock = lobby.summary.answers_only
    hints = lobby_texts.WITHOUT_CLOCK if no_clock else lobby_texts.PRESET_HINTS
    for key, title in PRESETS.items():
        is_set = key == now
        pressed = OptionButton(Verb.PRESET, lobby.summary.id, option=key)
        label = say("✓ {preset}", preset=title) if is_set else title
        style = discord.ButtonStyle.primary if is_set else discord.ButtonStyle.secondary
        buttons[key] = message.button(reader, pressed, label, style)
    if not in_lines:
        return rows(list(buttons.values()))
    return [
        discord.ui.Section[Any](message.paragraph(reader, hints[key]), accessory=buttons[key])
        for key in PRESETS
    ]


def _variants(lobby: LobbyView, reader: Reader) -> Iterator[discord.ui.Button[Any]]:
    """A switch for each printed variant of the game."""
    rules = lobby.summary.options
    for field in option_fields(type(rules)):
        if field.name in rules.variants:
            is_on = bool(getattr(rules, field.name))
            pressed = OptionButton(Verb.VARIANT, lobby.summary.id, option=field.name)
            label = say("✓ {preset}", preset=field.title) if is_on else field.title
            style = discord.ButtonStyle.primary if is_on else discord.ButtonStyle.secondary
            yield message.button(reader, pressed, label, style)


def _seating(lobby: LobbyView, player_id: int, reader: Reader) -> Iterator[discord.ui.Button[Any]]:
    is_host = lobby.summary.host_id == player_id
    is_seated = any(sitter.player_id == player_id for sitter in lobby.sitters)
    full = len(lobby.sitters) >= lobby.most
    ways: list[tuple[Verb, Text, bool]] = []
    if is_host:
        ways.append((Verb.ADD_BOT, common_texts.ADD_BOT, not full))
    ways.append((Verb.STAND_UP, common_texts.STAND_UP, is_seated))
    ways.append((Verb.NOT_READY, lobby_texts.NOT_READY, is_seated and lobby.needs_ready))
    for verb, label, is_offered in ways:
        if is_offered:
            yield message.button(reader, verb.for_match(lobby.summary.id), label)

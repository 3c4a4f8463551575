"""Uploads our icons as the application's emojis, in the background, and deletes older versions.

Buttons and sentences use an icon as soon as Discord has it. Nothing waits for this: if the bot
lacks the permission or Discord fails, icons are simply left out.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

import discord

from bot.ui.i18n.icons import EMOJIS
from render.icons.catalogue import OURS, IconFile, icon_file

log = logging.getLogger(__name__)

TRIES = 5
"""How often one upload is tried before the rest waits for the next start."""
PAUSE = 5.0
"""Seconds before a retry if Discord names no time."""


async def upload_emojis(client: discord.Client, icons: Sequence[str]) -> None:
    """Upload the icons that the application lacks; Discord's errors are never raised."""
    if not icons:
        return
    try:
        files = await asyncio.to_thread(lambda: [icon_file(key) for key in icons])
        await _upload(client, files)
    except Exception as error:  # noqa: BLE001 - icons are optional: the bot runs on without them
        log.warning("Icons are shown as words where Discord lacks them: %s", error)


async def _upload(client: discord.Client, files: Sequence[IconFile]) -> None:
    present = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
    for file in files:
        if file.name in present:
            EMOJIS.learn(file.key, _partial(present[file.name]))
    missing = [file for file in files if file.name not in present]
    for file in missing:
        EMOJIS.learn(file.key, _partial(await _create(client, file)))
    if missing:
        log.info("%d icons uploaded.", len(missing))
    wanted = {file.name for file in files}
    for name, emoji in present.items():
        if name not in wanted and OURS.fullmatch(name):
            await emoji.delete()


async def _create(client: discord.Client, file: IconFile) -> discord.Emoji:
    """Upload one icon, waiting when Discord asks for it; raises the last error."""
    image = await asyncio.to_thread(file.png)
    for _ in range(TRIES - 1):
        try:
            return await client.create_application_emoji(name=file.name, image=image)
        except discord.RateLimited as limit:
            await asyncio.sleep(limit.retry_after)
        except discord.HTTPException as error:
            if error.status != 429:
                raise
            await asyncio.sleep(PAUSE)
    return await client.create_application_emoji(name=file.name, image=image)


def _partial(emoji: discord.Emoji) -> discord.PartialEmoji:
    return discord.PartialEmoji(name=emoji.name, id=emoji.id)

"""Uploads our icons as the application's emojis, in the background, and deletes older versions.

Buttons and sentences use an icon as soon as Discord has it. Nothing waits for this: an icon that
Discord doesn't have yet is left out.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence

import discord

from bot.retry_delays import retry_delays
from bot.ui.i18n.icons import EMOJIS
from bot.ui.kit.discord_errors import FAILURES, Failure, failure_of
from render.icons.catalogue import OURS, IconFile, icon_file

log = logging.getLogger(__name__)

REFUSALS = 2
"""How often Discord may call an icon invalid: the first time, its name may be taken.

Then an upload of ours has lost its answer, or another process has uploaded the icon.
"""


PAUSE = 60.0
"""Seconds after which emojis are looked up again of which Discord has refused one."""


async def maintain_emojis(client: discord.Client, icons: Sequence[str]) -> None:
    """Upload the icons, and look for deleted ones whenever Discord has refused an emoji."""
    while icons:
        await upload_emojis(client, icons)
        await EMOJIS.invalid.wait()
        await asyncio.sleep(PAUSE)


async def upload_emojis(client: discord.Client, icons: Sequence[str]) -> None:
    """Upload the icons that the application lacks, and repeat what fails until all are there."""
    EMOJIS.expect(icons)
    try:
        files = await asyncio.to_thread(lambda: [icon_file(key) for key in icons])
        await _Upload(client, files).run()
    except Exception:
        log.exception("The upload of icons has stopped. They are shown as words.")


class _Upload:
    """One upload of all icons, in rounds: each asks Discord which icons are still missing."""

    def __init__(self, client: discord.Client, files: Sequence[IconFile]) -> None:
        self._client = client
        self._files = files
        self._delays = retry_delays()
        self._refusals = Counter[str]()
        self._has_failed = False
        self._count = 0

    async def run(self) -> None:
        """Go on until no icon is missing, except those that Discord calls invalid."""
        while not await self._round():
            pass
        if self._count:
            log.info("%d icons uploaded.", self._count)
        if missing := EMOJIS.missing:
            log.warning("Discord refuses %d icons. They are shown as words.", missing)

    async def _round(self) -> bool:
        """Try each missing icon once; returns False if there is something to repeat."""
        try:
            present = {emoji.name: emoji for emoji in await self._client.fetch_application_emojis()}
        except FAILURES as error:
            await self._pause(error)
            return False
        for file in self._files:
            if file.name in present:
                EMOJIS.learn(file.key, _partial(present[file.name]))
        missing = [
            file
            for file in self._files
            if file.name not in present and self._refusals[file.name] < REFUSALS
        ]
        names = {file.name for file in self._files}
        old = [
            emoji for name, emoji in present.items() if name not in names and OURS.fullmatch(name)
        ]
        results = [await self._create(file) for file in missing]
        return all(results) and all([await self._delete(emoji) for emoji in old])

    async def _create(self, file: IconFile) -> bool:
        """Upload one icon; returns False after a failure, whose cause has had time to go away."""
        image = await asyncio.to_thread(file.png)
        try:
            emoji = await self._client.create_application_emoji(name=file.name, image=image)
        except FAILURES as error:
            if failure_of(error) is Failure.INVALID:
                self._refusals[file.name] += 1
            else:
                await self._pause(error)
            return False
        EMOJIS.learn(file.key, _partial(emoji))
        self._count += 1
        self._delays = retry_delays()
        return True

    async def _delete(self, emoji: discord.Emoji) -> bool:
        try:
            await emoji.delete()
        except FAILURES as error:
            await self._pause(error)
            return False
        return True

    async def _pause(self, error: Exception) -> None:
        """Wait longer after each failure, and at least as long as Discord asks for."""
        if not self._has_failed:
            log.warning("An icon can't be uploaded yet: %s. This is tried again.", error)
        self._has_failed = True
        asked = error.retry_after if isinstance(error, discord.RateLimited) else 0.0
        await asyncio.sleep(max(asked, next(self._delays)))


def _partial(emoji: discord.Emoji) -> discord.PartialEmoji:
    return discord.PartialEmoji(name=emoji.name, id=emoji.id)

"""An outgoing message before it is sent: its components and files."""

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from itertools import accumulate
from pathlib import PurePosixPath
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import discord

from bot.ui.i18n.icons import with_icons
from bot.ui.i18n.texts import common_texts
from bot.ui.kit.custom_ids import Button, encode
from data.records.matches import ShownPicture
from games.core.names import plain_name
from games.core.text import Person, Reader, Text, say, speak

NOBODY = discord.AllowedMentions.none()
"""Our messages name people without calling them."""

CUT_LINE = 60
"""Characters reserved for the line that says how many others were cut off."""

Item = discord.ui.Item[Any]


@dataclass(frozen=True, slots=True)
class OutgoingFile:
    """A picture or a text with its description; the name carries neither step nor secret."""

    filename: str
    content: bytes
    alt: str
    digest: str = ""
    """Names the content: equal files have equal digests. Found here unless it is given."""

    def __post_init__(self) -> None:
        if not self.digest:
            digest = blake2b(self.content, digest_size=12).hexdigest()
            object.__setattr__(self, "digest", digest)

    def file(self) -> discord.File:
        return discord.File(io.BytesIO(self.content), self.filename, description=self.alt)

    def shown(self) -> discord.MediaGalleryItem:
        return discord.MediaGalleryItem(f"attachment://{self.filename}", description=self.alt)


class KeptFile(NamedTuple):
    """A file that a message has already, as discord.py asks for it in an edit."""

    attachment_id: int

    def to_dict(self) -> dict[str, Any]:
        return {"id": self.attachment_id}


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """Items of a components-v2 message, in order, and its attachments."""

    items: tuple[Item, ...]
    attachments: tuple[OutgoingFile, ...] = ()
    colour: int | None = None
    called: tuple[int, ...] = ()
    """The ids of those whom its text mentions and who are to be notified; nobody else is."""
    is_makeshift: bool = False
    """Whether it is in words until its pictures are painted."""
    components: list[dict[str, Any]] | None = field(default=None, repr=False, compare=False)
    """What Discord gets of the items, if a thread has made it ready already."""

    def ready(self) -> "OutgoingMessage":
        """The same with its components; a thread may make them."""
        container = discord.ui.Container(*self.items, accent_colour=self.colour)
        return replace(self, components=[container.to_component_dict()])

    def in_words(self) -> "OutgoingMessage":
        """The same without pictures: what each would show stands in its place."""
        galleries = [item for item in self.items if isinstance(item, discord.ui.MediaGallery)]
        shown = {media.media.url for item in galleries for media in item.items}
        items = tuple(_in_words(item) for item in self.items)
        files = (file for file in self.attachments if f"attachment://{file.filename}" not in shown)
        return replace(self, items=items, attachments=tuple(files), components=None)

    def looks(self) -> str:
        """A digest of what people see and press: all but the descriptions of its pictures."""
        files = [(file.filename, file.digest) for file in self.attachments]
        components = self.components or self.ready().components
        seen = repr((files, _without_descriptions(components)))
        return blake2b(seen.encode(), digest_size=12).hexdigest()

    def for_send(self) -> dict[str, Any]:
        """The arguments for sending it as a new message."""
        files = [attachment.file() for attachment in self.attachments]
        called = [discord.Object(player) for player in self.called]
        allowed = discord.AllowedMentions(everyone=False, roles=False, users=called)
        return {"view": self.view(), "files": files, "allowed_mentions": allowed}

    def for_edit(self, present: Iterable[ShownPicture] = ()) -> dict[str, Any]:
        """The arguments for replacing an older message that has the files `present`.

        A file that the older message already shows is kept and not sent again.
        """
        ids = {
            (attachment.filename, attachment.digest): attachment.attachment_id
            for attachment in present
        }
        pairs = [(file, ids.get((file.filename, file.digest))) for file in self.attachments]
        files = [
            file.file() if known_id is None else KeptFile(known_id) for file, known_id in pairs
        ]
        return {"view": self.view(), "attachments": files, "allowed_mentions": NOBODY}

    def pictures_of(self, sent: discord.Message | None) -> tuple[ShownPicture, ...]:
        """The files of this message once Discord has it; none where its answer lists none."""
        ids = {} if sent is None else _file_ids(sent)
        return tuple(
            ShownPicture(file.filename, file.digest, ids[file.filename])
            for file in self.attachments
            if file.filename in ids
        )

    def view(self) -> discord.ui.LayoutView:
        """Everything in one container; stopped at once, so that no view stays in memory."""
        return _Layout(self.components or self.ready().components or [])


def _in_words(item: Item) -> Item:
    if not isinstance(item, discord.ui.MediaGallery):
        return item
    lines = (discord.utils.escape_markdown(media.description or "") for media in item.items)
    return discord.ui.TextDisplay("\n".join(lines))


def _without_descriptions(part: object) -> object:
    if isinstance(part, list):
        return [_without_descriptions(item) for item in part]
    if not isinstance(part, dict):
        return part
    hidden = ("description",) if "media" in part else ()
    return {k: _without_descriptions(v) for k, v in part.items() if k not in hidden}


def _file_ids(sent: discord.Message) -> dict[str, int]:
    """Return the ids of a message's files by name.

    Discord lists as attachments only those that no component shows.
    """
    ids = {attachment.filename: attachment.id for attachment in sent.attachments}
    for media in _media_in(sent.components):
        if media.attachment_id is not None:
            ids[PurePosixPath(urlsplit(media.url).path).name] = media.attachment_id
    return ids


def _media_in(components: Iterable[Any]) -> Iterator[discord.UnfurledMediaItem]:
    """Yield the pictures and files that these components show."""
    for component in components:
        match component:
            case discord.MediaGalleryComponent(items=items):
                yield from (item.media for item in items)
            case discord.FileComponent(media=media) | discord.ThumbnailComponent(media=media):
                yield media
            case discord.SectionComponent(accessory=accessory):
                yield from _media_in([accessory])
            case discord.Container(children=children):
                yield from _media_in(children)


class _Layout(discord.ui.LayoutView):
    """Components as they are sent; their presses are read from their ids."""

    def __init__(self, components: list[dict[str, Any]]) -> None:
        super().__init__(timeout=None)
        self._ready = components
        self.stop()

    def has_components_v2(self) -> bool:
        return True

    def to_components(self) -> list[dict[str, Any]]:
        return self._ready


Draw = Callable[[Reader], OutgoingMessage]
"""Draws a message for a reader; what everybody is to read is drawn for a public one."""


def for_everybody(
    draw: Draw, opening: Button, sharer: str, label: Text = common_texts.OPEN
) -> Draw:
    """A message as it is shared: who did, and one button instead of its own."""

    def drawn(reader: Reader) -> OutgoingMessage:
        message = draw(reader)
        shown = [item for item in message.items if not isinstance(item, discord.ui.ActionRow)]
        shared = say("-# Shared by {who}", who=Person(name=sharer))
        own = discord.ui.ActionRow[Any](button(reader, opening, label))
        return OutgoingMessage((*shown, paragraph(reader, shared), own), message.attachments)

    return drawn


def confirmation(reader: Reader, asked: Text, sure: Button, label: Text) -> OutgoingMessage:
    """Ask for confirmation of something that can't be undone."""
    go_on = button(reader, sure, label, discord.ButtonStyle.danger)
    return OutgoingMessage((paragraph(reader, asked), discord.ui.ActionRow(go_on)))


RADIO_BUTTONS = range(2, 11)
"""How many choices a form shows at once, one press each; fewer or more are a menu."""


def choice_of_one(
    custom_id: str, options: Sequence[discord.SelectOption], *, required: bool = True
) -> discord.ui.RadioGroup[Any] | discord.ui.Select[Any]:
    """A field of a form in which one option is chosen."""
    if len(options) not in RADIO_BUTTONS:
        return discord.ui.Select(custom_id=custom_id, options=[*options], required=required)
    radios = [
        discord.RadioGroupOption(
            label=option.label,
            value=option.value,
            description=option.description,
            default=option.default,
        )
        for option in options
    ]
    return discord.ui.RadioGroup(custom_id=custom_id, options=radios, required=required)


def gallery(*pictures: OutgoingFile) -> discord.ui.MediaGallery[Any]:
    """Pictures, large."""
    return discord.ui.MediaGallery(*(picture.shown() for picture in pictures))


def paragraph(reader: Reader, *texts: Text) -> discord.ui.TextDisplay[Any]:
    """Lines of text."""
    shown = with_icons(reader)
    return words("\n".join(speak(text, shown) for text in texts))


def reading(
    sentences: Iterable[Text],
    reader: Reader,
    limit: int,
    more: Callable[[int], Text] = common_texts.more_lines,
) -> discord.ui.TextDisplay[Any]:
    """Sentences as lines, as many as fit into `limit` characters; the last says how many don't."""
    lines = [speak(sentence, reader) for sentence in sentences]
    if _fitting(lines, limit) < len(lines):
        most = _fitting(lines, limit - CUT_LINE)
        lines = [*lines[:most], speak(more(len(lines) - most), reader)]
    return words("\n".join(lines))


def _fitting(lines: list[str], limit: int) -> int:
    """How many of these lines fit into `limit` characters."""
    ends = accumulate(len(line) + 1 for line in lines)
    return sum(end - 1 <= limit for end in ends)


def words(content: str) -> discord.ui.TextDisplay[Any]:
    """A text display, which must not be empty."""
    return discord.ui.TextDisplay(content[:3500] or "\u200b")


def button(
    reader: Reader,
    button_id: Button,
    label: Text,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    emoji: str | None = None,
    disabled: bool = False,
) -> discord.ui.Button[Any]:
    """A button of ours."""
    return discord.ui.Button(
        custom_id=encode(button_id),
        label=speak(label, reader)[:80],
        style=style,
        emoji=emoji,
        disabled=disabled,
    )


def linked(reader: Reader, line: Text, url: str, label: Text) -> Item:
    """A line with a link beside it."""
    link: discord.ui.Button[Any] = discord.ui.Button(url=url, label=speak(label, reader))
    return discord.ui.Section(paragraph(reader, line), accessory=link)


def menu(
    reader: Reader,
    button_id: Button,
    placeholder: Text,
    options: Iterable[discord.SelectOption],
    *,
    least: int = 1,
    most: int = 1,
) -> discord.ui.ActionRow[Any]:
    """A menu of ours in its row; options beyond Discord's 25 are left out."""
    select: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=encode(button_id),
        placeholder=speak(placeholder, reader)[:150],
        options=[*options][:25],
        min_values=least,
        max_values=most,
    )
    return discord.ui.ActionRow(select)


def option(
    reader: Reader, label: Text, value: str, *, hint: Text | None = None, default: bool = False
) -> discord.SelectOption:
    """A line of a menu, which knows no markdown."""
    plain = replace(reader, escape=plain_name)
    return discord.SelectOption(
        label=speak(label, plain)[:100],
        value=value,
        description=None if hint is None else speak(hint, plain)[:100],
        default=default,
    )

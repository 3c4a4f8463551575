"""One step of a finished match: a picture, what happened, and four buttons."""

from typing import Any

import discord

from bot.tables.domain.views import MatchSummary
from bot.tables.history import archive
from bot.ui.controls.drawing.components import rows
from bot.ui.features.history.messages.log import BACK, ON, ROUNDS, file_message, nearest
from bot.ui.i18n.texts import common_texts, time_texts
from bot.ui.interactions.payloads import number_of
from bot.ui.kit import message
from bot.ui.kit.custom_ids import MatchButton, PositionButton, ReplayButton, Verb
from data.records.matches import Actor
from games.core.text import Person, Reader, Text, say, say_as, seat

FIRST = say_as("step", "First")
LAST = say_as("step", "Last")
PLAY = say_as("clip", "Play")
TO_STEP = say("Back to the replay")
WHOSE_EYES = say("Change viewpoint…")
WHOSE_SEAT = say("Choose a seat…")
WATCHER = say("Spectator")
SPOILER_FREE = say("Spectator, without spoilers")
OPEN = say("All hands open")


_EYES: dict[archive.Eyes, str] = {"watcher": "w", "spoiler_free": "n", "open": "o"}


def eyes_code(eyes: archive.Eyes) -> str:
    """Encode a viewpoint; a seat is its number."""
    return _EYES.get(eyes) or str(eyes)


def eyes_of(code: str) -> archive.Eyes:
    """Decode a viewpoint; an unknown code means that all hands are open."""
    named = {written: eyes for eyes, written in _EYES.items()}
    seated = number_of(code)
    return named.get(code, "open") if seated is None or seated < 0 else seated


def replay_message(
    moment: archive.ReplayStep, picture: message.OutgoingFile, reader: Reader
) -> message.OutgoingMessage:
    """One step: its picture, whose it was, and the four buttons."""
    items = (
        message.gallery(picture),
        message.paragraph(reader, _head(moment)),
        _steps(moment, reader),
    )
    return message.OutgoingMessage(items, (picture,))


def ways_message(moment: archive.ReplayStep, reader: Reader) -> message.OutgoingMessage:
    """What else can be done at a step, in place of the step; the rest is below the result."""
    back = message.button(reader, _place(moment, Verb.REPLAY_STEP), TO_STEP)
    rounds = [_rounds(moment, reader)] if len(_known_rounds(moment)) > 1 else []
    items = (
        message.paragraph(reader, _head(moment)),
        *rounds,
        _eyes_menu(moment, reader),
        *_further(moment, reader),
        discord.ui.ActionRow[Any](back),
    )
    return message.OutgoingMessage(items)


def _head(moment: archive.ReplayStep) -> Text:
    made = say("Step {step} of {last}", step=moment.entry.step, last=moment.last)
    if moment.eyes == "spoiler_free":
        made = say("Step {step}", step=moment.entry.step)
    return say("**{step}** · {who}", step=made, who=_mover(moment))


def _mover(moment: archive.ReplayStep) -> Text:
    entry = moment.entry
    if entry.seat is None:
        return say("the deal")
    if entry.actor is Actor.TIMEOUT:
        return say("automatic move for {who}, who was away", who=seat(entry.seat))
    return say("{who} moved", who=seat(entry.seat))


def _eyes_name(moment: archive.ReplayStep, eyes: archive.Eyes) -> Text:
    if eyes == "open":
        return OPEN
    if eyes == "watcher":
        return WATCHER
    if eyes == "spoiler_free":
        return SPOILER_FREE
    name = moment.summary.occupants[eyes].name
    return say("{who}", who=Person(name=name)) if name else say("{who}", who=seat(eyes))


def _steps(moment: archive.ReplayStep, reader: Reader) -> message.Item:
    """The four buttons below each step; the clip shows the end."""
    at_start, at_end = moment.entry.step == 0, moment.entry.step == moment.last
    clip = message.button(reader, _place(moment, Verb.PLAY_CLIP), PLAY, discord.ButtonStyle.success)
    return discord.ui.ActionRow(
        message.button(reader, _place(moment, Verb.REPLAY_BACK), BACK, disabled=at_start),
        message.button(reader, _place(moment, Verb.REPLAY_ON), ON, disabled=at_end),
        *(() if moment.eyes == "spoiler_free" else (clip,)),
        message.button(reader, _place(moment, Verb.REPLAY_MORE), time_texts.MORE),
    )


def _further(moment: archive.ReplayStep, reader: Reader) -> list[message.Item]:
    """What else can be done with a stored match; practice matches aren't shared."""
    match_id = moment.summary.id
    offers = (
        (_place(moment, Verb.REPLAY_FIRST), FIRST),
        *(() if moment.eyes == "spoiler_free" else ((_place(moment, Verb.REPLAY_LAST), LAST),)),
        *(() if moment.summary.is_practice else (
            (_place(moment, Verb.SHARE_REPLAY), common_texts.SHARE),
            (MatchButton(Verb.SHARE_CLIP, match_id), common_texts.SHARE_CLIP),
        )),
        (MatchButton(Verb.EXPORT, match_id), common_texts.EXPORT),
    )  # fmt: skip
    buttons = [message.button(reader, place, label) for place, label in offers]
    return rows([_play_on(moment, reader), *buttons])


def _play_on(moment: archive.ReplayStep, reader: Reader) -> discord.ui.Button[Any]:
    seated = moment.eyes if isinstance(moment.eyes, int) else None
    pressed = PositionButton(Verb.PLAY_ON, moment.summary.id, moment.entry.step, seated)
    is_over = moment.table.result is not None
    return message.button(reader, pressed, common_texts.PLAY_ON, disabled=is_over)


def seat_menu_message(summary: MatchSummary, step: int, reader: Reader) -> message.OutgoingMessage:
    """A menu of the seats that somebody can play on from a step."""
    options = (
        message.option(reader, say("{who}", who=seat(occupant.seat)), str(occupant.seat))
        for occupant in summary.occupants
    )
    ask = say("Which seat do you want to play? Bots play the others.")
    seats = message.menu(
        reader, PositionButton(Verb.PLAY_ON, summary.id, step), WHOSE_SEAT, options
    )
    return message.OutgoingMessage((message.paragraph(reader, ask), seats))


def _place(moment: archive.ReplayStep, verb: Verb) -> ReplayButton:
    return ReplayButton(verb, moment.summary.id, moment.entry.step, eyes_code(moment.eyes))


def _known_rounds(moment: archive.ReplayStep) -> tuple[archive.RoundStart, ...]:
    """The rounds of the match, or only those so far: their number would tell how long it is."""
    if moment.eyes != "spoiler_free":
        return moment.rounds
    return tuple(round_ for round_ in moment.rounds if round_.step <= moment.entry.step)


def _rounds(moment: archive.ReplayStep, reader: Reader) -> message.Item:
    now = sum(round_.step <= moment.entry.step for round_ in moment.rounds) - 1
    options = (
        message.option(reader, round_.label, str(round_.step))
        for round_ in nearest(_known_rounds(moment), now)
    )
    return message.menu(reader, _place(moment, Verb.REPLAY_ROUND), ROUNDS, options)


def _eyes_menu(moment: archive.ReplayStep, reader: Reader) -> message.Item:
    every: list[archive.Eyes] = [
        "watcher",
        "spoiler_free",
        *range(len(moment.summary.occupants)),
        "open",
    ]
    options = (
        message.option(
            reader, _eyes_name(moment, eyes), eyes_code(eyes), default=eyes == moment.eyes
        )
        for eyes in every
    )
    return message.menu(reader, _place(moment, Verb.REPLAY_EYES), WHOSE_EYES, options)


def export_message(export: archive.MatchExport, reader: Reader) -> message.OutgoingMessage:
    """A match as a file to keep."""
    about = say("This match, to keep. It names no players, but shows everyone's cards.")
    return file_message(export.summary, "json", export.content, about, reader)

"""A review: the curve of chances, accuracy, and the three costliest decisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import discord

from bot.tables.history.archive import ReplayStep, RoundStart
from bot.tables.history.reviews import CostlyDecision, Review, ReviewState
from bot.ui.controls.answers import answer_in_words
from bot.ui.i18n.texts import common_texts
from bot.ui.kit import message
from bot.ui.kit.custom_ids import MatchButton, MistakeButton, PositionButton, Verb
from bot.ui.match.messages.why_and_hint import percent
from games.core.text import Reader, Text, say, seat, symbol

BAR = 12
"""Parts of the bar that says how far a review is."""
SHOW = say("Show the review")
BACK = say("Back to the review")
CURVES = say(
    "-# The curves show everyone's chance to win, as a spectator could judge it. The lines mark"
    " the turning points."
)


def waiting_message(state: ReviewState, reader: Reader) -> message.OutgoingMessage:
    """A review that is still being computed, with a button to look again."""
    looking = say("I'm looking through your decisions. The review appears here when it's ready.")
    part = state.done / state.of if state.of else 0.0
    full = round(BAR * part)
    bar = symbol("▰" * full + "▱" * (BAR - full))
    done = say("{bar} **{percent}%**", bar=bar, percent=percent(part))
    texts = [*_head(state), looking, done]
    look = message.button(reader, MatchButton(Verb.REVIEW, state.summary.id), SHOW)
    return message.OutgoingMessage((message.paragraph(reader, *texts), discord.ui.ActionRow(look)))


def review_message(
    state: ReviewState,
    review: Review,
    rounds: Sequence[RoundStart],
    picture: message.OutgoingFile | None,
    reader: Reader,
) -> message.OutgoingMessage:
    """The whole review; each costly decision has a button."""
    pictures = () if picture is None else (picture,)
    head = message.paragraph(reader, *_head(state), *_accuracy(review))
    items: list[message.Item] = [head, *map(message.gallery, pictures)]
    buttons = [
        message.button(
            reader,
            MistakeButton(Verb.REVIEW_STEP, state.summary.id, number),
            _name(number, mistake, rounds),
        )
        for number, mistake in enumerate(review.mistakes)
    ]
    if buttons:
        costliest = message.paragraph(reader, say("Your costliest decisions:"))
        items += [costliest, discord.ui.ActionRow(*buttons)]
    if not state.summary.is_practice:
        share = MatchButton(Verb.SHARE_REVIEW, state.summary.id)
        items.append(discord.ui.ActionRow(message.button(reader, share, common_texts.SHARE)))
    return message.OutgoingMessage(tuple(items), pictures)


def shared_review_message(
    state: ReviewState, review: Review, picture: message.OutgoingFile, reader: Reader
) -> message.OutgoingMessage:
    """What everybody may know of a player's review: how good their decisions were."""
    texts = [*_head(state), _shared_accuracy(review), CURVES]
    return message.OutgoingMessage(
        (message.paragraph(reader, *texts), message.gallery(picture)), (picture,)
    )


def mistake_message(
    state: ReviewState,
    mistake: CostlyDecision,
    moment: ReplayStep,
    pictures: Sequence[message.OutgoingFile],
    reader: Reader,
) -> message.OutgoingMessage:
    """One decision: the table as the player saw it, their answer and the better one."""
    game, view = state.summary.game, moment.hands[0].view
    prompt = game.prompt(view)
    texts = [*_head(state)]
    if prompt is not None:
        made, best = (answer_in_words(prompt, form) for form in (mistake.made, mistake.best))
        of_made, of_best = percent(mistake.made_chance), percent(mistake.best_chance)
        texts += [
            say("-# {ask}", ask=prompt.ask),
            say("You chose **{made}**: {chance}% to win.", made=made, chance=of_made),
            say("Better: **{best}**, {chance}% to win.", best=best, chance=of_best),
        ]
    back = message.button(reader, MatchButton(Verb.REVIEW, state.summary.id), BACK)
    seat = moment.eyes if isinstance(moment.eyes, int) else None
    practise = message.button(
        reader,
        PositionButton(Verb.PLAY_ON, state.summary.id, mistake.step, seat),
        common_texts.PRACTISE_HERE,
        discord.ButtonStyle.success,
    )
    ways = discord.ui.ActionRow[Any](practise, back)
    items = (message.paragraph(reader, *texts), *map(message.gallery, pictures), ways)
    return message.OutgoingMessage(items, tuple(pictures))


def _head(state: ReviewState) -> Iterator[Text]:
    emoji, code = symbol(state.summary.game.info.emoji), symbol(state.summary.code)
    game = state.summary.game.info.title
    yield say("### {emoji} {game} · {code} · review", emoji=emoji, game=game, code=code)


def _accuracy(review: Review) -> Iterator[Text]:
    if not review.decisions:
        yield say("You had no decision with more than one answer in this match.")
        return
    yield say(
        "**{share}%** of your decisions were as good as the best I found: {good} of {n}.",
        n=review.decisions,
        share=percent(review.good / review.decisions),
        good=review.good,
    )
    yield say("-# Judged from what you knew at that moment.")
    yield CURVES


def _shared_accuracy(review: Review) -> Text:
    if not review.decisions:
        return say("{who} had no decision with more than one answer.", who=seat(review.seat))
    return say(
        "**{who}**: **{share}%** of the decisions were as good as the best I found: {good} of {n}.",
        who=seat(review.seat),
        n=review.decisions,
        share=percent(review.good / review.decisions),
        good=review.good,
    )


def _name(number: int, mistake: CostlyDecision, rounds: Sequence[RoundStart]) -> Text:
    begun = [round_.label for round_ in rounds if round_.step <= mistake.step]
    where = begun[-1] if begun else say("Step {step}", step=mistake.step + 1)
    cost = max(1, percent(mistake.cost))
    return say("{number}. {where}: -{cost}%", number=number + 1, where=where, cost=cost)

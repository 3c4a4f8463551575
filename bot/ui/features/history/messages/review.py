"""A review: the curve of chances, accuracy, and the three costliest decisions."""

from collections.abc import Iterator, Sequence
from typing import Any

import discord

from bot.tables.history.archive import ReplayStep, RoundStart
from bot.tables.history.reviews import CostlyDecision, Review, ReviewState
from bot.ui.features.history.messages.log import BACK, ON
from bot.ui.i18n.texts import common_texts
from bot.ui.kit import message
from bot.ui.kit.custom_ids import MatchButton, MistakeButton, OwnButton, PositionButton, Verb
from bot.ui.match.messages.why_and_hint import percent
from games.core.text import Reader, Text, say, seat, symbol

BAR = 12
"""Parts of the bar that says how far a review is."""
SHOW = say("Show the review")


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
    *,
    moves: Sequence[int] = (),
) -> message.OutgoingMessage:
    """The whole review; each costly decision has a button.

    `moves` are the player's steps, for decisions of the same round.
    """
    pictures = () if picture is None else (picture,)
    buttons = [
        message.button(reader, MistakeButton(Verb.REVIEW_STEP, state.summary.id, number), name)
        for number, name in enumerate(_names(review.mistakes, rounds, moves))
    ]
    costliest = [say("Your costliest decisions:")] if buttons else []
    items: list[message.Item] = [
        *map(message.gallery, pictures),
        message.paragraph(reader, *_accuracy(review), *costliest),
        *([discord.ui.ActionRow(*buttons)] if buttons else ()),
    ]
    ways: list[discord.ui.Button[Any]] = []
    if buttons:
        green, label = discord.ButtonStyle.success, say("Decide again")
        ways.append(message.button(reader, OwnButton(Verb.TRAIN), label, green))
    if not state.summary.is_practice:
        share = MatchButton(Verb.SHARE_REVIEW, state.summary.id)
        ways.append(message.button(reader, share, common_texts.SHARE))
    items += [discord.ui.ActionRow(*ways)] if ways else []
    return message.OutgoingMessage(tuple(items), pictures)


def shared_review_message(
    state: ReviewState, review: Review, picture: message.OutgoingFile, reader: Reader
) -> message.OutgoingMessage:
    """What everybody may know of a player's review: how good their decisions were."""
    texts = [*_head(state), _shared_accuracy(review)]
    return message.OutgoingMessage(
        (message.paragraph(reader, *texts), message.gallery(picture)), (picture,)
    )


def mistake_message(
    review: Review, number: int, moment: ReplayStep, picture: message.OutgoingFile, reader: Reader
) -> message.OutgoingMessage:
    """One decision: both answers in a picture, the question, and the way to the others."""
    match_id, mistake = moment.summary.id, review.mistakes[number]
    prompt = moment.summary.game.prompt(moment.hands[0].view)
    assert prompt is not None, "a decision answers a question"
    count = len(review.mistakes)
    line = say("**{ask}** · {number} of {of}", ask=prompt.ask, number=number + 1, of=count)
    practise = message.button(
        reader,
        PositionButton(Verb.PLAY_ON, match_id, mistake.step, review.seat),
        common_texts.PRACTISE_HERE,
        discord.ButtonStyle.success,
    )
    ways: list[discord.ui.Button[Any]] = []
    if count > 1:
        for label, to in ((BACK, number - 1), (ON, number + 1)):
            is_there = 0 <= to < count
            place = MistakeButton(Verb.REVIEW_STEP, match_id, to if is_there else number)
            ways.append(message.button(reader, place, label, disabled=not is_there))
    if not moment.summary.is_practice:
        share = MistakeButton(Verb.SHARE_DECISION, match_id, number)
        ways.append(message.button(reader, share, common_texts.SHARE))
    back = message.button(reader, MatchButton(Verb.REVIEW, match_id), common_texts.REVIEW)
    items = (
        message.gallery(picture),
        message.paragraph(reader, say("-# {note}", note=line)),
        discord.ui.ActionRow[Any](practise),
        discord.ui.ActionRow[Any](*ways, back),
    )
    return message.OutgoingMessage(items, (picture,))


def shared_mistake_message(
    state: ReviewState, picture: message.OutgoingFile, reader: Reader
) -> message.OutgoingMessage:
    """One decision as everybody sees it."""
    items = (message.paragraph(reader, *_head(state)), message.gallery(picture))
    return message.OutgoingMessage(items, (picture,))


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


def _names(
    mistakes: Sequence[CostlyDecision], rounds: Sequence[RoundStart], moves: Sequence[int]
) -> Iterator[Text]:
    """The round of each decision and what it cost; which move of the round, if two are of one."""
    places = [_where(mistake, rounds) for mistake in mistakes]
    for mistake, where in zip(mistakes, places, strict=True):
        cost = max(1, percent(mistake.cost))
        if places.count(where) == 1:
            yield say("{where}: -{cost}%", where=where, cost=cost)
            continue
        begin = max((start.step for start in rounds if start.step <= mistake.step), default=0)
        number = 1 + sum(begin < step <= mistake.step for step in moves)
        yield say("{where}, move {n}: -{cost}%", where=where, n=number, cost=cost)


def _where(mistake: CostlyDecision, rounds: Sequence[RoundStart]) -> Text:
    """The round of a decision, else its step."""
    begun = [round_.label for round_ in rounds if round_.step <= mistake.step]
    return begun[-1] if begun else say("Step {step}", step=mistake.step + 1)

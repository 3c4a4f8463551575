"""The deal of the day as messages: for one person, for a channel, and what is shared."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import discord

from bot.tables.competitions.daily_deals import DealView, PostView, WeekView
from bot.tables.competitions.errors import DealPlayedError
from bot.ui.controls import labels
from bot.ui.controls.drawing.components import rows
from bot.ui.features.daily.pictures import DAILY, date_text
from bot.ui.i18n.texts import common_texts, time_texts
from bot.ui.i18n.texts.time_texts import moment
from bot.ui.i18n.texts.tournament_texts import ranked_name
from bot.ui.kit import custom_ids, message
from data.records.daily_deals import Attempt
from games.core.game import AnyGame
from games.core.text import Person, Reader, Text, say, say_many
from render.scenes.posters.daily import gained

PLAY = say("Play today's deal")
CONTINUE = say("Continue")
AGAIN = say("Play again")
WEEK = say("This week")
PAST = say("Past deals…")
LOOK = say("Look at somebody's moves…")
HOW = say("The same for everyone, about three minutes. The first attempt counts, without hints.")
PREPARING = say(
    "You're the first today: bots are playing up to the deal's position, which may take a minute."
    " Your hand will appear here."
)
USED = say(
    "You've already used your attempt that counts. Its result was deleted with your data. You can"
    " play the deal again, unrated."
)
FORGIVEN = say(
    "-# Days in a row: one missed day a week, from Monday to Sunday, is forgiven. A week's board"
    " gives 10 points for the first place of a day, then 8, 6, 5, 4, 3, 2, and 1 to the rest."
)
EMPTY_WEEK = say("Nobody here has finished a deal this week.")
LOOKS = 10
"""The most people whose moves are offered."""


def deal_message(
    deal: DealView, pictures: Sequence[message.OutgoingFile], reader: Reader
) -> message.OutgoingMessage:
    """A day's deal for one person: its picture, one sentence, and what to do next."""
    lines = [line for line in (_news(deal), _next_deal(deal)) if line is not None]
    items: list[message.Item] = [*map(message.gallery, pictures)]
    if lines:
        items.append(message.paragraph(reader, *lines))
    items += rows(list(_ways(deal, reader)))
    return message.OutgoingMessage(tuple(items), tuple(pictures))


def more_message(
    deal: DealView, past: Iterable[tuple[AnyGame, Attempt]], reader: Reader
) -> message.OutgoingMessage:
    """What else can be done with a deal, and how it is fair."""
    title = say(
        "### {game}, {date}", game=deal.game.info.title, date=date_text(deal.day, reader.language)
    )
    items: list[message.Item] = [message.paragraph(reader, title, HOW, FORGIVEN)]
    if deal.seed_hash is not None:
        evidence = common_texts.evidence(deal.seed_hash, deal.seed)
        items.append(message.paragraph(reader, *evidence))
    others = [line for line in deal.lines[:LOOKS] if line.rank and line.attempt != deal.own]
    if others and deal.is_played:
        options = (
            message.option(reader, ranked_name(line.rank or 0, line.name), line.attempt.match_id)
            for line in others
        )
        items.append(message.menu(reader, _id(custom_ids.Verb.DEAL_LOOK, deal), LOOK, options))
    earlier = [
        message.option(
            reader,
            say("{game}, {date}", game=game.info.title, date=date_text(row.day, reader.language)),
            f"{row.day}",
            hint=result_text(row),
        )
        for game, row in past
        if row.day != deal.day
    ]
    if earlier:
        items.append(message.menu(reader, _id(custom_ids.Verb.DEAL_PAST, deal), PAST, earlier))
    items += rows(list(_more_ways(deal, reader)))
    return message.OutgoingMessage(tuple(items))


def week_message(
    week: WeekView, picture: message.OutgoingFile | None, back: message.Item, reader: Reader
) -> message.OutgoingMessage:
    """The board of a week's deals."""
    items: list[message.Item] = [] if picture is None else [message.gallery(picture)]
    items += [message.paragraph(reader, FORGIVEN if week.lines else EMPTY_WEEK), back]
    return message.OutgoingMessage(tuple(items), () if picture is None else (picture,))


def post_message(
    post: PostView, picture: message.OutgoingFile | None, reader: Reader
) -> message.OutgoingMessage:
    """A day's deal in a channel, with one button while the day lasts."""
    deal = post.deal
    finished = sum(line.attempt.settled_at is not None for line in deal.lines)
    done = say_many("{n} has finished.", "{n} have finished.", finished) if finished else HOW
    lines = [done, _ends(deal)] if deal.is_open else [_winners(deal)]
    items: list[message.Item] = []
    if picture is None:
        date = date_text(deal.day, reader.language)
        title = say(
            "### {caption}: {game}, {date}", caption=DAILY, game=deal.game.info.title, date=date
        )
        items.append(message.paragraph(reader, title))
    else:
        items.append(message.gallery(picture))
    items.append(message.paragraph(reader, *lines))
    if deal.is_open:
        play = _id(custom_ids.Verb.DEAL_PLAY, deal, how=custom_ids.AFRESH)
        look = _id(custom_ids.Verb.DEAL, deal, how=custom_ids.AFRESH)
        items += rows(
            [
                message.button(reader, play, PLAY, discord.ButtonStyle.success),
                message.button(reader, look, common_texts.RESULTS),
            ]
        )
    return message.OutgoingMessage(tuple(items), () if picture is None else (picture,))


def shared_message(
    deal: DealView, own: Attempt, sharer: str, picture: message.OutgoingFile, reader: Reader
) -> message.OutgoingMessage:
    """A result as it is posted for everybody; it tells nothing about the deal."""
    result = say("**{who}**: {result}", who=Person(name=sharer), result=result_text(own))
    play = _id(custom_ids.Verb.DEAL, deal, how=custom_ids.AFRESH)
    row = discord.ui.ActionRow[Any](message.button(reader, play, PLAY))
    return message.OutgoingMessage(
        (message.gallery(picture), message.paragraph(reader, result), row), (picture,)
    )


def back_button(deal: DealView, reader: Reader) -> message.Item:
    """A row that leads back to a deal."""
    back = message.button(reader, _id(custom_ids.Verb.DEAL, deal), labels.BACK)
    return discord.ui.ActionRow[Any](back)


def result_text(attempt: Attempt) -> Text:
    """What an attempt brought, or that it has no result."""
    if attempt.place is None:
        return say("no result") if attempt.settled_at is not None else say("you're playing it")
    return gained(attempt.points or 0)


def _id(verb: custom_ids.Verb, deal: DealView, **how: Any) -> custom_ids.DealButton:
    return custom_ids.DealButton(verb, deal.game.info.key, deal.day, **how)


def _news(deal: DealView) -> Text | None:
    """How one's own attempt stands beside those of others, or what the deal is."""
    if deal.is_deleted:
        return USED
    if deal.is_open and deal.is_rehearsed:
        return DealPlayedError.text
    if not deal.is_played:
        return HOW if deal.is_open else say("You didn't play this deal.")
    if deal.own is None or deal.own.place is None:
        return say("Your attempt has no result: it was stopped or not finished in time.")
    return _place(deal, deal.own)


def _place(deal: DealView, own: Attempt) -> Text | None:
    """How a result stands beside those of others."""
    ranked = [line for line in deal.lines if line.rank is not None]
    ahead = [line for line in ranked if (line.attempt.points or 0) > (own.points or 0)]
    if len(ranked) < 2:
        return None
    if not ahead:
        return say("Nobody here has gained more.")
    gap = (ahead[-1].attempt.points or 0) - (own.points or 0)
    who = Person(name=ahead[-1].name)
    return say_many("{n} point behind {who}.", "{n} points behind {who}.", gap, who=who)


def _next_deal(deal: DealView) -> Text | None:
    return _ends(deal) if deal.is_open else None


def _ends(deal: DealView) -> Text:
    return say("-# The next deal comes {when}.", when=moment(deal.ends_at))


def _winners(deal: DealView) -> Text:
    best = [say("{who}", who=Person(name=line.name)) for line in deal.lines if line.rank == 1]
    if not best:
        return say("Nobody here played this deal.")
    points = deal.lines[0].attempt.points or 0
    if points < 0:
        return say_many(
            "{who} lost the least: {n} point.",
            "{who} lost the least: {n} points.",
            -points,
            who=best,
        )
    return say_many(
        "{who} gained the most: {n} point.", "{who} gained the most: {n} points.", points, who=best
    )


def _ways(deal: DealView, reader: Reader) -> Iterator[discord.ui.Button[Any]]:
    own = deal.own
    if own is not None and own.place is not None:
        share = _id(custom_ids.Verb.DEAL_SHARE, deal)
        yield message.button(reader, share, common_texts.SHARE, discord.ButtonStyle.success)
        review = custom_ids.MatchButton(custom_ids.Verb.REVIEW, own.match_id)
        yield message.button(reader, review, common_texts.REVIEW)
    elif not deal.is_played and not deal.is_spent:
        label = PLAY if own is None else CONTINUE
        play = _id(custom_ids.Verb.DEAL_PLAY, deal)
        yield message.button(reader, play, label, discord.ButtonStyle.success)
    yield message.button(reader, _id(custom_ids.Verb.DEAL_WEEK, deal), WEEK)
    yield message.button(reader, _id(custom_ids.Verb.DEAL_MORE, deal), time_texts.MORE)


def _more_ways(deal: DealView, reader: Reader) -> Iterator[discord.ui.Button[Any]]:
    yield message.button(reader, _id(custom_ids.Verb.DEAL, deal), labels.BACK)
    if deal.is_played or deal.is_spent:
        again = _id(custom_ids.Verb.DEAL_PLAY, deal, how=custom_ids.AGAIN)
        yield message.button(reader, again, AGAIN)
    if deal.own is not None and deal.is_played:
        replay = custom_ids.ReplayButton(custom_ids.Verb.REPLAY, deal.own.match_id)
        yield message.button(reader, replay, common_texts.REPLAY)

"""A player's hand: the whole match in one private message, with the question and its controls."""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from typing import Any

import discord

from bot.tables.domain.views import MatchView, Question
from bot.ui.controls.answers import answer_in_words
from bot.ui.controls.draft import Draft
from bot.ui.controls.drawing.components import LAMP, buttons_of, in_two_rows, spaces, with_below
from bot.ui.controls.drawing.prompt import draw, draw_ahead
from bot.ui.i18n.icons import in_words_alone
from bot.ui.i18n.texts import common_texts, premove_texts, time_texts
from bot.ui.i18n.texts.time_texts import moment
from bot.ui.kit import custom_ids, message
from bot.ui.kit.custom_ids import MatchButton, Verb
from bot.ui.match.messages.lobby import COLOURS
from bot.ui.match.messages.practice import practice_title
from bot.ui.match.messages.why_and_hint import Help, blocked
from data.records.matches import Life
from games.core.tableau import Tableau
from games.core.tableau_text import read_hand, read_seats, read_stakes, read_table
from games.core.text import Reader, Text, say, seat, speak
from games.core.values import Seat
from render.paint import hand_grown, has_outcome

HELP_LIMIT = 1200
"""Characters of the lines above a question's controls."""
READING_LIMIT = 2200
"""Characters for a hand in text form; the controls need the rest of a message."""


def hand_message(
    match_view: MatchView,
    pictures: Sequence[message.OutgoingFile],
    reader: Reader,
    *,
    table_url: str | None = None,
    note: Text | None = None,
    helped: Help | None = None,
    remark: Text | None = None,
) -> message.OutgoingMessage:
    """The hand and its question; in words if there are no pictures. A paused table asks nothing.

    What the last move brought comes first, until the player goes on. `note` is the result of the
    last press, `helped` stands in the place of the question, `remark` is a problem with the table.
    """
    with nullcontext() if pictures else in_words_alone():
        asked = question_of(match_view)
        notes = [] if note is None else [say("-# {note}", note=note)]
        lines = [*notes, *_state(match_view)]
        items: list[message.Item] = [*map(message.gallery, pictures)]
        if not pictures:
            items += _words(match_view, reader)
        if shows_outcome(match_view):
            items += _next(match_view, lines, reader, pictures)
        elif asked is not None:
            items += _answers(match_view, asked, lines, helped, reader, has_picture=bool(pictures))
        else:
            items += _ahead(match_view, lines, reader, has_picture=bool(pictures))
        if remark is not None:
            items.append(message.paragraph(reader, say("-# {remark}", remark=remark)))
        answer_rows = match_view.summary.game.info.answer_rows
        below = [*_below(match_view, table_url, reader)]
        items = with_below(in_two_rows(items, answer_rows), below, least=max(2, answer_rows + 1))
        if match_view.summary.life is Life.RUNNING:
            items[-1:-1] = _spaces(match_view, items[:-1], has_picture=bool(pictures))
    colour = None if asked is None else COLOURS["turn"]
    return message.OutgoingMessage(tuple(items), tuple(pictures), colour)


def _spaces(
    match_view: MatchView, items: Sequence[message.Item], *, has_picture: bool
) -> list[message.Item]:
    """What keeps the lowest buttons in their place; an outcome's picture takes most of it."""
    rows = match_view.summary.game.info.answer_rows
    if shows_outcome(match_view):
        return spaces(items, min(1, rows))
    is_hand = has_picture and draft_of(match_view).face != "table"
    grown = hand_grown(match_view.tableau.game, match_view.view) if is_hand else 0.0
    return spaces(items, rows, grown)


def _words(match_view: MatchView, reader: Reader) -> Iterator[message.Item]:
    """The hand without a picture: the question first, and no past but what happened last.

    What the last move brought stands alone, until the player goes on.
    """
    tableau, asked = match_view.tableau, question_of(match_view)
    lines = (*read_hand(tableau), *read_stakes(tableau), *read_seats(tableau))
    if tableau.last is not None:
        lines += (say("Last: {what}.", what=tableau.last.own or tableau.last.text),)
    if shows_outcome(match_view):
        yield message.reading(tableau.aftermath, reader, READING_LIMIT)
        return
    if draft_of(match_view).face == "table" or match_view.summary.life is not Life.RUNNING:
        lines = read_table(tableau)
    heading = match_view.view.awaiting.text if asked is None else asked.prompt.ask
    yield message.paragraph(reader, say("### {heading}", heading=heading))
    yield message.reading(lines, reader, READING_LIMIT)


def _next(
    match_view: MatchView,
    lines: list[Text],
    reader: Reader,
    pictures: Sequence[message.OutgoingFile],
) -> Iterator[message.Item]:
    """What comes after the outcome, and the button that leads there.

    Who leads isn't said in advance below a picture that is about to show it; where it is said, the
    player's own next question can wait.
    """
    asked, place = question_of(match_view), None
    if match_view.summary.life is Life.RUNNING:
        tableau = match_view.tableau
        moves = any(picture.filename.endswith(".webp") for picture in pictures)
        if tableau.viewer is not None and not moves:
            place = standing(tableau, tableau.viewer)
            lines += () if place is None else (place,)
        if asked is None:
            lines.append(say("Next: {line}", line=match_view.view.awaiting.text))
        elif place is None:
            lines.append(say("Next: {line}", line=asked.prompt.ask))
    if lines:
        yield message.paragraph(reader, *lines)
    if match_view.open_form is not None:
        yield discord.ui.ActionRow(_go_on(match_view.open_form, reader))


def standing(tableau: Tableau, viewer: Seat) -> Text | None:
    """By how many points a seat leads or is behind; None alone, or where points are hidden."""
    own, others = None, []
    for panel in tableau.seats:
        if panel.points is None:
            return None
        points = tableau.totals[panel.seat] if tableau.totals else panel.points.value
        if panel.seat == viewer:
            own = points
        else:
            others.append((points, -panel.seat))
    if own is None or not others:
        return None
    best, ahead = max(others)
    if own > best:
        return say("**You lead by {count}.**", count=own - best)
    if own == best:
        return say("**You're level with {who}.**", who=seat(-ahead))
    return say("**{who} is {count} ahead of you.**", who=seat(-ahead), count=best - own)


def _answers(
    match_view: MatchView,
    asked: Question,
    lines: list[Text],
    helped: Help | None,
    reader: Reader,
    *,
    has_picture: bool,
) -> Iterator[message.Item]:
    """The question with its controls; words have asked it already."""
    here = helped if helped is not None and helped.ticket == asked.ticket else None
    controls = draw(
        asked,
        draft_of(match_view),
        reader,
        helped=here is not None or not has_picture,
        suggested=here.suggested if here is not None and has_picture else None,
        pictured=has_picture and match_view.summary.game.info.stage == "full",
    )
    if here is not None:
        lines += here.beside_lamp if _has_lamp(controls) and here.beside_lamp else here.lines
    if match_view.kept_premove is not None:
        answer = answer_in_words(asked.prompt, match_view.kept_premove)
        lines.append(premove_texts.next_comes(answer))
    if lines:
        yield message.reading(lines, reader, HELP_LIMIT)
    yield from controls


def _has_lamp(controls: Sequence[message.Item]) -> bool:
    """Whether a button is marked as the suggested answer, or as a step to it."""
    return any(LAMP in (button.label or "") for item in controls for button in buttons_of(item))


def question_of(match_view: MatchView) -> Question | None:
    """The question that the player is asked; None while the table is paused."""
    return None if match_view.summary.paused else match_view.question


def shows_outcome(match_view: MatchView) -> bool:
    """Tell whether the hand shows what the last move brought, before the next question."""
    return (
        draft_of(match_view).face == "outcome"
        and match_view.summary.life in {Life.RUNNING, Life.FINISHED}
        and has_outcome(match_view.tableau.game, match_view.view)
    )


def draft_of(match_view: MatchView) -> Draft:
    """The saved draft for this question."""
    return Draft.from_json(match_view.draft)


def _state(match_view: MatchView) -> Iterator[Text]:
    """What keeps the match from going on, or until when the player has time."""
    if match_view.summary.is_practice:
        yield practice_title(match_view)
    if match_view.summary.life is not Life.RUNNING:
        yield common_texts.ENDED
    elif match_view.summary.paused:
        yield time_texts.paused(has_people=True)
    elif match_view.due_at is not None:
        due = say("Your time is up {when}.", when=moment(match_view.due_at))
        yield say("-# ⏳ {due}", due=due)


def _ahead(
    match_view: MatchView, lines: list[Text], reader: Reader, *, has_picture: bool
) -> list[message.Item]:
    """Whom the table waits for; and the form of a premove, or the saved one with its cancel."""
    if match_view.summary.life is not Life.RUNNING or match_view.summary.paused:
        return [message.paragraph(reader, *lines)] if lines else []
    who = match_view.view.awaiting.text
    offers = match_view.premove is not None and match_view.kept_premove is None
    if has_picture and offers:
        lines.append(say("**{who}** {offer}", who=who, offer=premove_texts.OFFER))
    elif has_picture:
        lines.append(say("**{who}**", who=who))
    elif offers:
        lines.append(premove_texts.OFFER)
    if match_view.premove is None:
        return [message.paragraph(reader, *lines)] if lines else []
    if match_view.kept_premove is None:
        drawn = draw_ahead(match_view.premove, draft_of(match_view), reader)
        return [message.paragraph(reader, *lines), *drawn]
    answer = answer_in_words(match_view.premove.prompt, match_view.kept_premove)
    lines.append(premove_texts.saved(answer))
    back = MatchButton(Verb.TAKE_BACK_PREMOVE, match_view.summary.id)
    button = message.button(reader, back, premove_texts.TAKE_BACK)
    return [message.paragraph(reader, *lines), discord.ui.ActionRow(button)]


def _below(
    match_view: MatchView, table_url: str | None, reader: Reader
) -> Iterator[discord.ui.Button[Any]]:
    """The table or the hand in place, help, and everything else behind one button."""
    summary, asked = match_view.summary, question_of(match_view)
    if match_view.open_form is not None:
        is_table = draft_of(match_view).face == "table"
        label = common_texts.HAND if is_table else common_texts.TABLE
        yield _control(match_view.open_form, custom_ids.ControlVerb.SWAP, label, reader)
    elif table_url is not None:
        yield discord.ui.Button(url=table_url, label=speak(common_texts.TABLE, reader))
    if asked is not None and not shows_outcome(match_view):
        if summary.is_practice and not counts(match_view):
            yield message.button(reader, MatchButton(Verb.ADVICE, summary.id), common_texts.ADVICE)
        if summary.is_practice or any(blocked(asked.prompt)):
            yield message.button(reader, MatchButton(Verb.EXPLAIN, summary.id), common_texts.WHY)
    if summary.life is Life.RUNNING:
        yield message.button(reader, MatchButton(Verb.MORE, summary.id), time_texts.MORE)


def _go_on(form: Question, reader: Reader) -> discord.ui.Button[Any]:
    button = _control(form, custom_ids.ControlVerb.GO_ON, common_texts.GO_ON, reader)
    button.style = discord.ButtonStyle.success
    return button


def _control(
    question: Question, verb: custom_ids.ControlVerb, label: Text, reader: Reader
) -> discord.ui.Button[Any]:
    place = custom_ids.ControlId(question.match, question.seat, question.ticket, verb)
    return discord.ui.Button(custom_id=custom_ids.encode(place), label=speak(label, reader))


def counts(match_view: MatchView) -> bool:
    """Whether it is the one attempt at a daily deal that counts."""
    daily = match_view.summary.daily
    return daily is not None and daily.counts

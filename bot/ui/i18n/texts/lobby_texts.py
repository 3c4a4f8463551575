"""Texts around a table whose match hasn't started."""

from collections.abc import Iterator, Sequence

from bot.tables.domain.views import MatchSummary
from bot.tables.jobs.planned_events import PlannedEvent
from bot.ui.i18n.texts.time_texts import moment
from games.core.ai.memory import Level
from games.core.options import PresetKey
from games.core.text import Person, Text, TextList, say, say_many, symbol

MENU = say("People and bots…")
OPTIONS = say("House rules")
OPTIONS_TITLE = say("### House rules of this table")
YOUR_TABLE = say("### Your table")
THIS_TABLE = say("### This table")
PRESET_HINTS: dict[PresetKey, Text] = {
    "quick": say("The shortest match, a minute per answer"),
    "classic": say("The original rules, the usual clock"),
    "tournament": say("Two minutes per answer, everyone says ready"),
}
WITHOUT_CLOCK: dict[PresetKey, Text] = {
    "quick": say("The shortest match"),
    "classic": say("The original rules"),
    "tournament": say("Everyone says ready"),
}
"""The same where tables have no clocks."""
NUMBERS = say("Set numbers…")
WHICH_RULE = say("Choose a rule…")
READY = say("Ready")
NOT_READY = say("Not yet")
INVITE = say("Invite people…")
REMOVE = say("Remove somebody…")
NAME_BOT = say("Name a bot…")
INVITE_HINT = say("Invited players can always join")
REMOVE_HINT = say("Removed players can only rejoin by invitation")
BOT_LEVEL = say("Set how well bots play…")
BOT_LEVEL_HINT = say("Easy, normal or hard, for one bot or for all")
ALL_BOTS = say("All bots")
WHAT_LEVEL = say("How well?")
LEVELS: dict[Level, Text] = {
    Level.EASY: say("easy"),
    Level.NORMAL: say("normal"),
    Level.HARD: say("hard"),
}
"""Names of the bots' levels, from the weakest up."""
LEVEL_CHOICE = say("How well the bots play")
NAME_BOT_HINT = say("Pick one from the list or make one up")
WHOM = say("Who?")
WHICH_GAME = say("Which game?")
CHALLENGE = say("Challenge to a game")
WHICH_BOT = say("Which bot?")
LISTED_NAME = say("A name from the list")
OWN_NAME = say("Or a name you make up")
CHANGED_LOBBY = say("The table has changed. Check who's there and choose again.")
NO_BOT_GUESTS = say("Discord bots can't join. Use **Add a bot** for a computer player.")
EXPIRED = say("This table closed because nobody joined. Open a new one with /play.")
ALL_READY = say("Starts once everyone has pressed Ready.")


def invited(names: Sequence[str]) -> Iterator[Text]:
    """Yield the line of the people who are invited and have not sat down yet, if any."""
    if names:
        yield say("Invited: {names}", names=[say("{who}", who=Person(name=name)) for name in names])


def option_value(title: Text, value: Text) -> Text:
    """Return an option and one of its values, as a line of its menu."""
    return say("{option}: {value}", option=title, value=value)


def bot_named(name: str, level: Level) -> Text:
    return say("{who} (bot, {level})", who=Person(name=name), level=LEVELS[level])


def bots_named(bots: Sequence[tuple[str, Level]]) -> list[Text]:
    """Return the bots with their levels; each level is said once."""
    by_level = {level: [name for name, plays in bots if plays is level] for level in Level}
    return [_at_level(names, level) for level, names in by_level.items() if names]


def _at_level(names: Sequence[str], level: Level) -> Text:
    if len(names) == 1:
        return bot_named(names[0], level)
    who = [say("{who}", who=Person(name=name)) for name in names]
    return say("{who} (bots, {level})", who=who, level=LEVELS[level])


FREE_SEATS = say("Tables here with a free seat:")
NO_FREE_SEATS = say("No table here has a free seat. Open one with /play.")


SEATS_KEPT = say(
    "-# A seat is kept for everyone who joins. They get a reminder before the start, which the host"
    " can move with /lobby plan."
)


def starts(time: int) -> Text:
    """When a table for later begins."""
    return say("📅 **Starts {when}** ({wait}).", when=moment(time, "F"), wait=moment(time))


CODE = 4
"""How many characters of an id stand at the end of an event's name."""


def event_name(event: PlannedEvent) -> Text:
    """The name of a scheduled event; a table's or tournament's code ends it in every language."""
    code = symbol(event.row.subject[:CODE])
    if event.is_tournament:
        return say("{game}: tournament · {code}", game=event.game, code=code)
    return say("{game} · {code}", game=event.game, code=code)


def event_hint(event: PlannedEvent) -> Text:
    """What to do to take part in a scheduled event."""
    if event.is_tournament:
        return say("Press Join at the tournament's announcement to take part.")
    return say("Press Join at the table to keep a seat.")


def _where(summary: MatchSummary) -> Text:
    game = summary.game.info.title
    if summary.answers_only:
        return say("**{game}**", game=game)
    return say("**{game}** · {channel}", game=game, channel=symbol(f"<#{summary.channel_id}>"))


def free_seats(summary: MatchSummary) -> Text:
    """A line of the list of tables that still have a seat; a group has no name to mention."""
    free = summary.game.info.seats[1] - len(summary.occupants)
    people = tuple(say("{who}", who=Person(name=name)) for name in summary.names)
    line = say(
        "{table}\n{people} · {free}",
        table=_where(summary),
        people=TextList(items=people, style="unit"),
        free=say_many("{n} seat free", "{n} seats free", free),
    )
    if summary.starts_at is None:
        return line
    return say("{line}\n{start}", line=line, start=starts(summary.starts_at))

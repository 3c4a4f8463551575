"""Texts about tournaments."""

from collections.abc import Sequence
from datetime import datetime

from bot.ui.i18n.texts.leaderboard_texts import who
from bot.ui.i18n.texts.time_texts import moment
from data.records.tournaments import TournamentRecord
from games.core.text import Text, say, say_as, say_many, seats, symbol
from games.core.values import Seat

JOIN = say("Join")
LEAVE = say("Leave")
CHECK_IN = say("Check in")
STANDINGS = say_as("tournament", "Standings")
CANCEL_NOW = say("Cancel the tournament")
CANCEL_SURELY = say(
    "Cancel this tournament for everyone? Matches that are being played go on, but don't count for"
    " it."
)
CANCELLED = say("The tournament is cancelled.")
TOO_FEW = say("The tournament is cancelled: fewer than two people had checked in.")
NOBODY_YET = say("Nobody has signed up yet.")
NO_PAST = say("No tournament has been finished here yet. Open one with /tournament open.")
PAST = say("### Past tournaments")
NONE_OPEN = say("There's no open tournament here. Open one with /tournament open.")
WHICH = say("Several tournaments are open here. Choose one with the option `tournament`.")
OPEN_PAST = say("Open a tournament…")
CHECK_IN_OVER = say("Check-in is over.")
YOU_JOINED = say("You're signed up. I'll call you here when it's time to check in.")
YOU_ARE_IN = say("You're in: you'll be seated in the next round.")
YOU_LEFT = say("You've left the tournament. Your results so far stay in the standings.")
YOU_WITHDREW = say("You're no longer signed up.")
GONE_ON = say("Done: the tournament goes on now.")
HOW = say(
    "-# A table is worth up to 100 points: the share of its people whom somebody finishes ahead of."
    " Ties: tables won, then the opponents' points."
)
HOW_SEATED = say(
    "-# People with similar results meet, and new ones each round. A bot plays for whoever doesn't"
    " show up, and they come last."
)


CUPS = (
    say("Monday cup"),
    say("Tuesday cup"),
    say("Wednesday cup"),
    say("Thursday cup"),
    say("Friday cup"),
    say("Saturday cup"),
    say("Sunday cup"),
)
"""The name of a tournament by the day on which it starts, from Monday."""


def cup_on(day: datetime) -> Text:
    """Return the name of a tournament that starts on this day."""
    return CUPS[day.weekday()]


def title(emoji: str, cup: Text, game: Text) -> Text:
    return say("### {emoji} {cup}: {game}", emoji=symbol(emoji), cup=cup, game=game)


def summary(emoji: str, cup: Text, game: Text, state: Text) -> Text:
    """Return a tournament and how far it is, in a line."""
    return say(
        "{emoji} **{cup}: {game}** · {state}", emoji=symbol(emoji), cup=cup, game=game, state=state
    )


def round_of(number: int, of: int) -> Text:
    return say("round {n} of {of}", n=number, of=of)


def won_by(winners: list[Text]) -> Text:
    return say("won by {winners}", winners=winners) if winners else say("nobody won")


def plan(host: str, rounds: int, size: int, clock: Text) -> Text:
    return say(
        "Host: {host} · {rounds}, {size} · {clock}",
        host=who(host),
        rounds=say_many("{n} round", "{n} rounds", rounds),
        size=say_many("{n} person per table", "up to {n} people per table", size),
        clock=clock,
    )


def sign_up_open(starts_at: int, check_in_at: int) -> Text:
    return say(
        "Starts {date} ({when}). Check-in opens {called}, with a mention.",
        date=moment(starts_at, "f"),
        when=moment(starts_at),
        called=moment(check_in_at),
    )


def check_in_open(time: int) -> Text:
    return say(
        "**Check-in is open.** Press *Join* to be seated. The first round starts {when}.",
        when=moment(time),
    )


def round_on(ends_at: int) -> Text:
    return say(
        "-# Tables that aren't done {when} are stopped and count as they stand.",
        when=moment(ends_at),
    )


def round_over(next_at: int) -> Text:
    return say("The next round starts {when}. To sit out, press *Leave*.", when=moment(next_at))


def over(winners: list[Text]) -> Text:
    if not winners:
        return say("**The tournament is over.** Nobody won.")
    return say("**The tournament is over.** {winners} won.", winners=winners)


def cup_of(cup: Text, game: Text) -> Text:
    """Return the name of a tournament and what was played."""
    return say("{cup}: {game}.", cup=cup, game=game)


def won(winners: Sequence[Seat]) -> Text:
    """Return who has won, for the picture of the end."""
    if len(winners) > 1:
        return say("{people} share the first place.", people=seats(winners))
    return say("{who} wins the tournament.", who=seats(winners))


def bravo(people: list[Text]) -> Text:
    return say("Bravo, {people}!", people=people)


def entrants(count: int, names: list[Text]) -> Text:
    return say_many("**{n} person:** {names}", "**{n} people:** {names}", count, names=names)


def checked_in(count: int, names: list[Text]) -> Text:
    return say("**Checked in, {n}:** {names}", n=count, names=names)


def not_checked_in(count: int, names: list[Text]) -> Text:
    return say("**Not yet, {n}:** {names}", n=count, names=names)


def table_playing(number: int, names: list[Text], url: str | None) -> Text:
    """Return a table of a round with its people in seat order."""
    if url is None:
        return say("**Table {n}:** {names}", n=number, names=names)
    return say("[**Table {n}**]({url}): {names}", n=number, url=symbol(url), names=names)


def ranked_name(rank: int, name: str) -> Text:
    return say("{place}. {name}", place=rank, name=who(name))


def called_to_check_in(mentions: list[Text], starts_at: int) -> Text:
    return say(
        "{people}: check in now to be seated. The first round starts {when}.",
        people=mentions,
        when=moment(starts_at),
    )


def standings_after(number: int, of: int) -> Text:
    """Return the subtitle of the standings in a picture."""
    return say("after round {n} of {of}", n=number, of=of)


def standing_line(place: int, name: str, points: int, firsts: int) -> Text:
    return say(
        "{place}\\. {name} · {points} · {wins}",
        place=place,
        name=who(name),
        points=say_many("{n} point", "{n} points", points),
        wins=say_many("{n} table won", "{n} tables won", firsts),
    )


def past_line(ended_at: int, game: Text, code: str, people: int, winners: list[Text]) -> Text:
    return say(
        "- {date} · {game} `{code}` · {people} · {winners}",
        date=moment(ended_at, "d"),
        game=game,
        code=symbol(code),
        people=say_many("{n} person", "{n} people", people),
        winners=won_by(winners),
    )


def opened(url: str | None) -> Text:
    if url is None:
        return say("Your tournament is open.")
    return say("Your tournament is open: [go to its message]({url})", url=symbol(url))


def label(game: Text, code: str) -> Text:
    """Return a tournament in a list of choices."""
    return say("{game} {code}", game=game, code=symbol(code))


def record(reached: TournamentRecord) -> Text:
    """Return a line of a profile."""
    return say(
        "Tournaments: {won} of {played} won, {podiums} among the first three",
        won=reached.won,
        played=reached.played,
        podiums=reached.podiums,
    )

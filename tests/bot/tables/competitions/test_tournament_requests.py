"""What people may ask of a tournament, and what is refused."""

from datetime import UTC

import pytest

from bot.tables import errors
from bot.tables.competitions import errors as cup_errors
from bot.tables.competitions.tournaments import MOST_PEOPLE
from bot.tables.domain.availability import zone_of
from bot.tables.domain.guild_settings import GuildSettings, with_settings
from bot.tables.domain.player import Player
from bot.tables.domain.start_time import read_start
from bot.tables.domain.time_controls import MINUTE
from games.core.text import PLAIN, speak
from tests.bot.tables.competitions.support import due, finish_round, opening, playing, signed_up
from tests.bot.tables.support import (
    ANA,
    BEN,
    CHEN,
    DORA,
    GUILD,
    NOON,
    OTHER_CHANNEL,
    Guest,
    LocalApp,
)


async def test_the_host_need_not_wait(app: LocalApp) -> None:
    """The host or a moderator opens check-in early, starts early, and ends a break."""
    service = app.tables.tournaments
    cup = await signed_up(app, BEN)
    for by, moderator in ((BEN, False), (CHEN, False)):
        with pytest.raises(cup_errors.NotTournamentHostError):
            await service.go_on(cup, by, moderator=moderator)
    await service.go_on(cup, ANA)
    await service.check_in(cup, BEN)
    with pytest.raises(cup_errors.AlreadyCheckedInError):
        await service.check_in(cup, BEN)
    with pytest.raises(cup_errors.TooFewCheckedInError):
        await service.go_on(cup, ANA)
    assert (await service.join(cup, CHEN)).present() == 2
    await service.leave(cup, CHEN)
    assert (await service.check_in(cup, CHEN)).present() == 2
    await service.go_on(cup, DORA, moderator=True)
    await due(app)
    with pytest.raises(cup_errors.RoundRunningError):
        await service.go_on(cup, ANA)
    with pytest.raises(cup_errors.SignUpOverError):
        await service.join(cup, DORA)
    await finish_round(app, cup)
    await service.go_on(cup, ANA)
    await due(app)

    assert (await playing(app, cup)).tournament.round == 2


@pytest.mark.parametrize(
    ("values", "error", "line"),
    [
        ({"game_key": "chess"}, errors.NoSuchGameError, "/play"),
        ({"rounds": 0}, errors.BadNumberError, "1 to 12"),
        ({"rounds": 13}, errors.BadNumberError, "1 to 12"),
        ({"table_size": 1}, errors.BadNumberError, "2 to 12"),
        ({"table_size": 13}, errors.BadNumberError, "2 to 12"),
        ({"clock": "none"}, cup_errors.ClockNeededError, "clock"),
        ({"clock": "x"}, cup_errors.ClockNeededError, "clock"),
        ({"options": {"nonsense": 1}}, errors.NoSuchOptionError, "nonsense"),
    ],
)
async def test_bad_input_gets_its_sentence(
    app: LocalApp, values: dict[str, object], error: type[errors.TableError], line: str
) -> None:
    """A request outside the allowed range is refused with a sentence that names the range."""
    with pytest.raises(error) as refused:
        await app.tables.tournaments.open(opening(**values))

    assert line in speak(refused.value.text, PLAIN)


async def test_limits_and_channels_are_kept(app: LocalApp) -> None:
    """One open tournament per host, and only in channels that the server allows."""
    service = app.tables.tournaments
    cup = await signed_up(app)
    with pytest.raises(cup_errors.TooManyTournamentsError):
        await service.open(opening())
    for number in range(MOST_PEOPLE):
        await service.join(cup, Player(1000 + number, f"Guest {number}"))
    with pytest.raises(cup_errors.TournamentFullError):
        await service.join(cup, BEN)
    with pytest.raises(cup_errors.AlreadySignedUpError):
        await service.join(cup, Player(1000, "Guest 0"))
    await app.store.guilds.change(
        GUILD, lambda item: with_settings(item, GuildSettings(channels=(OTHER_CHANNEL,)))
    )
    with pytest.raises(errors.ChannelNotAllowedError):
        await service.open(opening(host=BEN))


async def test_only_people_of_the_channel_see_it(app: LocalApp) -> None:
    """Others can't tell a tournament in a hidden channel from none; those signed up can see it."""
    service = app.tables.tournaments
    cup = await signed_up(app, BEN)
    strangers = [Guest(DORA.id, channels=frozenset()), Guest(DORA.id, guild_id=GUILD + 1)]
    for visitor in strangers:
        with pytest.raises(cup_errors.NoSuchTournamentError):
            await service.queries.meet(cup, visitor)
        assert await service.queries.open_in(GUILD, visitor) == []
    with pytest.raises(cup_errors.NoSuchTournamentError):
        await service.queries.meet("nothing", Guest(ANA.id))

    assert (await service.queries.meet(cup, Guest(DORA.id))).id == cup
    assert (await service.queries.meet(cup, Guest(BEN.id, channels=frozenset()))).id == cup


MADRID = zone_of("Europe/Madrid")  # noon is 9:00 there


@pytest.mark.parametrize(
    ("typed", "minutes"),
    [("30", 30), ("+90", 90), ("9:30", 30), (" 09:00 ", 24 * 60), ("2027-01-15  9:10", 10),
     ("2027-01-16T09:00", 24 * 60), ("5m", 5), ("in 5 minutes", 5), ("In 1 Stunde", 60),
     ("en 20 minutos", 20), ("2 h", 120), ("Fri 9:30", 30), ("friday, 9:00", 7 * 24 * 60),
     ("Samstag 10:00", 25 * 60), ("mié. 09:00", 5 * 24 * 60)],
)  # fmt: skip
def test_a_start_is_read(typed: str, minutes: int) -> None:
    """Minutes from now, the next time of day, or a date; in the zone of the person who typed it."""
    assert read_start(typed, MADRID, NOON) == NOON + minutes * MINUTE


@pytest.mark.parametrize(
    "typed",
    ["", "soon", "1", "in 1 minute", "2 weeks", "in h", "-5", "9:61", "25:00", "2027-01-14 9:00",
     "2027-13-01 9:00", "99999", "2027-04-30 09:00", "9999-12-31 23:59",
     "someday 20:00", "fr 20:00", "Friday", "Friday 25:00"],
)  # fmt: skip
def test_a_bad_start_is_refused(typed: str) -> None:
    """What is no time, in the past or too far ahead is refused with the allowed range."""
    with pytest.raises(errors.BadStartError) as refused:
        read_start(typed, UTC, NOON)

    assert "2 minutes and 60 days from now" in speak(refused.value.text, PLAIN)

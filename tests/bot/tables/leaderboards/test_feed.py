"""Laws of results for other programs: complete, in order, and nothing about hidden people."""

import json
from typing import Any

import pytest

from bot.tables.leaderboards.feed import SETTLING, DestinationError
from tests.bot.tables.competitions.support import FIVE, begun, finish_round
from tests.bot.tables.support import ANA, BEN, CHEN, DORA, GUILD, LocalApp, play_on


class Inbox:
    """A destination that may refuse events."""

    name = "inbox"

    def __init__(self) -> None:
        self.documents: list[dict[str, Any]] = []
        self.refuses = False

    async def put(self, event: str, body: bytes) -> None:
        if self.refuses:
            raise DestinationError("the answer was 500")
        self.documents.append(json.loads(body))
        assert self.documents[-1]["id"] == event


async def started(app: LocalApp) -> Inbox:
    """Begin a feed, which sends what ends from now on."""
    inbox = Inbox()
    app.clock.advance(1)
    await app.tables.leaderboards.feed.send_new(inbox)
    app.clock.advance(1)
    return inbox


async def sent(app: LocalApp, inbox: Inbox) -> list[str]:
    """Send what there is; returns the ids of all events so far."""
    app.clock.advance(SETTLING)
    await app.tables.leaderboards.feed.send_new(inbox)
    return [document["id"] for document in inbox.documents]


async def test_each_result_is_sent_once_in_order(app: LocalApp) -> None:
    """Refused events come again before later ones, and accepted ones don't."""
    await app.played([ANA, BEN, CHEN], rounds=1)
    inbox = await started(app)
    first = await app.played([ANA, BEN, CHEN], rounds=1)
    inbox.refuses = True
    with pytest.raises(DestinationError):
        await sent(app, inbox)
    app.clock.advance(1)
    second = await app.played([CHEN, DORA, ANA], rounds=1)
    inbox.refuses = False

    assert await sent(app, inbox) == [f"match-{first}", f"match-{second}"]
    assert await sent(app, inbox) == [f"match-{first}", f"match-{second}"]


async def test_a_result_has_places_and_ratings_but_no_hidden_people(app: LocalApp) -> None:
    """Seats have places and points, ratings before and after; bots and whoever hides have no id."""
    inbox = await started(app)
    await app.store.leaderboards.hide(GUILD, BEN.id, hidden=True)
    players = [ANA, BEN, CHEN]
    match = (await app.started(players, bots=1, rounds=1)).id
    await play_on(app, match, players)
    await sent(app, inbox)
    (document,) = inbox.documents
    result = (await app.view(match, ANA.id)).result
    assert result is not None
    better = [sum(len(tied) for tied in result.ranking[:n]) for n in range(len(result.ranking))]
    places = {seat: better[n] + 1 for n, tied in enumerate(result.ranking) for seat in tied}

    assert document["type"] == "match.finished"
    assert document["server"] == str(GUILD)
    assert document["seats"] == [
        {"player": player, "bot": seat == 3, "place": places[seat], "points": result.points[seat]}
        for seat, player in enumerate((str(ANA.id), None, str(CHEN.id), None))
    ]
    assert {(rating["player"], rating["before"]) for rating in document["ratings"]} == {
        (str(ANA.id), 1000),
        (str(CHEN.id), 1000),
    }


async def test_a_server_without_leaderboards_sends_nothing(app: LocalApp) -> None:
    """A server that shows no leaderboards is in no feed, and doesn't hold others up."""
    inbox = await started(app)
    await app.tables.server_settings.decide(GUILD, leaderboard=False)
    await app.played([ANA, BEN, CHEN], rounds=1)

    assert await sent(app, inbox) == []


async def test_a_tournament_is_sent_with_its_places(app: LocalApp) -> None:
    """The end of a tournament is an event with everybody's place."""
    inbox = await started(app)
    cup = await begun(app, rounds=1)
    await finish_round(app, cup)
    await sent(app, inbox)
    document = next(item for item in inbox.documents if item["type"] == "tournament.finished")

    assert document["id"] == f"tournament-{cup}"
    assert len(document["players"]) == len(FIVE)
    assert document["players"][0]["place"] == 1

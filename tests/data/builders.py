"""Small values to fill a store with; each test sets only the fields it is about."""

import random
from dataclasses import replace

import orjson

from data.records.daily_deals import Attempt
from data.records.matches import (
    Actor,
    Deadline,
    Deal,
    Extra,
    Match,
    NewLobby,
    NewStep,
    Opening,
    Saved,
    SeenInteraction,
    Sitter,
    Surface,
    SurfaceKind,
    Terms,
)
from data.records.tournaments import Entrant, Stage, Tournament, TournamentTable
from data.store import Store
from games.core.ai.memory import Level

GUILD, CHANNEL = 900_000_000_000_000_001, 900_000_000_000_000_002
ANNE, BRAM, CLEO = 11, 12, 13
BOT = Sitter(bot="Rosso", level=Level.HARD)


def lobby(match_id: str = "m1", *players: int, **values: object) -> NewLobby:
    sitters = tuple(Sitter(player) for player in players or (ANNE, BRAM))
    base = {
        "match_id": match_id,
        "guild_id": GUILD,
        "channel_id": CHANNEL,
        "game": "tomate",
        "created_at": 1000,
        "terms": Terms(host_id=ANNE, options=b'{"version":1}', sitters=sitters),
    }
    return NewLobby(**(base | values))  # type: ignore[arg-type]  # each test sets its fields


def deal(*sitters: Sitter, state: Saved = b'{"n":0}') -> Deal:
    return Deal(
        sitters=sitters or (Sitter(ANNE), Sitter(BRAM)),
        state_version=1,
        secret=b"pepper",
        seed_hash="5eed",
        state=state,
        events=(b'{"kind":"dealt"}',),
        started_at=2000,
    )


async def running(store: Store, match_id: str = "m1", *sitters: Sitter, **values: object) -> Match:
    """Create a lobby and start its match at once."""
    opened = (await store.lobbies.create(lobby(match_id, **values))).match
    return await store.matches.start(match_id, opened.revision, deal(*sitters))


def step(seat: int | None = 0, made_at: int = 3000, actor: Actor = Actor.PLAYER) -> NewStep:
    return NewStep(
        seat=seat,
        actor=actor,
        move=b'{"kind":"play","card":7}',
        events=(b'{"kind":"played","card":7}', b'{"kind":"drawn"}'),
        made_at=made_at,
    )


def seen(interaction_id: int, **answer: object) -> SeenInteraction:
    return SeenInteraction(
        interaction_id=interaction_id, player_id=ANNE, seen_at=3000, answer=dict(answer)
    )


def pressed(interaction_id: int, **answer: object) -> Extra:
    return Extra(seen=seen(interaction_id, **answer))


def deadline(
    match_id: str = "m1", due_at: int = 5000, *, seat: int | None = 0, ticket: str = "t1"
) -> Deadline:
    return Deadline(kind="deadline", match_id=match_id, seat=seat, ticket=ticket, due_at=due_at)


def surface(surface_id: str, match_id: str = "m1", **values: object) -> Surface:
    base = {
        "surface_id": surface_id,
        "match_id": match_id,
        "kind": SurfaceKind.TABLE,
        "nonce": f"nonce-{surface_id}",
        "guild_id": GUILD,
        "channel_id": CHANNEL,
    }
    return Surface(**(base | values))  # type: ignore[arg-type]  # each test sets its fields


def tournament(tournament_id: str = "t1", *players: int, **values: object) -> Tournament:
    """A tournament of Anne's for these people, who have signed up."""
    base = {
        "tournament_id": tournament_id,
        "guild_id": GUILD,
        "channel_id": CHANNEL,
        "host_id": ANNE,
        "game": "tomate",
        "options": b'{"version":1}',
        "clock": "live_2m",
        "rounds": 2,
        "table_size": 3,
        "created_at": 1000,
        "starts_at": 5000,
        "due_at": 5000,
        "entrants": tuple(Entrant(player) for player in players or (ANNE, BRAM)),
    }
    return Tournament(**(base | values))  # type: ignore[arg-type]  # each test sets its fields


async def playing(store: Store, before: Tournament, *tables: TournamentTable) -> Tournament:
    """Create a tournament and begin its first round with these tables."""
    await store.tournaments.create(before, per_host=9, per_guild=9)
    round_one = replace(before, stage=Stage.PLAYING, round=1, round_ends_at=99_000, tables=tables)
    await store.tournaments.change(round_one)
    return replace(round_one, revision=1)


def big_state(size: int, number: int) -> Saved:
    """Return a state of about `size` bytes that compresses as badly as shuffled cards."""
    cards = random.Random(number).choices(range(10_000), k=size // 5)
    return orjson.dumps({"version": 1, "number": number, "cards": cards})


DAY = 20_310
"""The day of the deals of tests."""


def opening(sitters: int = 2) -> Opening:
    """Return an opening of one move of the first seat."""
    moves = (step(None, actor=Actor.SETUP), step(actor=Actor.BOT))
    return Opening(steps=moves, first_state=b'{"n":0}', moves_made=(1,) + (0,) * (sitters - 1))


def attempt(match_id: str = "deal", player: int = ANNE, **values: object) -> Attempt:
    base = {
        "match_id": match_id,
        "day": DAY,
        "game": "tomate",
        "player_id": player,
        "counts": True,
        "begun_at": 1000,
    }
    return Attempt(**(base | values))  # type: ignore[arg-type]  # each test sets its fields

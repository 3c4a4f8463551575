"""States, moves, events and options as JSON, each with the version of the game that wrote it."""

from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from typing import Any

from pydantic import TypeAdapter

from games.core import exact_json
from games.core.errors import UnknownVersionError
from games.core.event import Event
from games.core.game import AnyGame
from games.core.options import Options
from games.core.prompt import Move
from games.core.values import Frozen


def save_state(game: AnyGame, state: object) -> bytes:
    """Write a whole state. It holds every secret, so only the database may store it."""
    return _wrap(game, "state", state)


def load_state(game: AnyGame, saved: bytes) -> Any:
    """Read a state of this or an older version; raises UnknownVersionError otherwise."""
    return _adapter(game).validate_python(_unwrap(game, "state", saved))


def save_move(game: AnyGame, move: Move) -> bytes:
    return _wrap(game, "move", move.model_dump(mode="json"))


def load_move(game: AnyGame, saved: bytes) -> Any:
    return game.move.validate_python(_unwrap(game, "move", saved))


def save_event(game: AnyGame, event: Event) -> bytes:
    return _wrap(game, "event", event.model_dump(mode="json"))


def load_event(game: AnyGame, saved: bytes) -> Event:
    event: Event = game.event.validate_python(_unwrap(game, "event", saved))
    return event


def save_options(game: AnyGame, options: Options) -> bytes:
    return _wrap(game, "options", options.model_dump(mode="json"))


@lru_cache(maxsize=1 << 8)
def load_options(game: AnyGame, saved: bytes) -> Any:
    """Read options, cached: they are frozen, and most tables have the same."""
    return game.options.model_validate(_unwrap(game, "options", saved))


def _wrap(game: AnyGame, kind: str, value: object) -> bytes:
    whole = {"version": game.info.state_version, kind: value}
    return exact_json.dumps(whole, default=_plain)


def _plain(value: object) -> object:
    """Turn a state, or a value inside it (options, a taken trick), into JSON."""
    if isinstance(value, Frozen):
        return value.model_dump(mode="json")
    if is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    raise TypeError(f"a state cannot hold {type(value).__name__}")


def _unwrap(game: AnyGame, kind: str, saved: bytes) -> Any:
    whole = exact_json.loads(saved)
    version = whole.pop("version")
    if version > game.info.state_version:
        raise UnknownVersionError(
            f"{game.info.key} was saved by a newer program (version {version}); start that one"
        )
    return game.upgrade(whole, version)[kind]


@cache
def _adapter(game: AnyGame) -> TypeAdapter[Any]:
    return TypeAdapter(game.state)

"""Every setting of the bot, read from the environment or from `.env`.

`.env.example` names each of them with its default; a test keeps the two alike.
"""

import os
import re
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from babel import Locale, UnknownLocaleError
from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import (
    BaseSettings,
    DotEnvSettingsSource,
    EnvSettingsSource,
    SettingsConfigDict,
)

from bot.errors import HostError
from bot.metrics.address import read_address
from bot.shards import parse_share

PREFIX = "TOMATO_"
"""Begins the name of every setting in the environment and in `.env`."""
SHORTEST_SECRET = 16
"""Characters of a webhook's key."""
_POSTGRES = ("postgres://", "postgresql://")
_ADDRESS = re.compile(r"://|^[\w+.-]{2,}:|\bpassword\s*=")
"""Marks an address: taken as a path, it would put its password into a file's name."""


def read_store_address(text: str) -> Path | str:
    """Return the path of a file, or the address of a PostgreSQL database.

    Raises ValueError for any other address, with a sentence that doesn't repeat it.
    """
    scheme, mark, rest = text.partition("://")
    if (address := scheme.lower() + mark + rest).startswith(_POSTGRES):
        return address
    if _ADDRESS.search(text):
        raise ValueError(
            "this is neither the path of a SQLite file nor the address of a PostgreSQL database,"
            " as postgresql://user:password@host:5432/name"
        )
    return _home_path(text)


def _home_path(text: str) -> Path:
    """Return a path with ~ replaced; raises ValueError for a user that doesn't exist."""
    try:
        return Path(text).expanduser()
    except RuntimeError as error:
        raise ValueError("no home folder is known for the ~ in it") from error


class SettingsError(HostError):
    """A setting that makes no sense; its line names it."""


class Settings(BaseSettings):
    """What a host may set; every name in the environment starts with TOMATO_."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=".env",
        env_file_encoding="utf-8",
        extra="ignore",
        env_ignore_empty=True,
    )

    token: SecretStr = Field(
        default=SecretStr(""),
        description="The bot's token, from https://discord.com/developers/applications. A secret.",
    )

    @field_validator("token")
    @classmethod
    def _one_word(cls, token: SecretStr) -> SecretStr:
        text = token.get_secret_value().strip()
        if text and not re.fullmatch(r"[!-~]+", text):
            raise ValueError("it has spaces, line breaks or letters that no token has")
        return SecretStr(text)

    database: Path | SecretStr = Field(
        default=Path("tomato-table.db"),
        description="The SQLite file with all matches, in a writable folder; or a PostgreSQL"
        " database, as postgresql://user:password@host:5432/name.",
    )

    @field_validator("database", mode="before")
    @classmethod
    def _address_or_path(cls, database: object) -> object:
        if isinstance(database, SecretStr):
            return database
        address = read_store_address(str(database))
        return SecretStr(address) if isinstance(address, str) else address

    @property
    def store_address(self) -> Path | str:
        """The file, or the address with its password."""
        database = self.database
        return database.get_secret_value() if isinstance(database, SecretStr) else database

    postgres_connections: int = Field(
        default=8, ge=1, le=200, description="How many connections to PostgreSQL the bot may hold."
    )
    postgres_timeout: int = Field(
        default=30,
        ge=1,
        le=600,
        description="Seconds after which PostgreSQL gives up a statement or a wait for a lock.",
    )
    cache: Path | Literal["off"] | None = Field(
        default=None,
        description="The folder for drawn parts of pictures, which may take 512 MB, and compiled"
        " catalogues; empty for the system's cache folder, off for none.",
    )
    language: str = Field(
        default="en", description="The language of public tables where a server has not chosen one."
    )

    @field_validator("language")
    @classmethod
    def _known(cls, language: str) -> str:
        from bot.ui.i18n.catalogues import languages  # noqa: PLC0415 - it needs the games, most do not

        there = ", ".join(languages())
        try:
            locale = Locale.parse(language.replace("-", "_"))
        except (UnknownLocaleError, ValueError) as error:
            raise ValueError(f"no language has that name; there are {there}") from error
        if locale.language not in languages():
            raise ValueError(f"the bot does not speak {locale.english_name}; there are {there}")
        return language

    shards: str = Field(
        default="",
        description="The share of the bot's shards that this process runs, such as 0-3/8; empty:"
        " all that Discord recommends.",
    )

    @field_validator("shards")
    @classmethod
    def _share(cls, shards: str) -> str:
        if shards:
            parse_share(shards)
        return shards

    bot_seat_delay: float = Field(
        default=1.2,
        ge=0,
        le=60,
        description=(
            "How long a bot seat seems to think, in seconds;"
            " after a hand or round, six times as long, so that people can read what it brought."
        ),
    )
    painters: Annotated[int, Field(ge=0, le=16)] | Literal["auto"] = Field(
        default="auto",
        description="How many processes paint pictures; 0: a thread of the bot does; auto for what"
        " suits the machine.",
    )
    picture_memory: int | None = Field(
        default=None,
        ge=32,
        le=65_536,
        description="How many megabytes of memory parts of pictures may take in each"
        " process that paints; empty for what suits the machine.",
    )
    keep_days: int | None = Field(
        default=None,
        ge=1,
        le=36_500,
        description="How many days a match is kept after its end; empty for ever.",
    )
    metrics: str = Field(
        default="",
        description="Where /metrics for Prometheus and /healthz are served, such as"
        " 127.0.0.1:9100; empty: nowhere.",
    )

    @field_validator("metrics")
    @classmethod
    def _address(cls, metrics: str) -> str:
        if metrics:
            read_address(metrics)
        return metrics

    feed_file: Path | None = Field(
        default=None,
        description="A file to which each result is appended for other programs, as a line of JSON;"
        " empty: none.",
    )

    @field_validator("cache", "feed_file")
    @classmethod
    def _in_home(cls, path: Path | str | None) -> Path | str | None:
        return _home_path(str(path)) if isinstance(path, Path) else path

    webhook: str = Field(
        default="",
        description="An https address to which each result is posted for other programs; empty:"
        " none.",
    )

    @field_validator("webhook")
    @classmethod
    def _https(cls, webhook: str) -> str:
        try:
            parts = urlsplit(webhook)
            is_usable = parts.scheme == "https" and bool(parts.hostname) and parts.port != 0
            (parts.hostname or "").encode("idna")
        except ValueError:  # a port that is none, half an IPv6 address, or a name that is none
            is_usable = False
        if webhook and not is_usable:
            raise ValueError("it must begin with https:// and the name of a server")
        return webhook

    webhook_secret: SecretStr = Field(
        default=SecretStr(""),
        validate_default=True,
        description="The key that signs what is posted there, 16 characters or more. A secret.",
    )

    @field_validator("webhook_secret")
    @classmethod
    def _long(cls, secret: SecretStr, info: ValidationInfo) -> SecretStr:
        if info.data.get("webhook") and len(secret.get_secret_value()) < SHORTEST_SECRET:
            raise ValueError(f"a webhook needs a key of at least {SHORTEST_SECRET} characters")
        return secret

    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        default="INFO", description="How much the console tells: DEBUG, INFO, WARNING or ERROR."
    )

    @field_validator("log_level", mode="before")
    @classmethod
    def _in_capitals(cls, level: object) -> object:
        return level.upper() if isinstance(level, str) else level

    drafts: bool = Field(
        default=False,
        description="Also offer games that are drafts, without lessons and translations.",
    )
    log_format: Literal["text", "json"] = Field(
        default="text",
        description="How the console tells it: text for people, or json lines for programs.",
    )


def load_settings(env_file: Path | None = Path(".env")) -> Settings:
    """Read the settings; raises SettingsError with one sentence for the first one that is wrong."""
    if env_file is not None and env_file.is_dir():
        raise SettingsError(
            f"{env_file} is a folder. Remove it, and write the settings into a file of that name."
        )
    try:
        # A keyword pydantic-settings adds to every settings class.
        return Settings(_env_file=env_file)
    except OSError as error:
        raise SettingsError(f"{env_file} can't be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{env_file} isn't UTF-8 text. Save it as plain UTF-8.") from error
    except ValidationError as error:
        first, *others = error.errors()
        setting = first["loc"][0]
        name = f"{PREFIX}{setting}".upper()
        why = str(first.get("ctx", {}).get("error", first["msg"]))
        for other in others:  # the other kinds of values that the same setting takes
            if other["loc"][0] == setting:
                why += f", or {other['msg'].removeprefix('Input should be ')}"
        raise SettingsError(f"{name} is wrong: {why}. See .env.example.") from error


def open_settings(env_file: Path = Path(".env")) -> str | None:
    """Return one line if other users of the machine can read the token's file; None if not."""
    try:
        mode = env_file.stat().st_mode
    except OSError:
        return None
    if os.name != "posix" or not mode & 0o077:
        return None
    return f"Other users of this machine can read {env_file}. Type: chmod 600 {env_file}"


def unknown_settings(env_file: Path | None = Path(".env")) -> str | None:
    """Return one line that names every setting that doesn't exist; None if all do."""
    sources = (EnvSettingsSource(Settings), DotEnvSettingsSource(Settings, env_file=env_file))
    prefix = PREFIX.lower()
    names = {
        name.removeprefix(prefix)
        for source in sources
        for name in source.env_vars
        if name.startswith(prefix)
    }
    unknown = sorted(names - set(Settings.model_fields))
    if not unknown:
        return None
    listed = ", ".join(PREFIX + name.upper() + _nearest(name) for name in unknown)
    return f"Unknown settings are ignored: {listed}. See .env.example."


def _nearest(name: str) -> str:
    nearest = get_close_matches(name, Settings.model_fields, n=1)
    return f" (did you mean {PREFIX}{nearest[0].upper()}?)" if nearest else ""


def env_example() -> str:
    """Return the text of `.env.example`: every setting, its meaning and its default.

    Only the token isn't a comment: an empty setting would override one that a service file makes.
    """
    blocks = []
    for name, field in Settings.model_fields.items():
        default = field.default
        shown = default.get_secret_value() if isinstance(default, SecretStr) else default
        shown = "" if shown is None else shown
        hidden = "" if name == "token" else "#"
        blocks.append(f"# {field.description}\n{hidden}{PREFIX}{name.upper()}={shown}\n")
    head = (
        "# In .env, only the token is needed."
        " To change another setting, remove the # before it.\n\n"
    )
    return head + "\n".join(blocks)

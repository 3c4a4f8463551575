"""How the log is written: as text for people, or as JSON lines for programs; secrets in neither."""

import json
import logging
import re
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Literal, TypeAlias

MINUTE = 60.0
ErrorKinds: TypeAlias = tuple[type[Exception], ...]
LogFormat = Literal["text", "json"]

_TOKEN_IN_PATH = re.compile(r"(/(?:interactions|webhooks)/\d+/)[\w.~%-]+")
"""Whoever holds an interaction's token can answer it."""


class JsonFormatter(logging.Formatter):
    """One JSON object a line: time, level, logger, message, and an exception if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class HostErrorFilter(logging.Filter):
    """Shortens errors that the host can fix to their one line, instead of a traceback.

    What is reported elsewhere is left out: an unwritable database fails everywhere at once.
    """

    def __init__(self, for_host: ErrorKinds, reported: ErrorKinds) -> None:
        super().__init__()
        self._for_host = for_host
        self._reported = reported

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, self._for_host):
            record.msg, record.args = f"{record.getMessage()}: {error}", ()
            record.exc_info = record.exc_text = None
        return not isinstance(error, self._reported)


class RedactingFormatter(logging.Formatter):
    """Another formatter's lines, without the bot's token and without tokens of interactions."""

    def __init__(self, inner: logging.Formatter, secret: str) -> None:
        super().__init__()
        self._inner = inner
        self._secret = secret

    def format(self, record: logging.LogRecord) -> str:
        line = _TOKEN_IN_PATH.sub(r"\1…", self._inner.format(record))
        return line.replace(self._secret, "…") if self._secret else line


class WarningsPerMinute(logging.Filter):
    """Passes each warning at once, and then once a minute with the number of those in between.

    Somebody who forges presses would fill the log otherwise. Errors always pass.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._next: dict[str, float] = {}
        """When each message may be written again."""
        self._dropped = Counter[str]()

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno > logging.WARNING:
            return True
        message, now = record.msg, self._now()
        if now < self._next.get(message, now):
            self._dropped[message] += 1
            return False
        self._next[message] = now + MINUTE
        if dropped := self._dropped.pop(message, 0):
            record.msg = f"{message} ({dropped} more since the last line)"
        return True


def text_formatter() -> logging.Formatter:
    """Return the format for people: time, level, logger, message."""
    return logging.Formatter("[{asctime}] [{levelname:<8}] {name}: {message}", style="{")


def set_up_logging(
    level: str, format: LogFormat, secret: str, for_host: ErrorKinds = (), reported: ErrorKinds = ()
) -> None:
    """Write the log to standard error from now on; `secret` is never in it.

    Errors that are `for_host` are one line, and those that are `reported` elsewhere none.
    """
    handler = logging.StreamHandler()
    inner = JsonFormatter() if format == "json" else text_formatter()
    handler.setFormatter(RedactingFormatter(inner, secret))
    handler.addFilter(HostErrorFilter(for_host, reported))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    # At DEBUG discord.py writes down the tokens of interactions.
    logging.getLogger("discord").setLevel(max(root.level, logging.INFO))

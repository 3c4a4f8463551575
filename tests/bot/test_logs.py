"""The log: JSON lines when asked, and no secret in any format."""

from __future__ import annotations

import json
import logging

import pytest

from bot.logs import JsonFormatter, RedactingFormatter, text_formatter

SECRET = "AbCd.the-token.EfGh"
BOTH = pytest.mark.parametrize("inner", [JsonFormatter(), text_formatter()])


def record(message: str, *args: object, fails: bool = False) -> logging.LogRecord:
    failure = ValueError(f"GET /webhooks/1/{SECRET}\nsecond line")
    error = (ValueError, failure, None) if fails else None
    return logging.LogRecord("bot.part", logging.WARNING, "file.py", 1, message, args, error)


def test_a_json_line_is_one_object() -> None:
    """Each record is one line with its time, level, logger, message and exception."""
    line = JsonFormatter().format(record('%d "matches"\nleft', 3, fails=True))
    read = json.loads(line)

    assert "\n" not in line
    assert read["message"] == '3 "matches"\nleft'
    assert (read["level"], read["logger"]) == ("WARNING", "bot.part")
    assert read["time"].endswith("+00:00")
    assert "ValueError" in read["exception"]


@BOTH
def test_the_token_is_never_written(inner: logging.Formatter) -> None:
    """The bot's token is left out of messages, arguments and tracebacks."""
    line = RedactingFormatter(inner, SECRET).format(record("as %s", f"Bot {SECRET}", fails=True))

    assert SECRET not in line
    assert "second line" in line


@BOTH
@pytest.mark.parametrize(
    "path", ["/interactions/12/aW50ZXI_-.x/callback", "/webhooks/34/aW50ZXI_-.x"]
)
def test_tokens_of_interactions_are_never_written(inner: logging.Formatter, path: str) -> None:
    """A logged path keeps its ids and loses the interaction's token."""
    line = RedactingFormatter(inner, "").format(record("POST %s", path))

    assert "aW50ZXI" not in line
    assert path.split("/")[2] in line

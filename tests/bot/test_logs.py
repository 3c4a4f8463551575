"""The log: JSON lines when asked, and no secret in any format."""

import json
import logging
from pathlib import Path

import pytest

from bot.errors import HostError
from bot.logs import (
    MINUTE,
    HostErrorFilter,
    JsonFormatter,
    RedactingFormatter,
    WarningsPerMinute,
    text_formatter,
)
from data.engine.errors import DatabaseError, DatabaseFullError, DatabaseInUseError

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


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (HostError("Do this."), "a job failed: Do this."),
        (DatabaseInUseError(Path("t.db")), f"a job failed: {DatabaseInUseError(Path('t.db'))}"),
        (DatabaseFullError(Path("t.db"), "full"), None),
        (KeyError("bug"), "a job failed"),
    ],
)
def test_what_a_host_can_fix_has_no_traceback(error: Exception, line: str | None) -> None:
    """Errors for the host are one line; an unwritable database, which the engine reports, none."""
    record = logging.LogRecord("p", 40, "f", 1, "a %s failed", ("job",), (type(error), error, None))
    is_logged = HostErrorFilter((HostError, DatabaseError), (DatabaseFullError,)).filter(record)

    assert (record.getMessage() if is_logged else None) == line
    assert (record.exc_info is not None) == isinstance(error, KeyError)


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


def test_a_warning_is_written_once_a_minute_with_a_count() -> None:
    """Of warnings that repeat, one line a minute is written, and it counts those in between."""
    moments = [0.0, 1.0, MINUTE - 1, MINUTE, MINUTE + 1]
    warnings = WarningsPerMinute(iter(moments).__next__)
    records = [record("a press on %s", "nothing") for _ in moments]

    assert [warnings.filter(each_record) for each_record in records] == [
        True,
        False,
        False,
        True,
        False,
    ]
    assert records[3].getMessage() == "a press on nothing (2 more since the last line)"


def test_other_warnings_and_errors_are_written_at_once() -> None:
    """A minute of one warning holds back no other one, and no error."""
    warnings = WarningsPerMinute(lambda: 0.0)
    error = record("a press on %s", "nothing")
    error.levelno = logging.ERROR

    assert warnings.filter(record("a press on %s", "nothing"))
    assert warnings.filter(record("another"))
    assert [warnings.filter(error) for _ in range(3)] == [True] * 3

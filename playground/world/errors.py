"""Discord's refusals: a status, its own code and a sentence."""

from typing import Any, NoReturn

# Seconds that a 429 asks to wait. discord.py waits and tries five times before it raises.
RETRY_AFTER = 0.1
ID_DIGITS, ID_END = 20, 1 << 63


class ApiError(Exception):
    """A refusal in Discord's words; the server turns it into a JSON answer."""

    def __init__(
        self, status: int, code: int, message: str, errors: dict[str, Any] | None = None
    ) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> dict[str, Any]:
        body: dict[str, Any] = {"message": self.message, "code": self.code}
        if self.errors:
            body["errors"] = self.errors
        if self.status == 429:
            body |= {"retry_after": RETRY_AFTER, "global": False}
        return body


class HumanError(Exception):
    """A person tried something their Discord does not allow; the text is for them."""


# Status and sentence of each code that this Discord knows.
REFUSALS: dict[int, tuple[int, str]] = {
    0: (401, "401: Unauthorized"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10011: (404, "Unknown Role"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    10070: (404, "Unknown Guild Scheduled Event"),
    20009: (403, "Explicit content cannot be sent to the desired recipient(s)"),
    20026: (403, "Your bot has been flagged"),
    30008: (400, "Maximum number of emojis reached (2000)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached."),
    30038: (400, "Maximum number of uncompleted guild scheduled events reached (100)"),
    40003: (400, "You are opening direct messages too fast"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    40094: (400, "This interaction has reached the maximum number of follow-up messages"),
    40333: (403, "internal network error"),
    50001: (403, "Missing Access"),
    50003: (403, "Cannot execute action on this channel type"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50109: (400, "The request body contains invalid JSON."),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    50083: (400, "Tried to perform an operation on an archived thread."),
    160002: (400, "Cannot reply without permission to read message history"),
    160004: (400, "A thread has already been created for this message"),
    160005: (403, "Thread is locked"),
    160006: (400, "Maximum number of active threads reached"),
    160007: (400, "Maximum number of active announcement threads reached"),
}


def is_id(value: object) -> bool:
    """Whether this is one of Discord's ids, as a number or in digits."""
    text = str(value)
    digits = text.isascii() and text.isdecimal()
    return type(value) in (int, str) and digits and len(text) < ID_DIGITS and int(text) < ID_END


def id_of(value: object, *path: str | int) -> int:
    """Return an id that a request sent as a number or in digits. Raises ApiError 50035."""
    if is_id(value):
        return int(str(value))
    detail = {
        "code": "NUMBER_TYPE_COERCE",
        "message": f"Value {str(value)[:50]!r} is not snowflake.",
    }
    errors: dict[str, Any] = {"_errors": [detail]}
    for step in reversed(path):
        errors = {str(step): errors}
    raise ApiError(400, 50035, REFUSALS[50035][1], errors)


def refusal(code: int) -> ApiError:
    """The refusal of that code."""
    status, message = REFUSALS[code]
    return ApiError(status, code, message)


def refuse(code: int) -> NoReturn:
    """Raise the refusal of that code."""
    raise refusal(code)

"""Collects the problems of a request, each under the path of its field."""

from typing import Any

from playground.world.errors import ApiError

Path = tuple[str | int, ...]


class Problems:
    """Problems found so far; `refuse` raises them all at once, as Discord does."""

    def __init__(self) -> None:
        self._tree: dict[str, Any] = {}

    def add(self, path: Path, code: str, message: str) -> None:
        node = self._tree
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def refuse(self) -> None:
        """Raise ApiError 50035 if any problem was found."""
        if self._tree:
            raise ApiError(400, 50035, "Invalid Form Body", self._tree)

    def length(self, path: Path, text: object, least: int, most: int) -> None:
        """Check that a text has `least` to `most` characters, not only spaces; None is empty."""
        if text is None and least == 0:
            return
        if not isinstance(text, str) or (not text.strip() and least):
            self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif len(text) > most:
            self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        elif len(text) < least:
            self.add(path, "BASE_TYPE_MIN_LENGTH", f"Must be {least} or more in length.")

    def count(self, path: Path, things: list[Any] | None, least: int, most: int) -> None:
        """Check that a list has `least` to `most` entries."""
        if not least <= len(things or []) <= most:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")

    def number(self, path: Path, value: float, least: int, most: int) -> None:
        if value < least:
            message = f"int value should be greater than or equal to {least}."
            self.add(path, "NUMBER_TYPE_MIN", message)
        elif value > most:
            message = f"int value should be less than or equal to {most}."
            self.add(path, "NUMBER_TYPE_MAX", message)

    def unique(self, path: Path, values: list[tuple[Path, object]], code: str) -> None:
        """Check that no value occurs twice; the second is reported."""
        seen: set[object] = set()
        for place, value in values:
            if value in seen:
                self.add((*path, *place), code, f"{value!r} is used twice; it must be unique.")
            seen.add(value)

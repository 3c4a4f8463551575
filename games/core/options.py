"""The host's choices before a match: every variant and house rule of one game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, get_args, get_origin

from pydantic import Field

from games.core.text import Text, say, symbol
from games.core.values import Frozen

PresetKey = Literal["quick", "classic", "tournament"]
"""A short match, the game as printed, and a match for a serious contest."""

PRESETS: dict[PresetKey, Text] = {
    "quick": say("Quick"),
    "classic": say("Classic"),
    "tournament": say("Tournament"),
}


class Options(Frozen):
    """The options of one game: a frozen set of fields, each made with `option`.

    `presets` holds what each preset changes from the defaults; most change nothing.
    """

    presets: ClassVar[Mapping[PresetKey, Mapping[str, Any]]] = {}
    variants: ClassVar[tuple[str, ...]] = ()
    """The options that are variants of the printed rules, offered before all others."""


def option(
    default: Any,  # of the field's own type, which the class states
    *,
    title: str,
    help: str,
    labels: Mapping[str, str] | None = None,
    least: int | None = None,
    most: int | None = None,
) -> Any:  # pydantic's Field returns Any too
    """Declare an option with its words; `labels` name the values of a choice, by `str(value)`.

    `least` and `most` bound a number.
    """
    # pydantic leaves the field's metadata alone, so the labels are kept there.
    return Field(
        default=default,
        title=title,
        description=help,
        ge=least,
        le=most,
        json_schema_extra={"labels": dict(labels or {})},
    )


@dataclass(frozen=True, slots=True)
class OptionField:
    """One option as a form needs it."""

    name: str
    title: Text
    help: Text
    default: Any
    kind: Literal["flag", "choice", "number"]
    choices: tuple[tuple[Any, Text], ...] = ()
    least: int | None = None
    most: int | None = None

    def shown(self, value: object) -> Text:
        """The words for one value."""
        if self.kind == "flag":
            return say("on") if value else say("off")
        for known, label in self.choices:
            if known == value:
                return label
        return symbol(str(value))


def option_fields(options: type[Options]) -> tuple[OptionField, ...]:
    """Return the options of a game in the order they are declared."""
    return tuple(_field(name, options) for name in options.model_fields)


def _field(name: str, options: type[Options]) -> OptionField:
    info = options.model_fields[name]
    extra = info.json_schema_extra
    labels = extra.get("labels", {}) if isinstance(extra, dict) else {}
    labels = labels if isinstance(labels, dict) else {}
    # `option` received these messages as literals, which is where the catalogue extracts them.
    title, help_text = Text(message=info.title or name), Text(message=info.description or "")
    if info.annotation is bool:
        return OptionField(name, title, help_text, info.default, "flag")
    if get_origin(info.annotation) is Literal:
        values = get_args(info.annotation)
        choices = tuple(
            (value, Text(message=str(labels.get(str(value), value)))) for value in values
        )
        return OptionField(name, title, help_text, info.default, "choice", choices)
    bounds: dict[str, int] = {}
    for constraint in info.metadata:
        for key in ("ge", "le"):
            if getattr(constraint, key, None) is not None:
                bounds[key] = getattr(constraint, key)
    return OptionField(
        name,
        title,
        help_text,
        info.default,
        "number",
        least=bounds.get("ge"),
        most=bounds.get("le"),
    )


def read_options(options: type[Options], values: Mapping[str, Any]) -> Options:
    """Make an option set from plain values; raises pydantic's ValidationError on a bad one."""
    return options.model_validate(dict(values))


def preset_values(options: type[Options], key: PresetKey) -> dict[str, Any]:
    """The value of every option in a preset."""
    return options(**options.presets.get(key, {})).model_dump()


def changed(options: Options) -> tuple[tuple[Text, Text], ...]:
    """Return title and value of every option that differs from the default."""
    fields = option_fields(type(options))
    return tuple(
        (field.title, field.shown(getattr(options, field.name)))
        for field in fields
        if getattr(options, field.name) != field.default
    )

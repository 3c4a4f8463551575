"""The playground's requests and answers, checked against Discord's own description of its API.

The description covers REST only. Its known differences from Discord are corrected here, in one
place
each; see `mended_for_requests` and `mended_for_answers`.
"""

import copy
import json
import os
import re
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import jsonschema_rs

from playground.faults import RESET
from playground.rest.server import RestExchange

Json = dict[str, Any]

VARIABLE = "DISCORD_OPENAPI"  # names the file; without it nothing is checked
PLACE = re.compile(r"\{[^}]*\}")
# discord.py and discord.js send these where the description does not list them.
TOLERATED = ("nsfw", "tts", "flags", "enforce_nonce")
MEDIA = 16  # the type of a channel that Discord documents and the description does not list
# Fields that the description demands and Discord leaves out.
OPTIONAL = {
    "primary_guild",
    "flags_new",
    "approximate_user_authorization_count",
    "eligible_oauth2_scopes",
}


class Description:
    """Discord's description, indexed by method and path, its schemas compiled when first used."""

    def __init__(self, raw: Json) -> None:
        self._operations = {
            (method.upper(), PLACE.sub("{}", path)): (path, method)
            for path, item in raw["paths"].items()
            if "@original" not in path
            for method in item
            if method != "parameters"
        }
        self._raw = raw
        self._requests = _registry(mended_for_requests(raw))
        self._answers = _registry(mended_for_answers(raw))
        self._compiled: dict[tuple[str, str], Any] = {}

    def problems(self, exchange: RestExchange) -> list[str]:
        """Return the description's objections, each with its request."""
        known = self._operations.get((exchange.method, PLACE.sub("{}", exchange.path)))
        where = f"{exchange.method} {exchange.path}"
        if known is None:
            return [f"{where}: no such operation"]
        path, method = known
        operation = self._raw["paths"][path][method]
        results = [*_files(exchange)]
        # A refused body or query is a test of the refusal.
        if exchange.status < 400:
            results += _query(operation, exchange.query)
            results += self._body(path, method, operation, exchange.json)
        results += self._answer(path, method, operation, exchange)
        return [f"{where} ({exchange.status}): {problem}" for problem in results]

    def _body(self, path: str, method: str, operation: Json, body: Any) -> Iterator[str]:
        """Check a body; a multipart body is checked by its JSON part."""
        content = operation.get("requestBody", {}).get("content", {})
        if "application/json" not in content:
            if body:
                yield f"a body where none is expected: {body!r}"
            return
        if body is None and not operation["requestBody"].get("required"):
            return
        pointer = _pointer(
            "paths", path, method, "requestBody", "content", "application/json", "schema"
        )
        yield from self._check("request", pointer, body)

    def _answer(
        self, path: str, method: str, operation: Json, exchange: RestExchange
    ) -> Iterator[str]:
        status, answer = exchange.status, exchange.answer
        if status in (0, RESET, 429) or status >= 500:
            return  # a fault that a test planned
        if status >= 400:
            yield from self._check(
                "answer", _pointer("components", "schemas", "ErrorResponse"), answer
            )
            return
        responses = operation["responses"]
        key = str(status) if str(status) in responses else "200"
        if str(status) not in responses and not (status == 204 and answer is None):
            yield f"the status {status} is not described"
            return
        content = responses[key].get("content")
        if answer is None:
            if content and status != 204:
                yield "no answer where one is described"
            return
        if not content:
            yield f"an answer where none is described: {answer!r}"
            return
        pointer = _pointer(
            "paths", path, method, "responses", key, "content", "application/json", "schema"
        )
        yield from self._check("answer", pointer, answer)

    def _check(self, side: str, pointer: str, value: Any) -> Iterator[str]:
        compiled = self._compiled.get((side, pointer))
        if compiled is None:
            registry = self._requests if side == "request" else self._answers
            schema = {"$ref": f"urn:discord#{pointer}"}
            compiled = jsonschema_rs.Draft202012Validator(schema, registry=registry)
            self._compiled[side, pointer] = compiled
        for error in compiled.iter_errors(value):
            place = "/".join(str(step) for step in error.instance_path)
            yield f"{side} at {place or 'the top'}: {error.message[:600]}"


def mended_for_requests(raw: Json) -> Json:
    """Allow integers as ids, as discord.py sends them, and refuse unlisted keys except a few."""
    spec = _with_media_channels(raw)
    schemas = spec["components"]["schemas"]
    schemas["SnowflakeType"] = {
        "anyOf": [schemas["SnowflakeType"], {"type": "integer", "minimum": 0}]
    }
    for schema in schemas.values():
        if schema.get("properties") and "additionalProperties" not in schema:
            schema["additionalProperties"] = False
            for key in TOLERATED:
                schema["properties"].setdefault(key, {})
    return spec


def mended_for_answers(raw: Json) -> Json:
    """Make four fields optional, allow callback types 5 and 6, and words as error codes."""
    spec = _with_media_channels(raw)
    schemas = spec["components"]["schemas"]
    for schema in schemas.values():
        if "required" in schema:
            schema["required"] = [name for name in schema["required"] if name not in OPTIONAL]
    schemas["ErrorDetails"] = {"type": "object"}
    created = schemas["CreateMessageInteractionCallbackResponse"]["properties"]["type"]
    created["enum"] = [4, 5]
    updated = schemas["UpdateMessageInteractionCallbackResponse"]["properties"]["type"]
    updated["enum"] = [6, 7]
    return spec


def _with_media_channels(raw: Json) -> Json:
    """Return a copy with media channels, which discord.py names wherever it names forums."""
    spec = copy.deepcopy(raw)
    kinds = spec["components"]["schemas"]["ChannelTypes"]["oneOf"]
    if all(kind["const"] != MEDIA for kind in kinds):
        kinds.append({"title": "GUILD_MEDIA", "const": MEDIA})
    return spec


def _registry(spec: Json) -> Any:
    # Registered as a part of the document, so that pointers into the description work.
    return jsonschema_rs.Registry([("urn:discord", spec)])


def _pointer(*steps: str) -> str:
    return "".join("/" + quote(step.replace("~", "~0").replace("/", "~1")) for step in steps)


def _query(operation: Json, query: dict[str, str]) -> Iterator[str]:
    known = {p["name"]: p for p in operation.get("parameters", []) if p["in"] == "query"}
    for name, value in query.items():
        if name not in known:
            yield f"the query {name!r} is not described"
            continue
        kind = known[name]["schema"].get("type")
        if kind == "integer" and not value.lstrip("-").isdigit():
            yield f"the query {name!r} is a whole number, not {value!r}"
        if kind == "boolean" and value not in ("0", "1", "true", "false"):
            yield f"the query {name!r} is true or false, not {value!r}"


def _files(exchange: RestExchange) -> Iterator[str]:
    if sorted(exchange.files) != list(range(len(exchange.files))):
        yield f"the files are numbered {exchange.files}"
    if len(exchange.files) > 10:
        yield f"{len(exchange.files)} files; ten is the most"


@cache
def description() -> Description | None:
    """Return Discord's description; None, with a warning, if the environment names no file."""
    name = os.environ.get(VARIABLE)
    if not name:
        warnings.warn(f"OpenAPI check skipped: {VARIABLE} names no file.", stacklevel=2)
        return None
    return Description(json.loads(Path(name).read_text()))

"""Random presses, forms and commands of every kind that no message of ours offers."""

import random
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from bot.tables.matches.deadlines import REMINDERS
from bot.ui.i18n.texts import common_texts
from bot.ui.kit.custom_ids import ControlVerb as Control
from bot.ui.kit.custom_ids import Verb
from data.engine.database import Transaction
from games.core.text import PLAIN, speak
from playground.interactions.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT
from playground.interactions.options import BOOLEAN, GROUP, INTEGER, NUMBER, STRING
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ActionResult, ShownMessage
from playground.world.components import BUTTON, STRING_SELECT
from playground.world.world import Channel, Command, Interaction
from tests.integration.support.random_presses import press_on
from tests.integration.support.request_log import logged
from tests.integration.support.running_bot import TABLE, Hands, RunningBot, controls

UNTOUCHED = ("people", "members", "heartbeat", "interactions", "sqlite_sequence", "deals")
"""Tables about who was seen, and the deals that bots begin meanwhile; these may change."""
JUNK = (
    "",
    " ",
    "0",
    "-1",
    "99999999999999999999999999",
    "٣",
    "²",
    "None",
    "'; DROP TABLE matches; --",
    "{0} {who} %s \\",
    "\x00\u202e\u200b",
    "🍅" * 60,
    "@everyone <@1> **x**",
    "a" * 6000,
    "9" * 5000,
    "../../etc/passwd",
    "#1: #1~abcd",
)
TYPES: tuple[Any, ...] = (None, -7, -1.5, True, [], {}, [[]], {"a": 1}, ["x"], "x")
"""JSON of the wrong type."""
FREE = frozenset(
    (
        (Verb.TOURNAMENT_JOIN, "tournament"),
        *((Verb.JOIN, "lobby"), (Verb.PLAY, "game"), (Verb.PRACTICE, "game")),
        *((Verb.PLAY_ON, "stopped"), (Verb.PLAY_ON, "finished"), (Verb.SHARE_BOARD, "game")),
        *((Verb.DEAL_PLAY, "game"), (Verb.PLAY_NOW, "game")),
    )
)
"""Actions open to anybody at a match or a tournament, by its stage; these are no forgeries."""


BROKEN = speak(common_texts.BROKEN, PLAIN)


@dataclass(frozen=True)
class Forgery:
    """Input sent to the bot as if Discord had offered it."""

    kind: str
    """A verb of ours, or another kind."""
    type: int
    data: Any = field(repr=False)

    @property
    def group(self) -> str:
        """Return the kind, with all verbs of ours as one and all commands as one."""
        if self.kind.startswith("/"):
            return "commands with forged options"
        return "buttons of ours" if self.kind in set(Verb) else self.kind


@dataclass
class Attack:
    """Other people's matches in every stage, and a forger without a seat."""

    env: RunningBot
    forger: PlaygroundUser
    rival: PlaygroundUser
    """A player of the running match that is attacked."""
    table: ShownMessage
    matches: dict[str, str]
    """A match of every stage, by stage, and a tournament."""
    control: str
    """A control that the rival could press now."""
    press: Interaction
    """A real press of the forger, needed before any form."""
    free: frozenset[tuple[Verb, str]] = FREE
    """The verbs that the forger may use."""

    @property
    def targets(self) -> dict[str, str]:
        """Return what a button can name: matches of every stage, and no match."""
        return {**self.matches, "none": "nothing", "game": "tomate", "number": "1" * 19}

    def forgeable(self) -> list[tuple[Verb, str]]:
        """Return every verb with every target that is forbidden to the forger."""
        stages = self.targets.items()
        return [
            (verb, place)
            for verb in Verb
            for stage, place in stages
            if (verb, stage) not in self.free and verb is not Verb.FORGET  # one's own data
        ]

    def snapshot(self) -> dict[str, list[str]]:
        """Return the rows of every table, except who was seen."""
        rows = sqlite3.connect(f"file:{self.env.database}?mode=ro", uri=True)
        try:
            names = rows.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
            return {name: _kept(rows, name) for (name,) in names if name not in UNTOUCHED}
        finally:
            rows.close()

    async def send(self, forgery: Forgery, channel: Channel | None = None) -> ActionResult:
        """Send the input as the forger, from an existing message."""
        where = channel or self.forger.channel(TABLE)
        more: dict[str, Any] = {} if forgery.type == COMMAND else {"message": self.table.value}
        if forgery.type == MODAL_SUBMIT:
            more["parent"] = self.press
        return await self.forger._answer(
            self.forger._acts._open(forgery.type, where, forgery.data, **more)
        )


async def attack(env: RunningBot, hands: Hands | None = None, *, finished: bool = False) -> Attack:
    """Return other people's matches: a lobby, a running, a stopped and a finished one.

    The running one is between two people with these hands, or else of Tomate.
    """
    if hands is None:
        ana, ben = env.person("Ana"), env.person("Ben")
        table, hands = await env.seated(ana, ben)
    table = env.public(next(iter(hands)))
    rival, control = next((who, ids[0]) for who, hand in hands.items() if (ids := controls(hand)))
    await _other_tables(env)
    if finished:
        await _played_out(env)
    result = await env.bot.store.matches._database.rows(
        "SELECT match_id, life FROM matches ORDER BY created_at"
    )
    lives = {str(life): str(match_id) for match_id, life in result}
    (cup,) = await env.bot.store.tournaments.open_in(env.playground.world.guild.id)
    lives["tournament"] = cup.tournament_id
    await env.bot.store.matches._database.transaction("remind nobody", _remind_nobody)
    forger = env.person("Mio")
    press = (await forger.click(table, "More")).interaction
    return Attack(env, forger, rival, table, lives, control, press)


def _remind_nobody(transaction: Transaction) -> None:
    """Forget when people are to be reminded: it would change something while others forge."""
    kinds = ", ".join(f"'{kind}'" for kind in REMINDERS)
    transaction.run(f"DELETE FROM deadlines WHERE kind IN ({kinds})")


async def _other_tables(env: RunningBot) -> None:
    """Open two more tables: a lobby and a stopped match; the deal of the day has been looked at."""
    dora, farah = env.person("Dora"), env.person("Farah")
    await dora.slash("table-two", "daily")  # the first look makes the day's secret
    await dora.slash("table-two", "play", game="tomate")
    await farah.slash("lounge", "play", game="tomate", bots=1)
    await farah.click(env.public(farah, "lounge"), "Start")
    await env.settled()
    await dora.slash("table-two", "tournament open", game="tomate", start="60")
    await farah.slash("lounge", "table leave")
    await farah.click(farah.latest("lounge"), "Yes, leave")
    await env.settled()


async def _played_out(env: RunningBot) -> None:
    """Play a match to its end, which takes some seconds."""
    chen = env.person("Chen")
    await chen.slash("lounge", "play", game="tomate", bots=1, options="cycles=1")
    await chen.click(ended := env.public(chen, "lounge"), "Start")
    await env.settled()
    hand = await env.hand(chen, ended)
    await press_on(env, {chen: hand}, lambda: "Rematch" in env.public(chen, "lounge").buttons)


ATTACHMENT = re.compile(r'(\["[^"]+","[0-9a-f]+"),\d+\]')
"""A picture that a message shows: its name and digest, then the id Discord gave the file."""


def _kept(rows: sqlite3.Connection, table: str) -> list[str]:
    """Return the rows of a table, without what each answer changes.

    Those are the tokens and file ids of private messages, and how often their rows have changed.
    """
    columns = [str(row[1]) for row in rows.execute(f'PRAGMA table_info("{table}")')]
    saved = [name for name in columns if not name.startswith("token") and name != "version"]
    named = ", ".join(f'"{name}"' for name in saved)
    # Both names come from the database itself.
    result = rows.execute(f'SELECT {named} FROM "{table}"')
    return sorted(ATTACHMENT.sub(r"\1", repr(row)) for row in result)


LATE = "Can't keep up"
"""Words of a warning by discord.py."""


async def wrongly_met(scene: Attack, forgery: Forgery) -> list[str]:
    """Return what was wrong with the answer to a forgery."""
    before = scene.snapshot()
    with logged() as lines:
        answer = await scene.send(forgery)
        await scene.env.settled()
    wording = answer.text if answer.shown is not None else ""
    # A busy machine makes discord.py late, whatever was pressed.
    warned = [line for line in lines if not line.startswith("INFO") and LATE not in line]
    after = scene.snapshot()
    changed = [name for name, rows in after.items() if rows != before[name]]
    results = {
        f"{', '.join(changed)} changed": bool(changed),
        "others see the answer": answer.shown is not None and not answer.ephemeral,
        "it is a failure of ours": BROKEN in wording,
        "an error is logged": any(line.startswith("ERROR") for line in warned),
        "it is logged again and again": len(warned) > 1,
    }
    return [f"{forgery}: {what}: {wording!r} {warned}" for what, is_so in results.items() if is_so]


def forgeries(attack: Attack, chance: random.Random, count: int) -> Iterator[Forgery]:
    """Yield `count` forgeries, each kind in turn."""
    makers = (_place, _place, _control, _control, _shapeless, _form, _command)
    for number in range(count):
        yield makers[number % len(makers)](attack, chance)


def places(attack: Attack) -> Iterator[Forgery]:
    """Yield every verb at matches of every stage and at no match, with too long a number."""
    for verb, target in attack.forgeable():
        yield Forgery(verb, COMPONENT, pressed(f"tb:{verb}:{target}:0", ["9" * 5000]))


def pressed(custom_id: object, values: Any = None) -> dict[str, Any]:
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": BUTTON, "id": 1}
    if values is not None:
        data |= {"values": values, "component_type": STRING_SELECT}
    return data


def _place(attack: Attack, chance: random.Random) -> Forgery:
    verb, target = chance.choice(attack.forgeable())
    page = chance.choice([0, 1, 7, 999_999])
    detail = chance.choice(["", ":1", ":99999999999999999999"[:21], ":open", ":words", ":tomate"])
    values = chance.choice([None, None, [], [chance.choice(JUNK)], ["0", "1"]])
    return Forgery(verb, COMPONENT, pressed(f"tb:{verb}:{target}:{page}{detail}", values))


def _control(attack: Attack, chance: random.Random) -> Forgery:
    """Return a press on the rival's control by somebody else, with parts of it changed."""
    _, match, seat, ticket, _, path = attack.control.split(":")
    match = chance.choice([match, match, *attack.matches.values(), "nothing"])
    seat = chance.choice([seat, "0", "1", "5", "999"])
    ticket = chance.choice([ticket, ticket, "0-abc", "ahead-0123", f"9{ticket}"])
    verb = chance.choice(list(Control))
    path = chance.choice([path, "", "0", "0.0", "99", "0.0.0.0", "zzzzzzzz"])
    values = chance.choice([None, ["0"], ["0.0"], [chance.choice(JUNK)], ["x"] * 26])
    return Forgery(
        "control", COMPONENT, pressed(f"tt:{match}:{seat}:{ticket}:{verb}:{path}", values)
    )


def _shapeless(attack: Attack, chance: random.Random) -> Forgery:
    """Return a press without a valid id, or with types that Discord doesn't send."""
    good = f"tb:{chance.choice(list(Verb))}:{next(iter(attack.matches.values()))}:0"
    custom_id = chance.choice([*JUNK, "tb:dance:x:0", "tt:x", "counter:17", attack.control + ":x"])
    kind = chance.randrange(3)
    if kind == 0:
        return Forgery("no id of ours", COMPONENT, pressed(custom_id))
    values = chance.choice([each_type for each_type in TYPES if each_type is not None])
    if kind == 1 and not isinstance(values, list):
        return Forgery("values of another type", COMPONENT, pressed(good, values))
    return Forgery("values of another type", COMPONENT, pressed(attack.control, [values]))


def _form(attack: Attack, chance: random.Random) -> Forgery:
    forms = (Verb.OPTION, Verb.INVITE, Verb.REMOVE, Verb.NAME_BOT, Verb.BOT_LEVEL, Verb.SETTING)
    verb = chance.choice(forms)
    target = chance.choice([*attack.matches.values(), "nothing"])
    custom_id = chance.choice([f"tb:{verb}:{target}:{chance.choice((0, 3, 9999))}", attack.control])
    field = {
        "type": 4,
        "id": 2,
        "custom_id": chance.choice(["value", "who", "typed", "number", "x"]),
        "value": chance.choice([*JUNK, *TYPES]),
    }
    label = {"type": 18, "id": 1, "component": chance.choice([field, field, *TYPES])}
    parts = chance.choice([[label], [label], [], *TYPES])
    return Forgery("form", MODAL_SUBMIT, {"custom_id": custom_id, "components": parts})


def _command(attack: Attack, chance: random.Random) -> Forgery:
    """Return a command with unknown options, or with wrong types or values."""
    # Discord hides restricted commands from everybody else.
    free = (c for c in attack.env.playground.world.commands.values() if _is_free(c))
    command = chance.choice(list(free))
    known = command.body.get("options") or []
    path: list[dict[str, Any]] = []
    while known and known[0]["type"] <= 2:
        step = chance.choice(known)
        path.append({"name": step["name"], "type": step["type"]})
        known = step.get("options") or []
    named = [{"name": "match", "type": 3}, *known] if chance.random() < 0.3 else known
    options: Any = [
        {"name": item["name"], "type": item["type"], "value": chance.choice(_values(item["type"]))}
        for item in chance.sample(named, min(len(named), chance.randint(1, 2)))
    ]
    wrong = {"name": "no_such_option", "type": 3, "value": "x"}
    for step in reversed(path):
        options = [{**step, "options": options or [wrong]}]
    data = {"id": str(command.id), "name": command.name, "type": 1, "options": options or [wrong]}
    return Forgery(f"/{command.name}", COMMAND, data)


def beyond_bounds(env: RunningBot) -> Iterator[Forgery]:
    """Yield every option of every command with a value just beyond each of its bounds."""
    for command in env.playground.world.commands.values():
        for path, option in _leaves(command.body.get("options") or [], ()):
            for kind, value in _outside(option):
                forged = {"name": option["name"], "type": kind, "value": value}
                name = " ".join((command.name, *(step["name"] for step in path), option["name"]))
                data = _command_data(command, path, forged)
                yield Forgery(f"/{name}={str(value)[:12]}", COMMAND, data)


def forged_completions(env: RunningBot) -> Iterator[Forgery]:
    """Yield every option that is completed with what is no typed text, whatever type it claims."""
    for command in env.playground.world.commands.values():
        for path, option in _leaves(command.body.get("options") or [], ()):
            if option.get("autocomplete"):
                for kind, value in product((STRING, INTEGER, BOOLEAN, NUMBER), TYPES):
                    forged = {"name": option["name"], "type": kind, "value": value}
                    data = _command_data(command, path, forged | {"focused": True})
                    yield Forgery(f"/{command.name} {option['name']}", AUTOCOMPLETE, data)


def _command_data(
    command: Command, path: tuple[dict[str, Any], ...], option: dict[str, Any]
) -> dict[str, Any]:
    """Return the payload of a command with this one option, which may belong to a subcommand."""
    options = [option]
    for step in reversed(path):
        options = [{"name": step["name"], "type": step["type"], "options": options}]
    return {"id": str(command.id), "name": command.name, "type": 1, "options": options}


def _leaves(
    options: list[dict[str, Any]], path: tuple[dict[str, Any], ...]
) -> Iterator[tuple[tuple[dict[str, Any], ...], dict[str, Any]]]:
    for option in options:
        if option["type"] <= GROUP:
            yield from _leaves(option.get("options") or [], (*path, option))
        else:
            yield path, option


def _outside(option: dict[str, Any]) -> Iterator[tuple[int, Any]]:
    """Yield values that an option doesn't allow, each with the type that is claimed for it.

    They are of another type, too small or large, no choice, or somebody whom Discord doesn't know.
    """
    kind = option["type"]
    yield (STRING, "no number") if kind == INTEGER else (INTEGER, 7)
    if kind not in (STRING, INTEGER, BOOLEAN):
        yield kind, "123456789012345678"
    if "min_value" in option:
        yield kind, option["min_value"] - 1
    if "max_value" in option:
        yield from ((kind, option["max_value"] + 1), (kind, 10**6 * option["max_value"]))
    if option.get("min_length"):
        yield kind, "x" * (option["min_length"] - 1)
    if "max_length" in option:
        yield kind, "x" * (option["max_length"] + 1)
    if option.get("choices"):
        yield kind, 999 if kind == INTEGER else "zzz"


def _is_free(command: Command) -> bool:
    return command.body.get("default_member_permissions") is None


def _values(kind: int) -> list[Any]:
    """Return values that an option of this type rejects, or treats as unknown words."""
    return [*JUNK, *(value for value in TYPES if kind != BOOLEAN or not isinstance(value, bool))]

"""Messages become what they should be now, whatever happens at the same time."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import discord
import pytest

from bot.ui.kit.message import OutgoingMessage
from bot.ui.pictures.paint_queue import TooBusyError
from bot.ui.sync import coalescer, reconciler
from bot.ui.sync.reconciler import MessageFamily, Painting, Reconciler
from bot.ui.sync.subject import Key, MessageSubject, Wanted
from data.records.matches import Shown, Surface, SurfaceKind

MATCH, ANA, BEN = "m1", 31, 32
TABLE = Key(SurfaceKind.TABLE)
IN_GERMAN = Shown(stage="begun", language="de")


@dataclass(frozen=True)
class State:
    """A match that shows a text to everybody, and to some players."""

    revision: int = 1
    text: str = "begun"
    later: str = ""
    hands: tuple[int, ...] = ()
    broken: int | None = None
    surfaces: tuple[Surface, ...] = ()
    loaded: int = 0


class Rows:
    """A store that records what is saved, each time in one transaction."""

    def __init__(self) -> None:
        self.saved: list[dict[str, Surface]] = []

    async def add(self, *rows: Surface) -> None:
        """Store nothing: every test brings its rows."""

    async def save(self, *rows: Surface) -> None:
        self.saved.append({row.surface_id: row for row in rows})


class Painters:
    """Painters of whom none is free in time while `are_busy`; each turn is waited for."""

    def __init__(self) -> None:
        self.are_busy = False
        self.waiting = 0
        self.free = asyncio.Event()

    @asynccontextmanager
    async def turn(self) -> "AsyncIterator[Painters]":
        self.waiting += 1
        await self.free.wait()
        self.are_busy = False
        yield self


@dataclass(eq=False)
class Messages(MessageFamily[State]):
    """Tables and hands that are sent at once, or once `go_on` is set."""

    sent: list[tuple[str, str]] = field(default_factory=list)
    """What was sent to whom, and whether it had a picture."""
    drawings: int = 0
    taken: list[str] = field(default_factory=list)
    faults: int = 0
    go_on: asyncio.Event = field(default_factory=asyncio.Event)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    is_held: bool = False
    face: str = ""
    """What every message looks like; by default like what it shows."""
    while_drawing: Callable[[int], object] = lambda _: None
    """Called with the number of each drawing."""
    links: bool = False
    """Whether the table names the hands that have been sent."""
    begins: bool = False
    """Whether the table is begun where it has no row."""
    hours: list[str] = field(default_factory=list)
    """What the table shows at one look after the other; the last stays."""
    places: list[str] = field(default_factory=list)
    """The stages for which the place of a message was made ready."""
    kinds = (SurfaceKind.TABLE, SurfaceKind.HAND)

    async def settle(self, subject: MessageSubject[State], wanted: Wanted[State]) -> None:
        self.places.append(wanted.shown.stage)

    def wanted(self, state: State, rows: tuple[Surface, ...]) -> Iterator[Wanted[State]]:
        text, again_in = state.text, None
        if self.hours:
            again_in = 0.001 if len(self.hours) > 1 else None
            text = self.hours.pop(0) if len(self.hours) > 1 else self.hours[0]
        if self.links:
            text += "".join(" with a link" for row in rows if row.player_id and row.message_id)
        shown = Shown(stage=text, later=state.later)
        yield Wanted(key=TABLE, shown=shown, state=state, may_begin=self.begins, again_in=again_in)
        for player in state.hands:
            yield Wanted(
                key=Key(SurfaceKind.HAND, player),
                shown=Shown(stage=f"{state.text} for {player}"),
                state=state,
                may_begin=False,
                has_pictures=False,
                error=RuntimeError("planned by a test") if player == state.broken else None,
            )

    def row(self, subject: MessageSubject[State], wanted: Wanted[State]) -> Surface:
        return row("new")

    async def draw(self, wanted: Wanted[State], painting: Painting | None) -> OutgoingMessage:
        self.drawings += 1
        self.while_drawing(self.drawings)
        painters: Any = None if painting is None else painting.pictures
        if painters is not None and painters.are_busy:
            raise TooBusyError
        shown = "in words" if painting is None else "painted"
        words = self.face or f"{wanted.shown.stage}{wanted.shown.later} {shown}"
        return OutgoingMessage((discord.ui.TextDisplay(words),))

    async def send(
        self,
        subject: MessageSubject[State],
        wanted: Wanted[State],
        row: Surface,
        message: OutgoingMessage,
    ) -> Surface:
        how = "in words" if message.is_makeshift else "painted"
        self.sent.append((wanted.shown.stage + wanted.shown.later, how))
        self.news.set()
        if self.is_held:
            await self.go_on.wait()
        if self.faults:
            self.faults -= 1
            raise RuntimeError("planned by a test")
        return replace(row, message_id=55, lacks_pictures=message.is_makeshift)

    async def until_sent(self, count: int) -> None:
        """Return once so many messages were sent."""
        async with asyncio.timeout(60):
            while len(self.sent) < count:
                self.news.clear()
                await self.news.wait()

    async def take_away(self, subject: MessageSubject[State], row: Surface) -> None:
        self.taken.append(row.surface_id)
        subject.note(replace(row, retired=True))


@dataclass
class World:
    """One match and everything that shows it."""

    rows: Rows
    painters: Painters
    messages: Messages
    reconciler: Reconciler[State]
    loaded: State = State()
    moves: list[Key] = field(default_factory=list)
    """The messages that the reconciler told of when they were new."""

    @property
    def subject(self) -> MessageSubject[State]:
        return self.reconciler.subject(MATCH)

    def change(self, state: State) -> None:
        self.reconciler.changed(MATCH, state)

    async def settled(self) -> None:
        while tasks := self.reconciler.under_way():
            await asyncio.wait(tasks)


@pytest.fixture
def world() -> World:
    rows, painters, messages = Rows(), Painters(), Messages()

    async def load(_match_id: str) -> State:
        return here.loaded

    async def is_ours(_state: State) -> bool:
        return True

    async def moved(_subject: MessageSubject[State], key: Key) -> None:
        here.moves.append(key)
        if len(here.moves) == 1:
            raise RuntimeError("planned by a test")

    store: Any = rows
    pictures: Any = painters
    shown_by = Reconciler(store, load, pictures, is_ours=is_ours, moved=moved)
    here = World(rows, painters, messages, shown_by)
    here.reconciler.register(messages)
    return here


def row(name: str, player: int | None = None, **values: Any) -> Surface:
    kind = SurfaceKind.TABLE if player is None else SurfaceKind.HAND
    base = Surface(surface_id=name, match_id=MATCH, kind=kind, nonce=name, player_id=player)
    return replace(base, message_id=55, **values)


async def test_what_looks_the_same_is_not_sent_again(world: World) -> None:
    """An edit that nobody could notice is left out, unless what stands there isn't known."""
    world.messages.face = "the same"
    world.change(State(surfaces=(row("table"),)))
    await world.settled()
    world.change(State(revision=2, text="move 2"))
    await world.settled()
    saved = world.subject.of(TABLE)[-1]
    world.subject.note(replace(saved, shown=None))
    world.reconciler.look(MATCH)
    await world.settled()

    assert [stage for stage, _ in world.messages.sent] == ["begun", "move 2"]
    assert (saved.shown, saved.shown_revision) == (Shown(stage="move 2"), 2)


async def test_what_has_changed_is_sent_and_written_together(world: World) -> None:
    """A change draws and sends each message that shows something else, once, and saves their rows
    together.
    """
    rows = (row("table"), row("ana", ANA), row("ben", BEN, shown=Shown(stage="begun for 32")))
    world.messages.is_held = True
    world.change(State(hands=(ANA, BEN), surfaces=rows))
    await world.messages.until_sent(2)
    world.messages.go_on.set()
    await world.settled()

    assert sorted(world.messages.sent) == [("begun", "painted"), ("begun for 31", "painted")]
    assert world.messages.drawings == 2
    assert [
        {name: first.shown_revision for name, first in each.items()} for each in world.rows.saved
    ] == [{"table": 1, "ana": 1, "ben": 1}]


async def test_what_was_sent_is_saved_as_up_to_date(world: World) -> None:
    """A message that was edited isn't looked at again after the next start."""
    world.change(State(surfaces=(row("table", shown=IN_GERMAN, shown_revision=0),)))
    await world.settled()

    assert [
        {name: each.shown_revision for name, each in rows.items()} for rows in world.rows.saved
    ] == [{"table": 1}]


async def test_what_links_to_a_new_message_is_behind_until_it_is_sent(world: World) -> None:
    """The id of a new message is written together with whatever it makes out of date."""
    table = row("table", shown=Shown(stage="begun"), shown_revision=1)
    world.messages.links = True
    world.change(State(hands=(ANA,), surfaces=(table, replace(row("ana", ANA), message_id=None))))
    await world.settled()
    first, *_ = world.rows.saved

    assert (first["ana"].message_id, first["table"].shown_revision) == (55, None)
    assert world.messages.sent[1:] == [("begun with a link", "painted")]
    assert world.subject.of(TABLE)[-1].shown_revision == 1


async def test_ten_changes_during_an_edit_are_one_more_edit(world: World) -> None:
    """While a message is being sent, news is merged; the newest is sent after it."""
    world.messages.is_held = True
    world.change(State(surfaces=(row("table"),)))
    await world.messages.until_sent(1)
    for revision in range(2, 12):
        world.change(State(revision=revision, text=f"move {revision}"))
    world.messages.go_on.set()
    await world.settled()

    assert [text for text, _ in world.messages.sent] == ["begun", "move 11"]


async def test_what_changes_with_time_is_shown_in_time(world: World) -> None:
    """A message that shows something else later is looked at again without a change."""
    world.messages.hours = ["early"] * 4 + ["late"]
    world.change(State(surfaces=(row("table"),)))
    await world.messages.until_sent(2)

    assert [text for text, _ in world.messages.sent] == ["early", "late"]


async def test_what_may_be_seen_late_is_sent_with_the_next_news_or_after_a_while(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Changes that may wait make one edit, which comes by itself if no other is due before.

    Other messages don't wait for it.
    """
    monkeypatch.setattr(reconciler, "GATHERED", 60)
    rows = row("table", shown=Shown(stage="begun")), row("ana", ANA)
    world.change(State(later=", one has chosen", hands=(ANA,), surfaces=rows))
    await world.settled()
    world.change(State(revision=2, later=", two have chosen"))
    await world.settled()
    gathered = [text for text, _ in world.messages.sent]
    world.messages.sent.clear()
    timer = world.subject.timer
    assert timer is not None
    world.change(State(revision=3, text="revealed", later=", all have chosen"))
    await world.settled()
    assert timer.cancelled()
    monkeypatch.setattr(reconciler, "GATHERED", 0.001)
    world.change(State(revision=4, text="revealed", later=", one has chosen"))
    await world.messages.until_sent(2)

    assert gathered == ["begun for 31"]
    assert [text for text, _ in world.messages.sent] == [
        "revealed, all have chosen",
        "revealed, one has chosen",
    ]


async def test_one_broken_message_keeps_no_other_from_being_shown(world: World) -> None:
    """A message that can't be worked out is tried again by itself."""
    rows = (row("table"), row("ana", ANA, shown=Shown(stage="begun for 31")), row("ben", BEN))
    world.change(State(hands=(ANA, BEN), broken=ANA, surfaces=rows))
    await world.settled()

    assert sorted(text for text, _ in world.messages.sent) == ["begun", "begun for 32"]
    assert len(world.reconciler.tries()) == 1


async def test_nothing_is_begun_that_only_an_answer_begins(world: World) -> None:
    """A message without a row that may not begin is not sent, and one that nobody wants goes."""
    world.change(State(hands=(ANA,), surfaces=(row("ben", BEN),)))
    await world.settled()

    assert world.messages.sent == []
    assert world.messages.taken == ["ben"]


async def test_an_older_row_undoes_nothing(world: World) -> None:
    """A state that was loaded before a row changed brings neither its value nor the row back."""
    subject = world.subject
    early = State(surfaces=(row("table"), row("old")))
    subject.offer(early)
    subject.note(row("table", shown=Shown(stage="newer")))
    subject.note(row("old", retired=True))
    subject.offer(early)

    assert [(each_row.surface_id, each_row.shown) for each_row in subject.rows] == [
        ("table", Shown(stage="newer"))
    ]


async def test_what_a_load_lacks_was_retired_elsewhere(world: World) -> None:
    """A row that was known before a load, and is missing in it, doesn't come back."""
    subject, both = world.subject, State(surfaces=(row("table"), row("old")))
    subject.offer(both)
    subject.load_ended(State(2, surfaces=(row("table"),)), frozenset({"table", "old"}))
    subject.offer(both)

    assert [each_row.surface_id for each_row in subject.rows] == ["table"]


@pytest.mark.parametrize("is_draft_first", [True, False])
async def test_a_change_does_not_hide_what_was_saved_after_it_began(
    world: World, is_draft_first: bool
) -> None:
    """A move that began before a form was saved half filled is shown together with the form."""
    draft = State(revision=1, text="half filled", loaded=2)
    move = State(revision=2, text="moved", loaded=1)
    world.loaded = State(2, "moved and half filled", surfaces=(row("table"),), loaded=3)
    for state in (draft, move) if is_draft_first else (move, draft):
        world.change(state)
    await world.settled()

    assert world.subject.state == world.loaded
    assert world.messages.sent[-1] == ("moved and half filled", "painted")


async def test_a_press_holds_its_players_messages(world: World) -> None:
    """While a press is handled, its player's message waits; those of others don't."""
    rows = (row("ana", ANA), row("ben", BEN))
    with world.subject.pressed(ANA):
        world.change(State(hands=(ANA, BEN), surfaces=rows))
        await world.messages.until_sent(1)
        shown = [text for text, _ in world.messages.sent]
    await world.settled()

    assert shown == ["begun for 32"]
    assert [text for text, _ in world.messages.sent] == ["begun for 32", "begun for 31"]


async def test_an_answer_is_remembered_while_its_players_presses_are_handled(world: World) -> None:
    """Of two presses at once the later state is shown; after both it is forgotten."""
    subject, before, after = world.subject, State(loaded=1), State(text="half filled", loaded=2)
    with subject.pressed(ANA):
        with subject.pressed(ANA):
            assert not subject.answered_later(ANA, after)
        assert subject.newest(ANA, before) is after
    assert subject.newest(ANA, before) is before


@pytest.mark.parametrize("shown", [None, IN_GERMAN], ids=["new", "in another language"])
async def test_two_sends_at_once_end_in_another(world: World, shown: Shown | None) -> None:
    """If an answer is sent while an edit is in flight, nobody knows which stands: one more edit."""
    world.messages.is_held = True
    world.change(State(surfaces=(row("table", shown=shown),)))
    await world.messages.until_sent(1)
    world.subject.begin_send(row("table"))
    world.messages.go_on.set()
    await world.settled()

    assert [text for text, _ in world.messages.sent] == ["begun", "begun"]
    assert world.subject.rows[0].shown == Shown(stage="begun")


async def test_news_is_shown_in_words_while_a_picture_waits(world: World) -> None:
    """A message keeps one place in the painters' queue, however much news comes meanwhile.

    What was painted is kept until it is sent.
    """
    world.painters.are_busy = True
    world.change(State(surfaces=(row("table"),)))
    for revision in range(2, 5):
        await world.messages.until_sent(revision - 1)
        world.change(State(revision=revision, text=f"move {revision}"))
    await world.messages.until_sent(4)
    places = world.painters.waiting
    world.painters.free.set()
    await world.settled()

    assert places == 1
    assert world.messages.sent[:4] == [
        ("begun", "in words"),
        *((f"move {revision}", "in words") for revision in range(2, 5)),
    ]
    assert world.messages.sent[4:] == [("move 4", "painted")]
    assert world.subject.late == {}


async def test_a_late_picture_is_let_go_if_nobody_wants_it(world: World) -> None:
    """A picture is not kept if its message shows something else by the time it is painted."""

    def answer(drawing: int) -> None:
        if drawing == 3:
            shown = Shown(stage="answered")
            table = replace(world.subject.of(TABLE)[-1], shown=shown, lacks_pictures=False)
            world.subject.note(table)
            world.change(State(revision=2, text="answered"))

    world.painters.are_busy = True
    world.painters.free.set()
    world.messages.while_drawing = answer
    world.change(State(surfaces=(row("table"),)))
    await world.settled()

    assert world.messages.drawings == 3
    assert world.messages.sent == [("begun", "in words")]
    assert world.subject.late == {}


async def test_words_that_stay_the_same_get_their_picture(world: World) -> None:
    """A message whose words look as before, when it changes while it is painted, is painted."""

    def change(drawing: int) -> None:
        world.messages.face = "the same words" if drawing in (2, 4) else ""
        if drawing == 3:
            world.change(State(revision=2, text="move 2"))

    world.messages.while_drawing = change
    world.painters.are_busy = True
    world.painters.free.set()
    world.change(State(surfaces=(row("table"),)))
    await world.settled()

    assert world.messages.sent == [("begun", "in words"), ("move 2", "painted")]


async def test_what_an_answer_begins_is_drawn_like_any_other(world: World) -> None:
    """An answer that begins a message has its pictures unless all painters are busy."""
    wanted, *_ = world.messages.wanted(State(), ())
    painted = await world.reconciler.drawn(world.subject, wanted)
    world.painters.are_busy = True
    in_words = await world.reconciler.drawn(world.subject, wanted)

    assert [message.is_makeshift for message in (painted, in_words)] == [False, True]


async def test_a_failed_edit_is_repeated_by_itself(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message whose edit fails is sent again, and the others once."""
    monkeypatch.setattr(coalescer, "SOON", (0.0, 0.0))
    world.messages.faults = 1
    world.change(State(hands=(ANA,), surfaces=(row("table"), row("ana", ANA))))
    await world.messages.until_sent(3)
    await world.settled()

    assert len(world.messages.sent) == 3
    assert world.reconciler.tries() == []


async def test_a_new_message_is_told_of_until_that_succeeds(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever links to a new message learns of it though it failed at first; of an edit nobody."""
    monkeypatch.setattr(coalescer, "SOON", (0.0, 0.0))
    table = replace(row("table"), message_id=None)
    world.change(State(surfaces=(table,)))
    await world.settled()
    while world.reconciler.tries():
        await asyncio.sleep(0)
        await world.settled()
    world.change(State(revision=2, text="move 2", surfaces=(table,)))
    await world.settled()

    assert [stage for stage, _ in world.messages.sent] == ["begun", "move 2"]
    assert world.moves == [TABLE, TABLE]


@pytest.mark.parametrize("is_forgotten", [False, True])
async def test_a_database_that_has_lost_changes_is_believed(
    world: World, monkeypatch: pytest.MonkeyPatch, is_forgotten: bool
) -> None:
    """A state that lost its last change, as to a lagging replica, is loaded once and shown."""
    loads: list[str] = []

    async def load(match_id: str) -> State:
        loads.append(match_id)
        if len(loads) > 5:
            raise RuntimeError("loaded without end")
        return State(loaded=9, surfaces=(row("table"),))

    world.change(State(revision=2, text="move 2", loaded=5, surfaces=(row("table"),)))
    await world.settled()
    if is_forgotten:
        world.subject.forget_state()
    monkeypatch.setattr(world.reconciler, "load", load)
    world.reconciler.mark(MATCH)
    await world.settled()

    assert [stage for stage, _ in world.messages.sent] == ["move 2", "begun"]
    assert loads == [MATCH]


async def test_what_rests_is_shown_although_its_match_was_forgotten(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failed edit is made later, and nothing is deleted, though other matches came between."""
    monkeypatch.setattr(coalescer, "SOON", (0.05, 0.05))
    monkeypatch.setattr(reconciler, "STATES_KEPT", 1)
    world.messages.faults = 1
    world.loaded = State(revision=2, text="move 2", surfaces=(row("table", shown=IN_GERMAN),))
    world.change(world.loaded)
    await world.settled()
    for name in ("a later match", "another"):
        world.reconciler.subject(name)
    await world.messages.until_sent(2)
    await world.settled()

    assert world.messages.taken == []
    assert world.messages.sent == [("move 2", "painted")] * 2


async def test_a_press_may_begin_a_match_while_all_are_closed(world: World) -> None:
    """Closing writes what is known of each match, whatever is opened meanwhile."""
    saved: list[str] = []

    async def save(*rows: Surface) -> None:
        saved.extend(each.surface_id for each in rows)
        world.reconciler.subject(f"opened after {len(saved)}")

    world.rows.save = save  # type: ignore[method-assign]  # a store that is busy meanwhile
    for name in ("first", "second"):
        world.reconciler.subject(name).note(row(name))
    await world.reconciler.close()

    assert saved == ["first", "second"]


async def test_what_rests_is_left_alone_by_the_slow_pass(world: World) -> None:
    """The pass over what is behind marks neither what is at work nor what rests."""
    world.messages.faults = 1
    world.change(State(surfaces=(row("table"),)))
    world.reconciler.ensure(MATCH)
    await world.settled()
    world.reconciler.ensure(MATCH)
    await world.settled()
    tried = len(world.messages.sent)
    world.reconciler.mark(MATCH)
    world.loaded = State(surfaces=(row("table"),))
    await world.settled()

    assert (tried, len(world.messages.sent)) == (1, 2)


@pytest.mark.parametrize(
    ("changes", "sent"), [(1, ["move 1"]), (2, ["move 2"]), (5, ["move 2", "move 5"])], ids=str
)
async def test_a_drawing_that_is_overtaken_is_drawn_anew(
    world: World, changes: int, sent: list[str]
) -> None:
    """A message that changes while it is drawn is drawn again, but the third drawing is sent."""

    def change(drawing: int) -> None:
        if drawing <= changes:
            world.change(State(revision=1 + drawing, text=f"move {drawing}"))

    world.messages.while_drawing = change
    world.change(State(surfaces=(row("table"),)))
    await world.settled()

    assert [text for text, _ in world.messages.sent] == sent
    assert world.messages.drawings == changes + 1


async def test_a_place_is_made_ready_for_what_is_sent(world: World) -> None:
    """A message that reaches another stage while it is drawn has its place made ready again.

    Other changes ask for no other place.
    """
    world.messages.while_drawing = lambda drawing: (
        world.change(State(1 + drawing, "running", "!" * drawing)) if drawing < 3 else None
    )
    world.change(State(text="lobby", surfaces=(row("table"),)))
    await world.settled()

    assert [text for text, _ in world.messages.sent] == ["running!!"]
    assert world.messages.places == ["lobby", "running"]


async def test_a_message_that_is_pressed_while_it_is_drawn_waits(world: World) -> None:
    """A hand is not sent over its player's press, however often they press while it is drawn."""

    def press(drawing: int) -> None:
        if drawing <= 4:
            pressed = world.subject.pressed(ANA)
            pressed.__enter__()
            asyncio.get_running_loop().call_soon(pressed.__exit__, None, None, None)

    shown = Shown(stage="begun")
    world.messages.while_drawing = press
    world.change(State(hands=(ANA,), surfaces=(row("table", shown=shown), row("ana", ANA))))
    await world.settled()

    assert [text for text, _ in world.messages.sent] == ["begun for 31"]
    assert world.messages.drawings == 5


async def test_what_a_press_has_shown_meanwhile_is_not_sent(world: World) -> None:
    """A hand that its player's press has answered while it was drawn is neither drawn nor sent."""
    shown, ana = Shown(stage="begun for 31"), row("ana", ANA)

    def answer(_: int) -> None:
        with world.subject.pressed(ANA):
            world.subject.note(replace(ana, shown=shown, shown_revision=1))
        world.reconciler.changed(MATCH, State(revision=2, text="begun", hands=(ANA,)))

    world.messages.while_drawing = answer
    world.change(State(text="dealt", hands=(ANA,), surfaces=(ana,)))
    await world.settled()

    assert (world.messages.sent, world.messages.drawings) == ([], 1)


async def test_what_was_let_go_while_it_was_drawn_is_not_sent(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """A hand whose row goes out of use while it is drawn is not sent, and nothing fails."""
    ana = row("ana", ANA)
    world.messages.while_drawing = lambda _: world.subject.note(replace(ana, retired=True))
    world.change(State(text="dealt", hands=(ANA,), surfaces=(ana,)))
    await world.settled()

    assert (world.messages.sent, world.messages.drawings) == ([], 1)
    assert caplog.records == []


async def test_what_is_wanted_begins_anew_where_it_was_let_go(world: World) -> None:
    """A table whose row goes out of use while it is drawn is sent at a new row."""
    table = row("table")

    def retire(drawing: int) -> None:
        if drawing == 1:
            world.subject.note(replace(table, retired=True))

    world.messages.begins, world.messages.while_drawing = True, retire
    world.change(State(surfaces=(table,)))
    await world.settled()

    assert (world.messages.sent, world.messages.drawings) == ([("begun", "painted")], 2)


async def test_what_nobody_uses_is_forgotten(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches that were used least recently lose their states first, and are forgotten later.

    One that is at work or pressed keeps both, and rows that aren't saved yet are never lost.
    """
    names = ("unsaved", "old", "pressed", "working", "painted", "known", "stated")
    subjects = {name: world.reconciler.subject(name) for name in names}
    for subject in subjects.values():
        subject.offer(State(surfaces=(row(subject.id),)))
    subjects["unsaved"].note(row("unsaved", lacks_pictures=True))
    world.painters.are_busy = True
    world.reconciler.look("painted")
    while tasks := world.reconciler.under_way(kinds=world.messages.kinds):
        await asyncio.wait(tasks)
    for name in ("known", "stated"):
        world.reconciler.subject(name)
    with subjects["pressed"].pressed(ANA), world.reconciler.noting(subjects["working"]):
        monkeypatch.setattr(reconciler, "STATES_KEPT", 1)
        monkeypatch.setattr(reconciler, "REMEMBERED", 5)
        world.reconciler.subject("new")
    states = {name for name, subject in subjects.items() if subject.state is not None}
    monkeypatch.undo()
    known = {name for name in names if world.reconciler.subject(name) is subjects[name]}
    world.painters.free.set()
    await world.settled()

    assert states == {"pressed", "working", "painted", "stated"}
    assert known == {*names} - {"old"}

"""The stories of the drill: a short match of every game, and the other events of a table."""

import re
from collections.abc import Callable
from typing import Any

from bot.ui.kit.custom_ids import encode
from games import game
from playground.testing.snapshots import NothingShownError
from tests.bot.tables.support import pass_time
from tests.crash.story_run import Act, Story, StoryRun, controls, until
from tests.support.playground import opening
from tests.toys.plots import PLOTS
from tests.toys.seals import SEALS

Done = Callable[[StoryRun], bool]

ANSWER = re.compile(r"The coach would choose: \*\*(.+)\*\*")
AGAIN = 1000
"""Milliseconds that pass at a time while people wait."""


def opens(key: str, **options: Any) -> Act:
    """Let Ana open a table."""

    async def do(story_run: StoryRun) -> None:
        await story_run.person("Ana").slash(story_run.place, "play", **opening(key, **options))

    return Act(f"Ana: /play {key}", do, lambda story_run: bool(story_run.truth.matches))


def clicks(name: str, done: Done, *path: str) -> Act:
    """Press a button of the table, then others on its answer."""

    async def do(story_run: StoryRun) -> None:
        person = story_run.person(name)
        answer = await person.click(story_run.table(path[0]), path[0])
        for button in path[1:]:
            answer = await person.click(answer, button)

    return Act(f"{name}: {path[-1]}", do, done)


def sits(name: str, *, there: bool = True) -> Done:
    """Check whether somebody has a seat at the newest table."""
    return lambda story_run: story_run.truth.sits(story_run.person(name).user.id) is there


def lives(life: str) -> Done:
    return lambda story_run: story_run.truth.life == life


def joins(name: str) -> Act:
    return clicks(name, sits(name), "Join")


def starts() -> Act:
    return clicks("Ana", lives("running"), "Start")


def is_over(story_run: StoryRun) -> bool:
    return story_run.truth.is_over


def plays(done: Done = is_over) -> Act:
    """Let the first person who owes an answer give it."""

    async def do(story_run: StoryRun) -> None:
        progress = story_run.read.progress
        owing = await story_run.owing()
        if owing:
            await story_run.press(owing[0])
        else:
            await story_run.until_changed(progress)

    return Act("play", do, done)


def waits_for_nobody() -> Act:
    """Let Ana answer and time pass, while the others are absent."""

    async def do(story_run: StoryRun) -> None:
        ana, progress = story_run.person("Ana"), story_run.read.progress
        if ana in await story_run.owing():
            await story_run.press(ana)
            return
        due = await story_run.bot.store.deadlines.next_due_at()
        if due is None:
            await story_run.until_changed(progress)
            return
        await story_run.clock.until_asleep()
        # Work that is due and failed is retried after some seconds.
        left = due - story_run.clock.now()
        pass_time(story_run.bot.tables, story_run.clock, left if left > 0 else AGAIN)
        await story_run.clock.until_asleep()

    return Act("time passes", do, is_over)


def chooses_option() -> Act:
    """Let Ana change an option of the lobby on its panel."""

    async def do(story_run: StoryRun) -> None:
        ana = story_run.person("Ana")
        more = await ana.click(story_run.table("Join"), "More")
        panel = (await ana.click(more, "House rules")).message
        panel = (await ana.select(panel, "Choose a rule…", "reserves")).message
        await ana.select(panel, "Reserves", "Reserves: off")

    def done(story_run: StoryRun) -> bool:
        sql = "SELECT options FROM matches"
        return b'"reserves":false' in bytes(story_run.truth.rows(sql)[-1][0])

    return Act("Ana: Reserves off", do, done)


def types(name: str, line: str, done: Done, **options: Any) -> Act:
    """Let a person send a command."""

    async def do(story_run: StoryRun) -> None:
        await story_run.person(name).slash(story_run.place, line, **options)

    return Act(f"{name}: /{line}", do, done)


def begins_daily_deal() -> Act:
    """Let Ana begin the deal of the day, or go on with it."""

    async def do(story_run: StoryRun) -> None:
        ana = story_run.person("Ana")
        page = (await ana.slash(story_run.place, "daily")).message
        ways = ("Play today's deal", "Continue")
        await ana.click(page, next(label for label in ways if label in page.buttons))

    def done(story_run: StoryRun) -> bool:
        return story_run.truth.life not in ("", "lobby")

    return Act("Ana: Play today's deal", do, done)


def learns(key: str, count: int) -> Act:
    """Let Ana look at the answer of her next lesson and give it, until she has passed so many."""

    async def do(story_run: StoryRun) -> None:
        ana = story_run.person("Ana")
        lesson = (await ana.slash(story_run.place, "learn", game=key)).message
        line = ANSWER.search((await ana.click(lesson, "Hint")).text)
        if line is None:
            raise NothingShownError("The coach has no answer.")
        answer = line[1].replace("\\", "")
        await ana.slash(story_run.place, "learn", game=key, answer=answer)

    def done(story_run: StoryRun) -> bool:
        passed = story_run.truth.lessons().get(story_run.person("Ana").user.id, {})
        return len(passed.get(key, ())) == count

    return Act(f"Ana: lesson {count}", do, done)


def takes_back() -> Act:
    """Let people play until one wants to take a move back, and the other agrees."""

    async def do(story_run: StoryRun) -> None:
        for person in story_run.people[:2]:
            more = await person.click(story_run.table("My hand"), "More")
            for button in ("Take back my move", "Let it be taken back"):
                if button in more.message.buttons:
                    await person.click(more, button)
                    return
        await plays().do(story_run)

    def done(story_run: StoryRun) -> bool:
        sql = "SELECT table_state FROM matches"
        return '"is_done":true' in story_run.truth.rows(sql)[-1][0]

    return Act("take back", do, done)


def guesses(name: str, choice: str) -> Act:
    """Let somebody who watches guess who wins."""

    async def do(story_run: StoryRun) -> None:
        person, label = story_run.person(name), "Guess who wins"
        menu = await person.click(await person.click(story_run.table("My hand"), "More"), label)
        await until(lambda: label in menu.message.menus)  # and no longer a button
        await person.select(menu, label, choice)

    return Act(f"{name}: {choice}", do, lambda story_run: bool(story_run.truth.guesses()))


def reviews() -> Act:
    """Let Ana ask for her review, and wait for it."""

    async def do(story_run: StoryRun) -> None:
        await story_run.person("Ana").slash(story_run.place, "match review")
        await until(lambda: is_reviewed(story_run))

    return Act("Ana: /match review", do, is_reviewed)


def is_reviewed(story_run: StoryRun) -> bool:
    return bool(story_run.truth.reviews())


def trains() -> Act:
    """Let Ana decide again what cost her most."""

    async def do(story_run: StoryRun) -> None:
        ana = story_run.person("Ana")
        shown = (await ana.slash(story_run.place, "match train")).message
        while offered := controls(shown):
            await ana.click(shown, encode(offered[0].id))

    def done(story_run: StoryRun) -> bool:
        return any(stage for _, stages in story_run.truth.reviews() for stage in stages)

    return Act("Ana: /match train", do, done)


def has_a_result(story_run: StoryRun) -> bool:
    sql = "SELECT 1 FROM attempts WHERE settled_at IS NOT NULL"
    return bool(story_run.truth.rows(sql))


def stands(*stages: str) -> Done:
    """Check whether the tournament has reached one of these stages."""
    return lambda story_run: story_run.truth.tournament[0] in stages


def is_entrant(name: str, *presences: str) -> Done:
    """Check whether somebody takes part in the tournament."""
    most = presences or ("signed_up", "checked_in")
    return lambda story_run: story_run.truth.presence(story_run.person(name).user.id) in most


def has_begun(story_run: StoryRun) -> bool:
    """Tell whether the first match of the tournament exists."""
    return story_run.truth.is_over or story_run.truth.life == "running"


def is_shown_to_the_end(story_run: StoryRun) -> bool:
    """Tell whether the tournament is over, and everybody sees its result."""
    return story_run.truth.tournament[0] == "finished" and not story_run.truth.broken()


def rests(*, rest: bool) -> Done:
    return lambda story_run: story_run.truth.is_paused() is rest


def prefers_letters(story_run: StoryRun) -> bool:
    ana = story_run.person("Ana").user.id
    sql = "SELECT 1 FROM people WHERE player_id = ? AND prefers_dm = 1"
    return bool(story_run.truth.rows(sql, ana))


def match_of(key: str, *guests: str, **options: Any) -> Story:
    """Return a story of a whole short match that can be compared after each step."""
    sit = [joins(name) for name in guests]
    return Story(key, game(key), (opens(key, **options), *sit, starts(), plays()), by_steps=True)


BOTS_ONE: Done = lambda story_run: story_run.truth.bots == 1  # noqa: E731 - a fact by name
BOTS_NONE: Done = lambda story_run: story_run.truth.bots == 0  # noqa: E731 - as above
SECOND: Done = lambda story_run: len(story_run.truth.matches) == 2  # noqa: E731 - as above

GAMES = (
    match_of("tomate", "Ben", cycles=1),
    match_of("karate_tomate", "Ben", "Chen", trophies_to_call=8),
    match_of("tomatomat", "Ben", rounds=4),
    match_of("dojo", "Ben", "Chen"),
    match_of("diced_tomatoes", "Ben"),
)
TABLES = (
    Story(
        "lobby",
        game("tomate"),
        (
            opens("tomate"),
            joins("Ben"),
            joins("Chen"),
            types("Chen", "table leave", sits("Chen", there=False)),
            types("Ana", "lobby add_bot", BOTS_ONE),
            chooses_option(),
            types("Ana", "lobby remove_bot", BOTS_NONE),
            types("Ana", "lobby cancel", lives("cancelled")),
        ),
    ),
    Story(
        "rematch",
        PLOTS,
        (
            opens("plots", rounds=1),
            joins("Ben"),
            starts(),
            plays(),
            clicks("Ben", SECOND, "Rematch"),
            joins("Ben"),
            clicks("Ana", lives("running"), "Rematch"),
            plays(),
        ),
    ),
    Story(
        "substitute",
        SEALS,
        (
            opens("seals", rounds=2),
            joins("Ben"),
            joins("Chen"),
            starts(),
            clicks("Ben", sits("Ben", there=False), "More", "Leave the match", "Yes, leave"),
            clicks("Dora", sits("Dora"), "Take over a seat", "Basil's seat"),
            plays(),
        ),
    ),
    Story(
        "time-out",
        PLOTS,
        (opens("plots", rounds=1, clock="live_1m"), joins("Ben"), starts(), waits_for_nobody()),
    ),
    Story(
        "end",
        PLOTS,
        (
            opens("plots", rounds=1),
            joins("Ben"),
            starts(),
            types("Ana", "table pause", rests(rest=True)),
            types("Ana", "table resume", rests(rest=False)),
            clicks("Ana", lambda story_run: story_run.truth.votes() > 0, "More", "Vote to stop"),
            clicks("Ben", lives("stopped"), "More", "Vote to stop"),
        ),
    ),
    Story(
        "take-back",
        PLOTS,
        (
            opens("plots", rounds=1),
            joins("Ben"),
            starts(),
            guesses("Chen", "Ana wins"),
            takes_back(),
            plays(),
        ),
    ),
    Story(
        "training",
        game("tomate"),
        (opens("tomate", cycles=1), joins("Ben"), starts(), plays(), reviews(), trains()),
    ),
    Story(
        "thread", PLOTS, (opens("plots", rounds=1, thread=True), joins("Ben"), starts(), plays())
    ),
    Story(
        "letters",
        PLOTS,
        (
            types("Ana", "me dm on", prefers_letters),
            opens("plots", rounds=1),
            joins("Ben"),
            starts(),
            plays(),
        ),
    ),
)


def opens_as_answer(key: str, **options: Any) -> Act:
    """Let Ana open a table that is her command's answer, or ask for it if she got none."""

    async def do(story_run: StoryRun) -> None:
        line, options_of = ("play", opening(key, **options))
        if story_run.truth.matches:
            line, options_of = "table show", {}
        await story_run.person("Ana").slash(story_run.place, line, **options_of)

    return Act(f"Ana: /play {key}", do, is_shown("Join"))


def is_shown(button: str) -> Done:
    """Check whether everybody sees a message with this button."""

    def done(story_run: StoryRun) -> bool:
        return any(button in shown.buttons for shown in story_run.public(story_run.people[0]))

    return done


GROUP = Story(
    "group",
    PLOTS,
    (
        opens_as_answer("plots", rounds=1),
        joins("Ben"),
        starts(),
        plays(),
        clicks("Ben", is_shown("Join"), "Rematch"),
    ),
    place="friends",
)
"""A match where the bot is no member, so that its table is an answer."""
NO_EXTRA = (
    Story("lessons", game("tomate"), (learns("tomate", 1), learns("tomate", 2))),
    Story("daily deal", PLOTS, (begins_daily_deal(), plays(), types("Ana", "daily", has_a_result))),
)
CUP = Story(
    "tournament",
    PLOTS,
    (
        types(
            "Ana",
            "tournament open",
            stands("sign_up", "check_in"),
            game="plots",
            start="600",
            rounds=2,
            size=2,
            clock="slow_1d",
            options="rounds=1",
        ),
        *(clicks(name, is_entrant(name), "Join") for name in ("Ana", "Ben", "Chen")),
        types("Ana", "tournament start", stands("check_in")),
        *(
            clicks(name, is_entrant(name, "checked_in"), "Check in")
            for name in ("Ana", "Ben", "Chen")
        ),
        types("Ana", "tournament start", has_begun),
        plays(is_shown_to_the_end),
    ),
)
"""Two rounds of one table; the third person has a bye."""
STORIES = (*GAMES, *TABLES, GROUP, CUP, *NO_EXTRA)

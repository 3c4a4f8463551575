"""Finished matches can be replayed, logged and verified by people who may see them."""

import re
from threading import Event
from unittest.mock import AsyncMock

import pytest

from bot.tables.bots.searches import Searches
from bot.tables.history import reviews
from bot.tables.history.reviews import CostlyDecision, CurvePoint, Review
from bot.tables.history.terminal import match_lines
from bot.ui.features.history import reviewing
from bot.ui.kit.custom_ids import MatchButton, Verb, encode
from data.records.matches import Actor
from games.core.saving import load_move
from games.tomate import TOMATE
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ShownMessage
from tests.integration.people.test_languages import server_speaks
from tests.integration.support.running_bot import TABLE, RunningBot, controls, forge, tells_hand


def described(message: ShownMessage) -> str:
    """Return the description of a message's one picture."""
    [file] = message.value.attachments
    return file.description or ""


def holds(name: str) -> re.Pattern[str]:
    """Return a pattern for somebody's open cards of Tomate."""
    return re.compile(rf"\b{name}: [^.:]* of (coins|cups|swords|clubs)")


async def test_a_match_is_seen_again_step_by_step(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """A result leads to the replay, viewpoints, all hands, the log file and the fairness check."""
    result = await env.result(ana, ben)
    shown = await chen.click(await chen.click(result, "More"), "Replay")
    first, ways = shown.text, shown.message.buttons
    await chen.click(shown, "▶")
    second, files, alt = shown.text, list(shown.message.files), described(shown.message)
    await chen.click(shown, "More")
    await chen.select(shown, "Change viewpoint…", "Ana")
    eyes = list(shown.message.files)
    await chen.click(shown, "More")
    rounds = shown.message.menu("Jump to a round…")
    await chen.select(shown, "Jump to a round…", list(rounds)[-1])
    jumped = shown.text
    await chen.click(shown, "More")
    await chen.select(shown, "Change viewpoint…", "Spectator")
    watched = described(shown.message)
    await chen.click(shown, "More")
    more = shown.message.buttons
    assert "Review" not in more
    await chen.click(shown, "Last")

    assert shown.ephemeral
    assert "**Step 0 of" in first
    assert ways == ["▶", "Play", "More"]
    assert all(holds(name).search(alt) for name in ("Ana", "Ben"))
    assert "**Step 1 of" in second
    assert files == eyes == ["step.png"]
    assert len(rounds) == 2
    assert "**Step 0 of" not in jumped
    assert not holds("Ana").search(watched)
    assert "Back to the replay" in more
    assert "▶" not in shown.message.buttons

    log = await chen.click(await chen.click(result, "More"), "Log")
    opened = log.text
    await chen.select(log, "Jump to a round…", list(log.message.menu("Jump to a round…"))[1])
    file = await chen.click(log, "As a file")
    fair = await chen.click(await chen.click(result, "More"), "Verify")

    assert opened.startswith("### Hand 1")
    assert "Hand 2 of 2" not in opened
    assert log.text.startswith("### Hand 2")
    assert "\n-# Hand 2 of 2: " in log.text
    assert tells_hand("Ana", log.text)
    [(name, content)] = file.message.files.items()
    assert name.endswith(".txt")
    assert b"Seed of the deal" in content
    assert tells_hand("Ben", content.decode())
    assert "✅ Verified" in fair.text


async def reviewed(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> tuple[str, PlaygroundUser, int]:
    """Play a match and store a review with two mistakes; return both, its player and the step."""
    await env.result(ana, ben)
    match = (await ana.complete("@bot", "match review", focused="match", match="")).popitem()[1]
    store = env.bot.store
    steps = await store.history.steps(match)
    seat, moved = next((item.seat, item) for item in steps if item.actor is Actor.PLAYER)
    held = [tenure for tenure in await store.matches.tenures(match) if tenure.seat == seat]
    player = {person.user.id: person for person in (ana, ben)}[held[0].sitter.player_id or 0]
    form = load_move(TOMATE, moved.move or b"").model_dump(mode="json")
    step = moved.step - 1
    mistake = CostlyDecision(step=step, made=form, best=form, made_chance=0.25, best_chance=0.5)
    content = Review(
        seat=seat or 0,
        decisions=4,
        good=3,
        mistakes=(mistake, mistake.model_copy(update={"best_chance": 0.4})),
        curve=tuple(
            CurvePoint(step=place, chances=(place / 9, 1 - place / 9)) for place in range(10)
        ),
    )
    await store.reviews.request(match, player.user.id)
    await store.reviews.save(match, player.user.id, content.model_dump(mode="json"))
    return match, player, step


async def test_a_player_reviews_their_decisions(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """Only a player gets a review: the curve, the accuracy, and a picture of each mistake."""
    match, player, step = await reviewed(env, ana, ben)
    refused = await chen.slash(TABLE, "match review", match=match)
    offered = await chen.complete(TABLE, "match review", focused="match", match="")
    shown = await player.slash(TABLE, "match review", match=match)
    words, files, ways = shown.text, list(shown.message.files), shown.message.buttons
    await player.click(shown, ways[0])
    decision, seen = shown.text, list(shown.message.files)
    alt = described(shown.message)
    ways_on = shown.message.buttons
    await player.click(shown, "▶")
    second, ways_back = shown.text, shown.message.buttons
    await player.click(shown, "Review")
    again = shown.text
    await server_speaks(env, env.playground.world.guild.id, "es")
    await player.click(shown, "Share")
    shared = player.latest(TABLE)
    opened = await chen.click(shared, "Repetición")
    decision_again = await player.click(
        await player.slash("@bot", "match review", match=match), ways[0]
    )
    practice = await player.click(decision_again, "Practice this position")

    assert ways_on == ["Practice this position", "▶", "Share", "Review"]
    assert ways_back == ["Practice this position", "◀", "Share", "Review"]
    assert f"{player.name}: " in alt
    assert "25% to win. Better: " in alt
    assert "1 of 2" in decision
    assert "2 of 2" in second
    assert "only review a match that you played in" in refused.text
    assert "**75%** of your decisions" in words
    assert (files, ways[2:]) == (["chances.png"], ["Decide again", "Share"])
    assert (shared.ephemeral, shared.buttons) == (False, ["Repetición"])
    assert f"**{player.name}**: el **75\N{NO-BREAK SPACE}%** de las decisiones" in shared.text
    assert "costosas" not in shared.text
    assert "Step 0 of" in opened.text
    assert f"from step {step} of table {match[:4]}" in practice.text
    assert ways[:2] == ["hand 1, move 1: -25%", "hand 1, move 1: -15%"]
    assert offered == {}
    assert seen == ["decision.png"]
    assert again == words


async def test_a_costly_decision_is_made_again(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A review leads to its decisions with their real controls; one answer says if it's better."""
    match, player, _ = await reviewed(env, ana, ben)
    monkeypatch.setattr(env.bot.tables.reviews, "is_good", AsyncMock(return_value=False))
    review = await player.slash(TABLE, "match review", match=match)
    shown = await player.click(review, "Decide again")
    asked, files = shown.text, list(shown.message.files)
    await player.click(shown, controls(shown.message)[0])
    await env.settled()
    outcome = shown.text
    await player.click(shown, "Next decision")
    done = await player.slash("@bot", "match train")

    assert f"From your match {match[:4]}" in asked
    assert files == ["lesson.png"]
    assert outcome[0] in "✅❌"
    assert controls(shown.message) == []
    assert "You're done for now" in done.text


async def test_a_mistake_is_shared(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """A player shares one mistake with their name; its button opens the replay there."""
    match, player, step = await reviewed(env, ana, ben)
    shown = await player.slash(TABLE, "match review", match=match)
    await player.click(shown, shown.message.buttons[1])
    await player.click(shown, "Share")
    posted = player.latest(TABLE)
    alt = described(posted)
    position = await chen.click(posted, "Replay")

    assert (posted.ephemeral, list(posted.files)) == (False, ["decision.png"])
    assert f"{player.name}: " in alt
    assert f"**Step {step} of" in position.text


async def test_a_review_appears_by_itself(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer says how far a review is, and becomes the review without another press."""
    goes_on = Event()

    def forecasted(moment: reviews.Moment) -> tuple[float, ...]:
        if moment.step:
            goes_on.wait()
        return 0.5, 0.5

    monkeypatch.setattr(reviews, "judged", lambda _: None)
    monkeypatch.setattr(reviews, "forecasted", forecasted)
    monkeypatch.setattr(reviewing, "PAUSE", 0.01)
    await env.result(ana, ben)
    shown = (await ana.slash(TABLE, "match review")).message
    begun = shown.text
    await env.playground.until(lambda: "▰" in shown.text, "the progress")
    goes_on.set()
    await env.playground.until(lambda: bool(shown.files), "the review")

    assert "**0%**" in begun
    assert list(shown.files) == ["chances.png"]


async def test_a_review_that_fails_says_so(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a worker that answers, the waiting message says that it can't be computed."""
    monkeypatch.setattr(Searches, "run", AsyncMock(return_value=None))
    await env.result(ana, ben)
    shown = (await ana.slash(TABLE, "match review")).message
    await env.playground.until(lambda: "can't compute" in shown.text, "the refusal")

    assert shown.buttons == []


async def test_a_replay_plays_on_in_any_seat(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """A player plays on in their own seat, a spectator in a chosen one, and neither at the end."""
    result = await env.result(ana, ben)
    shown = await ana.click(await ana.click(result, "More"), "Replay")
    await ana.click(shown, "▶")
    await ana.click(shown, "More")
    mine = await ana.click(shown, "Play on")
    seen = await chen.click(await chen.click(result, "More"), "Replay")
    await chen.click(seen, "More")
    asked = await chen.click(seen, "Play on")
    bens = list(asked.message.menu("Choose a seat…"))
    theirs = await chen.select(asked, "Choose a seat…", "Ben")
    await chen.click(seen, "Last")
    await chen.click(seen, "More")

    assert "from step 1 of table" in mine.text
    assert sorted(bens) == ["Ana", "Ben"]
    assert theirs.ephemeral
    assert "from step 0 of table" in theirs.text
    assert "Play on" not in seen.message.buttons
    assert "Rematch" in env.public(ana).buttons


async def test_a_match_is_saved_as_a_file(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """A spectator saves a match as a file without names, which a terminal can print."""
    result = await env.result(ana, ben)
    replay = await chen.click(await chen.click(result, "More"), "Replay")
    await chen.click(replay, "More")
    saved = await chen.click(replay, "Export")
    [(name, content)] = saved.message.files.items()
    lines = list(match_lines(content))

    assert name.startswith("tomate-")
    assert b"Ana" not in content
    assert lines[0].startswith("== Step 0 of")


async def test_commands_look_back_on_the_matches_of_this_server(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """A server offers all its matches, whatever lobby is open, and DMs offer only one's own."""
    await ana.click(await env.result(ana, ben), "Rematch")
    await env.settled()
    offered = await chen.complete(TABLE, "match replay", focused="match", match="toma")
    mine = await ana.complete("@bot", "match verify", focused="match", match="")
    match = next(iter(offered.values()))

    assert list(offered.values()) == list(mine.values()) == [match]
    assert await chen.complete("@bot", "match replay", focused="match", match="") == {}
    assert "**Step 0 of" in (await chen.slash(TABLE, "match replay", match=match)).text
    assert "**Step 0 of" in (await ana.slash("@bot", "match replay")).text
    assert "✅ Verified" in (await ana.slash("@bot", "match verify")).text
    assert tells_hand("Ana", (await chen.slash(TABLE, "match log")).text)
    for command in ("match replay", "match log", "match verify"):
        for refused in (
            await chen.slash("@bot", command, match=match),
            await chen.slash(TABLE, command, match="no-such-match"),
        ):
            assert "There's no such match here" in refused.text
    assert "You haven't played a match" in (await chen.slash("@bot", "match replay")).text


async def test_a_running_match_tells_each_seat_its_own_log(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """A running match can't be replayed, and its log has only what its reader may know."""
    table = await env.table(ana, ben, cycles=1)
    club_match = (await env.bot.tables.queries.matches_of(ana.user.id))[0].id
    log = await ana.slash(TABLE, "match log")
    watched = await chen.slash(TABLE, "match log", match=club_match)
    file = await chen.slash(TABLE, "match log", match=club_match, file=True)
    for refused in (
        await ana.slash(TABLE, "match replay", match=club_match),
        await ana.slash(TABLE, "match verify", match=club_match),
        await forge(chen, table, f"tb:replay:{club_match}:0:o"),
        await forge(chen, table, f"tb:verify:{club_match}:0"),
        await forge(chen, table, encode(MatchButton(Verb.SHARE_CLIP, club_match))),
    ):
        assert "still in progress" in refused.text
    assert not tells_hand("Ana", watched.text)
    assert "As a file" not in log.message.buttons
    [content] = file.message.files.values()
    assert b"Seed of the deal" not in content
    assert not tells_hand("Ana", content.decode())
    assert not tells_hand("Ben", log.text)

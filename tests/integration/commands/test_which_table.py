"""A command that may mean several tables asks which one, and runs at the chosen one."""

import sys

from bot.tables.domain.views import MatchSummary
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ActionResult
from tests.integration.support.running_bot import TABLE, RunningBot


async def _two_tables(env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser) -> dict[str, str]:
    """Start two matches of the same people; return each code by its host's name."""
    await env.table(ana, ben, cycles=1)
    await env.table(ben, ana, cycles=1)
    summaries = await env.bot.tables.queries.matches_of(ana.user.id)
    hosts = {ana.user.id: "Ana", ben.user.id: "Ben"}
    return {hosts[summary.host_id]: summary.code for summary in summaries}


async def _revisions(env: RunningBot, *summaries: MatchSummary) -> list[int]:
    """Return the revision of each match."""
    return [(await env.bot.store.matches.load(summary.id))[0].revision for summary in summaries]


async def _choose(person: PlaygroundUser, asked: ActionResult, code: str) -> ActionResult:
    return await person.click(
        asked, next(button for button in asked.message.buttons if code in button)
    )


async def test_a_typed_move_is_made_at_the_chosen_table(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """One press makes the typed move at the chosen table and none at the other."""
    await _two_tables(env, ana, ben)
    (summary, other) = await env.bot.tables.queries.matches_of(ana.user.id)
    is_ana = (await env.bot.tables.queries.match_view(summary.id, ana.user.id)).question is not None
    person = ana if is_ana else ben
    offered = await person.complete(TABLE, "move", focused="move", move="", table=summary.id)
    asked = await person.slash(TABLE, "move", move=next(iter(offered.values())))
    before = await _revisions(env, summary, other)
    made = await _choose(person, asked, summary.code)
    await env.settled()
    after = await _revisions(env, summary, other)

    assert (asked.ephemeral, made.ephemeral) == (True, True)
    assert "Done." in made.text
    assert after[0] > before[0]
    assert after[1] == before[1]


AT_EACH = {
    "hand": ("In advance:", "unseen?"),
    "table leave": ("Leave this match?", "Leave this match?"),
    "table pause": ("The table is paused", "Only the host"),
    "why": ("", ""),
}
"""Commands with parts of their answers at one's own table and at another host's."""


async def test_the_chosen_table_gets_the_command(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Each command runs at the chosen table with this person's rights."""
    codes = await _two_tables(env, ana, ben)
    for line, (own, other) in AT_EACH.items():
        asked = await ben.slash(TABLE, line)

        assert own in (await _choose(ben, asked, codes["Ben"])).text
        assert other in (await _choose(ben, asked, codes["Ana"])).text


async def test_what_was_typed_survives_a_restart_and_no_tidying(
    stopped: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """The buttons that choose a table survive a restart; after a cleanup they ask to type again."""
    async with stopped.open():
        await stopped.lobby(ana)
        await stopped.lobby(ben, ana)
        asked = await ana.slash(TABLE, "lobby add_bot", name="Saffron")
        (summary, _) = await stopped.bot.tables.queries.matches_of(ana.user.id)
    async with stopped.open():
        await _choose(ana, asked, summary.code)
        names = (await stopped.bot.tables.queries.summary(summary.id)).names
        await stopped.bot.store.interactions.prune(sys.maxsize)
        late = await _choose(ana, asked, summary.code)

    assert "Saffron" in names
    assert "type it again" in late.text


async def test_many_tables_are_offered_in_a_menu(env: RunningBot) -> None:
    """If there are more tables than buttons in a row, they are offered in a menu."""
    *hosts, guest = [env.person(user.display_name) for user in env.playground.world.people][:7]
    for host in hosts:
        await host.slash(TABLE, "play", game="tomate")
    asked = await guest.slash(TABLE, "table show", text=True)
    (summary,) = await env.bot.tables.queries.matches_of(hosts[0].user.id)
    shown = await guest.select(
        asked, "There is more than one table. Which one do you mean?", summary.id
    )

    assert asked.message.buttons == []
    assert "Ana (host)" in (shown.message.alts[0] or "")

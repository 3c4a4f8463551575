"""Every message other than the table, as large as it can become, in one language."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

from bot.tables.competitions.daily_boards import BoardLine
from bot.tables.competitions.daily_deals import PAST, DealView, PostView, WeekView
from bot.tables.domain.guild_settings import GuildSettings
from bot.tables.domain.views import MatchSummary, MatchView
from bot.tables.history.archive import Entry, LogRound, MatchLog, RoundStart, TurningPoint, Verdict
from bot.tables.history.archive import ReplayStep as Look
from bot.tables.history.clips import Clip, ClipMoment
from bot.tables.history.replay import Finding
from bot.tables.history.reviews import CostlyDecision, Review, ReviewState
from bot.tables.leaderboards.ratings import Strength
from bot.tables.leaderboards.views import (
    EarnedTitle,
    GameRecord,
    HeadToHead,
    LeaderboardLine,
    LeaderboardPage,
    LuckSummary,
    NewTitle,
    Outcome,
    Profile,
    RatingChange,
    RecentResult,
    Rivalry,
)
from bot.tables.lobbies.practice import Advice
from bot.tables.ports import Reminder, Why
from bot.tables.server_settings import MOST_CHANNELS, ServerDecisions
from bot.ui.features.coaching import help_messages as helps
from bot.ui.features.daily.messages import (
    back_button,
    deal_message,
    more_message,
    post_message,
    shared_message,
    week_message,
)
from bot.ui.features.history.messages.clip import clip_message
from bot.ui.features.history.messages.log import log_file, log_message
from bot.ui.features.history.messages.replay import replay_message, seat_menu_message, ways_message
from bot.ui.features.history.messages.review import (
    mistake_message,
    review_message,
    shared_mistake_message,
    shared_review_message,
    waiting_message,
)
from bot.ui.features.history.messages.verdict import verdict_message
from bot.ui.features.history.steps import step_picture
from bot.ui.features.leaderboards.messages import board_message, duel_message, profile_message
from bot.ui.features.me.commands import MOST_LINES, table_line
from bot.ui.features.settings.doctor import health_message
from bot.ui.features.settings.messages import settings_message
from bot.ui.i18n.readers import picture_reader, plain_reader, public_reader, reader
from bot.ui.i18n.texts import server_texts
from bot.ui.i18n.texts.common_texts import (
    CHANGED,
    NO_PICTURES,
    NO_THREAD,
    THREAD_REFUSED,
    TOO_MANY_THREADS,
)
from bot.ui.interactions.bot_permissions import FOR_PICTURES, FOR_THREADS, NEEDED
from bot.ui.kit.message import OutgoingMessage, paragraph
from bot.ui.match.messages.hand import hand_message
from bot.ui.match.messages.lobby import cancelled_message
from bot.ui.match.messages.more import seats_message, stop_message
from bot.ui.match.messages.practice import practice_end_message
from bot.ui.match.messages.reminder import dm_message, notice_message
from bot.ui.match.messages.result import ended_message, result_message, result_ways
from bot.ui.match.messages.rules import rule_pages, rules_message
from bot.ui.match.messages.table import table_message
from bot.ui.match.messages.thread_link import opening_message, sign_message
from bot.ui.match.messages.welcome import game_message, welcome_message
from bot.ui.match.messages.welcome import more_message as welcome_more
from bot.ui.match.messages.why_and_hint import hint
from bot.ui.pictures.attachments import Epilogue
from data.records.daily_deals import Attempt
from data.records.leaderboards import Participation, Season
from data.records.matches import Actor, Life
from data.stores.guesses import Guesser
from games import GAMES
from games.core.ai.memory import NO_MEMORY, Level
from games.core.game import AnyGame
from games.core.rng import Rng
from games.core.tableau_text import alt_text
from games.core.text import Reader, symbol
from games.core.values import Seat
from render.subject import USUAL
from tests.games.plays import Match, Position, positions
from tests.limits.tournament_messages import (
    PICTURE,
    URL,
    public_tournament_messages,
    tournament_messages,
)
from tests.security.views import FIRST_PLAYER, name_of, table_of

Kind = tuple[str, OutgoingMessage]
"""The kind of a message, and the message."""

TWICE = (*GAMES, *GAMES)
MANY = 99_999


@dataclass(frozen=True)
class OtherMessages:
    """One moment of a match, with the other messages that can be opened from it."""

    moment: Position
    language: str

    def match_view(self, viewer: Seat | None) -> MatchView:
        return table_of(self.moment).match_view(self.moment.state, viewer)

    def to(self, match_view: MatchView) -> Reader:
        return reader(self.language, match_view.summary.names)

    def messages(self) -> Iterator[Kind]:
        """Yield every message of this moment by its kind."""
        yield from self._practice()
        yield from self._help()
        watched = self.match_view(None)
        if watched.summary.life is Life.RUNNING:
            yield from self._calls(watched)
        else:
            yield from self._past(watched)

    def public(self) -> Iterator[Kind]:
        """Yield every message of this moment that is posted or shared, as everybody reads it."""
        watched = self.match_view(None)
        to = public_reader(self.language, watched.summary.names)
        alt = alt_text(watched.tableau, picture_reader(self.language, watched.summary.names))
        picture = replace(PICTURE, alt=alt)
        for remark in (None, NO_THREAD, THREAD_REFUSED, TOO_MANY_THREADS, NO_PICTURES):
            for pictures in ((picture,), ()):
                yield "table", table_message(watched, pictures, to, remark=remark)
        card = watched.summary
        if card.life is not Life.RUNNING:
            for pictures in ((picture,), ()):
                yield "result", result_message(watched, pictures, to, _epilogue(watched))
            yield "table", ended_message(watched, to, URL)
            yield "result", result_ways(card, to)
            yield from self._shared(watched, to)
            return
        yield "thread", sign_message(watched, 10**18, to)
        yield "thread", opening_message(watched, to)
        lobby = replace(card, life=Life.LOBBY)
        yield "lobby", cancelled_message(lobby, to)
        yield from (("notices", notice_message(*call, to, URL)) for call in self._reminders(card))

    def _shared(self, match_view: MatchView, to: Reader) -> Iterator[Kind]:
        """Yield what people can share of a finished match."""
        match, card = self.moment.match, match_view.summary
        entries = _entries(match)
        middle = len(entries) // 2
        moment = list(positions(match))[middle]
        for look in self._looks(entries[middle], moment, len(entries) - 1):
            plainly = picture_reader(self.language, card.names)
            picture = replace(PICTURE, alt=step_picture(look, plainly, USUAL).alt)
            yield "replay", replay_message(look, picture, to)
            yield "replay", ways_message(look, to)
        shown = ClipMoment(MANY, match_view, None, match_view.standing.points)
        yield "clip", clip_message(Clip(card, MANY, (shown,)), PICTURE, to)
        state_of = ReviewState(card, None, MANY, MANY)
        for decisions in (0, MANY):
            review = Review(seat=0, decisions=decisions, good=1, mistakes=(), curve=())
            yield "review", shared_review_message(state_of, review, PICTURE, to)
        yield "review", shared_mistake_message(state_of, PICTURE, to)

    def _practice(self) -> Iterator[Kind]:
        """Yield a practice table with and without pictures, and the advice for its seat."""
        game, state = self.moment.game, self.moment.state
        for seat in range(self.moment.match.seats):
            match_view = self.match_view(seat)
            to = self.to(match_view)
            for pictures in ((PICTURE,), ()):
                if match_view.summary.life is Life.RUNNING:
                    yield "practice", hand_message(match_view, pictures, to, note=CHANGED)
                else:
                    yield "practice", practice_end_message(match_view, pictures, to, CHANGED)
            if match_view.question is None:
                continue
            view = game.view(state, seat)
            move = game.policy(view, NO_MEMORY, Level.NORMAL, Rng(f"advice {seat}"))
            form = move.model_dump(mode="json")
            advice = Advice(
                summary=match_view.summary,
                question=match_view.question,
                form=form,
                reason=CHANGED,
                rule=game.rule(view),
                chance=0.41,
                second=form,
                second_chance=0.32,
            )
            yield "hints", hand_message(match_view, (), to, helped=hint(advice))

    def _help(self) -> Iterator[Kind]:
        for seat in range(self.moment.match.seats):
            match_view = self.match_view(seat)
            yield "help", helps.table_help(match_view, URL, self.to(match_view))
        match_view = self.match_view(None)
        yield "help", helps.watching_help([match_view.summary] * 20, self.to(match_view))

    def _calls(self, match_view: MatchView) -> Iterator[Kind]:
        """Yield reminders of every kind, in the channel and as DMs, to everybody at once."""
        to, card = self.to(match_view), match_view.summary
        lobby = replace(card, life=Life.LOBBY)
        for about, reminder, people in self._reminders(card):
            yield "notices", notice_message(about, reminder, people, to, URL)
            yield "notices", dm_message(about, reminder, to, URL)
        free = tuple(replace(occupant, open_to_substitutes=True) for occupant in card.occupants)
        yield "seats and stops", seats_message(replace(card, occupants=free), to)
        yield "seats and stops", stop_message(card, to)
        yield "seats and stops", cancelled_message(lobby, to)
        yield "seats and stops", sign_message(match_view, 10**18, to)

    def _reminders(
        self, card: MatchSummary
    ) -> Iterator[tuple[MatchSummary, Reminder, tuple[int, ...]]]:
        people = tuple(FIRST_PLAYER + seat for seat in range(self.moment.match.seats))
        for why, due in ((why, due) for why in get_args(Why) for due in (None, 1_900_000_000_000)):
            about = replace(card, life=Life.LOBBY) if why == "invited" else card
            reminder = Reminder(
                match_id=card.id, question="1", mention=people, write=people, due_at=due, why=why
            )
            yield about, reminder, people

    def _past(self, match_view: MatchView) -> Iterator[Kind]:
        """Yield replays for each kind of viewer, the log's pages and file, and verdicts."""
        match, to, card = self.moment.match, self.to(match_view), match_view.summary
        entries = _entries(match)
        card = replace(card, seed="f" * 64)
        for entry, moment in list(zip(entries, positions(match), strict=True))[
            :: len(entries) // 3
        ]:
            for look in self._looks(entry, moment, len(entries) - 1):
                yield "replay", replay_message(look, PICTURE, self.to(look.table))
                yield "replay", ways_message(look, self.to(look.table))
        yield "replay", seat_menu_message(card, MANY, to)
        shown = ClipMoment(MANY, match_view, None, match_view.standing.points)
        yield "replay", clip_message(Clip(card, MANY, (shown,)), PICTURE, to)
        events = tuple(event for entry in entries for event in entry.events)
        chronicle = MatchLog(
            card, (LogRound(CHANGED, events), *[LogRound(CHANGED, ())] * 40), entries
        )
        for page in range(2 + sum(map(len, map(str, events))) // 1000):
            yield "log", log_message(chronicle, page, to)
        yield "log", log_file(chronicle, plain_reader(self.language, card.names))
        yield from self._review(match_view)
        for finding in Finding:
            yield "verdicts", verdict_message(Verdict(card, finding, MANY), to)

    def _review(self, match_view: MatchView) -> Iterator[Kind]:
        """Yield a review that waits, a whole one, and one of its decisions."""
        game, state, to = self.moment.match.game, self.moment.state, self.to(match_view)
        state_of = ReviewState(match_view.summary, None, MANY, MANY)
        yield "review", waiting_message(state_of, to)
        for seat in range(self.moment.match.seats):
            view = game.view(state, seat)
            if game.prompt(view) is None:
                continue
            form = game.policy(view, NO_MEMORY, Level.NORMAL, Rng(f"{seat}")).model_dump(
                mode="json"
            )
            mistake = CostlyDecision(
                step=MANY, made=form, best=form, made_chance=0.25, best_chance=0.75
            )
            review = Review(seat=seat, decisions=MANY, good=1, mistakes=(mistake,) * 3, curve=())
            yield "review", review_message(state_of, review, (), PICTURE, to)
            entry = Entry(MANY, seat, Actor.PLAYER, 0, ())
            look = Look(
                entry=entry,
                last=MANY,
                eyes=seat,
                table=self.match_view(seat),
                hands=(self.match_view(seat),),
                rounds=(),
            )
            yield "review", mistake_message(review, 1, look, PICTURE, to)

    def _looks(self, entry: Entry, moment: Position, last: int) -> Iterator[Look]:
        """Yield one step as a spectator, one seat and all seats together saw it."""
        each_table, state = table_of(moment), moment.state
        hands = tuple(each_table.match_view(state, seat) for seat in range(moment.match.seats))
        rounds = tuple(RoundStart(step, CHANGED) for step in range(60))
        for eyes, shown in (("watcher", ()), (0, hands[:1]), ("open", hands)):
            yield Look(
                entry=entry,
                last=last,
                eyes=eyes,  # type: ignore[arg-type]  # mypy widens the words to str
                table=each_table.match_view(state, eyes if isinstance(eyes, int) else None),
                hands=shown,
                rounds=rounds,
            )


def _epilogue(match_view: MatchView) -> Epilogue:
    """As much as can be told of a match."""
    summary = match_view.summary
    weak, strong = Strength(0, 9_999), Strength(9_999, 9_999)
    changes = tuple(
        RatingChange(occupant.seat, occupant.name, summary.game, weak, strong)
        for occupant in summary.occupants
    )
    titles = tuple(
        NewTitle(occupant.seat, occupant.name, EarnedTitle(summary.game, CHANGED, CHANGED))
        for occupant in summary.occupants
    )
    outcome = Outcome(leavers=summary.names, changes=changes, titles=titles)
    guesses = tuple(Guesser(name, MANY) for name in (*summary.names, *summary.names))
    return Epilogue(outcome, TurningPoint(0, CHANGED, MANY), guesses)


def _entries(match: Match) -> tuple[Entry, ...]:
    """Return a match's entries in the log."""
    turns = [(turn.seat, turn.step.events) for turn in match.turns]
    steps: Sequence[Any] = [(None, match.start.events), *turns]
    actors = (Actor.PLAYER, Actor.TIMEOUT)
    return tuple(
        Entry(n, seat, actors[n % 2], 1_900_000_000_000, tuple(event.text() for event in events))
        for n, (seat, events) in enumerate(steps)
    )


def without_match(language: str) -> Iterator[Kind]:
    """Yield messages that need no match: rules, leaderboards, profiles, settings and help."""
    to = reader(language)
    for game in GAMES:
        for page in range(len(rule_pages(game, language))):
            yield "rules", rules_message(game, page, to, (PICTURE, PICTURE))
    yield "games", welcome_message(GAMES, PICTURE, to)
    yield "games", welcome_more(to, has_boards=True)
    yield from (("games", game_message(game, PICTURE, to)) for game in GAMES)
    yield from _settings(to)
    yield from _owners_lines(to)
    for pages in (PICTURE, None):
        for about in (None, *GAMES):
            board = _board(about)
            worded = pages is None
            yield (
                "boards",
                board_message(board, pages, to, viewer_id=0, games=GAMES, in_words=worded),
            )
            profile = _profile(about)
            yield ("profiles", profile_message(profile, pages, to, viewer_id=7, in_words=worded))
    rivalries = tuple(Rivalry(game=game, matches=MANY, ahead=MANY, behind=MANY) for game in GAMES)
    duel = HeadToHead(name=name_of(0), other_name=name_of(6), rivalries=rivalries)
    yield "profiles", duel_message(duel, to)
    yield from _daily_deals(to)
    yield from (("tournaments", message) for message in tournament_messages(to))


def public_without_match(language: str) -> Iterator[Kind]:
    """Yield messages about no match that are posted or shared, as everybody reads them."""
    to = public_reader(language)
    yield "games", welcome_message(GAMES, PICTURE, to)
    for game in GAMES:
        yield "daily deals", post_message(PostView(_deal(game), ()), PICTURE, to)
    yield from (("tournaments", message) for message in public_tournament_messages(to))
    for about in (None, *GAMES):
        for picture in (PICTURE, None):
            board = _board(about)._replace(viewer=None)
            yield (
                "boards",
                board_message(board, picture, to, viewer_id=0, games=GAMES, in_words=False),
            )

            profile = _profile(about)._replace(is_hidden=False, missing=())
            yield "profiles", profile_message(profile, picture, to, viewer_id=0, in_words=False)
    for game in GAMES:
        deal = _deal(game)
        assert deal.own is not None
        yield "daily deals", shared_message(deal, deal.own, name_of(1), PICTURE, to)


def _deal(game: AnyGame) -> DealView:
    """A deal with long names and numbers, and as many people as fit."""
    played = Attempt(
        match_id="m" * 12, day=MANY, game="dojo", player_id=1, counts=True, begun_at=1,
        settled_at=2, place=13, places=13, points=-MANY, margins=(-MANY, 0, MANY) * 20,
    )  # fmt: skip
    line = BoardLine(rank=MANY, player_id=1, name=name_of(1), attempt=played, streak=MANY)
    lines = tuple(
        replace(line, attempt=replace(played, match_id=f"match-{number:06}"))
        for number in range(99)
    )
    return DealView(
        day=20_000, game=game, starts_at=MANY, ends_at=MANY, is_open=True, seed_hash="f" * 64,
        seed="f" * 66, own=played, is_deleted=False, is_rehearsed=False, lines=lines,
        streak=MANY, week=frozenset(),
    )  # fmt: skip


def _daily_deals(to: Reader) -> Iterator[Kind]:
    """The daily deals, with long names and numbers."""
    week = WeekView(20_000, True, ())
    for game in GAMES:
        deal = _deal(game)
        assert deal.own is not None
        past = [(game, replace(deal.own, day=day)) for day in range(PAST)]
        yield "daily deals", more_message(deal, past, to)
        yield "daily deals", week_message(week, PICTURE, back_button(deal, to), to)
        yield "daily deals", shared_message(deal, deal.own, name_of(1), PICTURE, to)
        for own in (None, replace(deal.own, settled_at=None), deal.own):
            shown = replace(deal, own=own)
            yield "daily deals", deal_message(shown, (PICTURE,), to)
            for is_open in (True, False):
                post = PostView(replace(shown, is_open=is_open), deal.lines)
                yield "daily deals", post_message(post, PICTURE, to)


def _settings(to: Reader) -> Iterator[Kind]:
    channels = tuple(range(10**18, 10**18 + MOST_CHANNELS))
    for chosen in ((), channels):
        settings = GuildSettings(
            channels=chosen, tables_per_channel=77, deals_channel=max(chosen, default=None)
        )
        rules = ServerDecisions(settings, to.language)
        yield "settings", settings_message(rules, to)


def _owners_lines(to: Reader) -> Iterator[Kind]:
    """Yield a health message with every possible problem, and a list of twenty tables."""
    missing = list((NEEDED | FOR_PICTURES | FOR_THREADS).values())
    where = server_texts.channel(10**18)
    commands = [symbol(f"command-{number}") for number in range(30)]
    bad = [
        server_texts.DATABASE_BROKEN,
        server_texts.behind(MANY, symbol("<t:1900000000:R>")),
        server_texts.late(MANY),
        server_texts.commands_differ(commands),
        server_texts.DM_REFUSED,
        *[server_texts.channel_lacks(where, missing)] * MOST_CHANNELS,
    ]
    yield "health", health_message([server_texts.bad(line) for line in bad], to, tests_dm=True)
    stages = (server_texts.WAITING, server_texts.LOBBY, server_texts.IN_PROGRESS)
    facts = [(stage, symbol("<t:1900000000:R>")) for stage in stages]
    mine = [
        server_texts.mine(GAMES[n % len(GAMES)].info.title, "abcd", where, facts[n % 3])
        for n in range(MOST_LINES)
    ]
    lines = [table_line(line, None, URL, to) for line in mine]
    items = (paragraph(to, server_texts.MINE), *lines, paragraph(to, server_texts.and_more(MANY)))
    yield "tables of one's own", OutgoingMessage(items)


def _line(place: int) -> LeaderboardLine:
    return LeaderboardLine(
        place=99_000 + place,
        player_id=place,
        name=name_of(place),
        strength=Strength(9_999, 9_999),
        matches=MANY,
        wins=MANY,
        podiums=MANY,
        streak=MANY,
        best_streak=MANY,
    )


def _season() -> Season:
    return Season(guild_id=1, season=9_999, name="S" * 100, started_at=1, ended_at=None)


def _board(game: AnyGame | None) -> LeaderboardPage:
    """Return a page of ten long names with long numbers, one of a thousand pages."""
    lines = tuple(map(_line, range(10)))
    return LeaderboardPage(
        game=game,
        season=_season(),
        is_only=False,
        page=400,
        pages=999,
        lines=lines,
        viewer=_line(11),
    )


def _profile(game: AnyGame | None) -> Profile:
    """A profile on a host with twice as many games."""
    recent = tuple(
        RecentResult(
            match_id=f"m{n}",
            game=GAMES[n % len(GAMES)],
            at=1,
            place=13,
            places=13,
            part=list(Participation)[n % len(Participation)],
            change=-9_999,
        )
        for n in range(10)
    )
    chances = tuple(
        LuckSummary(game=each_game, measure=CHANGED, draws=9, percent=MANY) for each_game in TWICE
    )
    titles = tuple(
        EarnedTitle(game=game, name=title.name, how=title.how)
        for game in TWICE
        for title in game.titles
    )
    return Profile(
        player_id=7,
        name=name_of(1),
        game=game,
        season=_season(),
        is_hidden=True,
        line=_line(1),
        recent=recent,
        chances=chances,
        games=GAMES,
        unplayed=TWICE,
        records=tuple(
            GameRecord(game=each_game, line=_line(1), gains=(-MANY,) * 6) for each_game in TWICE
        ),
        best=recent[0],
        streak=MANY,
        titles=titles,
        missing=titles,
    )

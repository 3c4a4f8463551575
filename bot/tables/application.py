"""The application as one object for the Discord side, with one part per subject."""

from collections.abc import Callable, Sequence
from functools import partial

from bot.background import background
from bot.tables.bots.bot_moves import BotMoves
from bot.tables.bots.memories import Memories
from bot.tables.bots.searches import KNOWN, Searches
from bot.tables.competitions import deal_openings
from bot.tables.competitions.daily_deals import DailyDeals
from bot.tables.competitions.rounds import Rounds
from bot.tables.competitions.tournaments import Tournaments
from bot.tables.domain.absence import TAKEN_OVER
from bot.tables.domain.match_secrets import SecretSource
from bot.tables.errors import NoSuchGameError
from bot.tables.health import Health
from bot.tables.history.archive import Archive
from bot.tables.history.clips import Clips
from bot.tables.history.reviews import Reviews
from bot.tables.history.take_backs import TakeBacks
from bot.tables.jobs.daily_posts import DailyPosts
from bot.tables.jobs.planned_events import PlannedEvents
from bot.tables.jobs.recovery import Recovery
from bot.tables.jobs.reminders import Reminders
from bot.tables.jobs.retention import Retention
from bot.tables.jobs.scheduler import Scheduler
from bot.tables.leaderboards.roles import Roles
from bot.tables.leaderboards.service import Leaderboards
from bot.tables.lessons import Lessons
from bot.tables.lobbies.expiry import ABANDONED, LOBBY, LobbyExpiry
from bot.tables.lobbies.guests import Guests
from bot.tables.lobbies.invitations import CALL, Invitations
from bot.tables.lobbies.lobbies import Lobbies
from bot.tables.lobbies.plans import Plans
from bot.tables.lobbies.positions import Positions
from bot.tables.lobbies.practice import Practice
from bot.tables.lobbies.rematch import Rematches
from bot.tables.lobbies.start import MatchStart
from bot.tables.lobbies.watches import ONE_MORE, WATCHED, Watches
from bot.tables.matches import deadlines
from bot.tables.matches.answers import Answers
from bot.tables.matches.clock_changes import ClockChanges
from bot.tables.matches.context import Act, MatchContext, Messenger
from bot.tables.matches.endings import Endings
from bot.tables.matches.guesses import Guesses
from bot.tables.matches.nudges import NUDGE_LIMIT, Nudges
from bot.tables.matches.pauses import PAUSE_OVER, Pauses
from bot.tables.matches.premoves import Premoves
from bot.tables.matches.relocation import Relocation
from bot.tables.matches.repository import MatchRepository, by_key
from bot.tables.matches.seats import Seats
from bot.tables.ownership import Ownership
from bot.tables.people import People
from bot.tables.ports import Clock
from bot.tables.preferences import Preferences
from bot.tables.privacy import Privacy
from bot.tables.queries import Queries
from bot.tables.server_settings import ServerSettings
from bot.tables.servers import Servers
from bot.tables.time_limits import Limits
from bot.tables.training import Training
from data.records.daily_deals import OpeningMove
from data.records.matches import PLANNED
from data.records.tournaments import NEXT_STEP
from data.store import Store
from games import GAMES
from games.core.game import AnyGame


class Application:
    """Opens, plays, shows and ends matches; all lasting state is in the store.

    Refusals are raised as `TableError` or as an error of `games.core.errors`, and change nothing.
    A method that changes a match returns after the commit and after the messenger was informed.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        messenger: Messenger,
        *,
        games: Sequence[AnyGame] = GAMES,
        repository: MatchRepository | None = None,
        people: People | None = None,
        secret_source: SecretSource | None = None,
        limits: Limits | None = None,
        searches: Searches | None = None,
        ownership: Ownership | None = None,
        workers: Callable[[], Searches] = Searches,
        languages: Sequence[str] = (),
    ) -> None:
        """`workers` makes processes for reviews and clips, `languages` are those of the bot."""
        self.games = tuple(games)
        self.new_workers = workers
        self._clock, self._locks = clock, store.locks
        context = MatchContext(
            store,
            clock,
            messenger,
            repository=repository or MatchRepository(store, by_key(games)),
            secret_source=secret_source or SecretSource(),
            limits=limits or Limits(),
            ownership=ownership or Ownership(),
        )
        self._wake = context.wake
        self.people = people or People(store)
        self.preferences, self.watches = Preferences(context), Watches(context)
        self.queries = Queries(context)
        self.match_start = MatchStart(context)
        self.lobbies = Lobbies(context, self.people, self.match_start)
        self.guests = Guests(context, self.people, self.lobbies, self.match_start)
        self.rematches = Rematches(context, self.people, self.lobbies, self.match_start)
        memories = Memories(store)
        self.practice = Practice(
            context, self.people, self.match_start, memories=memories, searches=searches
        )
        self.positions = Positions(context, self.people)
        opening = partial(_play_opening, searches)
        self.daily_deals = DailyDeals(context, self.people, self.games, opening)
        self.lessons, self.guesses = Lessons(context), Guesses(context)
        self.answers = answers = Answers(context)
        self.premoves = Premoves(context, answers)
        self.seats, self.pauses = Seats(context, self.people), Pauses(context)
        self.endings, self.nudges = Endings(context), Nudges(context)
        self.clock_changes, self.take_backs = ClockChanges(context), TakeBacks(context)
        self.relocation, self.health = Relocation(context), Health(store, clock)
        self.tournaments = Tournaments(context, self.people, Rounds(context, self.match_start))
        self._look_back(context)
        self.servers, self.planned_events = Servers(store, clock), PlannedEvents(context)
        self.server_settings = ServerSettings(store, messenger, languages)
        self.privacy = Privacy(store, self.lobbies, self.seats)
        self.recovery = Recovery(context, self.lobbies, self.match_start)
        acts = self._acts(context, BotMoves(context, answers, memories, searches))
        retention = Retention(context, games, self.daily_deals.settle_ended)
        self.scheduler = Scheduler(context, acts, retention, DailyPosts(context, self.daily_deals))

    def _look_back(self, context: MatchContext) -> None:
        """Build what looks back at matches that have ended, and at messages about competitions."""
        store = context.store
        self.tournament_messages, self.deal_posts = store.tournament_messages, store.deal_posts
        self.leaderboards = Leaderboards(store, self._clock, games=self.games)
        self.roles = Roles(store, self.leaderboards, self.games)
        self.archive = Archive(store, self.games)
        self.reviews = Reviews(store, self.games, self.new_workers(), background)
        self.training = Training(context, self.archive, self.reviews)
        self.clips = Clips(store, self.archive, self.new_workers())

    def game(self, key: str) -> AnyGame:
        """The game with this key; raises NoSuchGameError."""
        for game in self.games:
            if game.info.key == key:
                return game
        raise NoSuchGameError

    def now(self) -> int:
        """The time, in milliseconds since 1970 (UTC)."""
        return self._clock.now()

    async def reconnected(self) -> bool:
        """Wait until the database answers after a DatabaseLostError; returns whether it does."""
        return self._locks is not None and await self._locks.reconnected()

    def look_again(self) -> None:
        """Let the scheduler look for deadlines that another process has written."""
        self._wake.set()

    def _acts(self, context: MatchContext, bots: BotMoves) -> dict[str, Act]:
        """The action for each kind of deadline."""
        expiry, reminders = LobbyExpiry(context), Reminders(context)
        of_matches: dict[str, Act] = {
            deadlines.TIME_UP: self.answers.run_out,
            TAKEN_OVER: reminders.taken_over,
            PAUSE_OVER: self.pauses.end,
            deadlines.NOBODY: self.endings.give_up,
            NUDGE_LIMIT: context.drop,
            WATCHED: self.watches.act,
            ONE_MORE: self.watches.act,
            PLANNED: Plans(context).act,
            **dict.fromkeys(deadlines.REMINDERS, reminders.remind),
        }
        return {
            deadlines.BOT: bots.act,
            LOBBY: expiry.act,
            ABANDONED: expiry.stop,
            deadlines.ADVANCE: self.premoves.act,
            CALL: Invitations(context).call,
            NEXT_STEP: self.tournaments.rounds.act,
            **{kind: partial(context.attempt, act) for kind, act in of_matches.items()},
        }


async def _play_opening(
    searches: Searches | None, task: deal_openings.OpeningTask
) -> tuple[OpeningMove, ...] | None:
    """Let hard bots play a match in a process; None if there is none, or none is free."""
    if searches is None or task.game_key not in KNOWN:
        return None
    return await searches.run(deal_openings.play_opening, task, deal_openings.PATIENCE)

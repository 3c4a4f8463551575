"""Random matches for leaderboards, written straight into a store.

Players leave, substitutes and bots take seats, and some matches are stopped.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.tables.domain import match_secrets
from data.engine.database import Transaction
from data.records.columns import to_array
from data.records.matches import Actor, Deal, Ending, Life, Match, NewLobby, NewStep, Sitter, Terms
from data.store import Store
from data.stores.history import write_step
from games.core.event import Event
from games.core.game import AnyGame, Step, apply
from games.core.rng import Rng, seed_hash
from games.core.saving import save_event, save_move, save_options, save_state
from tests.games.plays import random_answer
from tests.toys.batches import BATCHES
from tests.toys.plots import PLOTS
from tests.toys.seals import SEALS

TOYS: tuple[AnyGame, ...] = (SEALS, PLOTS, BATCHES)
GUILD, CHANNEL = 900, 910
PEOPLE = tuple(range(101, 113))


@dataclass
class Simulation:
    """Plays matches one after the other; the same seed plays the same ones."""

    store: Store
    rng: Rng = field(default_factory=lambda: Rng("a season"))
    guild_id: int = GUILD
    games: Sequence[AnyGame] = TOYS
    at: int = 1_000_000
    lives: list[Life] = field(default_factory=list)
    """How the matches ended."""

    async def play(self, count: int) -> None:
        for _ in range(count):
            await self._match()

    async def _match(self) -> None:
        # Mostly the game with the shortest matches: a thousand matches are many steps.
        game = self.games[max(0, self.rng.below(len(self.games) + 4) - 4)]
        least, most = game.info.seats
        seats = max(2, least) + self.rng.below(min(most, 5) - max(2, least) + 1)
        people = list(PEOPLE)
        self.rng.shuffle(people)
        bots = self.rng.below(seats - 1) if self.rng.below(3) == 0 else 0
        sitters = (
            *(Sitter(person) for person in people[: seats - bots]),
            *(Sitter(bot=f"Bot {number}") for number in range(bots)),
        )
        match, state = await self._deal(game, sitters)
        await self._to_the_end(game, match, state, people[seats - bots :])

    async def _deal(self, game: AnyGame, sitters: tuple[Sitter, ...]) -> tuple[Match, Any]:
        match_id = f"g{self.guild_id}-{len(self.lives)}"
        short = {name: 1 for name in ("rounds", "batches") if name in game.options.model_fields}
        options = game.options.model_validate(short)
        secret = f"{match_id}".encode().ljust(32, b".")
        seed = match_secrets.seed_of(secret)
        dealt: Step[Any] = game.setup(len(sitters), options, Rng(seed))
        host = next(sitter.player_id for sitter in sitters if sitter.player_id is not None)
        terms = Terms(host_id=host, options=save_options(game, options), sitters=sitters)
        lobby = NewLobby(
            match_id=match_id,
            guild_id=self.guild_id,
            channel_id=CHANNEL,
            game=game.info.key,
            terms=terms,
            created_at=self._tick(),
        )
        opened = (await self.store.lobbies.create(lobby)).match
        deal = Deal(
            sitters=sitters,
            state_version=game.info.state_version,
            secret=secret,
            seed_hash=seed_hash(seed),
            state=save_state(game, dealt.state),
            events=_saved(game, dealt.events),
            started_at=self._tick(),
        )
        return await self.store.matches.start(match_id, opened.revision, deal), dealt.state

    async def _to_the_end(self, game: AnyGame, match: Match, state: Any, spare: list[int]) -> None:
        """Play to the end; `spare` are people who may still join as substitutes."""
        sitting = [tenure.sitter for tenure in match.holders]
        moves, steps = list(match.moves_made), list[NewStep]()
        while awaited := sorted(game.awaited(state)):
            chance = self.rng.below(40)
            if chance < 4:
                match, steps = await self._write(match, steps, moves), []
            if chance == 0:
                stop = Ending(life=Life.STOPPED, ended_at=self._tick(), rated=False)
                await self.store.matches.stop(match.match_id, match.revision, stop)
                self.lives.append(Life.STOPPED)
                return
            if chance < 4:
                match = await self._change_hands(match, sitting, spare)
            seat = self.rng.choice(awaited)
            move = random_answer(game, state, seat, self.rng)
            made = apply(game, state, seat, move)
            state, moves[seat] = made.state, moves[seat] + 1
            actor = Actor.BOT if sitting[seat].bot else Actor.PLAYER
            steps.append(
                NewStep(
                    seat=seat,
                    actor=actor,
                    move=save_move(game, move),
                    events=_saved(game, made.events),
                    made_at=self._tick(),
                )
            )
        match = await self._write(match, steps[:-1], moves)
        await self.store.matches.commit_step(
            match.match_id,
            match.revision,
            steps[-1],
            save_state(game, state),
            moves_made=tuple(moves),
            ending=self._ending(game, state),
        )
        self.lives.append(Life.FINISHED)

    async def _write(self, match: Match, steps: Sequence[NewStep], moves: Sequence[int]) -> Match:
        """Write steps in one transaction, as no host may, so that a thousand matches are quick."""

        def work(transaction: Transaction) -> None:
            for number, step in enumerate(steps, start=match.step + 1):
                write_step(transaction, match.match_id, number, step, None, revision=number)
            transaction.run(
                "UPDATE matches SET step = step + ?, revision = revision + ?, moves_made = ?"
                " WHERE match_id = ?",
                (len(steps), len(steps), to_array(tuple(moves)), match.match_id),
            )

        await self.store.leaderboards._database.transaction("write steps", work)
        step, revision = match.step + len(steps), match.revision + len(steps)
        return replace(match, step=step, revision=revision)

    async def _change_hands(self, match: Match, sitting: list[Sitter], spare: list[int]) -> Match:
        """Replace a player by a bot, or a bot by a returning player or substitute."""
        seat = self.rng.below(len(sitting))
        began = match.terms.sitters[seat].player_id
        if sitting[seat].player_id is not None:
            sitter = Sitter(bot=f"Stand-in {seat}")
        elif began is not None and self.rng.below(3) == 0:
            sitter = Sitter(began)
        elif spare:
            sitter = Sitter(spare.pop())
        else:
            return match
        sitting[seat] = sitter
        return await self.store.matches.hand_over(
            match.match_id,
            match.revision,
            seat=seat,
            sitter=sitter,
            reason="left",
            now=self._tick(),
        )

    def _ending(self, game: AnyGame, state: Any) -> Ending | None:
        result = game.result(state)
        if result is None:
            return None
        return Ending(
            life=Life.FINISHED, ended_at=self._tick(), result=result.model_dump(mode="json")
        )

    def _tick(self) -> int:
        self.at += 1 + self.rng.below(1000)
        return self.at


def _saved(game: AnyGame, events: tuple[Event, ...]) -> tuple[bytes, ...]:
    return tuple(save_event(game, event) for event in events)

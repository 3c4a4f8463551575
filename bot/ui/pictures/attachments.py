"""Pictures for our messages: painted in threads, with alt texts, and file names without secrets."""

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import PurePath
from typing import NamedTuple, Self, TypeVar

from bot.tables.domain.views import LobbyView, MatchSummary, MatchView
from bot.tables.history.archive import TurningPoint
from bot.tables.leaderboards.views import NO_OUTCOME, Outcome
from bot.ui.controls.draft import Draft
from bot.ui.i18n.readers import picture_reader, plain_reader
from bot.ui.i18n.texts import lobby_texts
from bot.ui.kit.message import OutgoingFile
from bot.ui.pictures.avatars import Avatars
from bot.ui.pictures.paint_queue import Painter, PaintQueue, Priority
from bot.ui.pictures.painter_process import painted
from data.records.matches import Life, SurfaceKind
from data.stores.guesses import Guesser
from games.core.game import AnyGame, ranked
from games.core.text import Reader, Text, say, seat
from render.engine.avatars import Portraits
from render.paint import (
    Picture,
    deck_poster,
    legend_poster,
    paint_aftermath,
    paint_hand,
    paint_poster,
    paint_table,
    paint_tables,
)
from render.scenes.posters.game_head import GameHead
from render.scenes.posters.game_strip import GameStrip, StripGame
from render.scenes.posters.lobby import LobbyPoster, LobbySeat
from render.scenes.posters.podium import Podium
from render.scenes.posters.poster import Poster
from render.subject import PictureStyle

T = TypeVar("T")


class Pictures:
    """Paints in threads, a few pictures at a time.

    An urgent request may raise TooBusyError; its message is then sent without the picture.
    """

    def __init__(self, painters: PaintQueue, avatars: Avatars, held: Painter | None = None) -> None:
        self._painters = painters
        self._painter = held or painters
        self.avatars = avatars

    def start(self) -> None:
        """Start the painters, so that the first picture need not wait for them."""
        self._painters.start()

    def close(self) -> None:
        """Finish running work and stop the painters."""
        self._painters.close()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[Self]:
        """Wait for a painter without a limit, and yield pictures that use it without waiting."""
        async with self._painters.turn() as painter:
            yield type(self)(self._painters, self.avatars, painter)

    async def drawn(
        self,
        summary: MatchSummary,
        language: str,
        draw: Callable[[Reader, PictureStyle], T],
        priority: Priority = Priority.NONE,
    ) -> T:
        """Call `draw` in a painting thread, with the reader and the style of a match's pictures.

        It can also make the message around them, which is then off the event loop too.
        """
        reader = picture_reader(language, summary.names)
        # Whoever holds a painter keeps all others waiting, so it doesn't wait for avatars.
        is_queued = self._painter is self._painters
        seated = [occupant.player_id for occupant in summary.occupants]
        portraits = await self.avatars.of(seated, wait=is_queued)
        style = PictureStyle(stopped=summary.life is Life.STOPPED, portraits=portraits)
        return await self._run(partial(draw, reader, style), priority)

    async def table(
        self, match_view: MatchView, language: str, priority: Priority = Priority.NONE
    ) -> tuple[OutgoingFile, ...]:
        """Paint the public table, as `table_pictures`."""
        draw = partial(table_pictures, match_view)
        return await self.drawn(match_view.summary, language, draw, priority)

    async def lobby(
        self, lobby: LobbyView, language: str, priority: Priority = Priority.NONE
    ) -> OutgoingFile:
        """Paint the poster of a lobby."""
        return await self.drawn(lobby.summary, language, partial(lobby_poster, lobby), priority)

    async def games(self, games: Iterable[AnyGame], language: str) -> OutgoingFile:
        """Paint all games side by side."""
        return await self.poster(game_strip(games), language)

    async def game(self, game: AnyGame, language: str) -> OutgoingFile:
        """Paint one game's cover."""
        info = game.info
        head = GameHead(info.key, info.title, info.seats, info.minutes)
        return await self.poster(head, language)

    async def legend(self, game: AnyGame, language: str) -> OutgoingFile:
        """The signs of a game's pictures."""
        return await self.poster(legend_poster(game.info.key, game.info.title), language)

    async def deck(self, game: AnyGame, language: str) -> OutgoingFile | None:
        """The cards of a game with their names; none for a draft."""
        poster = deck_poster(game.info.key)
        return None if poster is None else await self.poster(poster, language)

    async def poster(
        self,
        poster: Poster,
        language: str,
        priority: Priority = Priority.NONE,
        *,
        names: Sequence[str] = (),
        players: Sequence[int] = (),
        is_private: bool = False,
    ) -> OutgoingFile:
        """Paint a poster, with the names of the seats or the portraits of players.

        A private one may say "You" to whom it is for.
        """
        portraits = await self.avatars.of(players) if players else ()
        reader = (plain_reader if is_private else picture_reader)(language, names)
        return await self._run(partial(poster_file, poster, reader, portraits), priority)

    async def _run(self, paint: Callable[[], T], priority: Priority = Priority.NONE) -> T:
        return await self._painter.paint(paint, priority)


class Epilogue(NamedTuple):
    """What is told of a finished match beside its result."""

    outcome: Outcome = NO_OUTCOME
    turning_point: TurningPoint | None = None
    guesses: tuple[Guesser, ...] = ()


NO_EPILOGUE = Epilogue()


def game_strip(games: Iterable[AnyGame]) -> GameStrip:
    """All games as a value for their scene."""
    infos = [game.info for game in games]
    return GameStrip(
        games=tuple(
            StripGame(game=info.key, title=info.title, seats=info.seats, minutes=info.minutes)
            for info in infos
        )
    )


def table_pictures(
    match_view: MatchView, reader: Reader, style: PictureStyle, *, moves: bool = False
) -> tuple[OutgoingFile, ...]:
    """Paint the pictures of a public table, moving if they are the newest and the game has such."""
    pictures = painted(
        paint_tables,
        match_view.tableau,
        reader,
        match_view.view,
        style,
        goes_on=match_view.summary.life is Life.RUNNING,
        moves=moves,
    )
    return tuple(attachment(f"{name}.png", picture) for name, picture in pictures.items())


def table_picture(match_view: MatchView, reader: Reader, style: PictureStyle) -> OutgoingFile:
    """Paint the table for one player, without what the last move brought."""
    shown = (match_view.tableau, reader, match_view.view, style)
    return attachment("table.png", painted(paint_table, *shown))


def public_pictures(
    shown: MatchView | LobbyView,
    kind: SurfaceKind,
    epilogue: Epilogue,
    reader: Reader,
    style: PictureStyle,
) -> tuple[OutgoingFile, ...]:
    """The pictures of one public message; a match that was stopped has no podium."""
    if isinstance(shown, LobbyView):
        return (lobby_poster(shown, reader, style),)
    if kind is SurfaceKind.RESULT:
        return result_pictures(shown, reader, style, epilogue)
    return table_pictures(shown, reader, style, moves=True)


def hand_picture(match_view: MatchView, reader: Reader, style: PictureStyle) -> OutgoingFile:
    """Paint one player's hand, with what is filled into the form."""
    shown = (match_view.tableau, reader, match_view.view, style)
    filled = dict(Draft.from_json(match_view.draft).values)
    picture = painted(paint_hand, *shown, filled=filled)
    return attachment("hand.png", picture)


def outcome_picture(match_view: MatchView, reader: Reader, style: PictureStyle) -> OutgoingFile:
    """Paint what the last move brought, for one player; the table if it has no such picture."""
    shown = (match_view.tableau, reader, match_view.view, style)
    picture = painted(paint_aftermath, *shown, moves=True) or painted(paint_table, *shown)
    return attachment("outcome.png", picture)


def result_pictures(
    match_view: MatchView, reader: Reader, style: PictureStyle, epilogue: Epilogue = NO_EPILOGUE
) -> tuple[OutgoingFile, ...]:
    """Paint the podium of a finished match; nothing for a stopped one."""
    if match_view.summary.life is not Life.FINISHED:
        return ()
    return (poster_file(podium_of(match_view, epilogue), reader, style.portraits),)


def lobby_poster(lobby: LobbyView, reader: Reader, style: PictureStyle) -> OutgoingFile:
    """Paint the poster of a lobby."""
    return poster_file(_poster(lobby), reader, style.portraits)


def poster_file(poster: Poster, reader: Reader, portraits: Portraits = ()) -> OutgoingFile:
    """Paint a poster as a file of a message."""
    picture = painted(paint_poster, poster, reader, portraits=portraits)
    return attachment(poster.filename, picture)


def attachment(filename: str, picture: Picture) -> OutgoingFile:
    if picture.moving:
        name = PurePath(filename).with_suffix(".webp").name
        return OutgoingFile(name, picture.moving, picture.alt, picture.digest)
    return OutgoingFile(filename, picture.png, picture.alt, picture.digest)


def _poster(lobby: LobbyView) -> LobbyPoster:
    info = lobby.summary.game.info
    return LobbyPoster(
        game=info.key,
        title=info.title,
        tagline=info.tagline,
        seats=tuple(
            LobbySeat(
                name=sitter.name,
                host=sitter.player_id is not None and sitter.player_id == lobby.summary.host_id,
                level=lobby_texts.LEVELS[sitter.level] if sitter.is_bot else None,
            )
            for sitter in lobby.sitters
        ),
        least=lobby.least,
        most=lobby.most,
        minutes=info.minutes,
        options=tuple(
            say("{option}: {value}", option=title, value=value) for title, value in lobby.changed
        ),
    )


def podium_of(match_view: MatchView, epilogue: Epilogue = NO_EPILOGUE) -> Podium:
    """The podium of a match as a value for its scene; without a result, by the points."""
    summary, result = match_view.summary, match_view.result
    points = match_view.standing.points if result is None else result.points
    seats = {occupant.player_id: occupant.seat for occupant in summary.occupants}
    minutes = None
    if summary.started is not None and summary.ended is not None:
        minutes = max(1, round((summary.ended - summary.started) / 60_000))
    mine = next(iter(match_view.tableau.seats), None) if len(points) == 1 else None
    whole = () if mine is None else (figure for figure in mine.figures if figure.of)
    return Podium(
        progress=next(((figure.value, figure.of or 0) for figure in whole), None),
        harvest=mine.zones[-1].tokens if mine is not None and mine.zones else (),
        game=summary.game_key,
        title=summary.game.info.title,
        ranking=ranked(points) if result is None else result.ranking,
        points=points,
        reason=None if result is None else result.reason,
        headline=None if result is None else result.headline,
        told=match_view.standing.told if result is None else result.told,
        out=() if result is None else result.out,
        bots=tuple(occupant.seat for occupant in summary.occupants if occupant.is_bot),
        minutes=minutes,
        changes=tuple(
            (seats[change.player_id], change.after.rating - change.before.rating)
            for change in epilogue.outcome.changes
            if change.player_id in seats
        ),
        titles=tuple(
            (seats[new.player_id], new.title.name)
            for new in epilogue.outcome.titles
            if new.player_id in seats
        ),
        story=None if epilogue.turning_point is None else story_of(epilogue.turning_point),
    )


def story_of(turn: TurningPoint) -> tuple[Text, Text]:
    """How a match was decided, in a few words and a clause."""
    winner = seat(turn.winner)
    if turn.round is None:
        return say("From start to finish"), say("{who} led all the way", who=winner)
    words = say("Turning point: {round}", round=turn.round)
    if turn.gain <= 0:
        return words, say("{who} took the lead", who=winner)
    return words, say("{who} took the lead with +{n}", who=winner, n=turn.gain)

"""The picture of a costly decision has room for its words, and speaks to its player at most."""

from collections.abc import Iterator

import pytest

from bot.tables.history.archive import RoundStart
from bot.tables.history.reviews import CostlyDecision
from bot.ui.features.history.decisions import decision_frame
from bot.ui.features.history.messages.review import _names
from bot.ui.i18n.catalogues import languages
from bot.ui.i18n.readers import picture_reader, plain_reader
from games import GAMES
from games.core.answer import random_form
from games.core.game import AnyGame, read_move
from games.core.rng import Rng
from games.core.text import addresses, say, speak
from render.engine.text import ELLIPSIS
from render.paint import Picture, paint_decision, paint_hand
from tests.render.support import Moment, match

NAMES = ("Ana", "Ben", "Chen", "Dora", "Ed", "Fee", "Gil", "Hana", "Ida", "Jo", "Kim", "Lu", "Mo")
TALLEST = 1700
"""Pixels of a picture that leave a message less than 740 high on a phone."""

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)


def decisions(game: AnyGame, most: int) -> Iterator[tuple[Moment, int, CostlyDecision]]:
    """Yield some questions of a match, each with two different answers."""
    rng = Rng("decisions")
    moments = list(match(game, min(4, game.info.seats[1]), most=200))
    for moment in moments[:: max(1, len(moments) // most)]:
        for seat in moment.awaited[:1]:
            prompt = game.prompt(moment.view(seat))
            assert prompt is not None
            made, best = (
                read_move(game, prompt, random_form(prompt, rng)).model_dump(mode="json")
                for _ in range(2)
            )
            if made != best:
                yield (
                    moment,
                    seat,
                    CostlyDecision(step=0, made=made, best=best, made_chance=0.0, best_chance=0.22),
                )


def painted(
    moment: Moment, seat: int, mistake: CostlyDecision, language: str, *, is_private: bool
) -> Picture:
    reader = (plain_reader if is_private else picture_reader)(language, NAMES[: moment.seats])
    view = moment.view(seat)
    frame = decision_frame(moment.game, view, mistake, is_private=is_private)
    return paint_decision(moment.tableau(seat), reader, view, frame)


@every_game
@pytest.mark.parametrize("language", languages())
def test_both_answers_and_the_reason_fit(game: AnyGame, language: str) -> None:
    """No word is cut, both chances are written, and the alt text starts with the answers."""
    for number, (moment, seat, mistake) in enumerate(decisions(game, 5)):
        picture = painted(moment, seat, mistake, language, is_private=bool(number % 2))

        hand = paint_hand(moment.tableau(seat), plain_reader(language), moment.view(seat))
        words = {line.given for line in picture.texts} - {line.given for line in hand.texts}
        cut = [line for line in picture.texts if line.drawn.endswith(ELLIPSIS)]
        cut = [line for line in cut if line.given in words and line.given != line.drawn]
        assert cut == []
        assert picture.height <= TALLEST
        shares = [line.given for line in picture.texts if line.given.endswith("%")]
        assert [share[:-1].strip() for share in shares] == ["0", "22"]
        assert picture.alt.startswith(f"{NAMES[seat]}: ")
        assert len(picture.alt) <= 1024


@every_game
def test_a_shared_decision_speaks_to_nobody(game: AnyGame) -> None:
    """Neither an answer nor the reason says *you* in the picture for everybody."""
    for moment, seat, mistake in decisions(game, 40):
        made, better, reason = decision_frame(game, moment.view(seat), mistake, is_private=False)

        assert not any(map(addresses, (made.answer, better.answer, reason)))


def test_decisions_of_one_round_are_told_apart() -> None:
    """A decision is called by its round, and by its move there if another one is of that round."""
    rounds = [RoundStart(step, say("round {n}", n=n)) for n, step in ((1, 0), (2, 9))]
    mistakes = [
        CostlyDecision(step=step, made={}, best={}, made_chance=0.5, best_chance=0.75)
        for step in (2, 11, 14)
    ]
    names = _names(mistakes, rounds, moves=(3, 6, 9, 12, 15))

    assert [speak(name, plain_reader("en")) for name in names] == [
        "round 1: -25%",
        "round 2, move 1: -25%",
        "round 2, move 2: -25%",
    ]

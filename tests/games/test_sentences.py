"""What happened is told with who did what; rare events, which no playthrough has, among them."""

import pytest

from games.core.event import Event
from games.core.text import PLAIN, Text, speak
from games.diced_tomatoes.rules import events as diced
from games.diced_tomatoes.rules.records import Score
from games.dojo.rules import events as dojo
from games.dojo.rules.records import Placed, Throws
from games.karate_tomate.rules import events as karate
from games.karate_tomate.rules.endings import Counted, MatchEnded
from games.tomate.rules import texts as tomate
from games.tomate.rules.records import Opening, Settlement
from games.tomatomat.rules.texts import tell_added


def left(pot: int, reserves: int) -> Settlement:
    """Return how a hand ended that left this in the pot and in the reserves."""
    return Settlement(
        hand=1,
        dealer=2,
        outcome="tricks",
        pot_before=6,
        pot=pot,
        reserves_before=0,
        reserves=reserves,
        kept=0,
        stock_taker=None,
        trump_taken=False,
        seats=(),
    )


SENTENCES: list[tuple[Event | Text, str]] = [
    (diced.DiceDrawn(seat=1, dice=(0, 0, 0), kept=2), "#2 has no dice to draw."),
    (diced.DiceDrawn(seat=1, dice=(1, 0, 1), kept=2),
     "#2 draws 1 red die and 1 golden die, plus 2 dice from the last turn."),
    (diced.VineHarvested(vine=4, score=3, slot=3, points=6),
     "#2 harvests vine 2 for 3 in slot 3 (matched: 6 points in all)."),
    (diced.KarmaEarned(seat=1, gained=2, lost=1), "#2 earns 2 karma and loses 1 over the limit."),
    (diced.BitsEarned(seat=1, earned=1, bits=2, karma=0), "#2 now has 2 of 3 karma bits."),
    (diced.BitsEarned(seat=1, earned=4, bits=2, karma=1),
     "#2's karma bits turn into 1 karma, leaving 2 of 3."),
    (diced.TurnEnded(seat=1, left=(0, 2, 0), to=1), "#2 ends their turn and keeps 2 black dice."),
    (diced.VineCleared(vine=4, worth=7, dice=4),
     "#2 loses vine 2 (overripe at 7) and its 4 dice."),
    (diced.KarmaCut(seat=1, lost=2), "#2 loses 2 karma above 6."),
    (diced.BushelEmpty(seat=1),
     "The bushel is empty at the start of #2's turn, so the match is over."),
    (diced.DiePlaced(seat=1, die="g2", vine=4, worth=5, planted=False),
     "#2 puts the golden 2 on their own vine 2, now worth 5 instead of 4."),
    (dojo.RoundOpened(round=2, dealer=1, trophy="row-wild", fresh=True, worth=3),
     "Round 2: #2 deals; a trophy worth 3 points is revealed."),
    (dojo.RoundOpened(round=2, dealer=1, trophy="row-wild", worth=3),
     "Round 2: #2 deals; the black wild trophy is still in play."),
    (dojo.Unchallenged(dealer=1, trophy="row-wild"),
     "Nobody challenges #2, so the black wild trophy stays."),
    (dojo.Unchallenged(dealer=1, trophy="row-wild", last=True), "Nobody challenges #2."),
    (dojo.HasThrown(seat=1), "#2 has thrown."),
    (dojo.ThrowsShown(challenger=2, dealer=1, throws=Throws(
        number=2, dealer="rock", challenger="paper", dealer_value=4, challenger_value=5)),
     "Throw 2: #3 paper, #2 rock; now 5 against 4."),
    (dojo.TrophyKept(seat=1, held=2), "#2 now has 2 trophies."),
    (karate.PileRenewed(cards=3),
     "The draw pile is empty, so the discard pile is shuffled into a new one (3 cards)."),
    (karate.Kept(seat=1), "#2 keeps their cards."),
    (karate.Drew(seat=1, laid=0, drawn=0), "#2 can't draw: no cards are left."),
    (karate.RoundOver(round=2, left=1, barren=1),
     "Round 2 is over, and nobody took a triumph card."),
    (karate.RoundOver(round=2, left=1, barren=2),
     "Round 2 is over. Nobody has taken a triumph card for 2 rounds in a row."),
    (karate.AnswerSealed(seat=0, answer="exchange", cards=("K1", "B2")),
     "#1 will discard carrot 1 and broccoli 2."),
    (karate.AnswerSealed(seat=0, answer="draw"), "#1 will draw two cards."),
    (karate.AnswerSealed(seat=0, answer="keep"), "#1 will keep their cards."),
    (karate.AnswerSealed(seat=0, answer="go_on"), "#1 plays on."),
    (diced.SeatScored(seat=0, score=Score(tomatoes=2, first=0, karma=1, vines=1)),
     "#1 has 4 points: 2 from tomatoes, 1 from karma, 1 from vines."),
    (diced.SeatScored(seat=1, score=Score(tomatoes=6, first=2, karma=1, vines=0)),
     "#2 has 9 points: 6 from tomatoes, 2 for being first to six, 1 from karma, 0 from vines."),
    (dojo.DuelWon(winner=1, loser=0, trophy="col-pair", equal=True),
     "The challenger wins ties: #2 beats #1 and takes the orange pair trophy."),
    (dojo.CardsPlaced(placed=(Placed(seat=0, card="M3", cell="B1"),)),
     "Placed: #1 monkey 3 on B1."),
    (karate.DroppedOut(seats=(2,), left=2, offered=2),
     "#3 drops out. Fighters left: 2, for 2 triumph cards."),
    (karate.DroppedOut(seats=(1, 2), left=2, offered=1),
     "#2 and #3 drop out. Fighters left: 2, for 1 triumph card."),
    (MatchEnded(ending="called", out=(0,), winner=1, counted=(
        Counted(seat=0, trophies=12, knives=0, tomato=4),
        Counted(seat=1, trophies=4, knives=3, tomato=9))),
     ("Somebody called the end. Final count: #1 12 trophies and 0 knives and #2 4 trophies and 3"
      " knives. #1 has the fewest knives and is out. #2 wins with 4 trophies.")),
    (tomate.tell_won((0, 1), 3), "#1 and #2 win 3 points each."),
    (tomate.tell_won((1,), 6), "#2 wins 6 points."),
    (tomate.tell_left(left(pot=0, reserves=9)),
     "After hand 1, the pot holds 0 points and the reserves 9 points."),
    (tomate.tell_left(left(pot=9, reserves=0)), "After hand 1, the pot holds 9 points."),
    (tomate.tell_opening(Opening(hand=2, of=8, dealer=0, paid=3, from_reserves=3, pot=6)),
     ("Hand 2 of 8: #1 deals and pays 3 points, and the reserves add 3 points. The pot holds 6"
      " points.")),
    (tomate.tell_opening(Opening(hand=2, of=8, dealer=0, paid=3, from_reserves=0, pot=3)),
     "Hand 2 of 8: #1 deals and pays 3 points. The pot holds 3 points."),
    (tell_added(1, [(2, 1, 0, 1), (0, 0, 4, 0)]),
     "Batch 1 placed at I/II/III/IV: #1 2/1/0/1 and #2 0/0/4/0."),
]  # fmt: skip


@pytest.mark.parametrize(("happened", "words"), SENTENCES, ids=[row[1] for row in SENTENCES])
def test_what_happened_is_told(happened: Event | Text, words: str) -> None:
    """An event says who did what and what it was worth, in the singular or the plural."""
    text = happened if isinstance(happened, Text) else happened.text()
    assert speak(text, PLAIN) == words

"""Names of cards, trophies, lines and throws, and sentences about the end."""

from collections.abc import Sequence

from games.core.game import tell_points
from games.core.text import (
    Loose,
    Text,
    only_icon,
    say,
    say_as,
    say_many,
    seat,
    seats,
    symbol,
    with_icon,
)
from games.core.values import Seat
from games.dojo.rules.cards import CARDS, Card, Trophy
from games.dojo.rules.frame import Line
from games.dojo.rules.moves import Throw
from games.dojo.rules.records import Final
from games.dojo.rules.scoring.points import TOKEN_POINTS

DISCIPLE_NAMES: dict[str, Text] = {
    "M": say("monkey"),
    "F": say("fox"),
    "T": say("tigress"),
    "C": say("crane"),
    "B": say("bear"),
    "R": say("raccoon"),
}
_BELTS: dict[str, Text] = {
    "1": say_as("disciple", "white"),
    "2": say_as("disciple", "yellow"),
    "3": say_as("disciple", "green"),
    "4": say_as("disciple", "blue"),
    "5": say_as("disciple", "black"),
}
_TIGRESS_BELTS: dict[str, Text] = {
    "1": say_as("tigress", "white"),
    "2": say_as("tigress", "yellow"),
    "3": say_as("tigress", "green"),
    "4": say_as("tigress", "blue"),
    "5": say_as("tigress", "black"),
}
_CRANE_BELTS: dict[str, Text] = {
    "1": say_as("crane", "white"),
    "2": say_as("crane", "yellow"),
    "3": say_as("crane", "green"),
    "4": say_as("crane", "blue"),
    "5": say_as("crane", "black"),
}
"""The belts as they stand before a disciple: some languages tell a tigress or a crane apart."""


def _parts(card: Card) -> dict[str, Loose]:
    belts = {"T": _TIGRESS_BELTS, "C": _CRANE_BELTS}.get(card[0], _BELTS)
    return {"belt": belts[card[1]], "value": int(card[1])}


def _name(card: Card) -> Text:
    parts = _parts(card)
    named = {
        "M": say("{belt} monkey ({value})", **parts),
        "F": say("{belt} fox ({value})", **parts),
        "T": say("{belt} tigress ({value})", **parts),
        "C": say("{belt} crane ({value})", **parts),
        "B": say("{belt} bear ({value})", **parts),
        "R": say("{belt} raccoon ({value})", **parts),
    }
    return with_icon(named[card[0]], f"tatami:{card}")


def _accusative(card: Card) -> Text:
    parts = _parts(card) | {"icon": only_icon(f"tatami:{card}")}
    named = {
        "M": say_as("accusative", "the {icon}{belt} monkey ({value})", **parts),
        "F": say_as("accusative", "the {icon}{belt} fox ({value})", **parts),
        "T": say_as("accusative", "the {icon}{belt} tigress ({value})", **parts),
        "C": say_as("accusative", "the {icon}{belt} crane ({value})", **parts),
        "B": say_as("accusative", "the {icon}{belt} bear ({value})", **parts),
        "R": say_as("accusative", "the {icon}{belt} raccoon ({value})", **parts),
    }
    return named[card[0]]


CARD_NAMES: dict[Card, Text] = {card: _name(card) for card in CARDS}
"""A card's name by itself: "green fox (3)", the fox with the green belt."""
THE_CARD: dict[Card, Text] = {card: _accusative(card) for card in CARDS}
"""A card in a sentence, as what is drawn or kept: "the green fox (3)"."""
CARD_SHORT: dict[Card, Text] = {
    card: say("{disciple} {value}", disciple=DISCIPLE_NAMES[card[0]], value=int(card[1]))
    for card in CARDS
}
"""A card's name in a list: "fox 3"."""
CARD_CODES: dict[Card, Text] = {card: symbol(card) for card in CARDS}
"""The text on a plain tile: "F3"."""

TROPHY_NAMES: dict[Trophy, Text] = {
    "col-pair": with_icon(say("orange pair"), "trophy:col-pair"),
    "col-double": with_icon(say("orange double"), "trophy:col-double"),
    "col-sort": with_icon(say("orange sort"), "trophy:col-sort"),
    "row-wild": with_icon(say("black wild"), "trophy:row-wild"),
    "row-variety": with_icon(say("black variety"), "trophy:row-variety"),
    "row-sort": with_icon(say("black sort"), "trophy:row-sort"),
}
TROPHY_SHORT: dict[Trophy, Text] = {
    "col-pair": say("pair"),
    "col-double": say("×2"),
    "col-sort": say("sort"),
    "row-wild": say("wild"),
    "row-variety": say("var"),
    "row-sort": say("sort"),
}
"""The text on a plain tile, after the line."""
TROPHY_EFFECTS: dict[Trophy, Text] = {
    "col-pair": say("two equal belts are enough in its column"),
    "col-double": say("three equal belts count double in its column"),
    "col-sort": say("its column may be rearranged before scoring"),
    "row-wild": say("one card in its row counts as any disciple"),
    "row-variety": say("its row can score 1 point for each different disciple"),
    "row-sort": say("its row may be rearranged before scoring"),
}
THROW_NAMES: dict[Throw, Text] = {
    "rock": with_icon(say("rock"), "throw:rock"),
    "paper": with_icon(say("paper"), "throw:paper"),
    "scissors": with_icon(say("scissors"), "throw:scissors"),
}


def line_name(line: Line) -> Text:
    """A row or a column as people say it."""
    if line.isdigit():
        return say("row {row}", row=int(line))
    return say("column {column}", column=symbol(line))


def points(count: int) -> Text:
    """A number of points."""
    return say_many("{n} point", "{n} points", count)


def trophies(count: int) -> Text:
    """A number of trophies."""
    return say_many("{n} trophy", "{n} trophies", count)


def trophy_worth(trophy: Trophy, *, white_belt: bool) -> Text:
    """The effect of a trophy for its winner."""
    return points(TOKEN_POINTS) if white_belt else TROPHY_EFFECTS[trophy]


def tell_winners(
    ranking: Sequence[Sequence[Seat]], scores: Sequence[int], tokens: Sequence[int]
) -> Text:
    """Say who won, and by what if points alone do not decide."""
    first = ranking[0]
    score, held = scores[first[0]], tokens[first[0]]
    if len(first) == 1 and list(scores).count(score) > 1:
        return say_many(
            "{who} wins with {n} point, breaking the tie with {trophies}.",
            "{who} wins with {n} points, breaking the tie with {trophies}.",
            score,
            who=seats(first),
            trophies=trophies(held),
        )
    return tell_points(first, score)


def tell_final(final: Final) -> Text:
    """Say how many points a dojo scores, line by line, and where the sorts put its cards."""
    facts = [
        _sum(say("rows {sum}", sum=_added(final.rows)), sum(final.rows)),
        _sum(say("columns {sum}", sum=_added(final.columns)), sum(final.columns)),
    ]
    if final.token_points:
        facts.append(
            say("{trophies} = {points}", trophies=trophies(final.tokens), points=final.token_points)
        )
    who, total = seat(final.seat), points(final.points)
    if final.sorted:
        return say(
            "{who}, after sorting: {facts}; {points} in all.", who=who, facts=facts, points=total
        )
    return say("{who}: {facts}; {points} in all.", who=who, facts=facts, points=total)


def _added(numbers: tuple[int, ...]) -> Text:
    first, *others = numbers
    text = say("{n}", n=first)
    for number in others:
        text = say("{before}+{n}", before=text, n=number)
    return text


def _sum(what: Text, total: int) -> Text:
    return say("{what} = {total}", what=what, total=total)

"""A tableau in words: for blind players, text-only tables and alt texts.

The order is that of a glance: the game and its progress, whom it waits for, what is contested,
one sentence per seat in turn order, then what just happened.
"""

from collections.abc import Iterable, Sequence

from games.core.tableau import Figure, Mark, SeatPanel, Tableau, Token, Zone
from games.core.text import Reader, Text, TextList, say, say_as, say_many, seat, speak, symbol

ALT_LIMIT = 1024
"""The most characters of an attachment's description on Discord."""

_MARKS = {
    Mark.TURN: say("to act"),
    Mark.DEALER: say("dealer"),
    Mark.READY: say("has chosen"),
    Mark.OUT: say("out"),
    Mark.LEADER: say_as("trick", "leads"),
    Mark.WINNER: say("winner"),
}


def read_table(tableau: Tableau) -> tuple[Text, ...]:
    """Return the whole table as sentences, most important first."""
    opening = (*read_head(tableau), *read_hand(tableau), *read_stakes(tableau))
    return (*opening, *read_seats(tableau), *tableau.aftermath)


def read_head(tableau: Tableau) -> tuple[Text, ...]:
    """Return the game, its progress and whom it waits for."""
    if tableau.progress is None:
        return (say("{game}.", game=tableau.title), tableau.headline)
    where = _figure(tableau.progress)
    return (say("{game}, {where}.", game=tableau.title, where=where), tableau.headline)


def read_stakes(tableau: Tableau) -> tuple[Text, ...]:
    """Return what is contested: the numbers and the things in the middle."""
    numbers = [say("{what}.", what=_figure(figure)) for figure in tableau.figures]
    return (*numbers, *(_zone(zone) for zone in tableau.centre))


def read_hand(tableau: Tableau) -> tuple[Text, ...]:
    """Return the viewer's hand, with the letters of the buttons and which cards may be played."""
    return tuple(_zone(zone) for zone in tableau.hand)


def read_seats(tableau: Tableau) -> tuple[Text, ...]:
    """Return one sentence per seat, in turn order."""
    return tuple(_seat(panel) for panel in tableau.seats)


def alt_text(tableau: Tableau, reader: Reader, limit: int = ALT_LIMIT) -> str:
    """Return a description of at most `limit` characters, cut between sentences.

    If the seats do not all fit, it says how many more there are; what else is cut leaves dots.
    """
    first = read_head(tableau) + read_hand(tableau) + read_stakes(tableau)
    opening = [speak(text, reader) for text in first]
    seats = [speak(text, reader) for text in read_seats(tableau)]
    after = [speak(text, reader) for text in tableau.aftermath]
    for count in range(len(seats), -1, -1):
        parts = [*opening, *seats[:count]]
        if count < len(seats):
            left = len(seats) - count
            more = say_many("And {n} more player.", "And {n} more players.", left)
            parts.append(speak(more, reader))
        if len(" ".join([*parts, *["…"] * bool(after)])) <= limit:
            return whole_sentences([*parts, *after], limit)
    return whole_sentences(opening, limit) or opening[0][: limit - 1] + "…"


def whole_sentences(texts: Sequence[str], limit: int = ALT_LIMIT) -> str:
    """Return as many sentences, from the first on, as fit, and three dots if others are left."""
    words = " ".join(texts)
    count = len(texts)
    while count and len(words) > limit:
        count -= 1
        words = " ".join([*texts[:count], "…"]) if count else ""
    return words


def _figure(figure: Figure) -> Text:
    if figure.of is not None:
        return say("{label} {value} of {of}", label=figure.label, value=figure.value, of=figure.of)
    return say("{label} {value}", label=figure.label, value=figure.value)


def _zone(zone: Zone) -> Text:
    tokens = _tokens(zone)
    if tokens and zone.note is not None:
        return say(
            "{zone}: {tokens}; {note}.", zone=zone.title, tokens=_list(tokens), note=zone.note
        )
    if zone.note is not None:
        return say("{zone}: {note}.", zone=zone.title, note=zone.note)
    if tokens:
        return say("{zone}: {tokens}.", zone=zone.title, tokens=_list(tokens))
    return say("{zone}: nothing.", zone=zone.title)


def _tokens(zone: Zone) -> list[Text]:
    return [_token(token) for token in zone.tokens if token.name.message]


def _token(token: Token) -> Text:
    words = token.name
    if token.count > 1 and token.name.plural is None:
        words = say("{count} × {name}", count=token.count, name=words)
    if token.owner is not None:
        words = say("{who} {name}", who=seat(token.owner), name=words)
    if token.look == "winning":
        words = say("{name}, winning", name=words)
    if token.look == "playable":
        words = say("{name}, playable", name=words)
    if token.letter:
        words = say("{letter} {name}", letter=symbol(token.letter), name=words)
    return words


def _seat(panel: SeatPanel) -> Text:
    facts = [_figure(panel.points)] if panel.points is not None else []
    # A state word replaces the mark for being out.
    marks = [m for m in panel.marks if m is not Mark.OUT or panel.word is None]
    facts += [_MARKS[mark] for mark in marks]
    if panel.word is not None:
        facts.append(panel.word)
    facts += [_figure(figure) for figure in panel.figures]
    facts += [_within(zone) for zone in panel.zones if zone.tokens or zone.note is not None]
    if not facts:
        return say("{who}.", who=seat(panel.seat))
    return say("{who}: {facts}.", who=seat(panel.seat), facts=_list(facts))


def _within(zone: Zone) -> Text:
    words = _tokens(zone)
    if zone.note is not None:
        words.append(zone.note)
    return say("{zone} {tokens}", zone=zone.title, tokens=_list(words))


def _list(facts: Iterable[Text]) -> TextList:
    return TextList(items=tuple(facts), style="unit")

"""The table in zones and figures: enough to paint it or to read it aloud.

The dojos are in the middle, each titled with its owner's name: everybody compares them, and a
seat's own panel has no room for twelve cards.
"""

from dataclasses import replace

from games.core import tableau
from games.core.text import Text, say, say_as, seat, seats, symbol
from games.core.values import Seat
from games.dojo.presentation.tokens import BACK, card_token, trophy_token
from games.dojo.questions.gains import best_of, cell_gain, changes, duel_of, ended_round, line_gain
from games.dojo.questions.views import DojoView, SeatView
from games.dojo.rules import texts
from games.dojo.rules.cards import Card, is_for_row
from games.dojo.rules.frame import COLUMNS, FIXED, Cell, free_lines, free_places, window
from games.dojo.rules.records import Duel
from games.dojo.rules.rounds import ROUNDS, dealer_of, has_dealer
from games.dojo.rules.scoring.points import TOKEN_POINTS
from games.dojo.rules.state import Stage


def table(view: DojoView) -> tableau.Tableau:
    """Return the table as this viewer sees it."""
    return tableau.Tableau(
        progress=tableau.Figure(label=say("round"), value=view.round, of=ROUNDS),
        figures=_figures(view),
        centre=tuple(_dojo(view, player) for player in view.seats),
        seats=tuple(_panel(view, player) for player in view.seats),
        hand=_hand(view),
        aftermath=_aftermath(view),
        last=_last(view),
    )


def _last(view: DojoView) -> tableau.LastEvent | None:
    """The duel of this round, or of the last one while this one is still open; or who has won."""
    if view.stage is Stage.END:
        won = say("You won") if view.viewer in view.ranking[0] else None
        return tableau.LastEvent(text=view.awaiting.text, own=won, sprite="icon:crown")
    if view.stage is Stage.THROWS:
        return _challenged(view)
    is_open = view.stage in {Stage.RECRUIT, Stage.CHALLENGE}
    number = view.round - is_open
    duel = view.duel
    if duel is not None and duel.round == number:
        sprite = f"trophy:{duel.trophy}"
        own = _own_duel(duel, view.viewer)
        return tableau.LastEvent(
            text=_won(duel), own=own, who=duel.winner, sprite=sprite, is_climax=True
        )
    count = len(view.seats)
    if number == 0 or not has_dealer(count, number):
        return None
    dealer = dealer_of(count, view.start, number)
    text = say("Nobody challenged {who}", who=seat(dealer))
    own = say("Nobody challenged you") if dealer == view.viewer else None
    return tableau.LastEvent(text=text, own=own, who=dealer)


def _won(duel: Duel) -> Text:
    return say(
        "{winner} won {mine}:{yours} against {loser}",
        winner=seat(duel.winner),
        loser=seat(duel.loser),
        mine=duel.value(duel.winner),
        yours=duel.value(duel.loser),
    )


def _own_duel(duel: Duel, viewer: Seat | None) -> Text | None:
    """Say to a duellist how the duel ended."""
    values = {"mine": duel.value(duel.winner), "yours": duel.value(duel.loser)}
    if viewer == duel.winner:
        return say("You won {mine}:{yours} against {loser}", loser=seat(duel.loser), **values)
    if viewer == duel.loser:
        return say("You lost {yours}:{mine} to {winner}", winner=seat(duel.winner), **values)
    return None


def _aftermath(view: DojoView) -> tuple[Text, ...]:
    """What the last step brought; at the end of a round also its duel, and everybody's gain.

    The last event of such a step opens the next round.
    """
    events, result = tuple(event.text() for event in view.aftermath), ended_round(view)
    if result is None:
        return events
    duel = duel_of(view, result)
    gains = [
        say("{who} +{points}", who=seat(player.seat), points=changes(view, result, player).whole)
        for player in view.seats
    ]
    opening = () if duel is None else (say("{sentence}.", sentence=_won(duel)),)
    points = say("Points of round {n}: {gains}.", n=result.round, gains=gains)
    return (*opening, *events[:-1], points, events[-1])


def _challenged(view: DojoView) -> tableau.LastEvent | None:
    if view.challenger is None or view.dealer is None:
        return None
    text = say(
        "{challenger} challenged {dealer}",
        challenger=seat(view.challenger),
        dealer=seat(view.dealer),
    )
    own = None
    if view.viewer == view.challenger:
        own = say("You challenged {dealer}", dealer=seat(view.dealer))
    elif view.viewer == view.dealer:
        own = say("{challenger} challenged you", challenger=seat(view.challenger))
    return tableau.LastEvent(text=text, own=own, who=view.challenger, sprite="dojo:versus")


def _figures(view: DojoView) -> tuple[tableau.Figure, ...]:
    """The prize, then the piles."""
    figures = [
        tableau.Figure(label=say("Cards left"), value=view.deck),
        tableau.Figure(label=say("Trophies left"), value=view.pile),
    ]
    if view.removed:
        figures.append(tableau.Figure(label=say("Trophies removed"), value=len(view.removed)))
    trophy = view.face_up or view.prize
    if trophy is None:
        return tuple(figures)
    if view.options.white_belt:
        stakes = tableau.Figure(label=say("Points for the trophy"), value=TOKEN_POINTS)
    elif view.winner is None:
        stakes = tableau.Figure(
            label=say("To win: {trophy} ×", trophy=texts.TROPHY_NAMES[trophy]), value=1
        )
    else:
        stakes = tableau.Figure(
            label=say("Won: {trophy} ×", trophy=texts.TROPHY_NAMES[trophy]), value=1
        )
    return (replace(stakes, sprite=f"trophy:{trophy}"), *figures)


def _dojo(view: DojoView, player: SeatView) -> tableau.Zone:
    """A dojo as it lies; at the end, as counted after the sorts."""
    title = say("{who}", who=seat(player.seat))
    if player.final is not None:
        if player.final.sorted:
            title = say("{who}, sorted", who=seat(player.seat))
        cells = zip(FIXED.cells, player.final.arrangement, strict=True)
        tokens = tuple(_cell(cell, card) for cell, card in cells)
        return tableau.Zone(title=title, tokens=tokens, layout="grid", columns=COLUMNS)
    frame = view.frame
    columns, places = window(frame, player.dojo)
    if not any(player.dojo):
        return tableau.Zone(title=title, note=say_as("dojo", "empty"))
    tokens = tuple(_cell(frame.cells[place], player.dojo[place]) for place in places)
    return tableau.Zone(title=title, tokens=tokens, layout="grid", columns=columns)


def _cell(cell: Cell, card: Card | None) -> tableau.Token:
    if card is None:
        return tableau.Token(sprite="", name=say(""), short=say(""), look="dim")
    name = say("{cell} {card}", cell=symbol(cell), card=texts.CARD_SHORT[card])
    return replace(card_token(card), name=name)


def _panel(view: DojoView, player: SeatView) -> tableau.SeatPanel:
    return tableau.SeatPanel(
        seat=player.seat,
        points=tableau.Figure(label=say("points"), value=player.points),
        marks=_marks(view, player),
        word=_word(view, player),
        figures=_counted(player),
        zones=_property(view, player),
    )


def _property(view: DojoView, player: SeatView) -> tuple[tableau.Zone, ...]:
    """The card of this round, if visible, and the trophies; at the end in words only."""
    trophies = _trophies(view, player)
    if player.final is not None and trophies:
        names = [token.name for token in trophies]
        return (tableau.Zone(title=say("has"), note=say("{names}", names=names)),)
    tokens = (*_held(view, player), *trophies)
    return (tableau.Zone(title=say("has"), tokens=tokens),) if tokens else ()


def _held(view: DojoView, player: SeatView) -> tuple[tableau.Token, ...]:
    """The card of this round once face up; while the dealer deals, a mark for having got one."""
    if player.face_up and player.card:
        return (card_token(player.card),)
    return (BACK,) if player.has_card and view.stage is Stage.RECRUIT else ()


def _trophies(view: DojoView, player: SeatView) -> tuple[tableau.Token, ...]:
    """Trophies on lines, or those held with White Belt."""
    frame = view.frame if player.final is None else FIXED
    lines = player.lines if player.final is None else player.final.lines
    placed = [
        trophy_token(
            trophy,
            say(
                "{trophy} on {line}", trophy=texts.TROPHY_NAMES[trophy], line=texts.line_name(line)
            ),
            say("{line} {trophy}", line=symbol(line), trophy=texts.TROPHY_SHORT[trophy]),
        )
        for line, trophy in zip(frame.lines, lines, strict=True)
        if trophy
    ]
    return (*placed, *(trophy_token(trophy) for trophy in player.tokens))


def _counted(player: SeatView) -> tuple[tableau.Figure, ...]:
    """The points of rows, columns and trophies, at the end."""
    if player.final is None:
        return ()
    figures = [
        tableau.Figure(label=say("rows"), value=sum(player.final.rows)),
        tableau.Figure(label=say("columns"), value=sum(player.final.columns)),
    ]
    if player.final.token_points:
        figures.append(tableau.Figure(label=say("trophy points"), value=player.final.token_points))
    return tuple(figures)


def _marks(view: DojoView, player: SeatView) -> tuple[tableau.Mark, ...]:
    return tableau.marks(
        dealer=player.seat == view.dealer,
        ready=player.ready,
        winner=bool(view.ranking) and player.seat in view.ranking[0],
    )


def _word(view: DojoView, player: SeatView) -> Text | None:
    if view.winner is not None:
        if player.seat == view.winner:
            return say("won")
        return say("lost") if player.seat in {view.dealer, view.challenger} else None
    if player.seat == view.challenger:
        return say("challenges")
    return say("passed") if player.passed and view.stage is Stage.CHALLENGE else None


_ADDS_MOST = say("The trophy adds most")


def _prospects(view: DojoView, own: SeatView) -> tuple[tableau.Zone, ...]:
    """Where the viewer's card or trophy may go, with its gain where that is most.

    As long as the trophy isn't the viewer's, only where it would add most.
    """
    frame, trophy = view.frame, view.prize or view.face_up
    gains: dict[int, int]
    if view.stage is Stage.TRAIN and own.card is not None:
        title, names = say("Free cells"), [symbol(cell) for cell in frame.cells]
        gains = {
            place: cell_gain(view, own, own.card, place) for place in free_places(frame, own.dojo)
        }
    elif view.stage is Stage.END or trophy is None or view.options.white_belt:
        return ()
    else:
        names = [texts.line_name(line) for line in frame.lines]
        free = free_lines(frame, own.dojo, own.lines, trophy)
        gains = {line: line_gain(view, own, trophy, line) or 0 for line in free}
        title = _ADDS_MOST
        if view.stage is Stage.TROPHY and own.seat == view.winner:
            title = say("Free rows") if is_for_row(trophy) else say("Free columns")
    best = best_of(gains)
    if title is _ADDS_MOST:
        gains = best
    where = [
        say("{where} +{points}", where=names[place], points=gain) if place in best else names[place]
        for place, gain in gains.items()
    ]
    return (tableau.Zone(title=title, note=say("{names}", names=where)),) if where else ()


def _hand(view: DojoView) -> tuple[tableau.Zone, ...]:
    """Private to the viewer: their card, and for a dealer all cards of the round."""
    zones: list[tableau.Zone] = []
    if view.viewer is None:
        return ()
    if view.drawn is not None:
        free = seats(player.seat for player in view.seats if not player.has_card)
        zones.append(tableau.Zone(title=say("To give away"), tokens=(card_token(view.drawn),)))
        zones.append(tableau.Zone(title=say("No card yet"), note=say("{names}", names=free)))
    own = view.seats[view.viewer]
    if own.card is not None:
        note = say("goes to {cell}", cell=symbol(view.own_cell)) if view.own_cell else None
        zones.append(tableau.Zone(title=say("In hand"), tokens=(card_token(own.card),), note=note))
    if view.stage is Stage.TROPHY and view.prize is not None:
        effect = texts.TROPHY_EFFECTS[view.prize]
        zones.append(tableau.Zone(title=texts.TROPHY_NAMES[view.prize], note=effect))
    if view.drawn is None:
        zones += _prospects(view, own)
    others = [other for other in view.seats if other.card and other.seat != view.viewer]
    if others and view.viewer == view.dealer:
        dealt = tuple(card_token(other.card, other.seat) for other in others if other.card)
        zones.append(tableau.Zone(title=say("Dealt"), tokens=dealt))
    if view.own_throws:
        thrown = tuple(
            tableau.Token(
                sprite=f"throw:{throw}",
                name=texts.THROW_NAMES[throw],
                short=texts.THROW_NAMES[throw],
            )
            for throw in view.own_throws
        )
        zones.append(tableau.Zone(title=say("Throws"), tokens=thrown))
    return tuple(zones)

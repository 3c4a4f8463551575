"""The table in zones and figures: enough to paint it or to read it aloud."""

from collections import Counter
from dataclasses import replace

from games.core import tableau
from games.core.text import Loose, Text, say, seat, symbol
from games.core.values import Seat
from games.diced_tomatoes.presentation.tokens import die_token, unrolled
from games.diced_tomatoes.questions.views import DicedView
from games.diced_tomatoes.rules import events
from games.diced_tomatoes.rules.dice import FACE
from games.diced_tomatoes.rules.karma import BITS
from games.diced_tomatoes.rules.legal import is_solo, places
from games.diced_tomatoes.rules.scoring import is_rewarded
from games.diced_tomatoes.rules.state import Stage
from games.diced_tomatoes.rules.texts import DIE_SPRITES, bare_name, coloured, points
from games.diced_tomatoes.rules.vines import EACH_SEAT, SLOTS, number_of, owner_of, worth


def table(view: DicedView) -> tableau.Tableau:
    """Return the table as this viewer sees it."""
    return tableau.Tableau(
        progress=tableau.Figure(label=say("round"), value=view.round),
        centre=_centre(view),
        seats=tuple(_panel(view, seat) for seat in range(view.seats)),
        hand=_own(view),
        aftermath=tuple(event.text() for event in view.recent),
        last=_last(view),
    )


def _last(view: DicedView) -> tableau.LastEvent | None:
    """The most important event of the last move; at the end, who has won."""
    if view.ending:
        is_lost = is_solo(view) and view.ending != "harvested"
        sprite = "token:fall" if is_lost else "icon:crown"
        won = say("You won") if view.seats > 1 and view.viewer in view.ranking[0] else None
        return tableau.LastEvent(text=view.awaiting.text, own=won, sprite=sprite)
    tell = _clause_alone if is_solo(view) else _clause
    clauses = (last for event in view.recent if (last := tell(event, view.viewer)) is not None)
    return max(clauses, key=lambda last: _IMPORTANCE.get(last.sprite, 2), default=None)


_IMPORTANCE = {"icon:tomato": 4, "token:fall": 3, "icon:game-die": 1, "": 0}
"""By sign: harvests, lost vines, all else, draws, and ends of turns."""


def _clause_alone(event: events.DicedEvent, viewer: Seat | None) -> tableau.LastEvent | None:
    """The same where a harvest is no points, but a slot that it fills or matches."""
    last = _clause(event, viewer)
    if last is None or not isinstance(event, events.VineHarvested):
        return last
    who, slot = seat(owner_of(event.vine)), event.slot
    text = say("{who} filled slot {slot}", who=who, slot=slot)
    own = say("You filled slot {slot}", slot=slot)
    if event.score == slot:
        text = say("{who} matched slot {slot}", who=who, slot=slot)
        own = say("You matched slot {slot}", slot=slot)
    return replace(last, text=text, own=None if last.own is None else own)


def _clause(event: events.DicedEvent, viewer: Seat | None) -> tableau.LastEvent | None:
    """An event in a clause, with a sign."""
    own = _own_clause(event, viewer)
    who = getattr(event, "seat", None)
    args: dict[str, Loose] = {} if who is None else {"who": seat(who)}
    match event:
        case events.VineHarvested():
            who = owner_of(event.vine)
            text = say("{who} harvested {points}", who=seat(who), points=points(event.points))
            sprite = "icon:tomato"
            return tableau.LastEvent(text=text, own=own, who=who, sprite=sprite, is_climax=True)
        case events.VineCleared():
            who = owner_of(event.vine)
            text, sprite = _cleared(event), "token:fall" if event.is_overripe else "icon:basket"
        case events.DiePlaced():
            text, sprite = _placed(event), DIE_SPRITES[event.die]
        case events.DieTurned():
            text, sprite = _turned(event), DIE_SPRITES[event.now]
        case events.VineCleaned():
            text, sprite = say("{who} cleaned a vine", **args), "icon:red-heart"
        case events.SeedFlipped():
            text, sprite = say("{who} flipped a seed", **args), "icon:red-heart"
        case events.DiceDrawn() if any(event.dice):
            text, sprite = say("{who} drew {dice}", dice=coloured(event.dice), **args), _DRAWN
        case events.TurnTakenBack():
            text, sprite = say("{who} took a move back", **args), ""
        case events.TurnEnded():
            text, sprite = say("{who} ended the turn", **args), ""
        case _:
            return None
    return tableau.LastEvent(text=text, own=own, who=who, sprite=sprite)


def _own_clause(event: events.DicedEvent, viewer: Seat | None) -> Text | None:
    """The same to the viewer, who did it or owns the vine."""
    vine = getattr(event, "vine", None)
    if vine is not None and owner_of(vine) == viewer:
        return _on_own_vine(event, number_of(vine), viewer)
    if viewer is None or getattr(event, "seat", None) != viewer:
        return None
    match event:
        case events.DiePlaced():
            args: dict[str, Loose] = {
                "owner": seat(owner_of(event.vine)),
                "number": number_of(event.vine),
            }
            return say("You played on {owner}'s vine {number}", **args)
        case events.DiceDrawn():
            return say("You drew {dice}", dice=coloured(event.dice))
        case events.DieTurned(how="reroll"):
            return say("You re-rolled a die")
    return _OWN_WORDS.get(type(event))


def _on_own_vine(event: events.DicedEvent, number: int, viewer: Seat) -> Text | None:
    """What happened to a vine, in words for its owner."""
    match event:
        case events.VineHarvested():
            return say("You harvested {points}", points=points(event.points))
        case events.VineCleared() if event.is_overripe:
            return say("You lost vine {number}", number=number)
        case events.VineCleared():
            return say("Your vine {number} was cleared", number=number)
        case events.DiePlaced() if event.seat == viewer:
            return say("You played on vine {number}", number=number)
        case events.DiePlaced():
            return say("{who} played on your vine {number}", who=seat(event.seat), number=number)
    return _OWN_WORDS.get(type(event)) if getattr(event, "seat", None) == viewer else None


_OWN_WORDS: dict[type[events.DicedEvent], Text] = {
    events.DieTurned: say("You turned a die"),
    events.VineCleaned: say("You cleaned a vine"),
    events.SeedFlipped: say("You flipped a seed"),
    events.TurnTakenBack: say("You took a move back"),
    events.TurnEnded: say("You ended the turn"),
}


_DRAWN = "icon:game-die"


def _turned(event: events.DieTurned) -> Text:
    """How karma changed a die; the new die is the sign after it."""
    if event.how == "reroll":
        return say("{who} re-rolled a die", who=seat(event.seat))
    return say("{who} turned a die", who=seat(event.seat))


def _cleared(event: events.VineCleared) -> Text:
    """Who lost a vine, or whose was cleared, by whoever ended the turn."""
    args: dict[str, Loose] = {"who": seat(owner_of(event.vine)), "number": number_of(event.vine)}
    if event.is_overripe:
        return say("{who} lost vine {number}", **args)
    return say("{who}'s vine {number} was cleared", **args)


def _placed(event: events.DiePlaced) -> Text:
    """Where a die was put; the die is the sign after it."""
    owner = owner_of(event.vine)
    args: dict[str, Loose] = {"who": seat(event.seat), "number": number_of(event.vine)}
    if owner == event.seat:
        return say("{who} played on vine {number}", **args)
    return say("{who} played on {owner}'s vine {number}", owner=seat(owner), **args)


def _bushel(view: DicedView) -> tableau.Zone:
    if not any(view.bushel):
        return tableau.Zone(title=say("Bushel"), note=say("empty"))
    return tableau.Zone(title=say("Bushel"), tokens=unrolled(view.bushel))


def _centre(view: DicedView) -> tuple[tableau.Zone, ...]:
    zones = []
    if view.hand:
        dice = tuple(die_token(die) for die in view.hand)
        zones.append(tableau.Zone(title=say("Dice to place"), tokens=dice))
    elif any(view.passed):
        zones.append(tableau.Zone(title=say("Passed on"), tokens=unrolled(view.passed)))
    return (*zones, _bushel(view))


def _vine(view: DicedView, vine: int, title: Text) -> tableau.Zone:
    """A vine, its seed first; its worth is given where the seed does not show it."""
    dice = view.vines[vine]
    if not dice:
        return tableau.Zone(title=title)
    value = worth(dice, view.flipped[vine])
    seed = say("seed {face}", face=FACE[dice[0]])
    if view.flipped[vine]:
        seed = say("flipped seed {face}", face=FACE[dice[0]])
    names = (seed, *map(bare_name, dice[1:]))
    tokens = tuple(die_token(die, name=name) for die, name in zip(dice, names, strict=True))
    plain = value == FACE[dice[0]]
    return tableau.Zone(
        title=title, tokens=tokens, note=None if plain else say("worth {worth}", worth=value)
    )


def _panel(view: DicedView, seat: Seat) -> tableau.SeatPanel:
    first = EACH_SEAT * seat
    vines = [_vine(view, first + place, say("vine {n}", n=place + 1)) for place in range(EACH_SEAT)]
    figures = [
        tableau.Figure(label=say("karma"), value=view.karma[seat], sprite="icon:red-heart"),
        tableau.Figure(label=say("slots"), value=len(view.tracks[seat]), of=SLOTS),
    ]
    if view.options.karma_overload and not is_solo(view):
        figures.append(tableau.Figure(label=say("bits"), value=view.bits[seat], of=BITS))
    return tableau.SeatPanel(
        seat=seat,
        points=tableau.Figure(label=say("points"), value=view.points[seat]),
        marks=_marks(view, seat),
        word=_word(view, seat),
        figures=tuple(figures),
        zones=(*vines, _track(view, seat)),
    )


def _track(view: DicedView, seat: Seat) -> tableau.Zone:
    """The scores in the filled slots, from the first slot on; after a match that counts, a star."""
    tokens = list[tableau.Token]()
    for slot, (_, score) in enumerate(view.tracks[seat], 1):
        matched = is_rewarded(view, score, slot)
        name = say("{score} matched", score=score) if matched else say("{score}", score=score)
        sprite = f"die-mini:red-{score}"
        tokens.append(tableau.Token(sprite=sprite, name=name, short=say("{score}", score=score)))
        if matched:
            star = symbol("")
            tokens.append(tableau.Token(sprite="token:star-won", name=star, short=star))
    return tableau.Zone(title=say("track"), tokens=tuple(tokens))


def _marks(view: DicedView, seat: Seat) -> tuple[tableau.Mark, ...]:
    return tableau.marks(winner=_won(view, seat))


def _won(view: DicedView, seat: Seat) -> bool:
    if is_solo(view):
        return view.ending == "harvested"
    return bool(view.ranking) and seat in view.ranking[0]


def _word(view: DicedView, seat: Seat) -> Text | None:
    """A seat's word: the first with six tomatoes, and the last in every round."""
    if seat == view.finisher and not is_solo(view):
        return say("first to six")
    if len(view.tracks[seat]) == SLOTS:
        return say("6 tomatoes")
    if view.seats > 1 and seat == view.last:
        return say("last")
    return None


def _own(view: DicedView) -> tuple[tableau.Zone, ...]:
    """The viewer's dice, and the viewer's garden."""
    if view.viewer is None:
        return ()
    zones = []
    if view.viewer == view.turn and view.stage is Stage.PLACE and view.hand:
        zones.append(tableau.Zone(title=say("Dice"), tokens=_dice(view)))
    first = EACH_SEAT * view.viewer
    zones += [
        _vine(view, first + place, say("Vine {n}", n=place + 1)) for place in range(EACH_SEAT)
    ]
    return tuple(zone for zone in zones if zone.tokens)


def _dice(view: DicedView) -> tuple[tableau.Token, ...]:
    """Each different die once, in the order of the prompt's choices."""
    copies = Counter(view.hand)
    return tuple(
        replace(die_token(die, copies[die]), look="playable" if vines else "plain")
        for die, vines in places(view).items()
    )

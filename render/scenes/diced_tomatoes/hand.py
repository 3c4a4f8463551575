"""A player's hand: the dice and the slots above, then every vine that a die can reach.

A vine says which dice it takes; once a die is chosen, what that die makes of it.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from games.core.text import Text, say, symbol
from games.core.values import Seat
from games.diced_tomatoes.questions.outcomes import NEW, caption, gain, placement
from games.diced_tomatoes.questions.views import DicedView
from games.diced_tomatoes.rules import legal, texts
from games.diced_tomatoes.rules.dice import FACE, Die
from games.diced_tomatoes.rules.scoring import is_rewarded
from games.diced_tomatoes.rules.state import Stage, Tomato
from games.diced_tomatoes.rules.vines import EACH_SEAT, FULL, SLOTS, owner_of, worth
from render.canvas import Canvas, Fixed, Spot
from render.engine import theme
from render.engine.raster import mixed
from render.engine.shapes import Box
from render.scenes.common import hand_frame, layout
from render.scenes.diced_tomatoes.garden import sprite_of, worth_badge
from render.scenes.diced_tomatoes.stage import WIDTHS, laid, soil
from render.scenes.diced_tomatoes.table import ICON
from render.sprites import Look
from render.sprites.diced_tomatoes import COLOURS, FACES
from render.subject import Subject

_EARTH = layout.Area(hand_frame.MARGIN, hand_frame.HEADER, 1148, 212)
_DICE = layout.Area(_EARTH.x + 30, _EARTH.y + 20, 520, _EARTH.height - 40)
_SLOTS = layout.Area(_EARTH.x + 590, _EARTH.y, 528, _EARTH.height)
_GAP = 18
_VINES = layout.Area(_EARTH.x, _EARTH.bottom + 24, 1148, 324)
_OTHERS = round(_VINES.bottom) + _GAP
_TALL, _LOW = 258, 155
"""Heights of another garden: below its name, and beside its avatar where there are many."""
_WAITING = 484
"""Height of another garden with its slots, while no rows of answers are needed below."""
_BESIDE = 3
"""So many other gardens have names."""
_OWN, _SMALL, _SLOT = 78, 46, 74
"""Sides of dice on the player's vines, on others', and in slots."""
_WIDER = {1: _OWN, 2: 66, 3: _SMALL}
"""Sides of dice on others' vines where there is room, by the number of others."""
_CHOSEN = Look(shadow=8, frame=9)
_LIFTED = Look(shadow=8)
_FADED = Look("dim", "#2B5F3E", shadow=8)
_COLOURS = {"": theme.TEXT, "golden": theme.GOLD, "karma": theme.LEAF, "bad": theme.OUT_WORD}
_NOTHING, _UNUSED = symbol("\N{EN DASH}"), symbol("")
_UNROLLED = 84
_CROSS, _HEART, _STAR = (56, 56), (42, 42), (44, 44)


class _Place(NamedTuple):
    """A vine as the picture shows it."""

    vine: int
    flipped: bool
    dice: tuple[Die, ...]
    new: Die | None
    """The chosen die, if it fits."""
    words: Text
    tone: str = ""
    """"golden" if a die of the player's harvests it, "karma", "bad", or nothing."""


def paint(show: Subject, view: DicedView, seat: Seat) -> Canvas:
    """Paint the hand; one who waits sees the other gardens with their slots, and larger.

    Its height depends only on the number of seats, and on that.
    """
    others = [other for other in hand_frame.around(show, range(view.seats)) if other != seat]
    areas = _places_of(len(others), waits=grown(view) > 0)
    bottom = areas[-1].bottom if areas else _VINES.bottom
    canvas = Canvas(round(bottom) + 24 + hand_frame.FOOT, show.palette, show.size)
    canvas.place(*soil(_EARTH))
    pills = [hand_frame.HeaderPill(show.number(view.karma[seat]), "icon:red-heart")]
    pills.append(_score(show, view, seat))
    pills += hand_frame.place(show, view.points, seat)
    hand_frame.header(canvas, show, ICON, show.progress(), pills)
    chosen = _chosen(show, view, seat)
    _hand(canvas, show, view, chosen)
    _slots(canvas, show, view, view.tracks[seat], _SLOTS)
    own = range(EACH_SEAT * seat, EACH_SEAT * (seat + 1))
    for vine, area in zip(own, _columns(_VINES), strict=True):
        _own(canvas, show, _place(view, vine, chosen), area)
    for other, area in zip(others, areas, strict=True):
        first = EACH_SEAT * other
        places = [_place(view, first + number, chosen) for number in range(EACH_SEAT)]
        _other(canvas, show, other, places, area)
        if area.height == _WAITING:
            _wealth(canvas, show, view, other, area)
    hand_frame.last_event(canvas, show)
    return canvas


def grown(view: DicedView) -> int:
    """By how much the hand is higher because its player waits."""
    waits = not view.ending and view.viewer not in view.awaiting.seats
    return _WAITING - _TALL if waits and 1 < view.seats <= _BESIDE + 1 else 0


def _score(show: Subject, view: DicedView, seat: Seat) -> hand_frame.HeaderPill:
    """The player's points; alone they are matched slots."""
    if legal.is_solo(view):
        return hand_frame.HeaderPill(show.number(view.points[seat]), "token:star-won")
    return hand_frame.HeaderPill(show.say(texts.points(view.points[seat])))


def _places_of(others: int, *, waits: bool) -> list[layout.Area]:
    """Where the other gardens stand: side by side, or in two lines without names."""
    high, between = (_WAITING if waits else _TALL, _GAP) if others <= _BESIDE else (_LOW, 10)
    columns = max(1, others) if others <= _BESIDE else 2
    wide = (_VINES.width - _GAP * (columns - 1)) / columns
    return [
        layout.Area(
            _VINES.x + place % columns * (wide + _GAP),
            _OTHERS + place // columns * (high + between),
            wide,
            high,
        )
        for place in range(others)
    ]


def _columns(area: layout.Area) -> list[layout.Area]:
    wide = (area.width - _GAP * (EACH_SEAT - 1)) / EACH_SEAT
    return [
        layout.Area(area.x + place * (wide + _GAP), area.y, wide, area.height)
        for place in range(EACH_SEAT)
    ]


def _chosen(show: Subject, view: DicedView, seat: Seat) -> Die | None:
    """The die that the player is placing: the one chosen, or the only one with a place."""
    if view.turn != seat or view.stage is not Stage.PLACE:
        return None
    placeable = [die for die, vines in legal.places(view).items() if vines]
    wanted = show.filled.get("die")
    return next((die for die in placeable if die == wanted or len(placeable) == 1), None)


def _hand(canvas: Canvas, show: Subject, view: DicedView, chosen: Die | None) -> None:
    """Draw the rolled dice, the chosen one in gold; a die without a place has a cross."""
    if view.stage is Stage.DRAW:
        _bushel(canvas, show, view)
        return
    if not view.hand:
        x, y = _DICE.centre
        canvas.sprite("token:tick", (x - 48, y - 48), (96, 96))
        return
    placeable = legal.places(view)
    is_own = view.turn == view.viewer
    for die, area in zip(view.hand, laid(len(view.hand), _DICE), strict=True):
        has_place = bool(placeable[die])
        is_live = has_place if chosen is None else die == chosen
        look = _FADED if not is_live else _CHOSEN if is_own else _LIFTED
        canvas.sprite(sprite_of(die), area[:2], area[2:], look)
        if not has_place:
            canvas.sprite("token:cross", (area.right - 38, area.y - 18), _CROSS)


def _bushel(canvas: Canvas, show: Subject, view: DicedView) -> None:
    """Draw how many dice of each colour are left, then those that were passed on."""
    left = [("icon:basket", "")]
    left += [
        (f"die:{name}", show.number(count))
        for name, count in zip(COLOURS, view.bushel, strict=True)
        if name != "gold" or view.options.golden
    ]
    left += [
        (f"die:{name}", f"+{show.number(count)}")
        for name, count in zip(COLOURS, view.passed, strict=True)
        if count
    ]
    step = _DICE.width / len(left)
    for place, (sprite, words) in enumerate(left):
        x, y = _DICE.x + step * (place + 0.5), _DICE.centre[1]
        if words:
            y -= 30
            canvas.write(words, (x, y + 78), theme.HAND_SCORE, align="middle", room=step)
        canvas.sprite(sprite, (x - _UNROLLED / 2, y - _UNROLLED / 2), (_UNROLLED, _UNROLLED))


def _slots(
    canvas: Canvas, show: Subject, view: DicedView, track: Sequence[Tomato], area: layout.Area
) -> None:
    """Draw a player's slots: a star at each match that counts, the next one in gold."""
    step = area.width / SLOTS
    side = min(_SLOT, round(step - 10))
    y = area.y + 92
    for place in range(SLOTS):
        x = area.x + step * (place + 0.5)
        spot = (x - side / 2, y)
        if place < len(track):
            score = track[place][1]
            canvas.sprite(f"die-mini:red-{score}", spot, (side, side))
        else:
            is_next = place == len(track)
            line = theme.GOLD if is_next else "#7FB089"
            radius = round(side * 0.22)
            canvas.box(spot, Box(side, side, radius, "", line=line, thick=5, dash=14))
        if place < len(track) and is_rewarded(view, track[place][1], place + 1):
            canvas.sprite("token:star-won", (x - _STAR[0] / 2, y - 58), _STAR)
        else:
            words = show.number(place + 1)
            canvas.write(words, (x, y - 36), theme.HAND_CAPTION, align="middle", room=step)


def _wealth(canvas: Canvas, show: Subject, view: DicedView, seat: Seat, area: layout.Area) -> None:
    """Draw another player's karma beside the slots, or where else there is room for it."""
    wide = min(_SLOTS.width, area.width - 40)
    slots = layout.Area(area.right - 20 - wide, area.bottom - 194, wide, 194)
    x, y = area.x + 52, slots.y + (100 if slots.x > area.x + 200 else 4)
    if view.seats == _BESIDE:
        x, y = area.right - 190, area.y + 44
    canvas.sprite("icon:red-heart", (x - _HEART[0] / 2, y - _HEART[1] / 2), _HEART)
    canvas.write(show.number(view.karma[seat]), (x + 36, y), theme.HAND_NAME)
    _slots(canvas, show, view, view.tracks[seat], slots)


def _place(view: DicedView, vine: int, chosen: Die | None) -> _Place:
    """Say what the chosen die makes of a vine; without one, which dice the vine takes."""
    takes = legal.acceptance(view, vine)
    if not view.vines[vine] and legal.is_later_empty(view, vine):
        takes = frozenset()
    place = _Place(vine, view.flipped[vine], view.vines[vine], None, _taken(view, vine, takes))
    if chosen is not None:
        if chosen not in takes:
            return place if place.words == _UNUSED else place._replace(words=_NOTHING)
        what = placement(view, chosen, vine)
        tone = "golden" if what.own else "karma"
        tone = tone if what.ripens else "bad" if what.spoils else ""
        return place._replace(new=chosen, words=caption(what), tone=tone)
    hand = view.hand if view.turn == view.viewer else ()
    for die in hand:
        what = placement(view, die, vine)
        if die in takes and what.ripens and what.own:
            words = say("{takes}: {gain}", takes=place.words, gain=gain(what))
            return place._replace(words=words, tone="golden")
    return place


def _taken(view: DicedView, vine: int, takes: frozenset[Die]) -> Text:
    """The faces that a vine takes."""
    own = owner_of(vine) == view.viewer
    if view.ending:
        return _NOTHING
    if not view.vines[vine]:
        if not takes:
            return _NOTHING if own else _UNUSED
        return say("takes any red") if own else NEW
    faces = sorted({FACE[die] for die in takes})
    if not faces:
        return _NOTHING
    is_whole = len(faces) > 2
    listed = f"{faces[0]}\N{EN DASH}{faces[-1]}" if is_whole else ", ".join(map(str, faces))
    return say("takes {faces}", faces=symbol(listed)) if own else symbol(listed)


def _own(canvas: Canvas, show: Subject, place: _Place, area: layout.Area) -> None:
    """Draw a vine of the player's, in gold if a die completes it."""
    palette = canvas.palette
    is_golden, ground, line = place.tone == "golden", palette.panel, palette.line
    if is_golden:
        ground, line = mixed(palette.bottom, theme.GOLD, 0.3), theme.GOLD
    wide, high = round(area.width), round(area.height)
    canvas.box(area[:2], Box(wide, high, 24, ground, line=line, thick=6 if is_golden else 3))
    owner, number = divmod(place.vine, EACH_SEAT)
    title = show.head(show.tableau.seats[owner].zones[number].title)
    x = area.centre[0]
    canvas.write(title, (x, area.y + 40), theme.HAND_CAPTION, align="middle", room=wide - 30)
    _dice(canvas, show, place, (x, area.y + 74), _OWN)
    spot, colour = (x, area.bottom - 40), _COLOURS[place.tone]
    canvas.write(
        show.say(place.words), spot, theme.HAND_NAME, colour, align="middle", room=wide - 24
    )


def _dice(
    canvas: Canvas, show: Subject, place: _Place, top: Spot, side: int, *, across: int = 2
) -> None:
    """Draw four places for dice, so many side by side, below the middle of their upper edge.

    Small ones are drawn up to the next that is free.
    """
    step = side + (14 if side == _OWN and across == 2 else 6)
    half = ((across - 1) * step + side) / 2
    radius = round(side * 0.22)
    golden = Box(side + 12, side + 12, radius + 6, "", line=theme.GOLD, thick=4, dash=12)
    for number in range(FULL):
        spot = (top[0] - half + number % across * step, top[1] + number // across * step)
        if number < len(place.dice):
            _die(canvas, place.dice[number], spot, side)
        elif number == len(place.dice) and place.new is not None:
            _die(canvas, place.new, spot, side)
            canvas.box((spot[0] - 6, spot[1] - 6), golden)
        elif side > _SMALL or number == len(place.dice):
            line = "#8A8B68"
            canvas.box(spot, Box(side, side, radius, "", line=line, thick=3, dash=10))
    if place.dice and place.flipped:
        canvas.sprite("garden:flip", (top[0] - half - 14, top[1] - 14), (38, 38))
    held = (*place.dice, *(() if place.new is None else (place.new,)))
    value = worth(held, place.flipped) if held else 0
    if held and value != FACE[held[0]]:
        worth_badge(canvas, show, value, (top[0] + half + 6, top[1] - 6))


def _die(canvas: Canvas, die: Die, spot: Spot, side: int) -> None:
    canvas.sprite(sprite_of(die, small=True), spot, (side, side))


def _other(
    canvas: Canvas, show: Subject, seat: Seat, places: Sequence[_Place], area: layout.Area
) -> None:
    """Draw another player's vines below the name, or beside the avatar if there are many."""
    is_tall = area.height >= _TALL
    hand_frame.seat_frame(canvas, show, seat, area)
    panel = show.tableau.seats[seat]
    points = "" if panel.points is None else show.number(panel.points.value)
    middle = (area.x + 52, area.y + 44)
    layout.seat_avatar(canvas, show, seat, (), middle, radius=34)
    left = area.x + (14 if is_tall else 98)
    if is_tall:
        spot = (area.right - 24, middle[1])
        wide = canvas.write(points, spot, theme.HAND_SCORE, align="right", room=120)
        room = area.right - 40 - wide - area.x - 100
        canvas.write(show.name(seat), (area.x + 100, middle[1]), theme.HAND_NAME, room=room)
    else:
        spot = (middle[0], area.bottom - 36)
        canvas.write(points, spot, theme.HAND_SCORE, align="middle", room=80)
    top = area.y + (94 if is_tall else 10)
    wide = (area.right - 10 - left) / EACH_SEAT
    others = len(show.tableau.seats) - 1
    across = FULL if others == 1 else 2
    side = _WIDER[others] if others == 1 or area.height == _WAITING else _SMALL
    below = top + FULL // across * side + (42 if is_tall else 32)
    for number, place in enumerate(places):
        x = left + wide * (number + 0.5)
        _dice(canvas, show, place, (x, top), side, across=across)
        _below(canvas, show, place, (x, below), wide)


def _below(canvas: Canvas, show: Subject, place: _Place, spot: Spot, room: float) -> None:
    """Draw the words below another's vine; karma has a heart."""
    words, x = show.say(place.words), spot[0]
    if place.tone == "karma":
        canvas.sprite("icon:red-heart", (x - 62, spot[1] - _HEART[1] / 2), _HEART)
        x += 24
    canvas.write(
        words, (x, spot[1]), theme.HAND_CAPTION, _COLOURS[place.tone], align="middle", room=room - 6
    )


def wanted() -> Iterator[Fixed]:
    """Return all dice of hands in their sizes and looks."""
    yield Fixed("icon:red-heart", (0, 0), _HEART)
    yield Fixed("token:cross", (0, 0), _CROSS)
    yield Fixed("token:star-won", (0, 0), _STAR)
    for name in ("icon:basket", *(f"die:{colour}" for colour in COLOURS)):
        yield Fixed(name, (0, 0), (_UNROLLED, _UNROLLED))
    yield Fixed(ICON, (0, 0), (72, 72))
    for name in ("icon:red-heart", "token:star-won"):
        yield Fixed(name, (0, 0), (66, 66))
    for name in ("icon:tomato", "icon:red-heart", "icon:game-die", "token:fall"):
        yield Fixed(name, (0, 0), (hand_frame.SIGN, hand_frame.SIGN))
    for colour, face in product(COLOURS, FACES):
        name = f"die:{colour}-{face}"
        yield Fixed(name, (0, 0), (hand_frame.SIGN, hand_frame.SIGN))
        for wide, look in product(WIDTHS[:1], (_CHOSEN, _FADED)):
            yield Fixed(name, (0, 0), (wide, wide), look)
        for side in _WIDER.values():
            yield Fixed(f"die-mini:{colour}-{face}", (0, 0), (side, side))
    yield from (Fixed(f"die-mini:red-{face}", (0, 0), (_SLOT, _SLOT)) for face in FACES)

"""A harvest: the vine with the die that completed it, the slots, and what both seats gained."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from games.core.text import Text, say, seat
from games.core.values import Seat
from games.diced_tomatoes.questions.views import DicedView
from games.diced_tomatoes.rules import vines
from games.diced_tomatoes.rules.legal import is_solo
from games.diced_tomatoes.rules.records import Harvest
from games.diced_tomatoes.rules.scoring import is_rewarded, slot_points
from render.canvas import Canvas, Fixed
from render.engine import theme
from render.engine.shapes import Box
from render.scenes.common import hand_frame, layout, outcome
from render.scenes.diced_tomatoes.garden import sprite_of
from render.scenes.diced_tomatoes.stage import soil
from render.scenes.diced_tomatoes.table import ICON
from render.sprites import Look
from render.sprites.diced_tomatoes import COLOURS, FACES
from render.subject import Subject

HEIGHT = 1318
_DICE = layout.Area(130, 232, 940, 178)
_VINE = layout.Area(48, 222, 1104, 350)
_EARTH = layout.Area(hand_frame.MARGIN, 566, 1148, 350)
_SLOT = 134
_GAINS = layout.Area(hand_frame.MARGIN, 934, 1148, 256)
_GAP = 18
_LIFTED, _LAST = Look(shadow=8), Look(shadow=8, frame=9)
_STAR, _HEART = (60, 60), (76, 76)
_TITLE = say("Harvest!")


def paint(show: Subject, view: DicedView, harvest: Harvest) -> Canvas:
    """Paint the last harvest of a move, and nothing of what comes next."""
    canvas = Canvas(HEIGHT, show.palette, show.size)
    owner = vines.owner_of(harvest.vine)
    after = view.points[owner]
    parts = _parts(view, harvest)
    points = sum(part for part, _ in parts)
    sign = "token:star-won" if is_solo(view) else "icon:tomato"
    change = f"{show.number(after - points)} → {show.number(after)}"
    viewer = view.viewer
    if viewer is None:
        pills = [hand_frame.HeaderPill(change, sign)]
    elif viewer == owner:
        pills = [hand_frame.HeaderPill(show.number(after - points), sign)]
        pills.append(hand_frame.HeaderPill(show.number(after), is_gain=True))
    else:
        pills = [hand_frame.HeaderPill(show.number(view.points[viewer]), sign)]
    hand_frame.header(canvas, show, ICON, show.say(_TITLE), pills)
    words = show.head(_sentence(show, harvest, owner))
    spot = (theme.WIDTH / 2, 158)
    canvas.write(words, spot, theme.HAND_CLAUSE, align="middle", room=theme.WIDTH - 60)
    _vine(canvas, show, harvest)
    _slots(canvas, show, view, harvest)
    _gains(canvas, show, harvest, parts)
    hand_frame.last_event(canvas, show)
    return canvas


def _parts(view: DicedView, harvest: Harvest) -> list[tuple[int, Text]]:
    """What the owner's gain is made of; alone only a match is a point."""
    score, is_match = harvest.score, harvest.score == harvest.slot
    if is_solo(view):
        return [
            (int(is_match), say("match") if is_match else say("slot {slot}", slot=harvest.slot))
        ]
    parts = [(score, say("worth {worth}", worth=score))]
    if bonus := harvest.points - score:
        parts.append((bonus, say("match {bonus}", bonus=bonus)))
    if harvest.slot == vines.SLOTS and view.finisher == vines.owner_of(harvest.vine):
        bonus = view.options.first_bonus
        parts.append((bonus, say("first to six {bonus}", bonus=bonus)))
    return parts


def _sentence(show: Subject, harvest: Harvest, owner: Seat) -> Text:
    """Who completed whose vine."""
    number = (harvest.vine % vines.EACH_SEAT) + 1
    if hand_frame.is_reader(show, harvest.by):
        if owner == harvest.by:
            return say("You complete your vine {number}", number=number)
        return say("You complete {owner}'s vine {number}", number=number, owner=seat(owner))
    if hand_frame.is_reader(show, owner):
        return say("{who} completes your vine {number}", number=number, who=seat(harvest.by))
    if owner == harvest.by:
        return say("{who} completes vine {number}", number=number, who=seat(owner))
    return say(
        "{who} completes {owner}'s vine {number}",
        number=number,
        who=seat(harvest.by),
        owner=seat(owner),
    )


def _vine(canvas: Canvas, show: Subject, harvest: Harvest) -> None:
    """Draw the dice on their vine, the last one in gold with the seat that put it there."""
    wide = round(_DICE.height)
    step = (_DICE.width - wide) / (vines.FULL - 1)
    canvas.sprite("garden:vine-long", _VINE[:2], _VINE[2:])
    for place, die in enumerate(harvest.dice):
        spot = (round(_DICE.x + place * step), _DICE.y + (24, 56, 20, -14)[place])
        is_last = place == len(harvest.dice) - 1
        canvas.sprite(sprite_of(die), spot, (wide, wide), _LAST if is_last else _LIFTED)
        if place == 0 and harvest.flipped:
            canvas.sprite("garden:flip", (spot[0] - 20, spot[1] - 20), (64, 64))
    middle = (_DICE.right - 8, _DICE.bottom - 22)
    layout.seat_avatar(canvas, show, harvest.by, (), middle, radius=36)


def _slots(canvas: Canvas, show: Subject, view: DicedView, harvest: Harvest) -> None:
    """Draw the owner's slots with the points of each; a match has a star."""
    canvas.place(*soil(_EARTH))
    track = view.tracks[vines.owner_of(harvest.vine)][: harvest.slot]
    step = (_EARTH.width - 80) / vines.SLOTS
    for place in range(vines.SLOTS):
        x, y = _EARTH.x + 40 + step * (place + 0.5), _EARTH.y + 104
        is_new = place == harvest.slot - 1
        colour = theme.GOLD if is_new else theme.TEXT
        spot = (x, _EARTH.y + 62)
        words = show.number(place + 1)
        canvas.write(words, spot, theme.HAND_CAPTION, colour, align="middle", room=step)
        corner = (x - _SLOT / 2, y)
        if place >= len(track):
            canvas.box(corner, Box(_SLOT, _SLOT, 24, "", line="#7FB089", thick=5, dash=16))
            continue
        score = track[place][1]
        look = Look(frame=9) if is_new else Look()
        canvas.sprite(f"die-mini:red-{score}", corner, (_SLOT, _SLOT), look)
        is_match = is_rewarded(view, score, place + 1)
        if is_match:
            canvas.sprite("token:star-won", (x + _SLOT / 2 - 36, y - 22), _STAR)
        points = int(is_match) if is_solo(view) else slot_points(view.options, score, place + 1)
        spot = (x, _EARTH.bottom - 58)
        canvas.write(show.number(points), spot, theme.HAND_PILL, colour, align="middle", room=step)


def _gains(
    canvas: Canvas, show: Subject, harvest: Harvest, parts: Sequence[tuple[int, Text]]
) -> None:
    """Draw what the owner gained, and beside it the karma of the seat that completed the vine."""
    owner, points = vines.owner_of(harvest.vine), sum(part for part, _ in parts)
    wide = (_GAINS.width - _GAP) / 2 if harvest.karma else _GAINS.width
    sign = "icon:tomato" if len(show.tableau.seats) > 1 else "token:star-won"
    left = layout.Area(_GAINS.x, _GAINS.y, wide, _GAINS.height)
    words = " + ".join(show.say(words) for _, words in parts)
    gain = _Gain(owner, f"+{show.number(points)}", sign, words)
    _gain(canvas, show, left, gain)
    if harvest.karma:
        right = layout.Area(left.right + _GAP, _GAINS.y, wide, _GAINS.height)
        number = f"+{show.number(harvest.karma)}"
        gain = _Gain(harvest.by, number, "icon:red-heart", show.say(_KARMA))
        _gain(canvas, show, right, gain)


_KARMA = say("karma")


class _Gain(NamedTuple):
    """What a seat gained, and for what."""

    who: Seat
    number: str
    sprite: str
    words: str


def _gain(canvas: Canvas, show: Subject, area: layout.Area, gain: _Gain) -> None:
    """Draw a seat with its gain, in gold if it is the viewer's."""
    who, number, sprite, words = gain
    is_own = who == show.tableau.viewer
    outcome.frame(canvas, area, is_own=is_own)
    y = area.centre[1]
    layout.seat_avatar(canvas, show, who, (), (area.x + 84, y), radius=56)
    style = theme.OWN_GAIN if is_own else theme.HAND_GAIN
    right = area.right - 30 - _HEART[0]
    canvas.sprite(sprite, (right, y - _HEART[1] / 2), _HEART)
    colour = theme.GOLD if is_own else theme.LEAF
    right -= 16 + canvas.write(number, (right - 16, y), style, colour, align="right", room=200)
    left = area.x + 160
    canvas.write(hand_frame.name(show, who), (left, y - 34), theme.HAND_NAME, room=right - left)
    canvas.write(words, (left, y + 34), theme.HAND_CAPTION, theme.TEXT_SOFT, room=right - left)


def wanted() -> Iterator[Fixed]:
    """Return the dice of harvested vines and of slots, and the signs beside them."""
    wide = round(_DICE.height)
    for colour, face, look in product(COLOURS, FACES, (_LIFTED, _LAST)):
        yield Fixed(f"die:{colour}-{face}", (0, 0), (wide, wide), look)
    for face, look in product(FACES, (Look(), Look(frame=9))):
        yield Fixed(f"die-mini:red-{face}", (0, 0), (_SLOT, _SLOT), look)
    yield Fixed("garden:vine-long", (0, 0), _VINE[2:])
    yield Fixed("token:star-won", (0, 0), _STAR)
    for name in ("icon:tomato", "icon:red-heart"):
        yield Fixed(name, (0, 0), _HEART)

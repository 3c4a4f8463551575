"""Small things on tables: chips, stars, plates, the mascot. Each is one short drawing."""

import math
from collections.abc import Callable
from functools import partial

from render.engine.raster import document
from render.sprites.tomato import TOMATO_SHAPE

_STAR = " ".join(
    f"{50 + reach * math.sin(math.pi * corner / 5):.1f},"
    f"{53 - reach * math.cos(math.pi * corner / 5):.1f}"
    for corner, reach in enumerate((46, 21) * 5)
)


def star_won() -> str:
    """Draw a trick that was taken."""
    shape = f'<polygon points="{_STAR}" fill="#FFF8EE" stroke="#FFF8EE"'
    return document((100, 100), shape + ' stroke-width="10" stroke-linejoin="round"/>')


def star_open() -> str:
    """Draw a trick that was not taken."""
    shape = f'<polygon points="{_STAR}" fill="none" stroke="#FFF8EE" stroke-opacity=".42"'
    return document((100, 100), shape + ' stroke-width="7" stroke-linejoin="round"/>')


def star_needed() -> str:
    """Draw a trick that is still needed: dashed."""
    shape = f'<polygon points="{_STAR}" fill="none" stroke="#FFF8EE" stroke-opacity=".85"'
    return document(
        (100, 100), shape + ' stroke-width="7" stroke-dasharray="13 9" stroke-linejoin="round"/>'
    )


def dealer() -> str:
    """Draw the dealer's chip, like a poker chip; its letter depends on the language."""
    body = """<circle cx="50" cy="50" r="49" fill="#FFFBF2"/>
<circle cx="50" cy="50" r="40" fill="none" stroke="#211A1D" stroke-width="8"
 stroke-dasharray="10.47 10.47"/>
<circle cx="50" cy="50" r="31" fill="#FFFBF2"/>"""
    return document((100, 100), body)


def tick() -> str:
    """Draw the sign for an answer that was given."""
    body = """<circle cx="50" cy="50" r="48" fill="#0F2018"/>
<circle cx="50" cy="50" r="42" fill="#63D08A"/>
<path d="M28 52l15 15 29-33" fill="none" stroke="#10231A" stroke-width="11" stroke-linecap="round"
 stroke-linejoin="round"/>"""
    return document((100, 100), body)


def cross() -> str:
    """Draw the sign for what fails."""
    body = """<rect x="4" y="4" width="92" height="92" rx="24" fill="#FF9A8C"/>
<path d="M33 33l34 34M67 33L33 67" stroke="#3A1210" stroke-width="12" stroke-linecap="round"/>"""
    return document((100, 100), body)


FELT = (1136.0, 370.0)

_PILES = (
    (),
    ((102, 40),),
    ((74, 40), (130, 40)),
    ((102, 26), (70, 44), (134, 44)),
    ((78, 26), (126, 26), (66, 48), (138, 48)),
    ((102, 2), (68, 24), (136, 24), (80, 46), (124, 46)),
)
"""Places of the tomatoes for each number of them, the rearmost first."""


def plate(tomatoes: int) -> str:
    """Draw the pot: a plate with up to five tomatoes on it."""
    places = _PILES[tomatoes]
    pile = "".join(
        f'<g transform="translate({x - 28} {y}) scale(1.75)">{TOMATO_SHAPE}</g>' for x, y in places
    )
    body = f"""<ellipse cx="102" cy="98" rx="98" ry="34" fill="#000" opacity=".28"/>
<ellipse cx="102" cy="90" rx="100" ry="34" fill="#D9C7AC"/>
<ellipse cx="102" cy="84" rx="100" ry="33" fill="#FFFBF2"/>
<ellipse cx="102" cy="82" rx="74" ry="22" fill="#F4EAD9" stroke="#DCCBB0" stroke-width="2.5"/>
{pile}"""
    return document((204, 134), body)


def crate() -> str:
    """Draw the reserves: a wooden crate with a tomato looking out."""
    body = f"""<g transform="translate(14 2) scale(1.5)">{TOMATO_SHAPE}</g>
<g transform="translate(48 2) scale(1.5)">{TOMATO_SHAPE}</g>
<rect x="4" y="36" width="102" height="58" rx="7" fill="#8A5A34"/>
<rect x="4" y="36" width="102" height="16" rx="6" fill="#C48A55"/>
<rect x="4" y="57" width="102" height="16" rx="5" fill="#B47A47"/>
<rect x="4" y="78" width="102" height="16" rx="6" fill="#A46C3C"/>
<rect x="10" y="34" width="11" height="62" rx="4" fill="#75492A"/>
<rect x="89" y="34" width="11" height="62" rx="4" fill="#75492A"/>"""
    return document((110, 100), body)


def pot() -> str:
    """Draw the pot as a small sign: tomatoes on a plate, in a square."""
    pile = "".join(
        f'<g transform="translate({x} {y}) scale(1.25)">{TOMATO_SHAPE}</g>'
        for x, y in ((30, 14), (12, 36), (48, 36))
    )
    body = f"""<ellipse cx="50" cy="76" rx="49" ry="19" fill="#D9C7AC"/>
<ellipse cx="50" cy="72" rx="49" ry="18" fill="#FFFBF2"/>{pile}"""
    return document((100, 100), body)


def lead() -> str:
    """Draw the sign of the player who leads."""
    body = """<circle cx="50" cy="50" r="48" fill="#171013"/>
<circle cx="50" cy="50" r="42" fill="#FFFBF2"/>
<path d="M38 26l34 24-34 24z" fill="#211A1D" stroke="#211A1D" stroke-width="8"
 stroke-linejoin="round"/>"""
    return document((100, 100), body)


def felt() -> str:
    """Draw the card table seen from above: felt with a thin line in a wooden rim."""
    body = """<defs><linearGradient id="wood" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="#8A5A34"/><stop offset="1" stop-color="#5E3A1F"/></linearGradient>
<linearGradient id="felt" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="#2F8163"/><stop offset="1" stop-color="#1C5E47"/>
</linearGradient></defs>
<rect width="1136" height="370" rx="185" fill="url(#wood)"/>
<rect x="14" y="14" width="1108" height="342" rx="171" fill="url(#felt)"/>
<rect x="27" y="27" width="1082" height="316" rx="158" fill="none" stroke="#9FD8BE"
 stroke-opacity=".3" stroke-width="3"/>"""
    return document(FELT, body)


def mascot() -> str:
    """Draw the tomato mascot: a friendly face under its leaves."""
    body = f"""<g transform="scale(3.125)">{TOMATO_SHAPE}</g>
<circle cx="36" cy="60" r="6.5" fill="#2B1014"/><circle cx="64" cy="60" r="6.5" fill="#2B1014"/>
<circle cx="38" cy="57.5" r="2.2" fill="#FFF"/><circle cx="66" cy="57.5" r="2.2" fill="#FFF"/>
<path d="M39 73q11 11 22 0" fill="none" stroke="#2B1014" stroke-width="4.5" stroke-linecap="round"/>
<circle cx="25" cy="70" r="6" fill="#FF8A7A" opacity=".7"/>
<circle cx="75" cy="70" r="6" fill="#FF8A7A" opacity=".7"/>
<path d="M16 44c3-7 8-11 14-13" fill="none" stroke="#FF8A7A" stroke-width="5"
 stroke-linecap="round"/>"""
    return document((100, 100), body)


def robot() -> str:
    """Draw a bot seat."""
    body = """<rect x="47" y="8" width="6" height="18" rx="3" fill="#211A1D"/>
<circle cx="50" cy="10" r="8" fill="#211A1D"/>
<rect x="18" y="24" width="64" height="54" rx="16" fill="#211A1D"/>
<circle cx="37" cy="48" r="9" fill="#FFF8EE"/><circle cx="63" cy="48" r="9" fill="#FFF8EE"/>
<rect x="36" y="63" width="28" height="6" rx="3" fill="#FFF8EE"/>
<rect x="8" y="42" width="8" height="20" rx="4" fill="#211A1D"/>
<rect x="84" y="42" width="8" height="20" rx="4" fill="#211A1D"/>"""
    return document((100, 100), body)


def pawn() -> str:
    """Draw people, for the number of players."""
    body = """<circle cx="50" cy="28" r="20" fill="#FFF8EE"/>
<path d="M50 44c20 0 32 16 34 46 0 5-3 8-8 8H24c-5 0-8-3-8-8 2-30 14-46 34-46z" fill="#FFF8EE"/>"""
    return document((100, 100), body)


WITHERED = (420.0, 288.0)


def withered() -> str:
    """Draw a withered vine with a sad tomato, for a match that somebody alone has lost."""
    leaf = "M0 0c16-22 42-24 58-4-20 18-44 18-58 4z"
    leaves = "".join(
        f'<path d="{leaf}" transform="translate({x} {y}) rotate({turn})"/>'
        for x, y, turn in ((214, 60, 200), (104, 214, 130), (150, 150, 95), (338, 262, 0))
    )
    stem = "M210 252V92c0-88 150-104 158-12v28M210 176c-52-12-88 10-98 52"
    body = f"""<ellipse cx="210" cy="254" rx="190" ry="14" fill="#2B1D12"/>
<path d="{stem}" fill="none" stroke="#4A3A22" stroke-width="22" stroke-linecap="round"/>
<path d="{stem}" fill="none" stroke="#8A7A48" stroke-width="14" stroke-linecap="round"/>
<g fill="#A8914E" stroke="#5F5029" stroke-width="4">{leaves}</g>
<path d="M368 118c38 0 54 24 54 54 0 34-22 58-54 58s-54-24-54-58c0-30 16-54 54-54z"
 fill="#7A4634" stroke="#4A261C" stroke-width="6" transform="translate(-14 0)"/>
<path d="M326 122c16-14 28-4 30 2 4-12 22-16 34-2-14-2-22 2-34 8-10-6-18-10-30-8z"
 fill="#8A7A48"/>
<g fill="none" stroke="#2B1014" stroke-width="6" stroke-linecap="round">
<path d="M324 160l16-8M384 160l-16-8M334 206q20-20 40 0"/></g>
<circle cx="336" cy="174" r="7" fill="#2B1014"/><circle cx="372" cy="174" r="7" fill="#2B1014"/>"""
    return document(WITHERED, body)


def calendar() -> str:
    """Draw a calendar, for the start of a tournament."""
    body = """<rect x="14" y="22" width="72" height="68" rx="12" fill="none" stroke="#FFF8EE"
 stroke-width="8"/><path d="M14 46h72M34 10v22M66 10v22" stroke="#FFF8EE" stroke-width="8"
 stroke-linecap="round"/>"""
    return document((100, 100), body)


_METALS = {1: ("#FFCB4D", "#D99A1C"), 2: ("#E3E7EB", "#AEB6BE"), 3: ("#E9AE7E", "#B9763F")}


def medal(place: int) -> str:
    """Draw a medal on its ribbon, for the first three; the number is written onto it."""
    light, dark = _METALS[place]
    body = f"""<path d="M26 2h18l14 34-18 8z" fill="#C4342B"/>
<path d="M74 2H56L42 36l18 8z" fill="#E5574A"/>
<circle cx="50" cy="61" r="37" fill="{dark}"/><circle cx="50" cy="61" r="31" fill="{light}"/>"""
    return document((100, 100), body)


def rise() -> str:
    """Draw a rating that rises."""
    body = """<path d="M50 14L88 80H12z" fill="#63D08A" stroke="#63D08A" stroke-width="10"
 stroke-linejoin="round"/>"""
    return document((100, 100), body)


def fall() -> str:
    """Draw a rating that falls: soft, because nobody is to feel ashamed."""
    body = """<path d="M50 86L12 20h76z" fill="none" stroke="#CFC3BD" stroke-width="11"
 stroke-linejoin="round"/>"""
    return document((100, 100), body)


def ahead() -> str:
    """Draw a round after which a player leads."""
    body = """<rect x="2" y="2" width="96" height="96" rx="20" fill="#63D08A"/>
<path d="M50 26L76 70H24z" fill="#10231A" stroke="#10231A" stroke-width="9"
 stroke-linejoin="round"/>"""
    return document((100, 100), body)


def level() -> str:
    """Draw a round after which a player is level with the best of the others."""
    body = """<rect x="2" y="2" width="96" height="96" rx="20" fill="#F0E2A0"/>
<rect x="22" y="32" width="56" height="13" rx="6.5" fill="#211A1D"/>
<rect x="22" y="57" width="56" height="13" rx="6.5" fill="#211A1D"/>"""
    return document((100, 100), body)


def behind() -> str:
    """Draw a round after which a player is behind."""
    body = """<rect x="5" y="5" width="90" height="90" rx="18" fill="#171013" stroke="#CFC3BD"
 stroke-opacity=".55" stroke-width="5"/>
<path d="M50 74L25 32h50z" fill="none" stroke="#FF9A8C" stroke-width="9"
 stroke-linejoin="round"/>"""
    return document((100, 100), body)


def to() -> str:
    """Draw an arrow from one to another."""
    body = """<path d="M22 12L78 50 22 88" fill="none" stroke="#CFC3BD" stroke-width="18"
 stroke-linecap="round" stroke-linejoin="round"/>"""
    return document((100, 100), body)


def recent() -> str:
    """Draw the sign of recent actions: a clock whose hand goes back."""
    body = """<path d="M20 28A38 38 0 1 1 12 50" fill="none" stroke="#CFC3BD" stroke-width="9"
 stroke-linecap="round"/><path d="M6 22l16 10 10-16" fill="none" stroke="#CFC3BD" stroke-width="9"
 stroke-linecap="round" stroke-linejoin="round"/><path d="M50 30v22l14 10" fill="none"
 stroke="#CFC3BD" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/>"""
    return document((100, 100), body)


TOKENS: dict[str, Callable[[], str]] = {
    "star-won": star_won,
    "star-open": star_open,
    "star-needed": star_needed,
    "dealer": dealer,
    "tick": tick,
    "cross": cross,
    "crate": crate,
    "reserves": crate,
    "pawn": pawn,
    "calendar": calendar,
    "withered": withered,
    "pot": pot,
    "lead": lead,
    "felt": felt,
    "mascot": mascot,
    "robot": robot,
    "rise": rise,
    "to": to,
    "recent": recent,
    "fall": fall,
    "ahead": ahead,
    "level": level,
    "behind": behind,
    **{f"medal-{place}": partial(medal, place) for place in _METALS},
    **{f"plate-{count}": partial(plate, count) for count in range(6)},
}

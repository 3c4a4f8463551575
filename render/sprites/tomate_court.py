"""Sota, caballo and rey: drawn for this deck, each in a box of 150 by 170 standing on its floor."""

from render.sprites.tomate_suits import Suit, placed

_SKIN = "#F6C79B"
_BLUSH = "#EFA985"
_EYE = "#2B1A14"


def _arch(suit: Suit) -> str:
    return f'<path d="M5 170V78a70 70 0 0 1 140 0v92z" fill="{suit.tint}"/>'


def _badge(suit: Suit, x: float, y: float) -> str:
    """Draw the suit again, on a paper disc at the breast."""
    disc = (
        f'<circle cx="{x}" cy="{y}" r="27" fill="#FFFBF2" stroke="{suit.dark}" stroke-width="4"/>'
    )
    return disc + placed(x - 17, y - 17, 34)


def _face(x: float, y: float, smile: str) -> str:
    return f"""
<circle cx="{x - 10}" cy="{y}" r="3.4" fill="{_EYE}"/>
<circle cx="{x + 10}" cy="{y}" r="3.4" fill="{_EYE}"/>
<circle cx="{x - 17}" cy="{y + 9}" r="5" fill="{_BLUSH}" opacity=".75"/>
<circle cx="{x + 17}" cy="{y + 9}" r="5" fill="{_BLUSH}" opacity=".75"/>
<path d="M{x - 7} {y + 13}q7 6 14 0" fill="none" stroke="{smile}" stroke-width="3"
 stroke-linecap="round"/>"""


def sota(suit: Suit) -> str:
    """The page: bobbed hair, a beret with a feather."""
    return f"""{_arch(suit)}
<path d="M40 62c0-22 14-36 35-36s35 14 35 36v52c-10 6-60 6-70 0z" fill="#C8742B"/>
<path d="M40 62c0-22 14-36 35-36-14 20-18 50-14 90-8 0-16 0-21-2z" fill="#A95C1D"/>
<path d="M18 170c0-36 22-56 57-56s57 20 57 56z" fill="{suit.fill}"/>
<path d="M50 117l25 22 25-22c-6-3-15-5-25-5s-19 2-25 5z" fill="{suit.dark}"/>
<rect x="66" y="92" width="18" height="26" rx="8" fill="{_BLUSH}"/>
<path d="M52 60h46v20c0 16-10 26-23 26S52 96 52 80z" fill="{_SKIN}"/>
<path d="M50 66c10 0 24-4 32-12 6 6 12 10 18 11V52H50z" fill="#C8742B"/>
{_face(75, 76, "#B5533A")}
<path d="M30 52c-4-24 16-38 44-38s48 12 46 34c-8 6-16 6-24 5-20-5-44-4-66-1z" fill="{suit.dark}"/>
<path d="M44 42c20-5 42-5 62 0l-2 14c-20-5-38-5-58 0z" fill="#FFC53D"/>
<path d="M100 44c2-22 16-36 38-42 3 20-8 38-32 48z" fill="#FFFBF2" stroke="{suit.dark}"
 stroke-width="3.5" stroke-linejoin="round"/>
<path d="M103 46l26-34" stroke="{suit.dark}" stroke-width="3" stroke-linecap="round"/>
{_badge(suit, 75, 139)}"""


def caballo(suit: Suit) -> str:
    """The horse: neck, mane and bridle in profile, looking right."""
    return f"""{_arch(suit)}
<path d="M22 170c2-46 16-92 44-112l26-18 10-26 10 26c12 12 20 30 28 46 6 12 4 20-4 24-10 4-20 0-28-6
 l-12-4c4 22 12 44 12 70z" fill="#9C5A2E"/>
<path d="M22 170c2-46 16-92 44-112l26-18 10-26 3 9-8 23C74 66 54 108 54 170z" fill="#5D321A"/>
<path d="M92 40l10-26 10 26-8 6z" fill="#7D4522"/>
<ellipse cx="130" cy="98" rx="15" ry="13" fill="#B87443"/>
<circle cx="137" cy="93" r="3.2" fill="{_EYE}"/>
<path d="M122 106q8 4 15 1" fill="none" stroke="{_EYE}" stroke-width="2.5" stroke-linecap="round"/>
<circle cx="108" cy="61" r="5.5" fill="{_EYE}"/><circle cx="110" cy="59" r="1.8" fill="#FFF"/>
<path d="M96 46l4 34M100 80l24-6M100 80c-2 16-4 22-14 36M124 74l-6 34" fill="none"
 stroke="{suit.fill}" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>
<circle cx="100" cy="80" r="6" fill="#FFC53D"/><circle cx="123" cy="75" r="5" fill="#FFC53D"/>
{_badge(suit, 72, 139)}"""


def rey(suit: Suit) -> str:
    """The king: crown, beard and a white collar."""
    return f"""{_arch(suit)}
<path d="M14 170c0-38 24-58 61-58s61 20 61 58z" fill="{suit.fill}"/>
<path d="M43 117l32 30 32-30-14-9H57z" fill="#FFFBF2"/>
<path d="M46 60h58v42c0 18-12 32-29 32s-29-14-29-32z" fill="#6E4426"/>
<path d="M52 54h46v30c0 10-10 16-23 16s-23-6-23-16z" fill="{_SKIN}"/>
<path d="M46 82c8 2 16 2 22-2 4-2 10-2 14 0 6 4 14 4 22 2v20c0 18-12 32-29 32s-29-14-29-32z"
 fill="#6E4426"/>
{_face(75, 70, "#6E4426")}
<path d="M65 94q10 7 20 0" fill="none" stroke="#FFF1E0" stroke-width="3.5" stroke-linecap="round"/>
<path d="M40 56l-8-36 22 14 21-32 21 32 22-14-8 36z" fill="#FFC53D" stroke="#C98600"
 stroke-width="3" stroke-linejoin="round"/>
<path d="M40 44c24-4 46-4 70 0v12c-24-4-46-4-70 0z" fill="#F0A81F"/>
<circle cx="75" cy="48" r="5.5" fill="{suit.fill}"/><circle cx="53" cy="49" r="3.8" fill="#FFF"/>
<circle cx="97" cy="49" r="3.8" fill="#FFF"/>
{_badge(suit, 75, 140)}"""

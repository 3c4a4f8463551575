"""Dojo: all mats, the trophy and the duel; in a hand the dojo and what each choice brings.

The table itself rings new cards, and at the end shows all points.
"""

from games.core.text import say
from games.dojo.questions.gains import ended_round
from games.dojo.questions.views import DojoView
from games.dojo.rules.texts import TROPHY_EFFECTS
from render.scenes.dojo import (
    board,
    challenge,
    dealing,
    deck,
    duelling,
    hand,
    mat,
    round_end,
    stage,
    table,
)
from render.scenes.game_scene import Painter, scene_of

_EFFECTS = {f"trophy:{trophy}": effect for trophy, effect in TROPHY_EFFECTS.items()}
_SIGNS = tuple(
    sign._replace(word=say("{trophy}: {effect}", trophy=sign.word, effect=_EFFECTS[sign.sprite]))
    for sign in table.LEGEND
)
"""The signs with what they do, which the pictures themselves have no room for."""


def aftermath(view: DojoView) -> Painter | None:
    """Return the painter of a round's end for one player, if the last move ended a round.

    The public table shows all dojos, with what is new in them. Who has placed the card of a round
    without a dealer has seen it.
    """
    viewer, result = view.viewer, ended_round(view)
    if viewer is None or result is None or view.own_cell is not None:
        return None
    return lambda show: round_end.paint(show, view, result, viewer)


SCENE = scene_of(
    DojoView,
    table.paint,
    hand.paint,
    aftermath,
    parts=(mat, stage, table, board, challenge, dealing, duelling, round_end, hand),
    signs=_SIGNS,
    deck=deck.DECK,
)

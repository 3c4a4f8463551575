"""Discord's limits, and how much of them some items take.

The limits never change a rule. What doesn't fit is split into pages or asked step by step.
"""

from collections.abc import Iterable
from typing import Any

import discord

Item = discord.ui.Item[Any]

COMPONENTS = 40
"""Components of one message, nested ones included."""
CHARACTERS = 4000
"""Characters of all text displays of one message."""
RESERVED_COMPONENTS = 8
"""Reserved for everything around the controls: container, picture, headline, own buttons."""
RESERVED_CHARACTERS = 1200
OUR_COMPONENTS = COMPONENTS - RESERVED_COMPONENTS
OUR_CHARACTERS = CHARACTERS - RESERVED_CHARACTERS
PUBLIC_COMPONENTS = 20
"""The same for controls in the channel, where the table needs more space."""
PUBLIC_CHARACTERS = 1000

ROW = 5
"""Buttons side by side; a select takes a row for itself."""
OPTIONS = 25
BUTTON_LABEL = 80
OPTION_LABEL = 100
OPTION_HINT = 100
PLACEHOLDER = 150
MODAL_PARTS = 5
MODAL_TITLE = 45
PART_LABEL = 45
TYPED_CHOICE = 100
"""The name and value of an autocompletion choice."""
SUGGESTIONS = 25


def components(items: Iterable[Item]) -> int:
    """Count the components of these items as Discord counts them."""
    return sum(
        1 + (len(item.children) if isinstance(item, discord.ui.ActionRow) else 0) for item in items
    )


def characters(items: Iterable[Item]) -> int:
    """Count the characters of text in these items."""
    return sum(len(item.content) for item in items if isinstance(item, discord.ui.TextDisplay))

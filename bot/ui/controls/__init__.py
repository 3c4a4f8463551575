"""Controls: draw any prompt of any game as Discord components, and read what was pressed.

Nothing is kept in memory. Every control's custom id is an address (`address`). Half-filled forms
are rows (`draft`). One listener hands each press to `read`.
"""

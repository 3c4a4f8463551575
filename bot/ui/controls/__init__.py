"""Controls: draw any prompt of any game as Discord components, and read what was pressed.

Nothing is kept in memory. Every control's custom id is read by `custom_ids`. Half-filled forms
are rows (`draft`). One listener hands each press to `read`.
"""

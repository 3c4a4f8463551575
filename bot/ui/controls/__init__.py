"""Controls: any prompt of any game as Discord components, and what is pressed read back.

Nothing lives in memory. Every control's custom id is an address (`address`), half-filled forms are
rows (`draft`), and one listener hands what was pressed to `read`.
"""

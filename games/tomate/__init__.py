"""Tomate: three cards, three tricks, and a pot that punishes who takes none."""

from __future__ import annotations

from games.tomate.game import TOMATE as TOMATE

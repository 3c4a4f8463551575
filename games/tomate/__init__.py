"""Tomate: three cards, three tricks, and a pot that punishes taking no trick."""

from __future__ import annotations

from games.tomate.game import TOMATE as TOMATE

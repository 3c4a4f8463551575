"""Tomatomat: four vending machines, and cards that nobody may look at again."""

from __future__ import annotations

from games.tomatomat.game import TOMATOMAT as TOMATOMAT

"""Tomatomat: four vending machines, and cards that nobody may look at again."""

from games.tomatomat.game import TOMATOMAT as TOMATOMAT

"""Karate Tomate: all strike at once, outlast the others, and never own the fewest knives."""

from games.karate_tomate.game import KARATE_TOMATE as KARATE_TOMATE

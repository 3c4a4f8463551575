"""Tomate: three cards, three tricks, and a pot that punishes taking no trick."""

from games.tomate.game import TOMATE as TOMATE

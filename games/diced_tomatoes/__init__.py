"""Diced Tomatoes: dice on vines, karma for helping, and rotten dice for the neighbours."""

from games.diced_tomatoes.game import DICED_TOMATOES as DICED_TOMATOES

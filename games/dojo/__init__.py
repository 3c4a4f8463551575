"""Dojo: collect twelve disciples in three rows and four columns, and duel for trophies."""

from games.dojo.game import DOJO as DOJO

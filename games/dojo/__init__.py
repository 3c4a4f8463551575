"""Dojo: collect twelve disciples in three rows and four columns, and duel for trophies."""

from __future__ import annotations

from games.dojo.game import DOJO as DOJO

"""Dojo: twelve disciples in three rows and four columns, dealt, fought for and laid in secret."""

from __future__ import annotations

from games.dojo.game import DOJO as DOJO

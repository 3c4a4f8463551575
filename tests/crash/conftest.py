"""Crash tests look at no pictures, so none are drawn."""

from __future__ import annotations

from tests.integration.conftest import pictures_are_named

__all__ = ["pictures_are_named"]

"""No crash test looks at a picture, so none draws any."""

from __future__ import annotations

from tests.integration.conftest import pictures_are_named

__all__ = ["pictures_are_named"]

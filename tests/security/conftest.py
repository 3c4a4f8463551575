"""The running bot of the integration tests, for attacks on it."""

from __future__ import annotations

from tests.integration.conftest import ana, ben, chen, club, pictures_are_named

__all__ = ["ana", "ben", "chen", "club", "pictures_are_named"]

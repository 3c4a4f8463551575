"""The running bot of the integration tests, for attacks on it."""

from __future__ import annotations

from tests.integration.conftest import ana, ben, chen, env, nothing_is_late, pictures_are_named

__all__ = ["ana", "ben", "chen", "env", "nothing_is_late", "pictures_are_named"]

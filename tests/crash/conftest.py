"""Crash tests look at no pictures, so none are drawn."""

from tests.integration.conftest import nothing_is_late, pictures_are_named

__all__ = ["nothing_is_late", "pictures_are_named"]

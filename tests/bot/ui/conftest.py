"""Tests of messages read words, sizes and sprites, so their pictures are only sketched."""

from tests.render.conftest import sketched
from tests.render.scenes.conftest import pictures_are_sketched

__all__ = ["pictures_are_sketched", "sketched"]

"""Tests of scenes read words and sprites, so their pictures are only sketched."""

import pytest


@pytest.fixture(autouse=True)
def pictures_are_sketched(request: pytest.FixtureRequest) -> None:
    """Draw pictures only in tests marked `paints`."""
    if request.node.get_closest_marker("paints") is None:
        request.getfixturevalue("sketched")

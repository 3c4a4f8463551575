"""What tests of pictures share."""

import pytest

from tests.render.sketches import sketch_pictures


@pytest.fixture
def sketched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sketch the pictures of a test that reads their words and sprites."""
    sketch_pictures(monkeypatch)

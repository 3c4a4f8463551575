"""Tests that need the shaping of letters, which Pillow does with a library of the system."""

import pytest
from PIL import features

needs_shaping = pytest.mark.skipif(
    not features.check("raqm"), reason="no shaping: install FriBidi (libfribidi0)"
)

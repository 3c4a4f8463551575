"""Starting the bot: it logs in first, and paints only on request."""

from pathlib import Path
from typing import Any, NoReturn

import pytest
import resvg_py
from PIL import Image, ImageFont
from pydantic import SecretStr

from bot.errors import HostError
from bot.settings import Settings
from bot.ui.program.local import pointed_at
from bot.ui.program.main import run
from tests.integration.support.running_bot import RunningBot
from tests.support.playground import opened


@pytest.fixture(autouse=True)
def nothing_is_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse to draw a sprite, open a font or make a picture."""

    def refused(*args: Any, **_: Any) -> NoReturn:
        raise AssertionError(f"painted while starting: {args[:2]}")

    monkeypatch.setattr(resvg_py, "svg_to_bytes", refused)
    monkeypatch.setattr(ImageFont, "truetype", refused)
    monkeypatch.setattr(Image, "new", refused)
    monkeypatch.setattr(Image, "frombuffer", refused)


async def test_a_wrong_token_is_told_before_anything_is_painted(tmp_path: Path) -> None:
    """A wrong token raises one error that names the setting."""
    settings = Settings(token=SecretStr("wrong"), database=tmp_path / "tomato-table.db")
    async with opened() as playground:
        with pointed_at(playground.address), pytest.raises(HostError, match="TOMATO_TOKEN"):
            await run(settings)


async def test_a_bot_without_tables_starts_without_painting(tmp_path: Path) -> None:
    """A bot without tables starts without drawing anything."""
    async with opened() as playground:
        env = RunningBot(playground, tmp_path / "tomato-table.db")
        async with env.open():
            assert env.bot.is_up.is_set()

"""The check of the whole database file runs at most every ten minutes."""

import asyncio

import pytest

from bot.tables.health import COOL_DOWN, Health
from data.engine.health import HealthCheck
from tests.bot.tables.support import LocalApp


async def test_the_file_is_read_once_in_a_while(
    app: LocalApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All requests within ten minutes share one answer, including simultaneous ones."""
    answers = iter([None, "row 7 is missing"])
    given: list[str | None] = []

    async def check_file(health: HealthCheck) -> str | None:
        assert await real(health) is None
        given.append(next(answers))
        return given[-1]

    real = HealthCheck.check_file
    monkeypatch.setattr(HealthCheck, "check_file", check_file)
    check = Health(app.store, app.clock)
    assert await asyncio.gather(*(check.fault() for _ in range(5))) == [None] * 5
    app.clock.advance(COOL_DOWN - 1)
    assert await check.fault() is None
    assert len(given) == 1
    app.clock.advance(1)
    assert [await check.fault() for _ in range(2)] == ["row 7 is missing"] * 2
    assert len(given) == 2

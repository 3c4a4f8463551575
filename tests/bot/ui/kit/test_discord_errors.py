"""What Discord's answers mean."""

import aiohttp
import pytest

from bot.ui.kit.discord_errors import CODES, TEMPORARY, Failure, failure_of, is_refused
from tests.support.refusals import refusal


@pytest.mark.parametrize(("code", "failure"), CODES.items())
@pytest.mark.parametrize("status", [400, 403, 404, 500])
def test_the_code_decides(status: int, code: int, failure: Failure) -> None:
    """A code means the same whatever the status is."""
    assert failure_of(refusal(status, code)) is failure


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405, 429, 500, 503])
@pytest.mark.parametrize("code", [0, 40333])
def test_a_status_alone_decides_nothing(status: int, code: int) -> None:
    """A stray status without one of the known codes means that the request may work later."""
    assert failure_of(refusal(status, code)) is Failure.LATER


@pytest.mark.parametrize(
    "error",
    [
        aiohttp.ClientConnectionError(),
        aiohttp.ServerDisconnectedError(),
        ConnectionResetError(),
        TimeoutError(),
    ],
    ids=lambda error: type(error).__name__,
)
def test_no_answer_means_later(error: Exception) -> None:
    """A request without an answer may work later."""
    assert failure_of(error) is Failure.LATER


@pytest.mark.parametrize("code", [160006, 50024, 10008, 40060])
def test_a_code_about_the_request_is_a_refusal(code: int) -> None:
    """A code that Discord documents for a request says that repeating it is pointless."""
    assert is_refused(refusal(400, code))


@pytest.mark.parametrize("code", sorted(TEMPORARY))
def test_a_code_about_discord_is_no_refusal(code: int) -> None:
    """A code that says that Discord is busy or out of order leaves hope for the same request."""
    assert not is_refused(refusal(403, code))
    assert failure_of(refusal(403, code)) is Failure.LATER

"""The check against Discord's description finds errors and accepts valid requests."""

from typing import Any

import pytest

from playground.rest.server import RestExchange
from tests.support.openapi import Description, description

ID = "1573526208702840832"
POST = "/channels/{channel_id}/messages"
REFUSED = {"message": "No.", "code": 50013}


@pytest.fixture(scope="module")
def known() -> Description:
    result = description()
    if result is None:
        pytest.skip("DISCORD_OPENAPI names no file")
    return result


def exchange(json: Any, **more: Any) -> RestExchange:
    """Return a post whose answer has no body, so that only the request is judged."""
    facts: dict[str, Any] = {
        "method": "POST",
        "path": POST,
        "query": {},
        "files": (),
        "status": 200,
        "answer": None,
    }
    return RestExchange(json=json, **{**facts, **more})


RIGHT = {
    "an id as a number": {"message_reference": {"message_id": int(ID)}, "content": "x"},
    "the keys that discord.py adds": {"content": "x", "tts": False},
}
WRONG = {
    "a misspelt key": {"contents": "x"},
    "a number for a text": {"content": 5},
    "an unknown component": {"components": [{"type": 99}]},
    "an option without value": {
        "components": [
            {"type": 1, "components": [{"type": 3, "custom_id": "a", "options": [{"label": "A"}]}]}
        ]
    },
}


def requests_only(problems: list[str]) -> list[str]:
    return [problem for problem in problems if "request" in problem]


@pytest.mark.parametrize("name", RIGHT)
def test_right_requests_pass(known: Description, name: str) -> None:
    """Requests as discord.py sends them are accepted."""
    assert requests_only(known.problems(exchange(RIGHT[name]))) == []


@pytest.mark.parametrize("name", WRONG)
def test_wrong_requests_are_found(known: Description, name: str) -> None:
    """Requests that Discord would refuse are reported."""
    assert requests_only(known.problems(exchange(WRONG[name])))


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"path": "/nowhere"}, "no such operation"),
        ({"query": {"waiting": "1"}}, "the query 'waiting' is not described"),
        ({"files": (0, 2)}, "the files are numbered (0, 2)"),
        ({"answer": {"id": 5}}, "answer at"),
        ({"answer": None}, "no answer where one is described"),
        ({"status": 403, "answer": {"error": "No."}}, "answer at"),
    ],
)
def test_other_faults_are_found(known: Description, more: dict[str, Any], problem: str) -> None:
    """Wrong paths, queries, files and answers are reported."""
    result = known.problems(exchange({"content": "x"}, **more))
    assert any(problem in each for each in result), result


def test_refusals_are_described(known: Description) -> None:
    """A refusal in Discord's format is accepted."""
    assert known.problems(exchange({"content": "x"}, status=403, answer=REFUSED)) == []

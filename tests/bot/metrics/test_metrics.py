"""Counted metrics, the addresses that serve them, and the dashboard."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.errors import HostError
from bot.metrics.address import read_address
from bot.metrics.prometheus import PENDING, Metrics
from bot.metrics.readings import Readings, ShardReading
from bot.metrics.server import serving
from tests.test_architecture import ROOT

DASHBOARD = ROOT / "deploy" / "grafana-dashboard.json"
NAME = re.compile(r"\b(?:tomato|process)_\w+")


@dataclass
class FixedProbe:
    """A bot with given readings."""

    readings: Readings = field(default_factory=Readings)

    async def read(self) -> Readings:
        return self.readings


def busy() -> tuple[Metrics, Readings]:
    """Return metrics in which everything has happened once."""
    metrics = Metrics()
    metrics.received(1, "component")
    metrics.acknowledged(1)
    metrics.committed("commit step", 0.01)
    metrics.painted(0.0, 0.02)
    metrics.repainted("public", 0.3)
    metrics.answered(429, "user")
    shards = {4: ShardReading(True, 0.05), 5: ShardReading(False, None)}
    return metrics, Readings(shards, 7, {"running": 2, "lobby": 1})


def samples(text: bytes) -> dict[str, float]:
    """Return every sample by its name and labels, without the buckets' le."""
    families = text_string_to_metric_families(text.decode())
    return {
        " ".join((sample.name, *(value for value in sample.labels.values()))): sample.value
        for family in families
        for sample in family.samples
    }


def test_everything_is_counted_once() -> None:
    """Each event is counted once, and the readings are the current ones."""
    metrics, readings = busy()
    found = samples(metrics.render(readings))

    for name in (
        "tomato_interactions_total component",
        "tomato_acknowledgement_seconds_count component",
        "tomato_commit_seconds_count commit step",
        "tomato_paint_seconds_count",
        "tomato_repaint_delay_seconds_count public",
        "tomato_rest_requests_total 4xx",
        "tomato_rest_rate_limited_total user",
        "tomato_shards_up",
        "tomato_open_matches lobby",
    ):
        assert found[name] == 1, name
    assert found["tomato_shards"] == 2
    assert found["tomato_guilds"] == 7
    assert "tomato_gateway_latency_seconds 5" not in found


def test_what_is_over_is_not_shown() -> None:
    """A shard or stage of life that has disappeared is no longer reported."""
    metrics, readings = busy()
    metrics.render(readings)
    found = samples(metrics.render(Readings()))

    assert not [name for name in found if name.startswith(("tomato_gateway", "tomato_open"))]


def test_an_acknowledgement_counts_once() -> None:
    """A second acknowledgement, or one of an unknown interaction, is not timed."""
    metrics, readings = busy()
    metrics.acknowledged(1)
    metrics.acknowledged(99)

    assert samples(metrics.render(readings))["tomato_acknowledgement_seconds_count component"] == 1


def test_unanswered_interactions_are_forgotten() -> None:
    """At most a fixed number of interactions wait for their acknowledgement."""
    metrics = Metrics()
    for number in range(PENDING + 5):
        metrics.received(number, "component")

    assert len(metrics._pending) == PENDING


async def test_health_says_what_is_wrong() -> None:
    """/healthz answers 200 if all is well, otherwise 503 with every fault on a line."""
    probe = FixedProbe()
    async with serving("127.0.0.1:0", Metrics(), probe) as port, aiohttp.ClientSession() as http:
        url = f"http://127.0.0.1:{port}"
        async with http.get(f"{url}/healthz") as answer:
            well = answer.status, await answer.text()
        probe.readings = Readings(faults=("shards not connected: 3", "database: gone"))
        async with http.get(f"{url}/healthz") as answer:
            ill = answer.status, await answer.text()
        async with http.get(f"{url}/metrics") as answer:
            told = answer.content_type, await answer.text()

    assert well == (200, "ok\n")
    assert ill == (503, "shards not connected: 3\ndatabase: gone\n")
    assert told[0] == "text/plain"
    assert "tomato_shards 0.0" in told[1]


async def test_a_taken_port_is_said_in_one_line() -> None:
    """A port that another program uses raises an error that names it."""
    async with serving("127.0.0.1:0", Metrics(), FixedProbe()) as port:
        with pytest.raises(HostError, match=f"127.0.0.1:{port}"):
            async with serving(f"127.0.0.1:{port}", Metrics(), FixedProbe()):
                pass


@pytest.mark.parametrize(
    ("text", "read"),
    [("127.0.0.1:9100", ("127.0.0.1", 9100)), ("[::1]:80", ("::1", 80)), ("host:0", ("host", 0))],
)
def test_an_address_is_read(text: str, read: tuple[str, int]) -> None:
    """An address is a host name or number, a colon and a port."""
    assert read_address(text) == read


@pytest.mark.parametrize("text", ["9100", ":9100", "127.0.0.1", "host:many", "host:65536", ""])
def test_an_address_that_is_none_is_refused(text: str) -> None:
    """An invalid address is refused with an example."""
    with pytest.raises(ValueError, match=r"127\.0\.0\.1:9100"):
        read_address(text)


def test_the_dashboard_shows_only_what_there_is() -> None:
    """The dashboard names only metrics that are served, and every panel has a query."""
    metrics, readings = busy()
    served = set(NAME.findall(metrics.render(readings).decode()))
    dashboard = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    questions = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]] + [
        variable["query"] for variable in dashboard["templating"]["list"]
    ]
    named = {name for question in questions for name in NAME.findall(question)}

    assert named
    assert named <= served
    assert all(panel["targets"] for panel in dashboard["panels"])
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])

"""Counted metrics, the addresses that serve them, and the dashboard."""

import asyncio
import json
import platform
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot import __version__
from bot.errors import HostError
from bot.metrics.address import read_address
from bot.metrics.loop_lag import EVERY, measure_lag
from bot.metrics.prometheus import PENDING, SCOPES, Metrics
from bot.metrics.readings import Readings, ShardReading
from bot.metrics.server import serving
from tests.test_architecture import ROOT

DASHBOARD = ROOT / "deploy" / "grafana-dashboard.json"
ALERTS = ROOT / "deploy" / "alerts.yaml"
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
    metrics.late(0.2)
    stored = Readings(shards, 7, {"running": 2, "lobby": 1}, 4096, 60.0, 1 << 30)
    return metrics, stored


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
    result = samples(metrics.render(readings))

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
        "tomato_event_loop_lag_seconds_count",
        f"tomato_build_info {platform.python_version()} {__version__}",
    ):
        assert result[name] == 1, name
    assert result["tomato_database_bytes"] == 4096
    assert result["tomato_backup_age_seconds"] == 60
    assert result["tomato_disk_free_bytes"] == 1 << 30
    assert result["tomato_shards"] == 2
    assert result["tomato_guilds"] == 7
    assert "tomato_gateway_latency_seconds 5" not in result


def test_what_is_over_is_not_shown() -> None:
    """What has disappeared or can't be asked is no longer reported."""
    metrics, readings = busy()
    metrics.render(readings)
    result = samples(metrics.render(Readings()))

    gone = ("tomato_gateway", "tomato_open", "tomato_database", "tomato_backup", "tomato_disk")
    assert not [name for name in result if name.startswith(gone)]


def test_the_first_limit_is_a_growth() -> None:
    """Every limit of Discord is shown at 0 before it is met, so that an alert sees it grow."""
    result = samples(Metrics().render(Readings()))

    assert [result[f"tomato_rest_rate_limited_total {scope}"] for scope in SCOPES] == [0, 0, 0]


async def test_a_late_event_loop_is_measured() -> None:
    """Once a second, the time by which a task wakes up too late is counted."""
    metrics, clock = Metrics(), iter((0.0, 1.0, 5.0, 6.75, 9.0))
    naps = list[float]()

    async def sleep(seconds: float) -> None:
        naps.append(seconds)
        if len(naps) > 2:
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await measure_lag(metrics, sleep=sleep, now=lambda: next(clock))
    result = samples(metrics.render(Readings()))

    assert naps[:2] == [EVERY, EVERY]
    assert result["tomato_event_loop_lag_seconds_count"] == 2
    assert result["tomato_event_loop_lag_seconds_sum"] == 0.75


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
            texts = answer.content_type, await answer.text()

    assert well == (200, "ok\n")
    assert ill == (503, "shards not connected: 3\ndatabase: gone\n")
    assert texts[0] == "text/plain"
    assert "tomato_shards 0.0" in texts[1]


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


@pytest.mark.parametrize(
    "text", ["9100", ":9100", "127.0.0.1", "host:many", "host:65536", "a..b:80", ""]
)
def test_an_address_that_is_none_is_refused(text: str) -> None:
    """An invalid address is refused with an example."""
    with pytest.raises(ValueError, match=r"127\.0\.0\.1:9100"):
        read_address(text)


def served() -> set[str]:
    """Return every name in the output of a busy bot."""
    metrics, readings = busy()
    return set(NAME.findall(metrics.render(readings).decode()))


def test_the_dashboard_shows_only_what_there_is() -> None:
    """The dashboard names only metrics that are served, and every panel has a query."""
    dashboard = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    questions = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]] + [
        variable["query"] for variable in dashboard["templating"]["list"]
    ]
    named = {name for question in questions for name in NAME.findall(question)}

    assert named
    assert named <= served()
    assert all(panel["targets"] for panel in dashboard["panels"])
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])


def test_the_page_explains_every_metric() -> None:
    """The table of docs/monitor.md has each metric of ours, and names none that isn't served."""
    page = (ROOT / "docs" / "monitor.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    explained = {name for row in rows for name in NAME.findall(row)}
    metrics, readings = busy()
    families = text_string_to_metric_families(metrics.render(readings).decode())
    ours = {
        family.name + ("_total" if family.type == "counter" else "")
        for family in families
        if family.name.startswith("tomato_") and not family.name.endswith("_created")
    }

    assert ours <= explained
    assert explained <= served()


def test_alerts_ask_only_what_there_is() -> None:
    """The alert rules name only metrics that are served."""
    named = set(NAME.findall(ALERTS.read_text(encoding="utf-8")))

    assert named
    assert named <= served()


def promtool(*words: str, given: bytes = b"") -> tuple[int, str]:
    """Run Prometheus' own checker; returns its exit code and what it says."""
    if shutil.which("promtool") is None:
        pytest.skip("promtool isn't installed: nothing checks the metrics' names and the alerts")
    done = subprocess.run(["promtool", *words], input=given, capture_output=True, check=False)
    return done.returncode, (done.stdout + done.stderr).decode()


def test_prometheus_finds_no_fault_in_the_metrics() -> None:
    """Names, units and descriptions follow Prometheus' own rules."""
    metrics, readings = busy()

    assert promtool("check", "metrics", given=metrics.render(readings)) == (0, "")


CAUSES = {
    "TomatoTableDown": {"up": "0x20"},
    "TomatoTableRestarts": {"process_start_time_seconds": "0+100x20"},
    "TomatoTableShardsDown": {"tomato_shards": "2x20", "tomato_shards_up": "1x20"},
    "TomatoTableAnswersSlowly": {
        'tomato_acknowledgement_seconds_bucket{le="1"}': "0x20",
        'tomato_acknowledgement_seconds_bucket{le="3"}': "0+5x20",
        'tomato_acknowledgement_seconds_bucket{le="+Inf"}': "0+5x20",
    },
    "TomatoTableEventLoopLate": {
        'tomato_event_loop_lag_seconds_bucket{le="0.5"}': "0x20",
        'tomato_event_loop_lag_seconds_bucket{le="2.5"}': "0+5x20",
        'tomato_event_loop_lag_seconds_bucket{le="+Inf"}': "0+5x20",
    },
    "TomatoTableRateLimited": {'tomato_rest_rate_limited_total{scope="global"}': "0x15 1x5"},
    "TomatoTableBackupMissing": {"tomato_backup_age_seconds": "900000x80"},
    "TomatoTableDiskNearlyFull": {"tomato_disk_free_bytes": "1000x20"},
}
"""For each alert, what makes it go off: one value a minute."""
WELL = {
    "up": "1x80",
    "process_start_time_seconds": "100x80",
    "tomato_shards": "2x80",
    "tomato_shards_up": "2x80",
    'tomato_acknowledgement_seconds_bucket{le="1"}': "0+5x80",
    'tomato_acknowledgement_seconds_bucket{le="3"}': "0+5x80",
    'tomato_acknowledgement_seconds_bucket{le="+Inf"}': "0+5x80",
    'tomato_event_loop_lag_seconds_bucket{le="0.5"}': "0+5x80",
    'tomato_event_loop_lag_seconds_bucket{le="2.5"}': "0+5x80",
    'tomato_event_loop_lag_seconds_bucket{le="+Inf"}': "0+5x80",
    'tomato_rest_rate_limited_total{scope="global"}': "3x80",
    "tomato_backup_age_seconds": "1000x80",
    "tomato_disk_free_bytes": "1000000000x80",
}


def test_every_alert_goes_off_for_its_cause(tmp_path: Path) -> None:
    """Each alert goes off when its cause lasts, and none does while all is well."""

    def series(values: dict[str, str]) -> list[dict[str, str]]:
        where = 'job="tomato-table",instance="bot"'
        return [
            {
                "series": (name[:-1] + f",{where}}}") if "{" in name else f"{name}{{{where}}}",
                "values": given,
            }
            for name, given in values.items()
        ]

    def case(values: dict[str, str], minute: int, goes_off: str | None) -> dict[str, object]:
        firing = 'count(ALERTS{alertstate="firing"}) by (alertname)'
        wanted = [{"labels": f'{{alertname="{goes_off}"}}', "value": 1}] if goes_off else []
        asked = {"expr": firing, "eval_time": f"{minute}m", "exp_samples": wanted}
        return {"interval": "1m", "input_series": series(values), "promql_expr_test": [asked]}

    cases = [case(WELL, 70, None)]
    cases += [case(causes, 70 if "Backup" in name else 18, name) for name, causes in CAUSES.items()]
    rules = {"rule_files": [str(ALERTS)], "evaluation_interval": "1m", "tests": cases}
    path = tmp_path / "cases.yaml"
    path.write_text(json.dumps(rules), encoding="utf-8")
    named = re.findall(r"alert: (\w+)", ALERTS.read_text(encoding="utf-8"))

    assert sorted(named) == sorted(CAUSES)
    code, answer = promtool("test", "rules", str(path))
    assert code == 0, answer

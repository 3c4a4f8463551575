"""Everything that is counted and timed, by the names that Prometheus reads.

Labels are short lists that the program knows: kinds, operations, commands, shards. No label ever
holds a player, a server, a match or a text.
"""

import platform
import time
from collections import OrderedDict
from collections.abc import Iterator

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from bot import __version__
from bot.metrics.meters import Meters
from bot.metrics.readings import Readings

PENDING = 1000
"""How many interactions may wait for their acknowledgement to be timed."""

SCOPES = ("global", "shared", "user")
"""The limits that Discord names; they are shown before their first 429, so that it's a growth."""

_QUICK = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_SHORT = (0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0)
_LONG = (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)


class KnownReadings(Collector):
    """Readings that are left out while they are unknown."""

    readings = Readings()

    def collect(self) -> Iterator[GaugeMetricFamily]:
        readings = self.readings
        for name, meaning, value in (
            ("tomato_database_bytes", "Size of the database.", readings.database_size),
            (
                "tomato_backup_age_seconds",
                "Since the last backup, or since the first match that ended without one.",
                readings.backup_age,
            ),
            (
                "tomato_disk_free_bytes",
                "Left on the disk of the database's file.",
                readings.free_disk,
            ),
        ):
            if value is not None:
                yield GaugeMetricFamily(name, meaning, value)


class Metrics(Meters):
    """The figures of one bot, in a registry of their own."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._interactions = self._counter("tomato_interactions", "Received interactions.", "kind")
        self._uses = self._counter("tomato_uses", "Commands and buttons used.", "kind", "name")
        self._acknowledgements = self._histogram(
            "tomato_acknowledgement_seconds",
            "From an interaction's arrival to Discord's receipt of the first answer.",
            _SHORT,
            "kind",
        )
        self._commits = self._histogram(
            "tomato_commit_seconds", "Time of a transaction, waiting included.", _QUICK, "operation"
        )
        self._paints = self._histogram(
            "tomato_paint_seconds", "Time that a painting thread was held.", _QUICK
        )
        self._paint_waits = self._histogram(
            "tomato_paint_wait_seconds", "Time that a picture waited for a thread.", _QUICK
        )
        self._repaints = self._histogram(
            "tomato_repaint_delay_seconds",
            "From a change of a match to its messages showing it.",
            _LONG,
            "surface",
        )
        self._requests = self._counter(
            "tomato_rest_requests", "Requests to Discord, by the class of their status.", "status"
        )
        self._limited = self._counter(
            "tomato_rest_rate_limited", "Requests answered with 429, by the limit's scope.", "scope"
        )
        self._standby = self._gauge(
            "tomato_standby", "1 while this process waits for the end of another one."
        )
        self._shards = self._gauge("tomato_shards", "Shards of this process.")
        self._shards_up = self._gauge("tomato_shards_up", "Connected shards of this process.")
        self._latency = self._gauge(
            "tomato_gateway_latency_seconds", "From a heartbeat to its acknowledgement.", "shard"
        )
        self._guilds = self._gauge("tomato_guilds", "Servers on this process' shards.")
        self._open_matches = self._gauge(
            "tomato_open_matches", "Lobbies and running matches in the database.", "life"
        )
        self._loop_lag = self._histogram(
            "tomato_event_loop_lag_seconds",
            "By how much the event loop was late, once a second.",
            _QUICK,
        )
        self._known = KnownReadings()
        self._registry.register(self._known)
        build = self._gauge("tomato_build_info", "Always 1.", "version", "python")
        build.labels(__version__, platform.python_version()).set(1)
        for scope in SCOPES:
            self._limited.labels(scope)
        self._pending: OrderedDict[int, tuple[str, float]] = OrderedDict()

    def _counter(self, name: str, meaning: str, *labels: str) -> Counter:
        return Counter(name, meaning, labels, registry=self._registry)

    def _gauge(self, name: str, meaning: str, *labels: str) -> Gauge:
        return Gauge(name, meaning, labels, registry=self._registry)

    def _histogram(
        self, name: str, meaning: str, buckets: tuple[float, ...], *labels: str
    ) -> Histogram:
        return Histogram(name, meaning, labels, buckets=buckets, registry=self._registry)

    def received(self, interaction_id: int, kind: str) -> None:
        self._interactions.labels(kind).inc()
        self._pending[interaction_id] = kind, time.monotonic()
        while len(self._pending) > PENDING:
            self._pending.popitem(last=False)

    def used(self, kind: str, name: str) -> None:
        self._uses.labels(kind, name).inc()

    def acknowledged(self, interaction_id: int) -> None:
        pending = self._pending.pop(interaction_id, None)
        if pending is not None:
            kind, since = pending
            self._acknowledgements.labels(kind).observe(time.monotonic() - since)

    def committed(self, operation: str, seconds: float) -> None:
        self._commits.labels(operation).observe(seconds)

    def painted(self, waited: float, seconds: float) -> None:
        self._paint_waits.observe(waited)
        self._paints.observe(seconds)

    def repainted(self, surface: str, seconds: float) -> None:
        self._repaints.labels(surface).observe(seconds)

    def answered(self, status: int, scope: str | None) -> None:
        self._requests.labels(f"{status // 100}xx").inc()
        if status == 429:
            self._limited.labels(scope or "unknown").inc()

    def late(self, seconds: float) -> None:
        self._loop_lag.observe(seconds)

    def render(self, readings: Readings) -> bytes:
        """Return all figures in Prometheus' text format, the present readings among them."""
        self._known.readings = readings
        self._standby.set(readings.is_standby)
        self._shards.set(len(readings.shards))
        self._shards_up.set(sum(shard.is_up for shard in readings.shards.values()))
        self._guilds.set(readings.guilds)
        for gauge in (self._latency, self._open_matches):
            gauge.clear()
        for number, shard in readings.shards.items():
            if shard.latency is not None:
                self._latency.labels(str(number)).set(shard.latency)
        for life, count in readings.open_matches.items():
            self._open_matches.labels(life).set(count)
        return generate_latest(self._registry)

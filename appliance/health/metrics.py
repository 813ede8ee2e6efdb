"""The state of the server in the text format of Prometheus."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from appliance.health import queries
from appliance.health.server_health import ServerHealth
from appliance.kernel.database.session import Session
from appliance.kernel.scheduling.clock import moment
from appliance.kernel.version import version

if TYPE_CHECKING:
    from prometheus_client.metrics_core import Metric


def text(session: Session, health: ServerHealth) -> bytes:
    """All metrics. Those that begin with `process_` are the library's."""
    from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
    from prometheus_client.registry import Collector

    class Household(Collector):
        def collect(self) -> "Iterator[Metric]":
            return _metrics(session, health)

    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    registry.register(Household())
    return generate_latest(registry)


def _metrics(session: Session, health: ServerHealth) -> "Iterator[Metric]":
    from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily

    state = health.state()
    yield InfoMetricFamily("mantel", "The version of the server", {"version": version()})
    yield CounterMetricFamily("mantel_revisions", "Writes that changed the household", session.rev)
    gauges = {
        "ready": ("Whether the database is of this version and can be written", state.is_ready),
        "clock_wrong": ("Whether the clock is known to be wrong", state.clock == "wrong"),
        "database_bytes": ("Size of the database without its write-ahead log", queries.file_bytes(session.read)),
        "disk_free_bytes": ("Free space of the disk with the data", state.disk.free),
        "disk_bytes": ("Size of the disk with the data", state.disk.total),
        "calendars": ("Calendars that are synced", state.last_sync.calendars),
        "calendars_failing": ("Synced calendars whose last sync failed", len(state.last_sync.failing)),
        "last_sync_timestamp_seconds": ("Time of the last successful sync; 0 before it", _seconds(state.last_sync.at)),
        "last_backup_timestamp_seconds": ("Time of the newest backup; 0 before it", _seconds(state.last_backup)),
        "last_remote_backup_timestamp_seconds": (
            "Time of the newest backup on another device; 0 before it",
            _seconds(state.remote_backup.at if state.remote_backup else None),
        ),
        "last_replica_timestamp_seconds": (
            "Time when a replica last had every write; 0 without one",
            _seconds(state.last_replica),
        ),
    }
    for name, (about, value) in gauges.items():
        yield GaugeMetricFamily(f"mantel_{name}", about, float(value))
    degraded = GaugeMetricFamily("mantel_degraded", "1 for each part that fell behind or fails", labels=["part"])
    for part in health.degraded(state):
        degraded.add_metric([part], 1)
    yield degraded


def _seconds(at: str | None) -> float:
    return moment(at).timestamp() if at else 0

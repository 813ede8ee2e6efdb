"""Metrics of the machine, the status report, and the notifications to systemd."""

import os
import socket
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from kiosk import machine, systemd
from kiosk.backlight import Backlight
from kiosk.status import Status, format_instant


def test_group_memory_counts_all_processes_of_the_group() -> None:
    script = "import sys; held = bytearray(50_000_000); print(flush=True); sys.stdin.read()"
    with subprocess.Popen(
        ["sh", "-c", f"python3 -c '{script}'; true"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        process_group=0,
    ) as shell:
        assert shell.stdout is not None
        shell.stdout.readline()
        assert 50_000_000 < (machine.group_memory(shell.pid) or 0) < 100_000_000
        assert 2 == len(machine.group_processes(shell.pid))
        shell.communicate()
    assert machine.group_memory(shell.pid) is None


def test_metrics_of_this_machine(tmp_path: Path) -> None:
    memory = machine.memory()
    assert (memory["total"] or 0) > (memory["available"] or 0) > 0
    assert (machine.uptime() or 0) > 0
    assert {"total": None, "available": None} == machine.memory(tmp_path)
    assert machine.uptime(tmp_path) is None
    assert machine.temperature(tmp_path) is None
    for zone, reading in enumerate(("48123", "51200", "broken")):
        (tmp_path / f"thermal_zone{zone}").mkdir()
        (tmp_path / f"thermal_zone{zone}/temp").write_text(f"{reading}\n")
    assert 51.2 == machine.temperature(tmp_path)


def test_a_backlight_without_a_range_is_not_used(tmp_path: Path) -> None:
    assert Backlight.find(tmp_path) is None
    (tmp_path / "panel").mkdir()
    (tmp_path / "panel/brightness").write_text("0")
    (tmp_path / "panel/max_brightness").write_text("0")
    assert Backlight.find(tmp_path) is None


def test_the_first_report_has_all_fields() -> None:
    status = Status(kiosk_since=datetime(2026, 11, 20, 15, 24, tzinfo=UTC))
    status.record_restart("silent", datetime(2026, 11, 20, 15, 25, 0, 5000, tzinfo=UTC))
    report = status.report({"output": None})
    expected = {"count": 1, "last": {"at": "2026-11-20T15:25:00.005Z", "why": "silent"}}
    assert ("report", "starting", None, expected) == tuple(
        report[name] for name in ("type", "page", "heartbeat", "restarts")
    )
    assert "2026-11-20T15:24:00.000Z" == report["kioskSince"]
    assert format_instant(None) is None


@pytest.mark.parametrize("abstract", [True, False])
def test_systemd_gets_notifications(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, abstract: bool) -> None:
    name = f"mantel-kiosk-{os.getpid()}" if abstract else str(tmp_path / "notify")
    monkeypatch.setenv("NOTIFY_SOCKET", f"@{name}" if abstract else name)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind(f"\0{name}" if abstract else name)
        for notify in (systemd.notify_ready, systemd.notify_watchdog, systemd.notify_stopping):
            notify()
        systemd.notify_status("The page is ok.")
        assert [b"READY=1", b"WATCHDOG=1", b"STOPPING=1", b"STATUS=The page is ok."] == [
            receiver.recv(100) for _ in range(4)
        ]


@pytest.mark.parametrize("address", ["", "vsock:2:1", "/nowhere/at/all"])
def test_without_systemd_notifications_do_nothing(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    systemd.notify_ready()

"""What the kernel says of this machine, and what is told to systemd."""

import os
import socket
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from kiosk import machine, notify
from kiosk.backlight import Backlight
from kiosk.status import Status, instant


def test_a_group_of_processes_is_measured_whole() -> None:
    grows = "import sys; held = bytearray(50_000_000); print(flush=True); sys.stdin.read()"
    with subprocess.Popen(
        ["sh", "-c", f"python3 -c '{grows}'; true"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        process_group=0,
    ) as shell:
        assert shell.stdout is not None
        shell.stdout.readline()
        assert 50_000_000 < (machine.used_by(shell.pid) or 0) < 100_000_000
        assert 2 == len(machine.members(shell.pid))
        shell.communicate()
    assert machine.used_by(shell.pid) is None


def test_facts_of_this_machine(tmp_path: Path) -> None:
    told = machine.memory()
    assert (told["total"] or 0) > (told["available"] or 0) > 0
    assert (machine.uptime() or 0) > 0
    assert {"total": None, "available": None} == machine.memory(tmp_path)
    assert machine.uptime(tmp_path) is None
    assert machine.temperature(tmp_path) is None
    for zone, felt in enumerate(("48123", "51200", "broken")):
        (tmp_path / f"thermal_zone{zone}").mkdir()
        (tmp_path / f"thermal_zone{zone}/temp").write_text(f"{felt}\n")
    assert 51.2 == machine.temperature(tmp_path)


def test_a_panel_without_a_range_is_none(tmp_path: Path) -> None:
    assert Backlight.find(tmp_path) is None
    (tmp_path / "panel").mkdir()
    (tmp_path / "panel/brightness").write_text("0")
    (tmp_path / "panel/max_brightness").write_text("0")
    assert Backlight.find(tmp_path) is None


def test_a_report_is_whole_from_the_beginning() -> None:
    status = Status(since=datetime(2026, 11, 20, 15, 24, tzinfo=UTC))
    status.restarted("silent", datetime(2026, 11, 20, 15, 25, 0, 5000, tzinfo=UTC))
    report = status.report({"output": None})
    expected = {"count": 1, "last": {"at": "2026-11-20T15:25:00.005Z", "why": "silent"}}
    assert ("report", "starting", None, expected) == tuple(
        report[name] for name in ("tell", "page", "heartbeat", "restarts")
    )
    assert "2026-11-20T15:24:00.000Z" == report["kioskSince"]
    assert instant(None) is None


@pytest.mark.parametrize("abstract", [True, False])
def test_systemd_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, abstract: bool) -> None:
    name = f"mantel-kiosk-{os.getpid()}" if abstract else str(tmp_path / "notify")
    monkeypatch.setenv("NOTIFY_SOCKET", f"@{name}" if abstract else name)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(f"\0{name}" if abstract else name)
        for tell in (notify.ready, notify.alive, notify.stopping):
            tell()
        notify.status("The page is ok.")
        assert [b"READY=1", b"WATCHDOG=1", b"STOPPING=1", b"STATUS=The page is ok."] == [
            systemd.recv(100) for _ in range(4)
        ]


@pytest.mark.parametrize("address", ["", "vsock:2:1", "/nowhere/at/all"])
def test_without_systemd_nothing_is_told(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    notify.ready()

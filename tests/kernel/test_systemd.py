import os
import socket
import uuid
from itertools import takewhile

import pytest

from appliance.kernel import systemd


@pytest.fixture(params=["path", "abstract"])
def supervisor(request, tmp_path, monkeypatch):
    """A real datagram socket, named to the process as systemd does."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.settimeout(60)
        name = str(tmp_path / "notify") if request.param == "path" else f"@mantel-{uuid.uuid4()}"
        listening.bind(name.replace("@", "\0", 1) if request.param == "abstract" else name)
        monkeypatch.setenv("NOTIFY_SOCKET", name)
        yield listening


def test_the_states_are_sent(supervisor):
    systemd.ready()
    systemd.status("12 events\n  in 2 calendars é")
    systemd.watchdog()
    systemd.stopping()

    sent = [supervisor.recv(4096).decode() for _ in range(4)]
    assert ["READY=1", "STATUS=12 events in 2 calendars é", "WATCHDOG=1", "STOPPING=1"] == sent


def test_a_supervisor_that_does_not_read_blocks_no_caller(supervisor):
    sent = list(takewhile(bool, (systemd.notify("WATCHDOG=1") for _ in range(100_000))))

    assert 0 < len(sent) < 100_000


@pytest.mark.parametrize("address", [None, "", "@", "relative/path", "vsock:2:1234"])
def test_without_a_supervisor_nothing_happens(monkeypatch, address):
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    if address is not None:
        monkeypatch.setenv("NOTIFY_SOCKET", address)

    assert not systemd.notify("READY=1")


def test_a_socket_without_a_listener_is_no_error(monkeypatch, tmp_path):
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    assert not systemd.notify("READY=1")

    monkeypatch.setenv("NOTIFY_SOCKET", "/" + "x" * 200)
    assert not systemd.notify("READY=1")


@pytest.mark.parametrize(
    ("microseconds", "process", "expected"),
    [
        ("30000000", None, 30.0),
        ("1500000", "", 1.5),
        ("30000000", "own", 30.0),
        ("30000000", "1", None),
        ("0", None, None),
        ("", None, None),
        ("soon", None, None),
        ("-5", None, None),
        (None, None, None),
    ],
)
def test_the_watchdog_interval(monkeypatch, microseconds, process, expected):
    for name, value in (("WATCHDOG_USEC", microseconds), ("WATCHDOG_PID", process)):
        monkeypatch.delenv(name, raising=False)
        if value is not None:
            value = str(os.getpid()) if value == "own" else value
            monkeypatch.setenv(name, value)

    assert expected == systemd.watchdog_seconds()

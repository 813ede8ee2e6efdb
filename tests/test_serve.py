"""The real process: it starts on nothing, says where it is, and stops when told."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import urlopen

import apsw
import pytest

from tests.served import ALONE

Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def start(tmp_path: Path, port: int) -> Iterator[Start]:
    """Starts `mantel` with arguments and extra variables; ends what a test leaves behind."""
    started: list[subprocess.Popen[str]] = []

    def begin(*arguments: str, **variables: str) -> subprocess.Popen[str]:
        environment = {"PATH": os.environ["PATH"], "PORT": str(port), **ALONE, "DATA_DIR": str(tmp_path)}
        process = subprocess.Popen(
            [sys.executable, "-m", "appliance", *arguments], env=environment | variables, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=Path(__file__).parent.parent,
        )  # fmt: skip
        started.append(process)
        return process

    yield begin
    for process in started:
        process.kill()
        process.communicate()


def well(port: int) -> bool:
    """Waits for the server's first answer."""
    for _ in range(400):
        try:
            with urlopen(f"http://127.0.0.1:{port}/api/health", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            time.sleep(0.05)
    return False


def test_it_serves_shows_its_code_and_stops_when_told(start: Start, port: int, tmp_path: Path) -> None:
    server = start("serve")
    assert well(port)
    server.send_signal(signal.SIGTERM)
    said, logged = server.communicate(timeout=20)

    assert 0 == server.returncode
    code = re.search(r"setup code is (\d{3} \d{3})", said)
    assert code
    assert f"http://localhost:{port}" in said
    assert "█" in said
    assert code[1] in logged
    assert 0o600 == (tmp_path / "encryption.key").stat().st_mode & 0o777


def test_a_demo_is_filled_once(start: Start, port: int, tmp_path: Path) -> None:
    for _ in range(2):
        server = start("serve", "--demo")
        assert well(port)
        server.send_signal(signal.SIGINT)
        said, _ = server.communicate(timeout=20)
        assert "setup code" in said
    assert [(4,)] == list(apsw.Connection(str(tmp_path / "mantel.db")).execute("SELECT count(*) FROM members"))


def test_health_asks_the_running_server(start: Start, port: int) -> None:
    start("serve")
    assert well(port)
    said, _ = start("health").communicate(timeout=20)
    assert '{"ok":true}' == said.strip()


@pytest.mark.parametrize(
    ("variables", "words"),
    [
        ({"PORT": "web"}, "PORT is a whole number"),
        ({"ENCRYPTION_KEY": "short"}, "ENCRYPTION_KEY must hold 32 bytes"),
        ({"MANTEL_PORT": "1"}, "MANTEL_PORT is not a setting"),
        ({"DATA_DIR": "/proc/nowhere"}, "/proc/nowhere"),
    ],
)
def test_what_stops_a_start_is_said_in_one_line(start: Start, variables: dict[str, str], words: str) -> None:
    server = start("serve", **variables)
    _, said = server.communicate(timeout=20)
    assert 1 == server.returncode
    assert words in said
    assert "Traceback" not in said


def test_a_second_server_on_the_port_is_refused(start: Start, port: int, tmp_path: Path) -> None:
    start("serve")
    assert well(port)
    second = start("serve", DATA_DIR=str(tmp_path / "other"))
    _, said = second.communicate(timeout=20)
    assert 1 == second.returncode
    assert f"{port}" in said
    assert "Traceback" not in said


def test_a_file_from_a_newer_version_is_refused_and_left_alone(start: Start, tmp_path: Path) -> None:
    connection = apsw.Connection(str(tmp_path / "mantel.db"))
    connection.execute("PRAGMA user_version = 999; PRAGMA application_id = 0x4D4E544C; CREATE TABLE theirs (x)")
    connection.close()
    before = (tmp_path / "mantel.db").read_bytes()

    server = start("serve")
    _, said = server.communicate(timeout=20)

    assert 1 == server.returncode
    assert "newer Mantel" in said
    assert before == (tmp_path / "mantel.db").read_bytes()

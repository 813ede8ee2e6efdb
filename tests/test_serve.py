"""The real process: it starts without any data, logs its address, and stops on a signal."""

import json
import os
import re
import secrets
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import apsw
import pytest

from appliance.kernel.encryption import digest
from appliance.kernel.http.local_connection import UnixConnection
from tests.ports import free_port
from tests.served import ALONE, terminal
from tests.waiting import until

# A loaded machine takes long for a start; how long says nothing here.
PATIENCE_SECONDS = 120
Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def port() -> int:
    """A port nobody listens on."""
    return free_port()


@pytest.fixture
def start(tmp_path: Path, port: int) -> Iterator[Start]:
    """Starts `mantel` with arguments and extra variables; ends what a test leaves behind."""
    started: list[subprocess.Popen[str]] = []

    def begin(*arguments: str, stdout: int = subprocess.PIPE, **variables: str) -> subprocess.Popen[str]:
        environment = {"PATH": os.environ["PATH"], "PORT": str(port), **ALONE, "DATA_DIR": str(tmp_path)}
        process = subprocess.Popen(
            [sys.executable, "-m", "appliance", *arguments],
            env=environment | variables,
            text=True,
            stdout=stdout,
            stderr=subprocess.PIPE,
            cwd=Path(__file__).parent.parent,
        )
        started.append(process)
        return process

    yield begin
    for process in started:
        process.kill()
        process.communicate()


def well(port: int) -> bool:
    """Waits for the server's first answer."""
    for _ in range(2400):
        try:
            with urlopen(f"http://127.0.0.1:{port}/api/health", timeout=PATIENCE_SECONDS) as answer:
                return bool(answer.status == 200)
        except OSError:
            time.sleep(0.05)
    return False


def test_it_serves_and_stops_on_a_signal(start: Start, port: int) -> None:
    server = start("serve")
    assert well(port)
    server.send_signal(signal.SIGTERM)
    said, _ = server.communicate(timeout=PATIENCE_SECONDS)

    assert 0 == server.returncode
    assert f"http://localhost:{port} on this machine, and in the home network at http://127.0.0.1:{port}." in said
    assert ".local" not in said, "without multicast DNS nobody finds the name"


def test_the_setup_code_is_printed_to_a_terminal(start: Start, port: int, tmp_path: Path) -> None:
    with terminal(tmp_path / "printed") as printer:
        server = start("serve", stdout=printer)
        assert well(port)
        server.send_signal(signal.SIGTERM)
        _, logged = server.communicate(timeout=PATIENCE_SECONDS)

    said = (tmp_path / "printed").read_text("utf-8")
    code = re.search(r"setup code is (\d{3} \d{3})", said)
    assert code
    assert f"http://localhost:{port}" in said
    assert "█" in said
    assert code[1] not in logged
    assert code[1].replace(" ", "") not in logged


def test_the_setup_code_is_not_printed_where_a_log_collects_it(start: Start, port: int, tmp_path: Path) -> None:
    server = start("serve")
    assert well(port)
    server.send_signal(signal.SIGTERM)
    said, logged = server.communicate(timeout=PATIENCE_SECONDS)

    assert "`mantel claim-code` on this machine shows a setup code" in said
    assert "█" not in said
    digests = {digest(each.replace(" ", "")) for each in re.findall(r"(?=(\d{3} ?\d{3}))", said + logged)}
    [(stored,)] = apsw.Connection(str(tmp_path / "mantel.db")).execute("SELECT digest FROM setup_code")
    assert stored not in digests


def modes(folder: Path) -> dict[str, int]:
    """The mode of a folder and of every file and folder in it, by path; sockets excepted."""
    found = {}
    for path in (folder, *folder.rglob("*")):
        with suppress(FileNotFoundError):  # the server removes what it has finished
            if stat.S_ISREG(mode := path.lstat().st_mode) or stat.S_ISDIR(mode):
                found[str(path.relative_to(folder))] = mode & 0o777
    return found


def test_only_its_user_reads_the_household(start: Start, port: int, tmp_path: Path) -> None:
    data = tmp_path / "data"
    for _ in range(2):
        server = start("serve", DATA_DIR=str(data), BACKUP_DIR_2=str(tmp_path))
        assert well(port)
        found = modes(data)
        assert {"mantel.db", "mantel.db-wal", "encryption.key", "mantel.lock"} <= found.keys()
        assert {".": 0o700} | {name: 0o700 if name == "backups" else 0o600 for name in found if name != "."} == found
        assert 0 == start("backup", DATA_DIR=str(data), BACKUP_DIR_2=str(tmp_path)).wait(timeout=PATIENCE_SECONDS)
        copies = [*data.glob("backups/*.db"), *tmp_path.glob("*.db")]
        assert [0o600] * len(copies) == [path.stat().st_mode & 0o777 for path in copies]
        assert 2 <= len(copies)
        server.send_signal(signal.SIGTERM)
        server.communicate(timeout=PATIENCE_SECONDS)
        # As a copy by hand leaves it.
        for path in (data, *data.rglob("*"), *copies):
            path.chmod(0o755 if path.is_dir() else 0o644)


def test_another_file_in_the_data_folder_keeps_its_mode(start: Start, port: int, tmp_path: Path) -> None:
    other = tmp_path / "photo.jpg"
    other.touch(mode=0o644)
    start("serve")
    assert well(port)
    assert 0o644 == other.stat().st_mode & 0o777


def claim(port: int, code: str) -> int:
    """The status of a claim as admin."""
    body = json.dumps({"code": code, "deviceRole": "admin", "deviceName": "Phone"}).encode()
    request = Request(f"http://127.0.0.1:{port}/api/setup/claim", body, {"Content-Type": "application/json"})
    try:
        with urlopen(request, timeout=PATIENCE_SECONDS) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code


def claim_code(start: Start) -> str:
    """The code that `mantel claim-code` shows."""
    said, logged = start("claim-code").communicate(timeout=PATIENCE_SECONDS)
    code = re.search(r"setup code is (\d{3}) (\d{3})\.", said)
    assert code, said + logged
    return code[1] + code[2]


def test_a_code_from_the_machine_claims_a_claimed_household(start: Start, port: int, tmp_path: Path) -> None:
    server = start("serve")
    assert well(port)
    assert 200 == claim(port, claim_code(start))
    assert 409 == claim(port, "123456")

    code = claim_code(start)

    assert 401 == claim(port, "000000" if code != "000000" else "000001")
    assert 200 == claim(port, code)
    server.send_signal(signal.SIGTERM)
    said, _ = server.communicate(timeout=PATIENCE_SECONDS)
    assert "setup code" in said

    # A code also outlives the start of the server.
    code = claim_code(start)
    start("serve")
    assert well(port)
    assert 200 == claim(port, code)


def test_a_claim_code_comes_with_the_addresses_of_the_server_that_runs(start: Start, port: int, tmp_path: Path) -> None:
    https_port = free_port()
    # Another run on this machine announces its names too.
    name = f"kitchen-{secrets.token_hex(4)}"
    announced = {"MDNS": "1", "HOSTNAME_LOCAL": name, "HTTPS_PORT": str(https_port)}
    start("serve", **announced, HOST="127.0.0.3")

    def ask() -> tuple[str, str]:
        # A command has other variables than the server.
        return start("claim-code", PORT="1").communicate(timeout=PATIENCE_SECONDS)

    said, logged = until(ask, lambda answer: "https:" in answer[0])
    urls = re.findall(r"(https?://\S+)/#/setup\?code=\d{6}\b", said)
    assert 3 <= len(urls), said + logged
    assert [f"http://127.0.0.3:{port}", f"http://{name}.local:{port}", f"https://{name}.local:{https_port}"] == urls[:3]
    assert "No server runs" not in said


def test_without_a_server_a_claim_code_comes_with_the_addresses_of_the_settings(
    start: Start, port: int, tmp_path: Path
) -> None:
    server = start("serve")
    assert well(port)
    server.kill()
    server.wait()

    said, _ = start("claim-code", PORT="8123").communicate(timeout=PATIENCE_SECONDS)
    assert ["http://127.0.0.1:8123"] == re.findall(r"(http\S+)/#/setup", said)
    assert "No server runs on this household now" in said


def test_a_claim_code_needs_a_household(start: Start, tmp_path: Path) -> None:
    command = start("claim-code", DATA_DIR=str(tmp_path / "none"))
    _, said = command.communicate(timeout=PATIENCE_SECONDS)
    assert 1 == command.returncode
    assert "start the server first" in said
    assert not (tmp_path / "none").exists()


def test_a_demo_is_filled_once(start: Start, port: int, tmp_path: Path) -> None:
    for _ in range(2):
        server = start("serve", "--demo")
        assert well(port)
        server.send_signal(signal.SIGINT)
        said, _ = server.communicate(timeout=PATIENCE_SECONDS)
        assert "setup code" in said
    assert [(4,)] == list(apsw.Connection(str(tmp_path / "mantel.db")).execute("SELECT count(*) FROM members"))


def test_health_queries_the_running_server(start: Start, port: int) -> None:
    start("serve")
    assert well(port)
    said, _ = start("health").communicate(timeout=PATIENCE_SECONDS)
    assert '{"ok":true}' == said.strip()


def test_a_server_on_a_unix_socket_replaces_one_that_was_left(start: Start, port: int, tmp_path: Path) -> None:
    with TemporaryDirectory() as short:  # the path of a socket has at most 108 bytes
        there = {"UNIX_SOCKET": f"{short}/web", "PUBLIC_URL": "https://home.example.org"}
        for signal_number in (signal.SIGKILL, signal.SIGTERM):
            server = start("serve", **there)
            until(lambda: start("health", **there).wait(timeout=PATIENCE_SECONDS) == 0)
            connection = UnixConnection(Path(short, "web"), PATIENCE_SECONDS)
            connection.request("GET", "/api/home", headers={"Host": "home.example.org"})
            assert ["https://home.example.org"] == json.loads(connection.getresponse().read())["http"]
            connection.close()
            assert 0o660 == Path(short, "web").stat().st_mode & 0o777
            with socket.socket() as probe:
                assert probe.connect_ex(("127.0.0.1", port))
            said, _ = start("claim-code", **there).communicate(timeout=PATIENCE_SECONDS)
            assert "Open https://home.example.org/#/setup?code=" in said
            server.send_signal(signal_number)
            server.communicate(timeout=PATIENCE_SECONDS)
        assert 0 == server.returncode
        assert not Path(short, "web").exists()


@pytest.mark.parametrize("on_a_socket", [False, True], ids=["port", "socket"])
def test_it_accepts_connections_when_it_says_that_it_is_ready(start: Start, port: int, on_a_socket: bool) -> None:
    with TemporaryDirectory() as short, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
        supervisor.settimeout(PATIENCE_SECONDS)
        supervisor.bind(f"{short}/notify")
        there = {"UNIX_SOCKET": f"{short}/web", "PUBLIC_URL": "https://home.example.org"} if on_a_socket else {}
        start("serve", NOTIFY_SOCKET=f"{short}/notify", **there)
        while supervisor.recv(4096) != b"READY=1":
            pass
        with socket.socket(socket.AF_UNIX if on_a_socket else socket.AF_INET) as client:
            client.connect(f"{short}/web" if on_a_socket else ("127.0.0.1", port))


def test_health_without_a_server_names_the_port_and_the_next_step(start: Start, port: int) -> None:
    asked = start("health")
    _, said = asked.communicate(timeout=PATIENCE_SECONDS)
    assert 1 == asked.returncode
    assert f"port {port}" in said
    assert said.rstrip().endswith("mantel serve")
    assert 1 == len(said.splitlines())


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
    _, said = server.communicate(timeout=PATIENCE_SECONDS)
    assert 1 == server.returncode
    assert words in said
    assert "Traceback" not in said


def test_a_second_server_on_the_port_is_rejected(start: Start, port: int, tmp_path: Path) -> None:
    start("serve")
    assert well(port)
    second = start("serve", DATA_DIR=str(tmp_path / "other"))
    _, said = second.communicate(timeout=PATIENCE_SECONDS)
    assert 1 == second.returncode
    assert f"{port}" in said
    assert "Traceback" not in said


def test_a_file_of_a_newer_version_is_rejected_and_not_changed(start: Start, tmp_path: Path) -> None:
    connection = apsw.Connection(str(tmp_path / "mantel.db"))
    connection.execute("PRAGMA user_version = 999; PRAGMA application_id = 0x4D544C31; CREATE TABLE theirs (x)")
    connection.close()
    before = (tmp_path / "mantel.db").read_bytes()

    server = start("serve")
    _, said = server.communicate(timeout=PATIENCE_SECONDS)

    assert 1 == server.returncode
    assert "newer Mantel" in said
    assert before == (tmp_path / "mantel.db").read_bytes()

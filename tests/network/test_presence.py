"""The HTTPS server over a year: its certificate follows the clock, the addresses and the name."""

import os
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from appliance.app import Application
from appliance.network import queries, rules
from appliance.network.presence import Presence
from appliance.settings import Settings
from tests.client import Loop
from tests.fakes import FakeClock
from tests.network.fixtures import PATIENCE_SECONDS, in_time, shown
from tests.ports import free_port

Start = Callable[..., Presence]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path / "data", host="127.0.0.1", https_port=free_port(), mdns=False)


@pytest.fixture
def clock() -> FakeClock:
    """A clock that begins at this machine's own time, which the TLS client uses too."""
    from datetime import UTC, datetime

    return FakeClock(datetime.now(UTC))


@pytest.fixture
def addresses() -> list[str]:
    """The machine's addresses; a test changes them in place."""
    return ["192.168.1.5"]


@pytest.fixture
def start(application: Application, loop: Loop, addresses: list[str]) -> Iterator[Start]:
    """Starts a presence in the loop; a second call stops the first, as a restart does."""
    running: list[Any] = []

    def stop() -> None:
        while running:
            task = running.pop()
            loop.run(ended(task))

    def begin(settings: Settings | None = None) -> Presence:
        stop()
        presence = Presence(
            settings or application.settings, application.database, lambda _: list(addresses), interval=0.1
        )
        running.append(loop.run(begun(presence, application)))
        return presence

    yield begin
    stop()


async def begun(presence: Presence, application: Application) -> Any:
    import asyncio

    return asyncio.create_task(presence.run(application.app))


async def ended(task: Any) -> None:
    import asyncio

    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def authority(application: Application) -> bytes:
    found = queries.authority(application.database.read, "mantel", rules.plausible(application.database.clock.now()))
    if found is None:
        raise OSError("there is none yet")
    return found.certificate


def peer(application: Application, name: str = "mantel.local") -> dict[str, Any]:
    return shown(application.settings.https_port, authority(application), name)


def names_in(certificate: dict[str, Any]) -> list[str]:
    return [value for _, value in certificate["subjectAltName"]]


def test_the_first_start_creates_the_certificate(application: Application, start: Start) -> None:
    presence = start()
    certificate = in_time(lambda: peer(application))
    assert ["mantel.local", "192.168.1.5"] == names_in(certificate)
    in_time(presence.secure_origins)
    port = application.settings.https_port
    assert [f"https://mantel.local:{port}", f"https://192.168.1.5:{port}"] == presence.home().https
    assert 0o600 == (application.settings.data_dir / "https.pem").stat().st_mode & 0o777


def test_a_restart_shows_the_same_certificate(application: Application, start: Start) -> None:
    start()
    first = in_time(lambda: peer(application))["serialNumber"]
    rev = application.database.rev
    start()
    assert first == in_time(lambda: peer(application))["serialNumber"]
    assert rev == application.database.rev


def test_a_new_certificate_takes_over_while_an_old_connection_lives(
    application: Application, start: Start, clock: FakeClock, addresses: list[str]
) -> None:
    start()
    first = in_time(lambda: peer(application))
    trusting = ssl.create_default_context(cadata=authority(application))
    with (
        socket.create_connection(("127.0.0.1", application.settings.https_port), timeout=PATIENCE_SECONDS) as plain,
        trusting.wrap_socket(plain, server_hostname="mantel.local") as kept,
    ):
        assert b"200" in https_get(kept)
        addresses.append("192.168.1.77")
        renewed = in_time(lambda: peer(application), lambda each: each["serialNumber"] != first["serialNumber"])
        assert ["mantel.local", "192.168.1.5", "192.168.1.77"] == names_in(renewed)


def test_a_certificate_is_renewed_before_its_end(application: Application, start: Start, clock: FakeClock) -> None:
    start()
    in_time(lambda: peer(application))
    first = whatever_is_shown(application)
    clock.turn(days=360)
    start()
    assert first == in_time(lambda: whatever_is_shown(application))
    clock.turn(days=7)
    in_time(lambda: whatever_is_shown(application), lambda each: each != first)


def whatever_is_shown(application: Application) -> str:
    """Unchecked: to a client of today a certificate of next year is not valid yet."""
    return ssl.get_server_certificate(("127.0.0.1", application.settings.https_port))


def https_get(connection: ssl.SSLSocket) -> bytes:
    connection.sendall(b"GET /api/health HTTP/1.1\r\nHost: mantel.local\r\n\r\n")
    return connection.recv(4096)


@pytest.mark.parametrize("days", [-20_000, -300, 3_000])
def test_an_authority_made_with_a_wrong_clock_stays_valid(
    application: Application, start: Start, clock: FakeClock, days: int
) -> None:
    """Both before 1980 and in eight years: once the clock is right, a client with the right time is content."""
    clock.turn(days=days)
    start()
    made = in_time(lambda: authority(application))
    clock.turn(days=-days)
    assert "subjectAltName" in in_time(lambda: peer(application))
    assert made == authority(application)


def test_a_damaged_file_is_made_anew(application: Application, start: Start) -> None:
    start()
    in_time(lambda: peer(application))
    file = application.settings.data_dir / "https.pem"
    whole = file.read_bytes()
    file.write_bytes(whole[:-200])
    start()
    assert "subjectAltName" in in_time(lambda: peer(application))
    file.write_bytes(b"\xff" * 40)
    start()
    assert "subjectAltName" in in_time(lambda: peer(application))


def test_a_household_from_a_backup_finds_its_authority_again(application: Application, start: Start) -> None:
    start()
    before = in_time(lambda: peer(application))
    trusted = authority(application)
    os.remove(application.settings.data_dir / "https.pem")
    start()
    after = in_time(lambda: peer(application))
    assert (trusted, True) == (authority(application), before["serialNumber"] != after["serialNumber"])


def test_an_authority_that_cannot_be_decrypted_is_replaced(application: Application, start: Start) -> None:
    start()
    in_time(lambda: peer(application))
    lost = authority(application)
    application.database.write_now(lambda tx: tx.run("UPDATE authorities SET encrypted_key = 'v1:AAAA:AAAA'"))
    os.remove(application.settings.data_dir / "https.pem")
    start()
    assert "subjectAltName" in in_time(lambda: peer(application))
    assert lost != authority(application)


def test_a_removed_authority_is_replaced_while_the_server_runs(application: Application, start: Start) -> None:
    start()
    in_time(lambda: peer(application))
    removed = authority(application)

    assert 1 == application.database.write_now(queries.remove_authorities)

    in_time(lambda: authority(application))
    assert "subjectAltName" in in_time(lambda: peer(application))
    assert removed != authority(application)


def test_a_taken_port_leaves_the_server_on_http_until_it_is_free(
    application: Application, start: Start, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", application.settings.https_port))
        other.listen()
        presence = start()
        in_time(lambda: "https does not work" in caplog.text)
        assert [] == presence.home().https
    assert "subjectAltName" in in_time(lambda: peer(application))
    assert 1 == caplog.text.count("https does not work")


def test_without_a_port_there_is_no_authority_and_no_thread(application: Application, start: Start) -> None:
    before = set(threading.enumerate())
    presence = start(msgspec.structs.replace(application.settings, https_port=0))
    assert ([], None) == (presence.home().https, presence.home().fingerprint)
    # Threads of earlier tests may end meanwhile.
    assert set() == set(threading.enumerate()) - before
    with pytest.raises(OSError, match="none yet"):
        authority(application)

"""The name and the services in the network: a second zeroconf, in another process, finds them."""

import asyncio
import secrets
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from zeroconf import IPVersion, ServiceInfo, Zeroconf
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from appliance.app import Application
from appliance.network.advertiser import Advertiser
from appliance.network.https import read_leaf
from appliance.network.presence import Presence
from appliance.settings import Settings
from tests.client import Loop
from tests.network.fixtures import PATIENCE_SECONDS, in_time
from tests.ports import free_port

pytestmark = pytest.mark.waits

ROOT = Path(__file__).resolve().parents[2]
Serve = Callable[..., tuple[str, subprocess.Popen[bytes]]]


@pytest.fixture
def hostname() -> str:
    """A host name that no other test server has."""
    return f"mantel-test-{secrets.token_hex(4)}"


@pytest.fixture
def serve(tmp_path: Path, hostname: str) -> Iterator[Serve]:
    """Serve on a loopback address (the whole of 127.0.0.0/8 is this machine). Give its URL and process."""
    with ExitStack() as ends:

        def begin(address: str, folder: str, **variables: str) -> tuple[str, subprocess.Popen[bytes]]:
            return ends.enter_context(served(tmp_path / folder, address, hostname, variables))

        yield begin


@contextmanager
def served(
    folder: Path, address: str, hostname: str, variables: dict[str, str]
) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    port, secure = free_port(), free_port()
    own = {"DATA_DIR": str(folder), "HOST": address, "PORT": str(port), "HTTPS_PORT": str(secure)}
    application = subprocess.Popen(
        [sys.executable, "-m", "appliance", "serve"],
        cwd=ROOT,
        env=own | {"HOSTNAME_LOCAL": hostname} | variables,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield f"http://{address}:{port}", application
    finally:
        application.terminate()
        application.wait(120)


@pytest.fixture
def listener() -> Iterator[Zeroconf]:
    """Somebody else in the network."""
    network = Zeroconf(interfaces=["127.0.0.1"], ip_version=IPVersion.V4Only)
    yield network
    network.close()


def at(url: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = httpx.get(f"{url}/api/home", verify=False, timeout=PATIENCE_SECONDS).json()
    except httpx.HTTPError as away:
        raise OSError("not yet") from away
    return found


def found(listener: Zeroconf, scheme: str, name: str) -> ServiceInfo | None:
    kind = f"_{scheme}._tcp.local."
    return listener.get_service_info(kind, f"{name}.{kind}", timeout=1000)


def resolved(listener: Zeroconf, name: str) -> list[str]:
    from zeroconf import AddressResolverIPv4  # type: ignore[attr-defined]

    asked = AddressResolverIPv4(f"{name}.local.")
    asked.request(listener, 1000)
    return list(asked.parsed_addresses())


def test_the_home_is_found_by_service_and_by_name_and_takes_its_leave(
    serve: Serve, listener: Zeroconf, hostname: str
) -> None:
    url, application = serve("127.0.0.1", "data")
    plain = in_time(lambda: found(listener, "http", hostname))
    secure = in_time(lambda: found(listener, "https", hostname))
    assert plain and secure
    assert (int(url.rpartition(":")[2]), f"{hostname}.local.") == (plain.port, plain.server)
    assert {b"path": b"/", b"product": b"mantel"} == plain.properties == secure.properties
    assert ["127.0.0.1"] == in_time(lambda: resolved(listener, hostname))
    in_time(lambda: at(url)["https"])
    assert [f"https://{hostname}.local:{secure.port}"] == at(url)["https"]

    application.terminate()
    application.wait(120)
    in_time(lambda: not resolved(listener, hostname))


def test_a_second_home_takes_the_next_name_and_keeps_it(serve: Serve, listener: Zeroconf, hostname: str) -> None:
    serve("127.0.0.1", "first")
    in_time(lambda: found(listener, "https", hostname))
    url, application = serve("127.0.0.2", "second")
    in_time(lambda: at(url), lambda home: home["name"] == f"{hostname}-2.local" and home["https"])

    port = at(url)["https"][0].rpartition(":")[2]
    assert [f"https://{hostname}-2.local:{port}"] == at(url)["https"]
    assert url.partition("127")[0] + f"{hostname}-2.local:{url.rpartition(':')[2]}" == at(url)["http"][1]
    in_time(lambda: resolved(listener, f"{hostname}-2"), lambda each: each == ["127.0.0.2"])
    assert ["127.0.0.1"] == in_time(lambda: resolved(listener, hostname))

    # Passkeys belong to the name: it stays, though the first home may be gone by then.
    application.terminate()
    application.wait(120)
    again, _ = serve("127.0.0.2", "second", MDNS="0")
    assert f"{hostname}-2.local" == in_time(lambda: at(again))["name"]


def test_of_two_hosts_with_one_name_the_higher_address_renames_itself(hostname: str) -> None:
    """Two networks become one, and somebody else has been saying our name in the other."""

    async def meet() -> tuple[bool, bool]:
        low, high = Advertiser(), Advertiser()
        other_device = AsyncZeroconf(interfaces=["127.0.0.5"], ip_version=IPVersion.V4Only)
        try:
            await low.open([f"{hostname}-low"], ["127.0.0.3"], {"http": 8080})
            await high.open([f"{hostname}-high"], ["127.0.0.9"], {"http": 8080})
            assert not low.must_yield() and not high.must_yield()
            for name in ("low", "high"):
                await (await other_device.async_register_service(printer(f"{hostname}-{name}")))
            for _ in range(1_200):
                if high.must_yield():
                    break
                await asyncio.sleep(0.05)
            return low.must_yield(), high.must_yield()
        finally:
            await asyncio.gather(low.close(), high.close(), other_device.async_close())

    assert (False, True) == asyncio.run(meet())


def printer(name: str) -> AsyncServiceInfo:
    """Another service of a machine that calls itself so."""
    kind = "_ipp._tcp.local."
    return AsyncServiceInfo(
        kind, f"{name}.{kind}", server=f"{name}.local.", addresses=[socket.inet_aton("127.0.0.5")], port=631
    )


def test_a_server_that_loses_its_name_uses_the_next_one(
    application: Application, loop: Loop, tmp_path: Path, hostname: str
) -> None:
    """The certificate and the pages follow, and the devices trust it as before."""

    async def live() -> tuple[str, list[str], str]:
        settings = Settings(
            data_dir=application.settings.data_dir, host="127.0.0.9", https_port=free_port(), hostname_local=hostname
        )
        presence = Presence(settings, application.database, interval=0.1)
        living = asyncio.create_task(presence.run(application.app))
        other_device = AsyncZeroconf(interfaces=["127.0.0.5"], ip_version=IPVersion.V4Only)
        try:
            await until(lambda: presence.home().https)
            trusted = presence.home().fingerprint
            await (await other_device.async_register_service(printer(hostname)))
            await until(lambda: presence.secure_origins() and f"{hostname}-2" in presence.secure_origins()[0])
            assert trusted == presence.home().fingerprint
            leaf = read_leaf(settings.data_dir / "https.pem")
            return presence.home().name, presence.home().https, leaf.name if leaf else ""
        finally:
            living.cancel()
            await asyncio.gather(living, other_device.async_close(), return_exceptions=True)

    name, https, certified = loop.run(live())
    assert (f"{hostname}-2.local", f"{hostname}-2") == (name, certified)
    assert https[0].startswith(f"https://{hostname}-2.local:")


def test_a_network_that_comes_late_and_changes_is_followed(
    application: Application, loop: Loop, listener: Zeroconf, hostname: str
) -> None:
    here: list[str] = []
    settings = Settings(data_dir=application.settings.data_dir, https_port=0, hostname_local=hostname)
    presence = Presence(settings, application.database, lambda _: list(here), interval=0.1)
    living = loop.run(begun(presence, application))
    try:
        assert [] == resolved(listener, hostname)
        here.append("127.0.0.1")
        in_time(lambda: resolved(listener, hostname), lambda each: each == ["127.0.0.1"])
        here[:] = ["127.0.0.7"]
        in_time(lambda: resolved(listener, hostname), lambda each: each == ["127.0.0.7"])
        assert f"http://127.0.0.7:{settings.port}" == presence.home().http[0]
    finally:
        loop.run(ended(living))


async def begun(presence: Presence, application: Application) -> "asyncio.Task[None]":
    return asyncio.create_task(presence.run(application.app))


async def ended(task: "asyncio.Task[None]") -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(120):
        while not true():
            await asyncio.sleep(0.05)


def test_nothing_is_said_where_it_is_off(serve: Serve, listener: Zeroconf, hostname: str) -> None:
    url, application = serve("127.0.0.1", "data", MDNS="0", HTTPS_PORT="0")
    in_time(lambda: at(url))
    assert [] == resolved(listener, hostname)
    mapped = Path(f"/proc/{application.pid}/maps")
    if not mapped.exists():
        pytest.skip("this system does not show what a process has loaded")
    assert "zeroconf" not in mapped.read_text()

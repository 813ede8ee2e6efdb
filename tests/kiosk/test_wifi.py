"""Joining, forgetting and scanning Wi-Fi networks, with a fake NetworkManager on its own D-Bus daemon."""

import asyncio
import logging
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from kiosk import networkmanager, wifi_operations
from kiosk import wifi as wifi_module
from kiosk.page_requests import Handler, RequestError
from kiosk.wifi import Wifi, wifi_handlers
from kiosk.wifi_rules import Network, State, WifiError
from tests.kiosk.fake_networkmanager import (
    ENTERPRISE,
    OPEN,
    WEP,
    WPA3,
    FakeNetworkManager,
    Router,
    empty_bus,
    fake_networkmanager,
)
from tests.kiosk.harness import PageServer, running_kiosk

HOME = Router("Home", "correct horse", 70)
SECRET = "battery staple"


@pytest.fixture(autouse=True)
def loaded_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fake NetworkManager may answer late; no test here is about that."""
    for module, name in (
        (networkmanager, "REPLY_SECONDS"),
        (wifi_operations, "READY_SECONDS"),
        (wifi_operations, "SCAN_SECONDS"),
        (wifi_operations, "REASON_SECONDS"),
        (wifi_operations, "ADDRESS_SECONDS"),
    ):
        monkeypatch.setattr(module, name, 60.0)


def answer_page(manager: FakeNetworkManager, **request: Any) -> dict[str, Any]:
    """The kiosk's answer to a request of the page."""
    return asyncio.run(call(wifi_handlers(Wifi(manager.bus))[request["do"]], request))


async def call(handler: Handler, request: dict[str, Any]) -> dict[str, Any]:
    return await handler(request)


def error_code(operation: Coroutine[Any, Any, Any]) -> str:
    with pytest.raises(WifiError) as error:
        asyncio.run(operation)
    return error.value.code


def test_a_scan_lists_networks_in_range_and_saved_ones() -> None:
    cafe = Router("Café ☕", flags=OPEN, strength=30)
    with fake_networkmanager(HOME, Router("Home", "correct horse", 20), cafe, Router("x", hidden=True)) as manager:
        manager.save_profile("Grandma")
        expected = [
            Network(ssid="Home", strength=70, security="password", known=False, connected=False),
            Network(ssid="Café ☕", strength=30, security="open", known=False, connected=False),
            Network(ssid="Grandma", strength=None, security=None, known=True, connected=False),
        ]
        assert expected == asyncio.run(Wifi(manager.bus).scan())


def test_a_rejected_scan_lists_the_last_results() -> None:
    with fake_networkmanager(HOME, scan_allowed=False) as manager:
        assert ["Home"] == [network.ssid for network in asyncio.run(Wifi(manager.bus).scan())]


@pytest.mark.parametrize("router", [HOME, Router("Three", "brief", flags=WPA3), Router("Cafe", flags=OPEN)])
def test_joining_a_network_in_range(router: Router) -> None:
    with fake_networkmanager(HOME, router) as manager:
        joined = asyncio.run(Wifi(manager.bus).join(str(router.name), router.password))

        expected = State(
            managed=True,
            adapter=True,
            connected=str(router.name),
            strength=router.strength,
            address="192.168.178.42",
        )
        assert expected == joined
        assert ([router.name], set()) == (manager.profile_names(), manager.in_memory)


def test_joining_a_hidden_network() -> None:
    with fake_networkmanager(Router("Shy", "correct horse", hidden=True)) as manager:
        assert "Shy" == asyncio.run(Wifi(manager.bus).join("Shy", "correct horse", hidden=True)).connected
        (profile,) = manager.profiles.values()
        assert (True, "wpa-psk") == (
            profile["802-11-wireless"]["hidden"],
            profile["802-11-wireless-security"]["key-mgmt"],
        )


def test_a_name_that_is_not_utf8_is_joined_by_its_bytes() -> None:
    with fake_networkmanager(Router(b"\xffden", "correct horse")) as manager:
        joined = asyncio.run(Wifi(manager.bus).join("�den", "correct horse"))
        assert ("�den", b"\xffden") == (
            joined.connected,
            next(iter(manager.profiles.values()))["802-11-wireless"]["ssid"],
        )


@pytest.mark.parametrize(
    ("ssid", "password", "expected"),
    [
        ("Home", SECRET, "password"),
        ("Home", "short", "short"),
        ("Home", "", "needed"),
        ("Elsewhere", SECRET, "reach"),
        ("Work", SECRET, "enterprise"),
        ("Old", SECRET, "wep"),
        ("Dry", SECRET, "address"),
    ],
)
def test_a_failed_join_keeps_no_profile(ssid: str, password: str, expected: str) -> None:
    others = [Router("Work", flags=ENTERPRISE), Router("Old", flags=WEP), Router("Dry", SECRET, address=None)]
    with fake_networkmanager(HOME, *others) as manager:
        assert expected == error_code(Wifi(manager.bus).join(ssid, password))
        assert {} == manager.profiles


def test_a_new_password_replaces_the_old_one() -> None:
    with fake_networkmanager(HOME) as manager:
        manager.save_profile("Home", "the old one")
        assert "password" == error_code(Wifi(manager.bus).join("Home", ""))
        assert ["Home"] == manager.profile_names()

        asyncio.run(Wifi(manager.bus).join("Home", "correct horse"))
        (profile,) = manager.profiles.values()
        assert "correct horse" == profile["802-11-wireless-security"]["psk"]


def test_a_saved_network_is_joined_without_a_password() -> None:
    with fake_networkmanager(HOME) as manager:
        manager.save_profile("Home", "correct horse")
        assert "Home" == asyncio.run(Wifi(manager.bus).join("Home", "")).connected


def test_a_join_can_be_cancelled() -> None:
    async def cancel_during_join(wifi: Wifi) -> dict[str, Any]:
        handlers = wifi_handlers(wifi)
        joining = asyncio.create_task(call(handlers["wifi.join"], {"ssid": "Home", "password": SECRET}))
        while not manager.profiles:
            await asyncio.sleep(0.01)
        await handlers["wifi.cancel"]({})
        return await joining

    with fake_networkmanager(Router("Home", SECRET, silent=True)) as manager:
        expected = {"joined": False, "why": "cancelled", "text": "Stopped. Nothing was changed."}
        assert expected == asyncio.run(cancel_during_join(Wifi(manager.bus)))
        assert {} == manager.profiles


def test_a_join_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wifi_module, "JOIN_SECONDS", 0.3)
    with fake_networkmanager(Router("Home", SECRET, silent=True)) as manager:
        assert "time" == error_code(Wifi(manager.bus).join("Home", SECRET))
        assert {} == manager.profiles


def test_forgetting_a_network() -> None:
    with fake_networkmanager(HOME) as manager:
        asyncio.run(Wifi(manager.bus).join("Home", "correct horse"))
        assert {} == answer_page(manager, do="wifi.forget", ssid="Home")

        assert ({}, None) == (manager.profiles, asyncio.run(Wifi(manager.bus).state()).connected)
        with pytest.raises(RequestError, match="does not know a network called “Home”"):
            answer_page(manager, do="wifi.forget", ssid="Home")


def test_a_wired_machine() -> None:
    with fake_networkmanager(HOME, wired=True) as manager:
        expected = {"managed": True, "connected": None, "wired": True}
        assert expected == asyncio.run(Wifi(manager.bus).summary())
        assert State(managed=True, adapter=True, wired=True, address="192.168.178.20") == asyncio.run(
            Wifi(manager.bus).state()
        )


def test_wifi_that_was_switched_off_is_switched_on() -> None:
    with fake_networkmanager(HOME, enabled=False) as manager:
        assert ["Home"] == [network.ssid for network in asyncio.run(Wifi(manager.bus).scan())]
        assert manager.enabled


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"adapter": False}, "adapter"),
        ({"managed": False}, "unmanaged"),
        ({"hardware_enabled": False}, "off"),
        ({"allowed": False}, "forbidden"),
    ],
)
def test_a_machine_that_cannot_join(fields: dict[str, bool], expected: str) -> None:
    with fake_networkmanager(HOME, **fields) as manager:
        assert expected == error_code(Wifi(manager.bus).scan())
        assert expected == error_code(Wifi(manager.bus).join("Home", "correct horse"))


def test_a_machine_without_networkmanager_reports_it() -> None:
    with empty_bus() as bus:
        assert State() == asyncio.run(Wifi(bus).state())
        assert "unmanaged" == error_code(Wifi(bus).scan())


def test_a_machine_without_a_bus_reports_it() -> None:
    wifi = Wifi("unix:path=/nonexistent/bus")
    assert State() == asyncio.run(wifi.state())
    assert "unmanaged" == error_code(wifi.join("Home", SECRET))


def test_the_answer_names_the_field_of_the_error() -> None:
    with fake_networkmanager(HOME) as manager:
        answer = answer_page(manager, do="wifi.join", ssid="Home", password=SECRET)
        assert (False, "password") == (answer["joined"], answer["why"])
        assert "did not accept the password" in answer["text"]

        joined = answer_page(manager, do="wifi.join", ssid="Home", password="correct horse")
        assert (True, "192.168.178.42") == (joined["joined"], joined["address"])
        assert "Home" == answer_page(manager, do="wifi.state")["connected"]
        with pytest.raises(RequestError, match="“ssid” must be a text"):
            answer_page(manager, do="wifi.join", ssid=7)


def test_the_password_is_never_logged_or_answered(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with fake_networkmanager(HOME) as manager:
        for ssid in ("Home", "Elsewhere"):
            assert SECRET not in str(answer_page(manager, do="wifi.join", ssid=ssid, password=SECRET))
    assert SECRET not in caplog.text


SCANNING_PAGE = """<!doctype html><title>Wall</title><script>
addEventListener('mantel:kiosk', ({ detail }) => {
  if (detail.id === 7) fetch('/visit/' + detail.networks.map((network) => network.ssid))
})
const waiting = setInterval(() => {
  if (!window.mantelKiosk) return
  clearInterval(waiting)
  window.mantelKiosk(JSON.stringify({ id: 7, do: 'wifi.scan' }))
}, 100)
</script>"""


@pytest.mark.journey
def test_the_page_of_a_running_kiosk_gets_the_networks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with fake_networkmanager(HOME, Router("Cafe", flags=OPEN, strength=30)) as manager:
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", manager.bus)
        with PageServer(SCANNING_PAGE).running() as server, running_kiosk(server.url, tmp_path / "profile"):
            assert "Home,Cafe" == server.next_visit()

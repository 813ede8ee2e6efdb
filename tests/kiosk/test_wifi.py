"""Joining, leaving and looking around, asked of a NetworkManager on a bus of its own."""

import asyncio
import logging
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from kiosk import wifi as wifi_module
from kiosk.networks import Network, State, WifiError
from kiosk.requests import Handler, RefusedError
from kiosk.wifi import Wifi, handlers
from tests.kiosk.neighbourhood import ENTERPRISE, OPEN, WEP, WPA3, Neighbourhood, Router, empty_bus, neighbourhood
from tests.kiosk.stage import Server, kiosk

HOME = Router("Home", "correct horse", 70)
SECRET = "battery staple"


def said(around: Neighbourhood, **request: Any) -> dict[str, Any]:
    """What a page of the wall is answered."""
    return asyncio.run(answered(handlers(Wifi(around.bus))[request["do"]], request))


async def answered(handler: Handler, request: dict[str, Any]) -> dict[str, Any]:
    return await handler(request)


def why(asked: Coroutine[Any, Any, Any]) -> str:
    with pytest.raises(WifiError) as refused:
        asyncio.run(asked)
    return refused.value.why


def test_what_is_in_reach() -> None:
    cafe = Router("Café ☕", locks=OPEN, strength=30)
    with neighbourhood(HOME, Router("Home", "correct horse", 20), cafe, Router("x", hidden=True)) as around:
        around.keep("Grandma")
        expected = [
            Network("Home", 70, "password", known=False, connected=False),
            Network("Café ☕", 30, "open", known=False, connected=False),
            Network("Grandma", None, None, known=True, connected=False),
        ]
        assert expected == asyncio.run(Wifi(around.bus).scan())


def test_one_that_has_just_looked_says_what_it_saw() -> None:
    with neighbourhood(HOME, quick=False) as around:
        assert ["Home"] == [one.ssid for one in asyncio.run(Wifi(around.bus).scan())]


@pytest.mark.parametrize("router", [HOME, Router("Three", "brief", locks=WPA3), Router("Cafe", locks=OPEN)])
def test_joining_a_network_that_is_heard(router: Router) -> None:
    with neighbourhood(HOME, router) as around:
        joined = asyncio.run(Wifi(around.bus).join(str(router.name), router.password))

        expected = State(True, True, False, str(router.name), router.strength, "192.168.178.42")
        assert expected == joined
        assert ([router.name], set()) == (around.names(), around.memory)


def test_joining_one_that_hides_its_name() -> None:
    with neighbourhood(Router("Shy", "correct horse", hidden=True)) as around:
        assert "Shy" == asyncio.run(Wifi(around.bus).join("Shy", "correct horse", hidden=True)).connected
        (kept,) = around.kept.values()
        assert (True, "wpa-psk") == (kept["802-11-wireless"]["hidden"], kept["802-11-wireless-security"]["key-mgmt"])


def test_a_name_that_is_no_text_is_joined_by_what_it_is() -> None:
    with neighbourhood(Router(b"\xffden", "correct horse")) as around:
        joined = asyncio.run(Wifi(around.bus).join("�den", "correct horse"))
        assert ("�den", b"\xffden") == (joined.connected, next(iter(around.kept.values()))["802-11-wireless"]["ssid"])


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
def test_what_did_not_work_is_not_kept(ssid: str, password: str, expected: str) -> None:
    others = [Router("Work", locks=ENTERPRISE), Router("Old", locks=WEP), Router("Dry", SECRET, address=None)]
    with neighbourhood(HOME, *others) as around:
        assert expected == why(Wifi(around.bus).join(ssid, password))
        assert {} == around.kept


def test_a_new_password_takes_the_place_of_the_old_one() -> None:
    with neighbourhood(HOME) as around:
        around.keep("Home", "the old one")
        assert "password" == why(Wifi(around.bus).join("Home", ""))
        assert ["Home"] == around.names()

        asyncio.run(Wifi(around.bus).join("Home", "correct horse"))
        (kept,) = around.kept.values()
        assert "correct horse" == kept["802-11-wireless-security"]["psk"]


def test_a_known_network_is_joined_without_typing() -> None:
    with neighbourhood(HOME) as around:
        around.keep("Home", "correct horse")
        assert "Home" == asyncio.run(Wifi(around.bus).join("Home", "")).connected


def test_joining_can_be_stopped() -> None:
    async def stopped(wifi: Wifi) -> dict[str, Any]:
        answers = handlers(wifi)
        joining = asyncio.create_task(answered(answers["wifi.join"], {"ssid": "Home", "password": SECRET}))
        while not around.kept:
            await asyncio.sleep(0.01)
        await answers["wifi.cancel"]({})
        return await joining

    with neighbourhood(Router("Home", SECRET, silent=True)) as around:
        expected = {"joined": False, "why": "cancelled", "text": "Stopped. Nothing was changed."}
        assert expected == asyncio.run(stopped(Wifi(around.bus)))
        assert {} == around.kept


def test_a_network_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wifi_module, "JOIN_SECONDS", 0.3)
    with neighbourhood(Router("Home", SECRET, silent=True)) as around:
        assert "time" == why(Wifi(around.bus).join("Home", SECRET))
        assert {} == around.kept


def test_forgetting() -> None:
    with neighbourhood(HOME) as around:
        asyncio.run(Wifi(around.bus).join("Home", "correct horse"))
        assert {} == said(around, do="wifi.forget", ssid="Home")

        assert ({}, None) == (around.kept, asyncio.run(Wifi(around.bus).state()).connected)
        with pytest.raises(RefusedError, match="does not know a network called “Home”"):
            said(around, do="wifi.forget", ssid="Home")


def test_a_wall_with_a_cable() -> None:
    with neighbourhood(HOME, wired=True) as around:
        told = {"managed": True, "connected": None, "wired": True}
        assert told == asyncio.run(Wifi(around.bus).summary())
        assert State(True, True, True, None, None, "192.168.178.20") == asyncio.run(Wifi(around.bus).state())


def test_wifi_that_was_switched_off_is_switched_on() -> None:
    with neighbourhood(HOME, enabled=False) as around:
        assert ["Home"] == [one.ssid for one in asyncio.run(Wifi(around.bus).scan())]
        assert around.enabled


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"adapter": False}, "adapter"),
        ({"managed": False}, "unmanaged"),
        ({"switch": False}, "off"),
        ({"allowed": False}, "forbidden"),
    ],
)
def test_a_machine_that_cannot(facts: dict[str, bool], expected: str) -> None:
    with neighbourhood(HOME, **facts) as around:
        assert expected == why(Wifi(around.bus).scan())
        assert expected == why(Wifi(around.bus).join("Home", "correct horse"))


def test_a_machine_without_networkmanager_says_so() -> None:
    with empty_bus() as bus:
        assert State() == asyncio.run(Wifi(bus).state())
        assert "unmanaged" == why(Wifi(bus).scan())


def test_a_machine_without_a_bus_says_so() -> None:
    nowhere = Wifi("unix:path=/nonexistent/bus")
    assert State() == asyncio.run(nowhere.state())
    assert "unmanaged" == why(nowhere.join("Home", SECRET))


def test_the_page_is_told_which_field_it_is_about() -> None:
    with neighbourhood(HOME) as around:
        answer = said(around, do="wifi.join", ssid="Home", password=SECRET)
        assert (False, "password") == (answer["joined"], answer["why"])
        assert "did not accept the password" in answer["text"]

        joined = said(around, do="wifi.join", ssid="Home", password="correct horse")
        assert (True, "192.168.178.42") == (joined["joined"], joined["address"])
        assert "Home" == said(around, do="wifi.state")["connected"]
        with pytest.raises(RefusedError, match="“ssid” must be a text"):
            said(around, do="wifi.join", ssid=7)


def test_the_password_is_written_nowhere(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with neighbourhood(HOME) as around:
        for ssid in ("Home", "Elsewhere"):
            assert SECRET not in str(said(around, do="wifi.join", ssid=ssid, password=SECRET))
    assert SECRET not in caplog.text


ASKING_PAGE = """<!doctype html><title>Wall</title><script>
addEventListener('mantel:kiosk', ({ detail }) => {
  if (detail.id === 7) fetch('/visit/' + detail.networks.map((network) => network.ssid))
})
const waiting = setInterval(() => {
  if (!window.mantelKiosk) return
  clearInterval(waiting)
  window.mantelKiosk(JSON.stringify({ id: 7, do: 'wifi.scan' }))
}, 100)
</script>"""


def test_the_page_of_a_running_kiosk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with neighbourhood(HOME, Router("Cafe", locks=OPEN, strength=30)) as around:
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", around.bus)
        with Server(ASKING_PAGE).running() as server, kiosk(server.url, tmp_path / "profile"):
            assert "Home,Cafe" == server.next_visit()

"""Journeys of Wi-Fi: joining a network on the wall itself."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from kiosk.wifi import Wifi, wifi_handlers
from tests.journeys.accessibility import assert_accessible
from tests.journeys.keys import type_into
from tests.journeys.kiosk_bridge import kiosk_for
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.viewports import in_both_schemes
from tests.kiosk.fake_networkmanager import ENTERPRISE, OPEN, FakeNetworkManager, Router, fake_networkmanager

on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
on_both_walls = pytest.mark.parametrize("screen", ["wall-800", "wall-1080"], indirect=True, scope="session")

NETWORKS = (
    Router("Linden 12", "correct horse", 84),
    Router("Linden 12", "correct horse", 41),
    Router("Neighbours", "none of yours", 52),
    Router("Café Central", flags=OPEN, strength=31),
    Router("Office", flags=ENTERPRISE, strength=12),
    Router("Shed", "correct horse", 22, hidden=True),
)

CLAIM = {"code": "123456", "address": "http://192.168.178.42/#/setup?code=123456"}

NetworksInRange = Callable[..., FakeNetworkManager]


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """An unclaimed server."""
    with serving(tmp_path_factory.mktemp("wifi") / "data") as mantel:
        yield mantel


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    with serving(tmp_path_factory.mktemp("wifi") / "data") as mantel:
        mantel.call("PATCH", "/api/settings", {"themeMode": "auto"})
        mantel.call("POST", "/api/members", {"name": "Ana", "color": "#c8553d"})
        yield mantel


@pytest.fixture
def networks_in_range(page: Page) -> Iterator[NetworksInRange]:
    """Shows the page on a wall with a kiosk and some networks in range."""
    with ExitStack() as open_contexts:

        def begin(*routers: Router, **facts: bool) -> FakeNetworkManager:
            made = open_contexts.enter_context(fake_networkmanager(*(routers or NETWORKS), **facts))
            open_contexts.enter_context(kiosk_for(page, wifi_handlers(Wifi(made.bus)), CLAIM))
            return made

        yield begin


def network(page: Page, name: str) -> Locator:
    return page.get_by_role("listitem").filter(has_text=name)


def sheet(page: Page, name: str) -> Locator:
    return page.get_by_role("dialog", name=name)


def write(page: Page, text: str) -> None:
    for letter in text:
        name = "Space" if letter == " " else letter
        page.locator("dialog .keyboard").get_by_role("button", name=name, exact=True).tap()


@on_both_walls
def test_a_new_wall_joins_the_network(
    fresh: MantelServer, page: Page, screen: str, networks_in_range: NetworksInRange, tmp_path: Path
) -> None:
    street = networks_in_range()
    page.goto(f"{fresh.url}/?wall=1")
    # No phone can claim it yet: the network comes first.
    expect(page.get_by_text("This wall has no network connection.")).to_be_visible()
    assert_accessible(page)
    page.screenshot(path=tmp_path / "fresh.png")
    page.get_by_role("button", name="Set up Wi-Fi").tap()
    expect(page.get_by_role("heading", name="Not connected")).to_be_visible()
    names = page.get_by_role("listitem").locator("strong")
    expect(names).to_have_text(["Linden 12", "Neighbours", "Café Central", "Office"])
    expect(network(page, "Linden 12")).to_contain_text("Strong · Password required")
    assert_accessible(page)
    page.screenshot(path=tmp_path / "networks.png")

    network(page, "Linden 12").get_by_role("button").tap()
    form = sheet(page, "Linden 12")
    write(page, "horse feathers")
    password = form.get_by_label("Password", exact=True)
    expect(password).to_have_attribute("type", "password")
    form.get_by_role("switch", name="Show password").tap()
    expect(password).to_have_attribute("type", "text")
    form.get_by_role("button", name="Connect", exact=True).tap()

    # The typed password stays, so that a wrong letter can be corrected.
    expect(form.get_by_role("alert")).to_contain_text("did not accept the password")
    expect(password).to_have_value("horse feathers")
    assert_accessible(page)
    page.screenshot(path=tmp_path / "wrong.png")
    type_into(password, "correct horse")
    form.get_by_role("button", name="Connect", exact=True).tap()

    expect(page.get_by_role("heading", name="Connected to “Linden 12”")).to_be_visible()
    port = fresh.url.rpartition(":")[2]
    expect(page.get_by_text(f"Phones on the same network can open 192.168.178.42:{port}")).to_be_visible()
    expect(network(page, "Linden 12")).to_contain_text("Connected · Strong")
    expect(form).not_to_be_visible()
    assert ["Linden 12"] == street.profile_names()
    assert_accessible(page)
    page.screenshot(path=tmp_path / "joined.png")

    page.get_by_role("button", name="Back", exact=True).tap()
    expect(page.get_by_role("button", name="Wi-Fi", exact=True)).to_be_visible()
    expect(page.get_by_text("This wall has no network connection.")).to_have_count(0)


@on_the_wall
def test_joining_can_be_cancelled(
    fresh: MantelServer, page: Page, screen: str, networks_in_range: NetworksInRange
) -> None:
    street = networks_in_range(Router("Far away", "correct horse", silent=True))
    page.goto(f"{fresh.url}/?wall=1#/wifi")
    network(page, "Far away").get_by_role("button").tap()
    form = sheet(page, "Far away")
    type_into(form.get_by_label("Password", exact=True), "correct horse")
    form.get_by_role("button", name="Connect", exact=True).tap()

    expect(form.get_by_role("status")).to_contain_text("Connecting to “Far away”")
    form.get_by_role("button", name="Cancel", exact=True).tap()
    expect(form.get_by_role("button", name="Connect", exact=True)).to_be_enabled()
    expect(form.get_by_label("Password", exact=True)).to_have_value("correct horse")
    assert [] == street.profile_names()


@on_the_wall
def test_a_hidden_network_is_joined_by_its_name(
    fresh: MantelServer, page: Page, screen: str, networks_in_range: NetworksInRange
) -> None:
    networks_in_range()
    page.goto(f"{fresh.url}/?wall=1#/wifi")
    page.get_by_role("button", name="Other network").tap()
    form = sheet(page, "Other network")
    form.get_by_role("button", name="Connect", exact=True).tap()
    expect(form.get_by_role("alert")).to_have_text("Enter the network name.")
    type_into(form.get_by_label("Network name"), "Shed")
    type_into(form.get_by_label("Password", exact=True), "short")
    form.get_by_role("button", name="Connect", exact=True).tap()
    expect(form.get_by_role("alert")).to_contain_text("at least 8 characters")
    type_into(form.get_by_label("Password", exact=True), "correct horse")
    form.get_by_role("button", name="Connect", exact=True).tap()
    expect(page.get_by_role("heading", name="Connected to “Shed”")).to_be_visible()


@on_the_wall
def test_an_enterprise_network_is_explained(
    fresh: MantelServer, page: Page, screen: str, networks_in_range: NetworksInRange
) -> None:
    networks_in_range()
    page.goto(f"{fresh.url}/?wall=1#/wifi")
    network(page, "Office").get_by_role("button").tap()
    form = sheet(page, "Office")
    expect(form).to_contain_text("Mantel does not support it")
    expect(form.get_by_role("button", name="Connect", exact=True)).to_have_count(0)
    form.get_by_role("button", name="Close").tap()

    network(page, "Café Central").get_by_role("button").tap()
    expect(sheet(page, "Café Central")).to_contain_text("Use your home network if possible")
    sheet(page, "Café Central").get_by_role("button", name="Connect", exact=True).tap()
    expect(page.get_by_role("heading", name="Connected to “Café Central”")).to_be_visible()


@in_both_schemes
@on_the_wall
def test_a_known_network_is_removed(
    mantel: MantelServer, page: Page, screen: str, scheme: str, networks_in_range: NetworksInRange, tmp_path: Path
) -> None:
    street = networks_in_range()
    street.save_profile("Grandma")
    street.save_profile("Linden 12", "correct horse")
    mantel.sign_in(page, "/settings/wifi", wall=True)
    expect(network(page, "Grandma")).to_contain_text("Saved · Out of range")
    network(page, "Linden 12").get_by_role("button").tap()
    # A known network is joined without typing.
    expect(sheet(page, "Linden 12").get_by_label("Password", exact=True)).to_have_count(0)
    sheet(page, "Linden 12").get_by_role("button", name="Connect", exact=True).tap()
    expect(page.get_by_role("heading", name="Connected to “Linden 12”")).to_be_visible()
    assert_accessible(page)
    page.screenshot(path=tmp_path / "settings.png")

    network(page, "Grandma").get_by_role("button").tap()
    sheet(page, "Grandma").get_by_role("button", name="Forget", exact=True).tap()
    asking = page.get_by_role("dialog", name="Forget “Grandma”?")
    expect(asking).to_contain_text("enter its password")
    asking.get_by_role("button", name="Cancel").tap()
    assert ["Grandma", "Linden 12"] == sorted(street.profile_names())
    sheet(page, "Grandma").get_by_role("button", name="Forget", exact=True).tap()
    asking.get_by_role("button", name="Forget", exact=True).tap()
    expect(network(page, "Grandma")).to_have_count(0)
    assert ["Linden 12"] == street.profile_names()


@on_the_wall
@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"managed": False}, "NetworkManager does not manage this machine"),
        ({"adapter": False, "wired": False}, "This machine has no Wi-Fi adapter"),
        ({"adapter": False, "wired": True}, "Phones on the same network can open 192.168.178.20"),
        ({"allowed": False}, "This wall is not allowed to change the Wi-Fi"),
    ],
)
def test_obstacles_are_shown(
    mantel: MantelServer,
    page: Page,
    screen: str,
    networks_in_range: NetworksInRange,
    facts: dict[str, bool],
    words: str,
) -> None:
    networks_in_range(**facts)
    mantel.sign_in(page, "/settings/wifi", wall=True)
    expect(page.get_by_text(words).first).to_be_visible()
    assert_accessible(page)


@on_the_wall
def test_other_devices_show_no_wifi_settings(mantel: MantelServer, page: Page, screen: str) -> None:
    mantel.sign_in(page, "/settings/device", wall=True)
    expect(page.get_by_role("link", name="This device Start screen")).to_be_visible()
    expect(page.get_by_role("link", name="Wi-Fi")).to_have_count(0)

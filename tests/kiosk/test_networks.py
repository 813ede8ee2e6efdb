"""What is made of the networks that are heard."""

import pytest

from kiosk.networks import AccessPoint, Lock, Network, Why, is_key, lock, merged, obstacle, profile, why
from tests.kiosk.neighbourhood import BOTH, ENTERPRISE, OPEN, WEP, WPA2, WPA3


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        (OPEN, "open"),
        (WPA2, "wpa-psk"),
        (WPA3, "sae"),
        (BOTH, "wpa-psk"),
        (ENTERPRISE, "enterprise"),
        (WEP, "wep"),
        ((1, 0x100, 0), "wpa-psk"),
        ((0, 0, 0x800), "owe"),
        # The open half of a network that also has an encrypted one.
        ((0, 0, 0x1000), "open"),
        ((1, 0, 0x2000), "enterprise"),
    ],
)
def test_how_a_network_is_locked(flags: tuple[int, int, int], expected: Lock) -> None:
    assert expected == lock(*flags)


def test_one_entry_a_name_and_the_strongest_first() -> None:
    heard = [
        AccessPoint("/1", b"Home", 40, "wpa-psk"),
        AccessPoint("/2", b"Cafe", 55, "open"),
        AccessPoint("/3", b"Home", 80, "wpa-psk"),
        AccessPoint("/4", b"", 99, "wpa-psk"),
        AccessPoint("/5", b"\0\0\0", 98, "open"),
    ]
    expected = [
        Network("Home", 80, "password", known=True, connected=True),
        Network("Cafe", 55, "open", known=False, connected=False),
        Network("Grandma", None, None, known=True, connected=False),
    ]
    assert expected == merged(heard, [b"Home", b"Grandma"], connected=b"Home")


@pytest.mark.parametrize(
    ("ssid", "password", "kind", "expected"),
    [
        ("Home", "long enough", "wpa-psk", None),
        ("Home", "short", "wpa-psk", "short"),
        ("Home", "x" * 64, "wpa-psk", "short"),
        ("Home", "a1" * 32, "wpa-psk", None),
        ("Home", "", "wpa-psk", "needed"),
        ("Home", "brief", "sae", None),
        ("Home", "", "sae", "needed"),
        ("Cafe", "", "open", None),
        ("Cafe", "none of its business", "open", None),
        ("Work", "long enough", "enterprise", "enterprise"),
        ("Old", "12345", "wep", "wep"),
        ("Hidden", "long enough", None, None),
        ("Hidden", "short", None, "short"),
        ("Hidden", "", None, None),
        ("", "long enough", None, "ssid"),
        ("é" * 17, "long enough", None, "ssid"),
    ],
)
def test_what_need_not_even_be_tried(ssid: str, password: str, kind: Lock | None, expected: Why | None) -> None:
    assert expected == obstacle(ssid, password, kind)


@pytest.mark.parametrize(
    ("password", "kind", "expected"),
    [
        ("long enough", "wpa-psk", {"key-mgmt": "wpa-psk", "psk": "long enough"}),
        ("long enough", "sae", {"key-mgmt": "sae", "psk": "long enough"}),
        ("long enough", None, {"key-mgmt": "wpa-psk", "psk": "long enough"}),
        ("", None, None),
        ("for nothing", "open", None),
        ("", "owe", {"key-mgmt": "owe"}),
    ],
)
def test_what_networkmanager_is_told(password: str, kind: Lock | None, expected: dict[str, str] | None) -> None:
    made = profile(b"Home", password, kind, hidden=kind is None)
    told = made.get("802-11-wireless-security")
    assert expected == (told and {name: variant.value for name, variant in told.items()})
    assert (kind is None) == made["802-11-wireless"]["hidden"].value


@pytest.mark.parametrize(
    ("reason", "asked_again", "expected"),
    [(7, False, "password"), (8, True, "password"), (11, True, "password"), (8, False, "refused"),
     (11, False, "refused"), (53, True, "reach"), (17, False, "address"), (5, True, "address"), (36, False, "failed")],
)  # fmt: skip
def test_why_it_did_not_work(reason: int, asked_again: bool, expected: Why) -> None:
    assert expected == why(reason, asked_again)


def test_a_key_is_sixty_four_hexadecimal_signs() -> None:
    assert [True, False, False] == [is_key("0aF9" * 16), is_key("0aF9" * 15), is_key("0aG9" * 16)]

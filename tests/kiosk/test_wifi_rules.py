"""The pure Wi-Fi rules: encryption, the list of networks, input checks, profiles and error codes."""

import pytest

from kiosk.wifi_rules import (
    AccessPoint,
    Encryption,
    ErrorCode,
    Network,
    access_point_encryption,
    failure_code,
    input_error,
    is_raw_key,
    merge_networks,
    profile_settings,
)
from tests.kiosk.fake_networkmanager import BOTH, ENTERPRISE, OPEN, WEP, WPA2, WPA3


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
        # The open part of an OWE transition network.
        ((0, 0, 0x1000), "open"),
        ((1, 0, 0x2000), "enterprise"),
    ],
)
def test_encryption_follows_the_access_point_flags(flags: tuple[int, int, int], expected: Encryption) -> None:
    assert expected == access_point_encryption(*flags)


def test_networks_are_merged_by_name_with_the_strongest_first() -> None:
    access_points = [
        AccessPoint(path="/1", ssid=b"Home", strength=40, encryption="wpa-psk"),
        AccessPoint(path="/2", ssid=b"Cafe", strength=55, encryption="open"),
        AccessPoint(path="/3", ssid=b"Home", strength=80, encryption="wpa-psk"),
        AccessPoint(path="/4", ssid=b"", strength=99, encryption="wpa-psk"),
        AccessPoint(path="/5", ssid=b"\0\0\0", strength=98, encryption="open"),
    ]
    expected = [
        Network(ssid="Home", strength=80, security="password", known=True, connected=True),
        Network(ssid="Cafe", strength=55, security="open", known=False, connected=False),
        Network(ssid="Grandma", strength=None, security=None, known=True, connected=False),
    ]
    assert expected == merge_networks(access_points, [b"Home", b"Grandma"], connected=b"Home")


@pytest.mark.parametrize(
    ("ssid", "password", "encryption", "expected"),
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
def test_impossible_input_is_rejected_before_joining(
    ssid: str, password: str, encryption: Encryption | None, expected: ErrorCode | None
) -> None:
    assert expected == input_error(ssid, password, encryption)


@pytest.mark.parametrize(
    ("password", "encryption", "expected"),
    [
        ("long enough", "wpa-psk", {"key-mgmt": "wpa-psk", "psk": "long enough"}),
        ("long enough", "sae", {"key-mgmt": "sae", "psk": "long enough"}),
        ("long enough", None, {"key-mgmt": "wpa-psk", "psk": "long enough"}),
        ("", None, None),
        ("for nothing", "open", None),
        ("", "owe", {"key-mgmt": "owe"}),
    ],
)
def test_profile_settings_hold_the_key_management(
    password: str, encryption: Encryption | None, expected: dict[str, str] | None
) -> None:
    settings = profile_settings(b"Home", password, encryption, hidden=encryption is None)
    security = settings.get("802-11-wireless-security")
    assert expected == (security and {name: variant.value for name, variant in security.items()})
    assert (encryption is None) == settings["802-11-wireless"]["hidden"].value


@pytest.mark.parametrize(
    ("reason", "password_requested", "expected"),
    [
        (7, False, "password"),
        (8, True, "password"),
        (11, True, "password"),
        (8, False, "refused"),
        (11, False, "refused"),
        (53, True, "reach"),
        (17, False, "address"),
        (5, True, "address"),
        (36, False, "failed"),
    ],
)
def test_a_failure_reason_becomes_an_error_code(reason: int, password_requested: bool, expected: ErrorCode) -> None:
    assert expected == failure_code(reason, password_requested)


def test_a_raw_key_has_sixty_four_hexadecimal_digits() -> None:
    assert [True, False, False] == [is_raw_key("0aF9" * 16), is_raw_key("0aF9" * 15), is_raw_key("0aG9" * 16)]

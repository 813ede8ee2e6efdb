import re
from pathlib import Path

import pytest

from appliance.hosting.settings import VARIABLES, HostSettings, host_from_environment, household_settings
from appliance.settings import BadSetting, Settings

DOCUMENT = (Path(__file__).parents[2] / "docs/hosting.md").read_text("utf-8")


def test_nothing_is_needed_and_every_variable_is_read() -> None:
    assert HostSettings() == host_from_environment({"PATH": "/bin", "HOSTING_GROUP": " "})
    given = {
        "HOSTING_DIR": "/srv/host",
        "HOSTING_CELL": "two",
        "HOSTING_MEMORY_MB": "256",
        "HOSTING_PROCESSES": "64",
        "HOSTING_FILES": "512",
        "HOSTING_FIRST_UID": "0",
        "HOSTING_GROUP": "0",
    }
    expected = HostSettings(dir="/srv/host", cell="two", memory_mb=256, processes=64, files=512, first_uid=0, group="0")
    assert expected == host_from_environment(given)
    assert set(given) == set(VARIABLES)
    assert set(VARIABLES) == set(re.findall(r"^\| `(HOSTING_\w+)`", DOCUMENT, re.M))


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"HOSTING_MEMORY_MB": "much"}, "HOSTING_MEMORY_MB: "),
        ({"HOSTING_MEMORY_MB": "12"}, "HOSTING_MEMORY_MB: "),
        ({"HOSTING_FIRST_UID": "-1"}, "HOSTING_FIRST_UID: "),
        ({"HOSTING_CELL": "../one"}, "HOSTING_CELL: "),
        ({"HOSTING_GROUP": "no-such-group"}, "HOSTING_GROUP: there is no group"),
        ({"HOSTING_FOLDER": "/srv"}, "HOSTING_FOLDER is not a setting"),
    ],
)
def test_what_cannot_be_understood_is_named(environment: dict[str, str], words: str) -> None:
    with pytest.raises(BadSetting, match=words):
        host_from_environment(environment)


def test_a_household_gets_no_secret_and_no_reach_of_its_host() -> None:
    base = Settings(
        admin_api_key="k",
        encryption_key="k",
        vapid_private_key="k",
        allow_private_feed_urls=True,
        allow_private_webhook_urls=True,
        allow_private_push_urls=True,
        backup_dir_2="/mnt/stick",
        trusted_proxies=("10.0.0.0/8",),
        google_client_id="shared",
    )
    own = household_settings(base, HostSettings(dir="/srv/host"), "berg", "berg.example.org")
    assert (None, None, None, None) == (
        own.admin_api_key,
        own.encryption_key,
        own.vapid_private_key,
        own.backup_dir_2,
    )
    assert not (own.allow_private_feed_urls or own.allow_private_webhook_urls or own.allow_private_push_urls)
    assert ((), ("127.0.0.1/32",), False, 0) == (own.photo_roots, own.trusted_proxies, own.mdns, own.https_port)
    assert ("https://berg.example.org", "shared") == (own.public_url, own.google_client_id)
    assert Path("/srv/host/households/berg") == own.data_dir
    assert Path("/srv/host/sockets/berg/web.sock") == own.unix_socket

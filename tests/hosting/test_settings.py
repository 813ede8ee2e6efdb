import re
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from appliance.app import push_subject
from appliance.hosting.settings import VARIABLES, HostSettings, host_from_environment, household_settings
from appliance.kernel.database.transactions import Reader
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
        "HOSTING_ASK_PORT": "9180",
        "HOSTING_BUCKET": "s3://homes/europe",
        "HOSTING_ENDPOINT": "https://s3.example.org",
        "HOSTING_REGION": "eu-1",
        "HOSTING_SECRETS": "/srv/secrets",
        "HOSTING_SYNC_SECONDS": "20",
        "HOSTING_LEASE_SECONDS": "60",
    }
    expected = HostSettings(
        dir="/srv/host",
        cell="two",
        memory_mb=256,
        processes=64,
        files=512,
        first_uid=0,
        group="0",
        ask_port=9180,
        bucket="s3://homes/europe",
        endpoint="https://s3.example.org",
        region="eu-1",
        secrets="/srv/secrets",
        sync_seconds=20,
        lease_seconds=60,
    )
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
        ({"HOSTING_BUCKET": "homes"}, "HOSTING_BUCKET: "),
        ({"HOSTING_ENDPOINT": "s3.example.org"}, "HOSTING_ENDPOINT: "),
        ({"HOSTING_LEASE_SECONDS": "1"}, "HOSTING_LEASE_SECONDS: "),
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
    nothing = cast(Reader, None)  # what the household stores does not matter
    assert "https://berg.example.org" == push_subject(own, nothing)
    assert "mailto:we@example.org" == push_subject(replace(own, vapid_subject="mailto:we@example.org"), nothing)
    assert Path("/srv/host/households/berg") == own.data_dir
    assert Path("/srv/host/sockets/berg/web.sock") == own.unix_socket


def test_a_bucket_has_a_place_and_without_one_there_is_none(tmp_path: Path) -> None:
    assert HostSettings().place is None
    place = HostSettings(bucket="s3://homes/europe/", region="eu-1").place
    assert place
    assert ("homes", "europe/", "https://s3.eu-1.amazonaws.com") == (place.bucket, place.prefix, place.endpoint)
    with_secrets = HostSettings(secrets=str(tmp_path))
    with pytest.raises(BadSetting, match=r"HOSTING_SECRETS: the file .*access-key cannot be read"):
        with_secrets.check_secrets()
    for name, text in (("access-key", "a\n"), ("secret-key", "s"), ("household-key", "not base64!")):
        (tmp_path / name).write_text(text)
    with_secrets.check_secrets()
    with pytest.raises(BadSetting, match="HOSTING_SECRETS"):
        with_secrets.read_secrets()
    (tmp_path / "household-key").write_text("AAEC")
    secrets = with_secrets.read_secrets()
    assert ("a", "s", b"\x00\x01\x02") == (secrets.access_key, secrets.secret_key, secrets.household_key)
    assert "Secrets(***)" == repr(secrets), "nothing that logs it shows it"

from pathlib import Path

import pytest

from appliance.settings import VARIABLES, BadSetting, Settings, from_environment


def test_nothing_is_needed() -> None:
    assert Settings() == from_environment({})


def test_every_variable_is_read(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("secret-from-file\n")
    read = from_environment(
        {
            "PORT": "9000",
            "DATA_DIR": "/srv/mantel",
            "CORS_ORIGINS": "https://a.example/, https://b.example",
            "ALLOW_PRIVATE_FEED_URLS": "1",
            "SYNC_INTERVAL_MINUTES": "-5",
            "ADMIN_API_KEY_FILE": str(tmp_path / "key"),
            "HTTPS_PORT": "0",
            "HOSTNAME_LOCAL": "Kitchen",
            "MDNS": "0",
            "TZ": " ",
            "PUBLIC_URL": "https://mantel.example.org/home/",
            "TRUSTED_PROXIES": "127.0.0.1, 10.1.2.3/8",
        }
    )
    assert (
        Settings(
            port=9000,
            https_port=0,
            hostname_local="kitchen",
            mdns=False,
            public_url="https://mantel.example.org/home",
            data_dir=Path("/srv/mantel"),
            cors_origins=("https://a.example", "https://b.example"),
            allow_private_feed_urls=True,
            sync_interval_minutes=10,
            admin_api_key="secret-from-file",
            trusted_proxies=("127.0.0.1/32", "10.0.0.0/8"),
        )
        == read
    )


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"PORT": "web"}, "PORT is a whole number"),
        ({"PORT": "70000"}, "PORT is between"),
        ({"HTTPS_PORT": "-1"}, "HTTPS_PORT is between"),
        ({"PORT": "8443"}, "HTTPS_PORT and PORT must differ"),
        ({"HOSTNAME_LOCAL": "mantel.local"}, "HOSTNAME_LOCAL is one word"),
        ({"HOSTNAME_LOCAL": "x" * 61}, "HOSTNAME_LOCAL is one word"),
        ({"PUBLIC_URL": "home.example.org"}, "PUBLIC_URL is a whole address"),
        ({"PUBLIC_URL": "https://[home"}, "PUBLIC_URL is a whole address"),
        ({"ALLOW_PRIVATE_FEED_URLS": "maybe"}, "ALLOW_PRIVATE_FEED_URLS is a switch"),
        ({"TRUSTED_PROXIES": "my-proxy"}, "TRUSTED_PROXIES holds addresses"),
        ({"UNIX_SOCKET": "/run/mantel.sock"}, "UNIX_SOCKET needs PUBLIC_URL"),
        ({"MANTEL_PORT": "1"}, "MANTEL_PORT is not a setting"),
        ({"ADMIN_API_KEY_FILE": "/does/not/exist"}, "ADMIN_API_KEY_FILE names a file"),
    ],
)
def test_what_cannot_be_understood_is_named(environment: dict[str, str], words: str) -> None:
    with pytest.raises(BadSetting, match=words):
        from_environment(environment)


def test_on_a_unix_socket_nothing_listens_in_the_network() -> None:
    read = from_environment({"UNIX_SOCKET": "/run/mantel.sock", "PUBLIC_URL": "https://home.example.org"})
    assert (Path("/run/mantel.sock"), 0, False) == (read.unix_socket, read.https_port, read.mdns)


def test_secrets_are_masked_when_printed() -> None:
    shown = repr(Settings(admin_api_key="mtl_secret", encryption_key="k3y"))
    assert "mtl_secret" not in shown
    assert "k3y" not in shown
    assert "port=8080" in shown


def test_the_contracts_names_are_kept() -> None:
    kept = {"PORT", "DATA_DIR", "TZ", "PUBLIC_URL", "CORS_ORIGINS", "ADMIN_API_KEY", "ENCRYPTION_KEY"}
    assert kept <= set(VARIABLES)

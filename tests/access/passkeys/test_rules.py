import pytest

from appliance.access.passkeys import rules
from appliance.access.passkeys.models import Site
from appliance.kernel.errors import BadRequest

HOME = ("http", "mantel.local:8080")


@pytest.mark.parametrize(
    ("public_url", "rp_id", "scheme", "host", "site"),
    [
        (
            None,
            None,
            "http",
            "localhost:8080",
            Site(rp_id="localhost", origins=("http://localhost:8080", "https://localhost:8080")),
        ),
        (None, None, "https", "mantel.local:8443", Site(rp_id="mantel.local", origins=("https://mantel.local:8443",))),
        (
            None,
            None,
            "http",
            "Mantel.Local",
            Site(rp_id="mantel.local", origins=("http://mantel.local", "https://mantel.local")),
        ),
        (None, None, "https", "mantel.local:443", Site(rp_id="mantel.local", origins=("https://mantel.local",))),
        (
            None,
            "example.org",
            "https",
            "home.example.org",
            Site(rp_id="example.org", origins=("https://home.example.org",)),
        ),
        (
            "https://home.example.org/",
            None,
            *HOME,
            Site(rp_id="home.example.org", origins=("https://home.example.org",)),
        ),
        (
            "https://home.example.org:444/m",
            None,
            *HOME,
            Site(rp_id="home.example.org", origins=("https://home.example.org:444",)),
        ),
        (
            "https://home.example.org",
            "Example.org",
            *HOME,
            Site(rp_id="example.org", origins=("https://home.example.org",)),
        ),
    ],
)
def test_where_a_ceremony_takes_place(
    public_url: str | None, rp_id: str | None, scheme: str, host: str, site: Site
) -> None:
    assert site == rules.site(public_url, rp_id, scheme, host)


@pytest.mark.parametrize(
    ("rp_id", "host"),
    [
        (None, "192.168.1.5:8080"),
        (None, "127.0.0.1"),
        (None, "[::1]:8080"),
        (None, "127.1"),
        (None, "0x7f.0x1"),
        (None, "2130706433"),
        (None, ""),
        (None, ":8080"),
        (None, "a b"),
        (None, "host:port"),
        (None, "[::1"),
        (None, "häuschen.example"),
        (None, "-x-"),
        ("example.org", "evil.org"),
        ("example.org", "evilexample.org"),
        ("home.example.org", "example.org"),
        ("example.org", "192.168.1.5"),
    ],
)
def test_where_none_can(rp_id: str | None, host: str) -> None:
    with pytest.raises(BadRequest):
        rules.site(None, rp_id, "https", host)


@pytest.mark.parametrize("client_data", ["e30", "eyJjaGFsbGVuZ2UiOjF9", "AAAA", "A", "W10", "_w"])
def test_client_data_that_no_browser_writes(client_data: str) -> None:
    with pytest.raises(BadRequest, match=r"response\.response\.clientDataJSON: "):
        rules.challenge_in(client_data)


def test_only_known_transports_are_kept() -> None:
    assert ["usb", "internal"] == rules.known_transports(["internal", "carrier-pigeon", "usb", "usb", ""])

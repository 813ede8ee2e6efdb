from ipaddress import ip_address

import pytest

from appliance.kernel.errors import BadRequest
from appliance.kernel.net.addresses import is_public, public_url, split_url

PUBLIC = [
    "http://example.com",
    "https://example.com/feed.ics?key=1",
    "HTTPS://Example.COM:8443/",
    "https://user:pass@example.com/",
    "http://1.1.1.1/",
    "http://172.15.0.1/",
    "http://172.32.0.1/",
    "http://100.128.0.1/",
    "http://223.255.255.255/",
    "http://[2606:4700:4700::1111]/",
    "http://[64:ff9b::101:101]/",
    "http://[2002:101:101::]/",
    "https://bücher.example/",
    "https://local.example.com/",
    "https://mylocalhost/",
    "https://internal.example/",
]

INNER = [
    "http://localhost/",
    "http://LOCALHOST./",
    "http://a.localhost/",
    "http://nas.local:5000/",
    "http://metadata.google.internal/",
    "http://0.0.0.0/",
    "http://0.1.2.3/",
    "http://10.0.0.1/",
    "http://127.0.0.1/",
    "http://127.255.255.254/",
    "http://169.254.169.254/",
    "http://172.16.0.1/",
    "http://172.31.255.255/",
    "http://192.168.1.1./",
    "http://100.64.0.1/",
    "http://100.127.255.255/",
    "http://192.0.0.8/",
    "http://224.0.0.1/",
    "http://240.0.0.1/",
    "http://255.255.255.255/",
    # The same addresses in other spellings.
    "http://127.1/",
    "http://2130706433/",
    "http://017700000001/",
    "http://0x7f000001/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://192.168.257/",
    "http://0/",
    "http://１２７.0.0.1/",
    "http://127。0。0。1/",
    "http://ⓛocalhost/",
    "http://example.com@127.0.0.1/",
    "http://1.1.1.1@localhost/",
    "http://[::]/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:8.8.8.8]/",
    "http://[::127.0.0.1]/",
    "http://[fc00::1]/",
    "http://[fdff::1]/",
    "http://[fe80::1]/",
    "http://[febf::1]/",
    "http://[fec0::1]/",
    "http://[ff02::fb]/",
    "http://[100::1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[64:ff9b::192.168.1.1]/",
    "http://[64:ff9b:1::1]/",
    "http://[2002:7f00:1::]/",
    "http://[2002:c0a8:101::]/",
    "http://[2001:0:1::1]/",
]

NO_URL = [
    "",
    "example.com",
    "//example.com/",
    "ftp://example.com/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "webcal://example.com/",
    "http://",
    "http:///path",
    "http://:80/",
    "http://user@/",
    "http://example.com:0/",
    "http://example.com:65536/",
    "http://example.com:port/",
    "http://exa mple.com/",
    "http://example.com/a b",
    "http://example.com/\r\nX-Injected: 1",
    "http://example.com\\@127.0.0.1/",
    "http://exam%70le.com/",
    "http://[::1/",
    "http://[::g]/",
    "http://[fe80::1%25eth0]/",
    "http://[1.1.1.1]/",
    "http://1.2.3.4.5/",
    "http://999.1.1.1/",
    "http://1.1.1.0x/x",
    "http://a..b/",
    "http://" + "a" * 300 + ".example/",
    "http://example.com/" + "a" * 8_000,
    "http://例\ud800/",
]


@pytest.mark.parametrize("url", PUBLIC)
def test_public_addresses_pass(url):
    assert url == public_url(url)


@pytest.mark.parametrize("url", INNER)
def test_inner_addresses_are_rejected(url):
    with pytest.raises(BadRequest, match=r"^url: must be a public address"):
        public_url(url)


@pytest.mark.parametrize("url", INNER)
def test_inner_addresses_pass_where_the_owner_allows_them(url):
    assert url == public_url(url, allow_private=True)


@pytest.mark.parametrize("allow_private", [False, True])
@pytest.mark.parametrize("url", NO_URL)
def test_other_than_web_addresses_are_always_rejected(url, allow_private):
    with pytest.raises(BadRequest, match=r"^config\.url: must be a http or https address$"):
        public_url(url, allow_private=allow_private, at="config.url")


def test_a_webcal_address_means_https_where_it_is_asked_for():
    assert "https://example.com/a.ics" == public_url(" webcal://example.com/a.ics ", webcal=True)
    assert "https://example.com/a.ics" == public_url("WEBCALS://example.com/a.ics", webcal=True)
    with pytest.raises(BadRequest):
        public_url("webcal://localhost/a.ics", webcal=True)


def test_a_url_is_taken_apart_as_a_resolver_reads_it():
    target = split_url("HTTPS://Ana:p%40ss@Bücher.Example.:8443/a/b?c=d#e")

    assert "xn--bcher-kva.example" == target.host
    assert ("https", "xn--bcher-kva.example", 8443) == target.origin
    assert "https://xn--bcher-kva.example:8443/a/b?c=d" == target.url
    assert "Ana:p%40ss" == target.user_info


@pytest.mark.parametrize(
    ("url", "host"), [("http://0x1.1.257/", "1.1.1.1"), ("http://[2606:4700:0::1]/", "2606:4700::1")]
)
def test_a_spelled_address_is_known_by_its_plain_form(url, host):
    target = split_url(url)

    assert host == target.host
    assert ip_address(host) == target.address


def test_the_default_port_is_not_named():
    assert "http://example.com/" == split_url("http://example.com:80").url
    assert "https://[2606:4700::1]/" == split_url("https://[2606:4700::1]:443/").url


def test_every_address_of_the_open_internet_is_public():
    assert is_public(ip_address("8.8.8.8"))
    assert is_public(ip_address("2001:4860:4860::8888"))

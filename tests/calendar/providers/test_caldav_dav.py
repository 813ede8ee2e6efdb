"""Whom a password is told, how it is told, and which answers are read."""

import hashlib
import re

import pytest

from appliance.calendar.providers.caldav import digest, markup
from appliance.calendar.providers.caldav.dav import is_trusted
from appliance.calendar.providers.retry_after import rest
from appliance.kernel.errors import BadGateway


@pytest.mark.parametrize(
    ("entered", "other", "trusted"),
    [
        ("https://dav.example.org/x", "https://dav.example.org/y", True),
        ("http://dav.example.org", "https://dav.example.org", True),
        ("https://caldav.icloud.com", "https://p34-caldav.icloud.com:443/1/calendars/", True),
        ("https://fastmail.com", "https://caldav.fastmail.com/dav/", True),
        ("http://192.168.1.5:5232", "http://192.168.1.5:5233", True),
        ("https://dav.example.org", "http://dav.example.org", False),
        ("http://dav.example.org", "http://other.example.org", False),
        ("https://dav.example.org", "https://dav.example.net", False),
        ("https://dav.example.org", "https://example.org.evil.net", False),
        ("https://a.example.co.uk", "https://b.other.co.uk", False),
        ("https://a.example.co.uk", "https://b.example.co.uk", True),
        ("http://192.168.1.5", "http://192.168.1.6", False),
        ("https://10.1.2.3", "https://99.1.2.3", False),
        ("https://nas", "https://other", False),
        ("https://dav.example.org", "file:///etc/passwd", False),
        ("https://dav.example.org", "https://dav.example.org@evil.net/", False),
    ],
)
def test_whom_the_password_may_be_told(entered: str, other: str, trusted: bool) -> None:
    assert trusted is is_trusted(entered, other)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "120"}, 120), ({"retry-after": "999999999999"}, 86_400), ({}, 0), ({"retry-after": "soon"}, 0),
        ({"retry-after": "-5"}, 0), ({"retry-after": "Fri, 20 Nov 2026 12:01:00 GMT"}, 0),
        ({"retry-after": "Fri, 20 Nov 2026 12:01:00 GMT", "date": "Fri, 20 Nov 2026 12:00:00 GMT"}, 60),
        ({"retry-after": "Fri, 20 Nov 2026 11:00:00 GMT", "date": "Fri, 20 Nov 2026 12:00:00 GMT"}, 0),
    ],
)  # fmt: skip
def test_how_long_a_server_wants_rest(headers: dict[str, str], seconds: float) -> None:
    assert seconds == rest(headers)


@pytest.mark.parametrize(
    "challenge",
    ['Basic realm="x"', "", 'Basic realm="x", Digest realm="x", nonce="y"', 'Digest realm="x"', "Negotiate",
     'Digest realm="x", nonce="y", algorithm=MD9'],
)  # fmt: skip
def test_where_a_password_will_do_no_digest_is_made(challenge: str) -> None:
    assert digest.wanted(challenge) is None


@pytest.mark.parametrize(("algorithm", "make"), [("MD5", hashlib.md5), ("SHA-256", hashlib.sha256)])
def test_a_digest_is_what_rfc_7616_says(algorithm: str, make: type) -> None:
    challenge = digest.wanted(
        f'Digest realm="Baïkal", qop="auth,auth-int", algorithm={algorithm}, nonce="n,1", opaque="o"'
    )
    assert challenge

    header = digest.answered(challenge, 'an"a', "hush", "PROPFIND", "/dav/?a=b", 3)

    told = dict(re.findall(r'(\w+)="?((?:[^",\\]|\\.|(?<=n),(?=1))*)"?', header.removeprefix("Digest ")))

    def of(text: str) -> str:
        return str(make(text.encode()).hexdigest())

    who, what = of('an"a:Baïkal:hush'), of("PROPFIND:/dav/?a=b")
    assert of(f"{who}:n,1:00000003:{told['cnonce']}:auth:{what}") == told["response"]
    assert ("00000003", "auth", "o", "/dav/?a=b") == (told["nc"], told["qop"], told["opaque"], told["uri"])
    assert "hush" not in header


def test_an_answer_is_read_whatever_prefix_it_has() -> None:
    body = (
        b'<?xml version="1.0"?><d:multistatus xmlns:d="DAV:"><d:response><d:href> /a%20b/ </d:href><d:propstat>'
        b"<d:prop><d:displayname>Z&#xf6;e &amp; <![CDATA[<Co>]]></d:displayname></d:prop>"
        b"<d:status>HTTP/1.1 200 OK</d:status></d:propstat><d:propstat><d:prop><d:getetag>x</d:getetag></d:prop>"
        b"<d:status>HTTP/1.1 404 Not Found</d:status></d:propstat></d:response></d:multistatus>"
    )

    (part,) = markup.parts(body)

    assert ("/a%20b/", 200, "Zöe & <Co>", "") == (
        part.href, part.status, part.properties.words(markup.DAV + "displayname"),
        part.properties.words(markup.DAV + "getetag"),
    )  # fmt: skip


def test_an_answer_of_empty_elements_is_too_much() -> None:
    with pytest.raises(BadGateway, match="cannot be read"):
        markup.read(b"<a>" + b"<b/>" * (markup.MOST_ELEMENTS + 1) + b"</a>")


def test_an_answer_that_goes_deep_is_read() -> None:
    assert "a" == markup.read(b"<a>" * 50_000 + b"</a>" * 50_000).name


def test_words_in_questions_are_escaped() -> None:
    assert b"<sync-token>&lt;&amp;&gt;</sync-token>" in markup.changes("<&>")

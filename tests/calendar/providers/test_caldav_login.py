"""Which servers may receive a password, and how long a request for a pause is respected."""

import pytest

from appliance.calendar.providers.caldav.login import is_trusted
from appliance.calendar.providers.retry_after import rest


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
def test_a_password_stays_with_its_server(entered: str, other: str, trusted: bool) -> None:
    assert trusted is is_trusted(entered, other)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "120"}, 120),
        ({"retry-after": "999999999999"}, 86_400),
        ({}, 0),
        ({"retry-after": "soon"}, 0),
        ({"retry-after": "-5"}, 0),
        ({"retry-after": "Fri, 20 Nov 2026 12:01:00 GMT"}, 0),
        ({"retry-after": "Fri, 20 Nov 2026 12:01:00 GMT", "date": "Fri, 20 Nov 2026 12:00:00 GMT"}, 60),
        ({"retry-after": "Fri, 20 Nov 2026 11:00:00 GMT", "date": "Fri, 20 Nov 2026 12:00:00 GMT"}, 0),
    ],
)
def test_a_pause_is_at_most_a_day(headers: dict[str, str], seconds: float) -> None:
    assert seconds == rest(headers)

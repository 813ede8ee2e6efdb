"""Cookies of one request, from one redirect to the next. They are forgotten with its response."""

from email.message import Message
from http.cookiejar import CookieJar
from typing import Any, cast
from urllib.request import Request

# What one request keeps of a server that sets cookies without end, in characters.
MAX_CHARACTERS = 16_000


class Cookies:
    """Hands each cookie only to the host, path and scheme that it was set for. (RFC 6265)"""

    def __init__(self) -> None:
        self._jar = CookieJar()

    def keep(self, url: str, lines: list[str]) -> None:
        """Keep the values of `Set-Cookie` in a response from this URL."""
        if sum(map(len, lines)) <= MAX_CHARACTERS:
            self._jar.extract_cookies(cast(Any, _Response(lines)), Request(url))

    def header(self, url: str) -> dict[str, str]:
        """The `Cookie` header of a request to this URL, empty without a cookie."""
        request = Request(url)
        self._jar.add_cookie_header(request)
        value = request.get_header("Cookie", "")
        return {"cookie": value} if value and len(value) <= MAX_CHARACTERS else {}


class _Response:
    """As much of a response as a CookieJar reads."""

    def __init__(self, lines: list[str]) -> None:
        self._message = Message()
        for line in lines:
            self._message["Set-Cookie"] = line

    def info(self) -> Message:
        return self._message

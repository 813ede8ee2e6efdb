"""The credentials of a CalDAV account, and the servers that may receive them."""

import msgspec

from appliance.kernel.errors import BadRequest
from appliance.kernel.net.addresses import split_url


class Login(msgspec.Struct, frozen=True, kw_only=True):
    """The config of a CalDAV account, stored encrypted as JSON. `home` is the address of its calendars, once found."""

    url: str
    username: str
    password: str
    home: str = ""


def is_trusted(entered: str, url: str) -> bool:
    """Whether the password that was entered for one address may be sent to another.

    The same host may change its port and go from http to https. Large providers keep calendars on other hosts of their
    own domain; these need https.
    """
    try:
        first, other = split_url(entered, allow_private=True), split_url(url, allow_private=True)
    except BadRequest:
        return False
    if first.scheme == "https" and other.scheme != "https":
        return False
    if first.host == other.host:
        return True
    named = first.address is None and other.address is None
    return named and other.scheme == "https" and _domain(first.host) == _domain(other.host) != ""


def _domain(host: str) -> str:
    """The last two labels of a name; the last three where the second is as short as `co` in `co.uk`."""
    labels = host.split(".")
    size = 3 if len(labels) > 2 and len(labels[-2]) <= 3 and len(labels[-1]) == 2 else 2
    return ".".join(labels[-size:]) if len(labels) >= size else ""

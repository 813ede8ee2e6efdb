"""Who may call what, as one table, and whom a limit counts. (contract §2, §33, §34)"""

import re
from collections.abc import Sequence
from datetime import timedelta
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

PUBLIC = frozenset(
    {
        "/api/health",
        "/api/appearance",
        "/api/setup",
        "/api/setup/claim",
        "/api/pair",
        "/api/pair/poll",
        "/api/oauth/google/callback",
        "/api/oauth/microsoft/callback",
        "/api/passkeys/register/options",
        "/api/passkeys/register/verify",
        "/api/passkeys/login/options",
        "/api/passkeys/login/verify",
        "/api/recovery/login",
        "/api/home",  # additions: devices without a key have to find the home and to trust it
        "/api/home/mantel.crt",
        "/api/home/mantel.mobileconfig",
    }
)

NAVIGATION = frozenset({"/api/oauth/google/start", "/api/oauth/microsoft/start"})

# What a display key may call. Everything else is for admins.
DISPLAY = (
    ("GET", "/api/me"),
    ("GET", "/api/rev"),
    ("GET", "/api/live"),  # an addition: it tells no more than /api/rev
    ("GET PATCH", "/api/settings"),
    ("GET", "/api/members"),
    ("GET", "/api/members/{id}/points"),
    ("GET", "/api/calendars"),
    ("GET POST", "/api/events"),
    ("GET PATCH DELETE", "/api/events/{id}"),
    ("GET", "/api/events/{id}/items"),
    ("GET POST", "/api/chores"),
    ("PATCH DELETE", "/api/chores/{id}"),
    ("GET", "/api/chores/day"),
    ("POST DELETE", "/api/chores/{id}/complete"),
    ("GET", "/api/leaderboard"),
    ("GET", "/api/stickers/packs"),
    ("POST", "/api/stickers/packs/{id}/buy"),
    ("GET POST", "/api/stickers/scrapbook/{id}"),
    ("PATCH DELETE", "/api/stickers/scrapbook/{id}/{id}"),
    ("GET POST", "/api/categories"),
    ("PATCH DELETE", "/api/categories/{id}"),
    ("POST", "/api/categories/reorder"),
    ("GET POST", "/api/lists"),
    ("GET PATCH DELETE", "/api/lists/{id}"),
    ("POST", "/api/lists/{id}/items"),
    ("PATCH DELETE", "/api/lists/{id}/items/{id}"),
    ("POST", "/api/lists/{id}/items/{id}/steps"),
    ("POST", "/api/lists/{id}/items/{id}/steps/reorder"),
    ("PATCH DELETE", "/api/lists/{id}/items/{id}/steps/{id}"),
    ("POST", "/api/lists/{id}/clear-completed"),
    ("POST", "/api/lists/{id}/reset"),
    ("POST", "/api/lists/{id}/reorder"),
    ("PUT", "/api/lists/{id}/groups"),
    ("GET POST", "/api/notes"),
    ("PATCH DELETE", "/api/notes/{id}"),
    ("GET", "/api/snapshot"),
    ("GET", "/api/weather"),
    ("GET", "/api/geocode"),
    ("GET", "/api/notifications"),
    ("GET", "/api/push/vapid-public-key"),
    ("GET POST", "/api/push/subscriptions"),
    ("PATCH DELETE", "/api/push/subscriptions/{id}"),
    ("POST", "/api/push/test/{id}"),
    ("POST", "/api/home/standing"),  # an addition: it tells the device only where it stands itself
)

# Additions: what one display key more may call, that of this machine's own screen. The wall's routes know which it is.
WALL = (
    ("GET PATCH", "/api/wall"),
    ("POST", "/api/wall/rotation"),
    ("POST", "/api/wall/screen"),
    ("POST", "/api/wall/restart"),
)

# What takes a person: an app must not let others in, nor itself for longer. (contract §26)
PEOPLE = (
    ("GET", "/api/authorizations"),
    ("POST", "/api/authorizations/approve"),
    ("DELETE", "/api/authorizations/{id}"),
)

SESSION = timedelta(days=30)
HOUR = timedelta(hours=1)
LONGEST_WINDOW = HOUR
SETUP_CLAIM_LIMIT = 10
NOWHERE = "unknown"


def is_navigation(path: str) -> bool:
    """True for a route that a browser is sent to, so that its key is in the query. (spec: Authentication 7)"""
    return path in NAVIGATION


def is_public(path: str) -> bool:
    """True for a path that needs no key."""
    return path in PUBLIC


def may(scope: str, method: str, path: str) -> bool:
    """True when a key of this scope may call the route. (spec: Authentication 3, 4)"""
    return scope == "admin" or bool(_ALLOWED.fullmatch(f"{method} {path}"))


def takes_the_wall(method: str, path: str) -> bool:
    """True where the routes let in one display key: that of the wall itself."""
    return bool(_FOR_THE_WALL.fullmatch(f"{method} {path}"))


def takes_a_person(method: str, path: str) -> bool:
    """True where a connected app may not call, whatever its scope. (contract §26)"""
    return bool(_FOR_PEOPLE.fullmatch(f"{method} {path}"))


def claim_code(code: str) -> str:
    """A setup code without the spaces people read it with. (contract §21)"""
    return re.sub(r"\s", "", code)


def caller(peer: str | None, forwarded: str, proxies: tuple[Network, ...]) -> str:
    """Where a request comes from, as limits count it: an IPv4 address, or the /64 an IPv6 address lies in.

    `forwarded` is X-Forwarded-For. Every entry is the word of the one to its right, so it is read from the right, and
    only as far as trusted proxies have written it. (contract §34)
    """
    found = _peer(peer or "")
    entries = forwarded.split(",") if forwarded else []
    while found and entries and any(found in network for network in proxies):
        told = _address(entries.pop())
        if told is None:
            break
        found = told
    return _counted(found) if found else NOWHERE


def networks(texts: Sequence[str]) -> tuple[Network, ...]:
    """The trusted proxies of the settings."""
    return tuple(ip_network(each) for each in texts)


# A peer's address is short and comes again with every request; what a header says may be long and is not kept.
@lru_cache(maxsize=256)
def _peer(text: str) -> Address | None:
    return _address(text)


def _address(text: str) -> Address | None:
    text = text.strip()
    # Some proxies write the port too.
    if bracketed := re.fullmatch(r"\[([^]]+)](?::\d+)?", text):
        text = bracketed[1]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


@lru_cache(maxsize=256)
def _counted(address: Address) -> str:
    if isinstance(address, IPv4Address):
        return str(address)
    return str(IPv6Network((int(address), 64), strict=False))


def _pattern(methods: str, path: str) -> str:
    return f"(?:{methods.replace(' ', '|')}) {re.escape(path).replace(re.escape('{id}'), '[^/]+')}"


# "{id}" also matches words such as "day" and "reorder"; no row allows a method there that the named route has not.
_ALLOWED = re.compile("|".join(_pattern(methods, path) for methods, path in DISPLAY))
_FOR_THE_WALL = re.compile("|".join(_pattern(methods, path) for methods, path in WALL))
_FOR_PEOPLE = re.compile("|".join(_pattern(methods, path) for methods, path in PEOPLE))

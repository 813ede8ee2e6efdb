"""Which key may call which route, as one table, and the address that rate limits count. (contract §2, §33, §34)"""

import re
from collections.abc import Iterable, Sequence
from datetime import timedelta
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from appliance.access.models import StoredKey

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
        "/api/oauth/{kind}/callback",
        "/api/passkeys/register/options",
        "/api/passkeys/register/verify",
        "/api/passkeys/login/options",
        "/api/passkeys/login/verify",
        "/api/recovery/login",
        "/api/home",  # additions: a device needs them before it has a key
        "/api/home/mantel.crt",
        "/api/home/mantel.mobileconfig",
    }
)

# Followed by a token that takes the place of a key.
PUBLISHED_FEED = "/api/feed/"

NAVIGATION = frozenset({"/api/oauth/{kind}/start"})

# What a display key may call. Everything else is for admins.
DISPLAY = (
    ("GET", "/api/me"),
    ("GET", "/api/rev"),
    ("GET", "/api/live"),  # an addition: it sends no more than /api/rev
    ("GET PATCH", "/api/settings"),
    ("GET", "/api/members"),
    ("GET", "/api/members/{id}/points"),
    ("GET", "/api/calendars"),
    ("GET POST", "/api/events"),
    ("GET PATCH DELETE", "/api/events/{id}"),
    ("POST", "/api/events/undo"),  # an addition: of the key's own writes
    ("GET", "/api/events/{id}/items"),
    ("GET", "/api/countdowns"),  # an addition
    ("GET POST", "/api/chores"),
    ("PATCH DELETE", "/api/chores/{id}"),
    ("GET", "/api/chores/day"),
    ("POST DELETE", "/api/chores/{id}/complete"),
    ("GET", "/api/chores/turns"),  # additions
    ("POST DELETE", "/api/chores/{id}/swap"),
    ("POST", "/api/chores/{id}/copy"),
    ("GET", "/api/chores/{id}/points"),
    ("GET", "/api/away"),
    ("POST DELETE", "/api/chores/{id}/steps/{id}/complete"),  # an addition
    ("GET", "/api/leaderboard"),
    ("GET", "/api/stickers/packs"),
    ("POST", "/api/stickers/packs/{id}/buy"),
    ("GET POST", "/api/stickers/scrapbook/{id}"),
    ("PATCH DELETE", "/api/stickers/scrapbook/{id}/{id}"),
    # Additions: a display reads and redeems; a parent sets prices, decides and gives back.
    ("GET", "/api/rewards"),
    ("GET", "/api/rewards/redemptions"),
    ("POST", "/api/rewards/{id}/redeem"),
    ("GET", "/api/goals"),
    ("GET", "/api/weekly-summary"),
    ("PUT", "/api/members/{id}/goal"),
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
    ("GET", "/api/board"),  # an addition: what the other reads answer, in one
    ("GET", "/api/search"),  # an addition: it finds what the routes above answer
    # Additions. POST is a 403 unless the household lets displays add photos; hiding one is undone in the same place.
    ("GET POST", "/api/photos"),
    ("GET", "/api/photos/slideshow"),
    ("GET", "/api/photos/{id}/image"),
    ("GET", "/api/photos/{id}/thumbnail"),
    ("POST DELETE", "/api/photos/{id}/hide"),
    ("GET", "/api/albums"),
    ("GET", "/api/weather"),
    ("GET", "/api/geocode"),
    ("GET", "/api/notifications"),
    ("GET", "/api/push/vapid-public-key"),
    ("GET POST", "/api/push/subscriptions"),
    ("PATCH DELETE", "/api/push/subscriptions/{id}"),
    ("POST", "/api/push/test/{id}"),
    ("GET POST DELETE", "/api/unlock"),  # an addition: the key's own grant
    ("POST", "/api/home/standing"),  # an addition: it answers with the caller's own connection only
)

# Additions: these are also for the one display key of this machine's own screen. The wall's routes check which it is.
WALL = (
    ("GET PATCH", "/api/wall"),
    ("POST", "/api/wall/rotation"),
    ("POST", "/api/wall/screen"),
    ("POST", "/api/wall/restart"),
)

# Not for a connected app, whatever its scope: it must not connect other apps. (contract §26)
GRANTS = (
    ("GET", "/api/authorizations"),
    ("POST", "/api/authorizations/approve"),
    ("DELETE", "/api/authorizations/{id}"),
)

# Not for a connected app either: what signs a person in would outlive the app's grant.
CREDENTIALS = (
    ("POST", "/api/passkeys/register-token"),
    ("POST", "/api/passkeys/register/options"),
    ("POST", "/api/passkeys/register/verify"),
    ("POST", "/api/recovery-codes"),
)

# Nor these: accounts and OAuth clients of providers hold credentials, and send data to servers that the app chose.
ACCOUNTS = (
    ("POST", "/api/accounts/caldav"),
    ("PATCH", "/api/accounts/{id}"),
    ("GET", "/api/oauth/{id}/start"),
    ("PUT", "/api/providers/{id}"),
)

# Nor an address under which whoever knows it reads events: it would outlive the app's grant too.
FEEDS = (("POST", "/api/feeds"),)

# Nor the household's PIN: a person types it on a screen, and it is not for programs.
PIN = (("POST", "/api/unlock"), ("PUT DELETE", "/api/settings/pin"))

ADMIN_API_KEY = StoredKey(id=None, name="ADMIN_API_KEY", scope="admin", kind="api")

SESSION = timedelta(days=30)
HOUR = timedelta(hours=1)
LONGEST_WINDOW = HOUR
SETUP_CLAIM_LIMIT = 10
RECOVERY_CLAIM = timedelta(minutes=15)
UNKNOWN_ADDRESS = "unknown"
# Bounds of tables: permanent keys, sessions, one-time keys for navigation, counters of attempts.
MAX_KEYS = 500
MAX_SESSIONS = 100
MAX_NAVIGATION_KEYS = 100
MAX_ATTEMPT_COUNTERS = 10_000


def is_navigation(path: str) -> bool:
    """True for a route that a browser navigates to, so that its key is in the query. (spec: Authentication 7)"""
    return bool(_NAVIGATION.fullmatch(path))


def is_public(path: str) -> bool:
    """True for a path that needs no key."""
    return path in PUBLIC or path.startswith(PUBLISHED_FEED) or bool(_PUBLIC.fullmatch(path))


def is_allowed(scope: str, method: str, path: str) -> bool:
    """True when a key of this scope may call the route. (spec: Authentication 3, 4)"""
    return scope == "admin" or _is_for_displays(method, path)


def denied(key: StoredKey | None, method: str, path: str) -> tuple[int, dict[str, str]] | None:
    """The status and body for a request that is denied; None when it is allowed. `key` is the caller's valid key."""
    route = f"{method} {path}"
    if key is None:
        return None if is_public(path) else (401, {"error": "unauthorized"})
    if not (is_public(path) or is_allowed(key.scope, method, path) or _WALL.fullmatch(route)):
        return 403, {"error": "display key cannot access this route"}
    if key.belongs_to_app and _GRANTS.fullmatch(route):
        return 403, {"error": "a connected app cannot manage connected apps"}
    if key.belongs_to_app and _CREDENTIALS.fullmatch(route):
        return 403, {"error": "a connected app cannot make passkeys or recovery codes"}
    if key.belongs_to_app and _FEEDS.fullmatch(route):
        return 403, {"error": "a connected app cannot make subscription addresses"}
    if key.belongs_to_app and _PIN.fullmatch(route):
        return 403, {"error": "a connected app cannot use the PIN"}
    if key.belongs_to_app and _ACCOUNTS.fullmatch(route):
        return 403, {"error": "a connected app cannot connect accounts or change what they sign in with"}
    return None


def normalized_setup_code(code: str) -> str:
    """A setup code without the spaces that are shown in it. (contract §21)"""
    return re.sub(r"\s", "", code)


def client_address(peer: str | None, forwarded: str, proxies: tuple[Network, ...]) -> str:
    """The client's address as limits count it: an IPv4 address, or the /64 network of an IPv6 address.

    `forwarded` is X-Forwarded-For. Each entry was written by the proxy to its right, so entries are read from the
    right, as long as the writer is a trusted proxy. (contract §34)
    """
    found = _peer_address(peer or "")
    entries = forwarded.split(",") if forwarded else []
    while found and entries and any(found in network for network in proxies):
        entry = _address(entries.pop())
        if entry is None:
            break
        found = entry
    return _counted(found) if found else UNKNOWN_ADDRESS


def networks(texts: Sequence[str]) -> tuple[Network, ...]:
    """The trusted proxies of the settings."""
    return tuple(ip_network(each) for each in texts)


# Cached because it comes with every request; the values of a header may be long and are not cached.
@lru_cache(maxsize=256)
def _peer_address(text: str) -> Address | None:
    return _address(text)


def _address(text: str) -> Address | None:
    text = text.strip()
    # Some proxies append the port.
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


# Cached because walls poll. Only requests with a valid key come here.
@lru_cache(maxsize=512)
def _is_for_displays(method: str, path: str) -> bool:
    return bool(_DISPLAY.fullmatch(f"{method} {path}"))


def _any_path(paths: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(map(_path, paths)))


def _path(path: str) -> str:
    return re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path))


def _pattern(methods: str, path: str) -> str:
    return f"(?:{methods.replace(' ', '|')}) {_path(path)}"


def any_of(table: Sequence[tuple[str, str]]) -> re.Pattern[str]:
    """Matches `METHOD path` of every row of a table of methods and path."""
    return re.compile("|".join(_pattern(methods, path) for methods, path in table))


# Most paths are found by name; every request asks.
_PUBLIC, _NAVIGATION = _any_path(path for path in PUBLIC if "{" in path), _any_path(NAVIGATION)
# "{id}" also matches words such as "day" and "reorder"; no row allows a method there that the named route lacks.
_DISPLAY = any_of(DISPLAY)
_WALL = any_of(WALL)
_GRANTS = any_of(GRANTS)
_CREDENTIALS = any_of(CREDENTIALS)
_ACCOUNTS = any_of(ACCOUNTS)
_FEEDS = any_of(FEEDS)
_PIN = any_of(PIN)

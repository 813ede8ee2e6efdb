"""Which addresses may be called from the server: the public-address rule. (contract §36)"""

import re
import socket
from collections.abc import Callable
from dataclasses import dataclass, replace
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from appliance.kernel.errors import BadRequest

Address = IPv4Address | IPv6Address

LONGEST_URL = 8_000

_CLOSED_NETWORKS = tuple(
    IPv4Network(network)
    for network in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.168.0.0/16",
        "224.0.0.0/3",
    )
)
_OPEN_NETWORK = IPv6Network("2000::/3")
_TEREDO = IPv6Network("2001::/32")
_NAT64 = IPv6Network("64:ff9b::/96")


def counted(address: Address) -> str:
    """What limits count as one address: an IPv4 address, or the /64 network of an IPv6 address."""
    address = getattr(address, "ipv4_mapped", None) or address
    return str(address) if isinstance(address, IPv4Address) else str(IPv6Network((int(address), 64), strict=False))


@dataclass(frozen=True)
class Target:
    """A parsed URL. Its text is not parsed a second time."""

    scheme: str
    host: str
    port: int
    path: str  # with the query, without the fragment
    user_info: str  # still percent-encoded
    address: Address | None  # when the host is one

    @property
    def origin(self) -> tuple[str, str, int]:
        """Scheme, host and port."""
        return self.scheme, self.host, self.port

    @property
    def netloc(self) -> str:
        """Host and port as in a URL, without the scheme's default port."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def url(self) -> str:
        """The URL without user-info."""
        return f"{self.scheme}://{self.netloc}{self.path}"

    def with_user_info(self, user_info: str) -> "Target":
        """The same target with this user-info, percent-encoded."""
        return replace(self, user_info=user_info)


_PORTS = {"http": 80, "https": 443}


def public_url(url: str, *, allow_private: bool = False, webcal: bool = False, at: str = "url") -> str:
    """The URL as it may be stored, checked without the network. Raises BadRequest at the named field.

    `webcal` also accepts `webcal://` and `webcals://`, which mean https.
    """
    url = url.strip()
    if webcal:
        url = re.sub(r"(?i)^webcals?://", "https://", url)
    try:
        split_url(url, allow_private=allow_private)
    except BadRequest as error:
        raise BadRequest(error.message, at=at, **error.extra) from None
    return url


def is_public(address: Address) -> bool:
    """Whether an address is public: not of this machine, a private network, a carrier's network, or multicast."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _CLOSED_NETWORKS)
    if address in _NAT64:
        return is_public(IPv4Address(int(address) & 0xFFFF_FFFF))
    if address.sixtofour is not None:
        return is_public(address.sixtofour)
    return address in _OPEN_NETWORK and address not in _TEREDO


def split_url(url: str, *, allow_private: bool = False, is_public: Callable[[Address], bool] = is_public) -> Target:
    """Parse an http(s) URL and check its host as written. Raises BadRequest without a field name."""
    if len(url) > LONGEST_URL or re.search(r"[\x00-\x20\x7f\\]", url):
        raise BadRequest("must be a http or https address", code="not_a_web_address")
    try:
        parts = urlsplit(url)
        scheme, port = parts.scheme.lower(), parts.port
        host = _plain_host(parts.hostname or "")
        address = _literal(host)
    except (ValueError, UnicodeError):
        raise BadRequest("must be a http or https address", code="not_a_web_address") from None
    if scheme not in _PORTS or not host or port == 0:
        raise BadRequest("must be a http or https address", code="not_a_web_address")
    if not allow_private and (_is_inner_name(host) or (address is not None and not is_public(address))):
        raise BadRequest("must be a public address, not one of the home network", code="private_address")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    user_info = parts.netloc.rpartition("@")[0]
    return Target(scheme, host if address is None else str(address), port or _PORTS[scheme], path, user_info, address)


def _plain_host(host: str) -> str:
    """A host in lower case, without a dot at the end, in ASCII (IDNA). Raises ValueError."""
    host = host.lower().removesuffix(".")
    if ":" not in host and not host.isascii():
        host = host.encode("idna").decode("ascii").lower().removesuffix(".")
    if not re.fullmatch(r"[0-9a-f:.]*:[0-9a-f:.]*|[a-z0-9_.-]+", host) or len(host) > 253 or ".." in host:
        raise ValueError(host)
    return host


def _literal(host: str) -> Address | None:
    """The address that a host spells out, in any form that a resolver accepts (127.1, 0x7f000001, 017700000001)."""
    if ":" in host:
        return ip_address(host)
    if re.fullmatch(r"0x[0-9a-f]*|[0-9]+", host.rpartition(".")[2]):
        try:
            return IPv4Address(socket.inet_aton(host))
        except OSError:
            raise ValueError(host) from None
    return None


def _is_inner_name(host: str) -> bool:
    return host in ("localhost", "local", "internal") or host.endswith((".localhost", ".local", ".internal"))

"""Whether Tailscale runs on this machine, by the local API of its program. Nothing leaves the machine."""

from pathlib import Path
from typing import Literal

import httpx
import msgspec

from appliance.kernel.schema import ApiModel

TIMEOUT_SECONDS = 2.0
# What a home's status has is far below; the socket is of a program that somebody else installed.
LARGEST_ANSWER = 4_000_000


class Tailscale(ApiModel, kw_only=True):
    """Tailscale on the server's machine.

    `state` is `absent` without its socket, `stopped` where it runs but is not connected, and `running`. `name` is the
    machine's name in the private network; `served` says whether `tailscale serve` answers for this server's port.
    """

    state: Literal["absent", "stopped", "running"]
    name: str | None = None
    served: bool = False


class _Node(msgspec.Struct, rename="pascal"):
    dns_name: str = msgspec.field(name="DNSName", default="")


class _Status(msgspec.Struct, rename="pascal"):
    backend_state: str
    # The field is called `Self`, as the machine itself.
    node: _Node | None = msgspec.field(name="Self", default=None)


class _Handler(msgspec.Struct, rename="pascal"):
    proxy: str = ""


class _Web(msgspec.Struct, rename="pascal"):
    handlers: dict[str, _Handler] | None = None


class _ServeConfig(msgspec.Struct, rename="pascal"):
    web: dict[str, _Web] | None = None


async def find(socket: Path, port: int) -> Tailscale:
    """What its local API answers on a socket, for a server on a port. An API that cannot be read counts as absent."""
    if not socket.is_socket():
        return Tailscale(state="absent")
    transport = httpx.AsyncHTTPTransport(uds=str(socket))
    try:
        async with httpx.AsyncClient(
            transport=transport, base_url="http://local-tailscaled.sock/localapi/v0/", timeout=TIMEOUT_SECONDS
        ) as client:
            status = msgspec.json.decode(await _read(client, "status?peers=false"), type=_Status)
            config = msgspec.json.decode(await _read(client, "serve-config"), type=_ServeConfig | None)
    except (httpx.HTTPError, OSError, msgspec.DecodeError):
        return Tailscale(state="absent")
    if status.backend_state != "Running" or status.node is None:
        return Tailscale(state="stopped")
    return Tailscale(state="running", name=status.node.dns_name.rstrip(".") or None, served=_serves(config, port))


async def _read(client: httpx.AsyncClient, path: str) -> bytes:
    async with client.stream("GET", path) as answer:
        answer.raise_for_status()
        content = b""
        async for part in answer.aiter_bytes():
            content += part
            if len(content) > LARGEST_ANSWER:
                raise httpx.DecodingError("the answer is too long")
        return content


def _serves(config: _ServeConfig | None, port: int) -> bool:
    webs = (config.web if config else None) or {}
    proxies = [handler.proxy for web in webs.values() for handler in (web.handlers or {}).values()]
    return any(proxy.rstrip("/").endswith(f":{port}") for proxy in proxies)

"""The outbound HTTP client: requests to allowed addresses only, with limits of time and size."""

import asyncio
import base64
import re
import socket
import ssl
import threading
import zlib
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import unquote, urljoin, urlsplit

from appliance.kernel.errors import BadGateway, BadRequest
from appliance.kernel.net.addresses import Address, Target, is_public, split_url
from appliance.kernel.net.cookies import Cookies
from appliance.kernel.text.redaction import redact

if TYPE_CHECKING:
    import httpx

Resolve = Callable[[str, int], Awaitable[list[str]]]
# The largest response in bytes, and the longest pause of its server in seconds.
Limits = tuple[int, float]

CONNECT_SECONDS = 8.0
SILENCE_SECONDS = 20.0
MOST_ADDRESSES = 4
REDIRECTS = {301, 302, 303, 307, 308}
CREDENTIALS = {"authorization", "proxy-authorization", "cookie"}


@dataclass(frozen=True)
class HttpResponse:
    """A response of any status: header names in lower case, the body decoded from gzip or deflate."""

    status: int
    headers: dict[str, str]
    body: bytes = field(repr=False)
    url: str = field(repr=False)  # after redirects, without user-info; may still hold a secret path
    cookies: tuple[str, ...] = field(repr=False, default=())  # the values of Set-Cookie


async def resolve(host: str, port: int) -> list[str]:
    """The addresses of a host name, in the system's order of preference. Raises OSError."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[list[str]] = loop.create_future()

    def ask() -> None:
        found: list[str] | Exception
        try:
            entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            found = list(dict.fromkeys(str(entry[4][0]).partition("%")[0] for entry in entries))
        except (OSError, UnicodeError) as problem:
            found = problem
        with suppress(RuntimeError):  # the loop may be closed by now
            loop.call_soon_threadsafe(_deliver, answer, found)

    # A thread of its own: a stop of the server waits for the loop's threads, and a DNS timeout takes long.
    threading.Thread(target=ask, name="resolve", daemon=True).start()
    return await answer


def _deliver(answer: "asyncio.Future[list[str]]", found: list[str] | Exception) -> None:
    if answer.done():
        return
    if isinstance(found, Exception):
        answer.set_exception(found)
    else:
        answer.set_result(found)


class Net:
    """The outbound client, made once. Tests replace how names are resolved and addresses are checked."""

    def __init__(
        self,
        user_agent: str = "mantel",
        *,
        resolve: Resolve = resolve,
        is_public: Callable[[Address], bool] = is_public,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._user_agent = user_agent
        self._resolve = resolve
        self._is_public = is_public
        self._tls = tls
        self._client: httpx.AsyncClient | None = None

    async def request(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
        allow_private: bool = False,
        redirects: int = 0,
        most_bytes: int = 1_000_000,
        seconds: float = 30.0,
        silence: float = SILENCE_SECONDS,
    ) -> HttpResponse:
        """Send a request and read the whole response, whatever its status.

        Without `allow_private` every address must be public, on every hop, and the connection is made to the address
        that was checked. GET and HEAD follow up to `redirects` redirects; with 0 the redirect itself is returned.
        `webcal://` in a redirect means the scheme before it. Cookies that a hop sets are sent to its host until the
        last hop. Credentials are not sent to another origin. `most_bytes` limits the decoded body, `seconds` the whole
        request, `silence` a pause of the server. User-info in the URL becomes basic authentication. Raises BadGateway,
        without secrets in the message.
        """
        sent = {name.lower(): value for name, value in (headers or {}).items()}
        try:
            async with asyncio.timeout(seconds):
                return await self._follow(method, url, sent, body, allow_private, redirects, (most_bytes, silence))
        except TimeoutError:
            raise BadGateway(f"{_host(url)} did not answer in time", code="no_answer", host=_host(url)) from None

    async def close(self) -> None:
        """Close what is still open."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    async def _follow(
        self,
        method: str,
        url: str,
        headers: dict[str, str],
        body: bytes | None,
        allow_private: bool,
        redirects: int,
        limits: Limits,
    ) -> HttpResponse:
        target, cookies = self._target(url, allow_private), Cookies()
        for hop in range(redirects + 1):
            answer = await self._send(
                method, target, {**cookies.header(target.url), **headers}, body, allow_private, limits
            )
            cookies.keep(target.url, list(answer.cookies))
            location = answer.headers.get("location")
            if answer.status not in REDIRECTS or not location or not redirects or method not in ("GET", "HEAD"):
                return answer
            if hop < redirects:
                next_target = self._target(_next_url(target, location), allow_private)
                if next_target.origin != target.origin:
                    headers = {name: value for name, value in headers.items() if name not in CREDENTIALS}
                elif not next_target.user_info:
                    next_target = next_target.with_user_info(target.user_info)
                target = next_target
        raise BadGateway(f"{target.host} redirects too often", code="bad_answer", host=target.host)

    def _target(self, url: str, allow_private: bool) -> Target:
        try:
            return split_url(url, allow_private=allow_private, is_public=self._is_public)
        except BadRequest as error:
            raise BadGateway(
                f"{_host(url)}: the address {error.message}", **{"host": _host(url), **error.extra}
            ) from None

    async def _send(
        self,
        method: str,
        target: Target,
        headers: dict[str, str],
        body: bytes | None,
        allow_private: bool,
        limits: Limits,
    ) -> HttpResponse:
        """Try the addresses of the target in turn. Only when no connection was made, the next one is tried."""
        import httpx

        most_bytes, silence = limits
        addresses = await self._addresses(target, allow_private)
        for address in addresses:
            try:
                request = self._request(method, target, address, headers, body)
                request.extensions["timeout"] = httpx.Timeout(silence, connect=CONNECT_SECONDS).as_dict()
                return await self._read(request, target, most_bytes)
            except (httpx.ConnectError, httpx.ConnectTimeout) as problem:
                if address == addresses[-1]:
                    raise _explained(target, problem) from None
            except (httpx.HTTPError, httpx.InvalidURL) as problem:
                raise _explained(target, problem) from None
        raise BadGateway(f"{target.host} could not be reached", code="unreachable", host=target.host)

    async def _addresses(self, target: Target, allow_private: bool) -> list[Address]:
        if target.address is not None:
            return [target.address]
        try:
            found = [ip_address(text) for text in await self._resolve(target.host, target.port)]
        except (OSError, ValueError):
            raise BadGateway(f"{target.host} could not be found", code="host_not_found", host=target.host) from None
        allowed = [address for address in found if allow_private or self._is_public(address)]
        if not allowed:
            raise BadGateway(f"{target.host} is not at a public address", code="private_address", host=target.host)
        return allowed[:MOST_ADDRESSES]

    def _request(
        self, method: str, target: Target, address: Address, headers: dict[str, str], body: bytes | None
    ) -> "httpx.Request":
        sent = {"user-agent": self._user_agent, "accept": "*/*", "accept-encoding": "gzip", **headers}
        if target.user_info and "authorization" not in sent:
            name, _, password = target.user_info.partition(":")
            pair = f"{unquote(name)}:{unquote(password)}".encode()
            sent["authorization"] = f"Basic {base64.b64encode(pair).decode()}"
        # The URL has the address; the Host header, SNI and the certificate check use the name.
        return self._http_client().build_request(
            method,
            target.at(address),
            headers={"host": target.netloc, **sent},
            content=body,
            extensions={"sni_hostname": target.host},
        )

    async def _read(self, request: "httpx.Request", target: Target, most_bytes: int) -> HttpResponse:
        response = await self._http_client().send(request, stream=True)
        try:
            headers = {name.lower(): value for name, value in response.headers.items()}
            too_large = BadGateway(
                f"{target.host} answered with more than {_size(most_bytes)}", code="answer_too_large", host=target.host
            )
            length = headers.get("content-length", "")
            if request.method != "HEAD" and length.isdigit() and int(length) > most_bytes:
                raise too_large
            stream = _decoder(headers.get("content-encoding", ""))
            body, received = bytearray(), 0
            async for chunk in response.aiter_raw():
                received += len(chunk)
                # One byte over the limit is enough to know; a small file can expand to gigabytes.
                body += stream.decompress(chunk, most_bytes + 1 - len(body)) if stream else chunk
                if len(body) > most_bytes or received > most_bytes:
                    raise too_large
            if stream and received and not stream.eof:
                raise BadGateway(
                    f"{target.host} broke off in the middle of its answer", code="bad_answer", host=target.host
                )
        except (zlib.error, _UnknownEncoding):
            raise BadGateway(
                f"{target.host} answered in an encoding that cannot be read", code="bad_answer", host=target.host
            ) from None
        finally:
            await response.aclose()
        cookies = tuple(response.headers.get_list("set-cookie"))
        return HttpResponse(response.status_code, headers, bytes(body), target.url, cookies)

    def _http_client(self) -> "httpx.AsyncClient":
        if self._client is None:
            # Imported on first use: with its certificates it takes about 10 MB.
            from http.cookiejar import CookieJar, DefaultCookiePolicy

            import httpx

            self._client = httpx.AsyncClient(
                verify=self._tls or httpx.create_ssl_context(),
                # Cookies are not stored: the URL has an address, and one address serves many names.
                cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
                trust_env=False,  # a proxy would connect to addresses that were not checked
                follow_redirects=False,
                # Connections are not kept: they would be found by address too.
                limits=httpx.Limits(max_connections=32, max_keepalive_connections=0),
            )
        return self._client


def _next_url(target: Target, location: str) -> str:
    """Where a redirect leads. `webcal://` means that the calendar is there, not that it is there without TLS."""
    location = re.sub(r"(?i)^webcals://", "https://", location.strip()).replace(" ", "%20")
    return urljoin(target.url, re.sub(r"(?i)^webcal://", f"{target.scheme}://", location))


def _explained(target: Target, problem: Exception) -> BadGateway:
    import httpx

    if isinstance(problem, httpx.TimeoutException):
        return BadGateway(f"{target.host} did not answer in time", code="no_answer", host=target.host)
    reason = redact(str(problem)).strip()
    if "CERTIFICATE_VERIFY_FAILED" in reason:
        return BadGateway(
            f"{target.host} has no certificate that can be trusted ({reason.rpartition(': ')[2]})",
            code="untrusted_certificate",
            host=target.host,
        )
    if isinstance(problem, httpx.ConnectError):
        return BadGateway(
            f"{target.host} could not be reached" + (f" ({reason})" if reason else ""),
            code="unreachable",
            host=target.host,
        )
    return BadGateway(
        f"{target.host} broke off its answer or sent none that can be read", code="bad_answer", host=target.host
    )


class _UnknownEncoding(Exception):
    pass


def _decoder(encoding: str) -> "zlib._Decompress | None":
    match encoding.strip().lower():
        case "" | "identity":
            return None
        case "gzip" | "x-gzip" | "deflate":
            return zlib.decompressobj(wbits=zlib.MAX_WBITS | 32)  # gzip or zlib, recognised by the first bytes
    raise _UnknownEncoding


def _host(url: str) -> str:
    """The part of a URL that may be shown: its host."""
    try:
        return urlsplit(url).hostname or "the server"
    except ValueError:
        return "the server"


def _size(count: int) -> str:
    return f"{count / 1_000_000:g} MB" if count >= 100_000 else f"{count} bytes"

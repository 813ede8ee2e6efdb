"""The outbound HTTP client: requests to allowed addresses only, with limits of time and size."""

import asyncio
import base64
import os
import re
import ssl
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO
from urllib.parse import unquote, urljoin, urlsplit

from appliance.kernel.errors import BadGateway, BadRequest
from appliance.kernel.net.addresses import Address, Target, is_public, split_url
from appliance.kernel.net.cookies import Cookies
from appliance.kernel.net.resolver import Resolve, resolve
from appliance.kernel.text.redaction import redact

if TYPE_CHECKING:
    import httpx

# The largest response in bytes, the longest pause of its server in seconds, and the file that takes the body.
Limits = tuple[int, float, BinaryIO | None]
WRITTEN_AT_ONCE = 256 * 1024

CONNECT_SECONDS = 8.0
SILENCE_SECONDS = 20.0
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
        self._clients: dict[bool, httpx.AsyncClient] = {}

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
        into: BinaryIO | None = None,
    ) -> HttpResponse:
        """Send a request and read the whole response, whatever its status.

        Without `allow_private` every address must be public, on every hop, and the connection is made to the address
        that was checked. GET and HEAD follow up to `redirects` redirects; with 0 the redirect itself is returned.
        `webcal://` in a redirect means the scheme before it. Cookies that a hop sets are sent to its host until the
        last hop. Credentials are not sent to another origin. `most_bytes` limits the decoded body, `seconds` the whole
        request, `silence` a pause of the server. User-info in the URL becomes basic authentication. Raises BadGateway,
        without secrets in the message.

        With `into` the body of a 200 goes to that file, beginning with what the file lacks, and `most_bytes` limits the
        file. What arrived before an error stays in it.
        """
        sent = {name.lower(): value for name, value in (headers or {}).items()}
        if into:
            sent |= {"accept-encoding": "identity", "range": f"bytes={into.seek(0, os.SEEK_END)}-"}
        limits = most_bytes, silence, into
        try:
            async with asyncio.timeout(seconds):
                return await self._follow(method, url, sent, body, allow_private, redirects, limits)
        except TimeoutError:
            raise BadGateway(f"{_host(url)} did not answer in time", code="no_answer", host=_host(url)) from None

    async def close(self) -> None:
        """Close what is still open."""
        clients, self._clients = self._clients, {}
        for client in clients.values():
            await client.aclose()

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
        import httpx

        most_bytes, silence, into = limits
        client = self._http_client(allow_private)
        sent = {"user-agent": self._user_agent, "accept": "*/*", "accept-encoding": "gzip", **headers}
        if target.user_info and "authorization" not in sent:
            name, _, password = target.user_info.partition(":")
            pair = f"{unquote(name)}:{unquote(password)}".encode()
            sent["authorization"] = f"Basic {base64.b64encode(pair).decode()}"
        try:
            timeout = httpx.Timeout(silence, connect=CONNECT_SECONDS)
            request = client.build_request(method, target.url, headers=sent, content=body, timeout=timeout)
            return await self._read(client, request, target, most_bytes, into)
        except (httpx.HTTPError, httpx.InvalidURL) as problem:
            raise _explained(target, problem) from None

    async def _read(
        self,
        client: "httpx.AsyncClient",
        request: "httpx.Request",
        target: Target,
        most_bytes: int,
        into: BinaryIO | None,
    ) -> HttpResponse:
        response = await client.send(request, stream=True)
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
            if into and response.status_code in (200, 206):
                if not await _write(response, into, most_bytes):
                    raise too_large
                return HttpResponse(response.status_code, headers, b"", target.url)
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

    def _http_client(self, allow_private: bool) -> "httpx.AsyncClient":
        """The client for public addresses, or the one for all."""
        if allow_private not in self._clients:
            # Imported on first use: with its certificates it takes about 10 MB.
            from http.cookiejar import CookieJar, DefaultCookiePolicy

            import httpx

            from appliance.kernel.net.connections import CheckedTransport

            self._tls = self._tls or httpx.create_ssl_context()
            transport = CheckedTransport(self._tls, self._resolve, _any if allow_private else self._is_public)
            self._clients[allow_private] = httpx.AsyncClient(
                transport=transport,
                # Cookies last for the redirects of one request only.
                cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
                trust_env=False,  # a proxy would connect to addresses that were not checked
                follow_redirects=False,
            )
        return self._clients[allow_private]


async def _write(response: "httpx.Response", into: BinaryIO, most_bytes: int) -> bool:
    """Write a body into a file; False when that would become too large. A server may ignore where it shall begin."""
    if response.status_code == 200:
        into.truncate(into.seek(0))
    size = into.tell()
    async for chunk in response.aiter_raw(WRITTEN_AT_ONCE):
        size += len(chunk)
        if size > most_bytes:
            return False
        # A card that is busy must not hold up the server.
        await asyncio.to_thread(into.write, chunk)
    return True


def _any(_: Address) -> bool:
    return True


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

"""A real web server on a real socket, and requests to it through the outbound client."""

import asyncio
from contextlib import asynccontextmanager
from ipaddress import ip_address

import pytest

from appliance.kernel.errors import BadGateway
from appliance.kernel.net.client import Net
from tests.building import shared_tls

OUTSIDE = ip_address("127.0.0.1")  # stands for the open internet where a test needs some


class Server:
    """A real server on a real socket that answers every request with what `answers` says for its path."""

    def __init__(self, answers):
        self.answers = answers
        self.requests = []
        self.names = []
        self.port = 0

    async def __call__(self, reader, writer):
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            request_line, *lines = head.strip().split("\r\n")
            headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
            body = await reader.readexactly(int(headers.get("content-length", 0)))
            method, path, _ = request_line.split()
            self.requests.append((method, path, headers, body))
            answer = self.answers[path.partition("?")[0]] if isinstance(self.answers, dict) else self.answers
            if callable(answer):
                await answer(writer)
            else:
                writer.write(answer)
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # the client went away, or the test is over
        finally:
            writer.close()


def answer(status="200 OK", body=b"", length=True, **headers):
    lines = [f"HTTP/1.1 {status}"] + [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    if length:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "Connection: close", "", ""]).encode("latin-1") + body


@asynccontextmanager
async def serving(answers, host="127.0.0.1", tls=None):
    server = Server(answers)
    if tls is not None:
        tls.sni_callback = lambda _socket, name, _context: server.names.append(name)
    listening = await asyncio.start_server(server, host, 0, ssl=tls)
    server.port = listening.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listening.close()


@asynccontextmanager
async def outbound(**options):
    net = Net(**{"tls": shared_tls(), **options})
    try:
        yield net
    finally:
        await net.close()


def names(**addresses):
    """A resolver that knows these names (written with _ for .) and no others."""

    async def known(host, port):
        try:
            found = addresses[host.replace(".", "_")]
        except KeyError:
            raise OSError("unknown name") from None
        return [found] if isinstance(found, str) else found

    return known


def fetch(answers, url="http://127.0.0.1:{port}/", method="GET", options=None, **request):
    """Send one request to a new server. Return the response and the server, which recorded the requests."""

    async def run():
        async with serving(answers) as server, outbound(**(options or {})) as net:
            request.setdefault("allow_private", True)
            return await net.request(method, url.format(port=server.port), **request), server

    return asyncio.run(run())


def fetch_error(answers, url="http://127.0.0.1:{port}/", options=None, **request):
    """Send one request that fails. Return the error message and the server, which recorded the requests."""

    async def run():
        async with serving(answers) as server, outbound(**(options or {})) as net:
            request.setdefault("allow_private", True)
            with pytest.raises(BadGateway) as caught:
                await net.request("GET", url.format(port=server.port), **request)
            return caught.value.message.replace(str(server.port), "PORT"), server

    return asyncio.run(run())

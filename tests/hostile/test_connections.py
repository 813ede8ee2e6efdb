"""Slow, vanished and too many clients: the server keeps answering others, and each client's resources are bounded."""

import asyncio
import http.client
import json
import re
import resource
import socket
from collections.abc import Coroutine, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from appliance.kernel.errors import RequestTimeout
from appliance.kernel.http.body_timeout import BodyTimeoutMiddleware
from appliance.kernel.http.security_headers import SecurityHeadersMiddleware
from tests.machine import ADMIN_KEY, Machine, send_request

pytestmark = pytest.mark.waits

CROWD = 10_000
HEAD = b"GET /api/health HTTP/1.1\r\nHost: wall.local\r\n"
POST = f"POST /api/members HTTP/1.1\r\nHost: wall.local\r\nAuthorization: Bearer {ADMIN_KEY}\r\n".encode()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    folder = tmp_path_factory.mktemp("served")
    machine = Machine(folder / "data", folder / "log")
    machine.start()
    yield machine
    machine.kill()


def connected(machine: Machine) -> socket.socket:
    return socket.create_connection(("127.0.0.1", machine.port), timeout=120)


def resident(machine: Machine) -> int:
    """Kilobytes the server holds now."""
    assert machine.server
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{machine.server.pid}/status").read_text())
    assert found
    return int(found[1])


def read_to_end(client: socket.socket) -> bytes:
    received = b""
    with suppress(ConnectionResetError):
        while part := client.recv(65536):
            received += part
    return received


def test_who_does_not_finish_a_request_is_let_go_of(served: Machine) -> None:
    unfinished = {sent: connected(served) for sent in (b"", b"G", HEAD, HEAD + b"X-Slow: ")}
    for sent, client in unfinished.items():
        client.sendall(sent)
    for client in unfinished.values():
        with client:
            assert b"200 OK" not in read_to_end(client)
    assert 200 == served.request("GET", "/api/health")[0]


def test_who_hangs_up_half_is_gone(served: Machine) -> None:
    for sent in (b"", HEAD, HEAD + b"\r\n", POST + b"Content-Length: 1000\r\n\r\n{"):
        with connected(served) as client:
            client.sendall(sent)
            client.shutdown(socket.SHUT_WR)
            assert b" 50" not in read_to_end(client)
    assert 200 == served.request("GET", "/api/health")[0]


def test_who_hangs_up_in_the_middle_of_a_body_changes_nothing(served: Machine) -> None:
    before = served.request("GET", "/api/members")[1]
    for _ in range(50):
        with connected(served) as client:
            client.sendall(POST + b'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"name": "An')
    assert before == served.request("GET", "/api/members")[1]
    assert "Traceback" not in served.logged()


@pytest.mark.parametrize(
    "head",
    [
        HEAD + b"X-Big: " + b"a" * 300_000 + b"\r\n\r\n",
        HEAD + b"".join(b"X-%d: a\r\n" % number for number in range(20_000)) + b"\r\n",
        b"GET /" + b"a" * 300_000 + b" HTTP/1.1\r\nHost: wall.local\r\n\r\n",
    ],
    ids=["one long line", "many lines", "a long path"],
)
def test_a_head_without_end_is_rejected(served: Machine, head: bytes) -> None:
    before = resident(served)
    for _ in range(20):
        with connected(served) as client:
            with suppress(OSError):
                client.sendall(head)
            received = read_to_end(client)
            assert received == b"" or re.match(rb"HTTP/1.1 4\d\d ", received), received[:80]
    assert 200 == served.request("GET", "/api/health")[0]
    assert resident(served) < before * 1.5


@pytest.mark.parametrize(
    "wire",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x00" * 5000,
        POST + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
        POST + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
        POST + b"Content-Length: -1\r\n\r\n",
        POST + b"Content-Length: 99999999999999999999\r\n\r\n",
    ],
)
def test_an_invalid_request_is_rejected(served: Machine, wire: bytes) -> None:
    with connected(served) as client:
        client.sendall(wire)
        client.shutdown(socket.SHUT_WR)
        assert b" 20" not in read_to_end(client)[:14]
    assert 200 == served.request("GET", "/api/health")[0]


def test_a_body_without_end_is_rejected_and_not_kept(served: Machine) -> None:
    before = resident(served)
    for _ in range(5):
        with connected(served) as client, suppress(OSError):
            client.sendall(POST + b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in range(200):
                client.sendall(b"10000\r\n" + b"a" * 65536 + b"\r\n")
    assert 200 == served.request("GET", "/api/health")[0]
    assert resident(served) < before * 1.7


def test_ten_thousand_at_once(served: Machine) -> None:
    """Who is in stays in, memory is bounded, and when the crowd has left or was let go of everybody gets in again."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < CROWD + 500:
        pytest.skip(f"this system gives a process {hard} files, and the crowd needs {CROWD + 500}")
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    resource.setrlimit(resource.RLIMIT_NOFILE, (CROWD + 500, hard))
    before = resident(served)
    crowd = []
    try:
        with served.connect() as wall:
            assert 200 == send_request(wall, "GET", "/api/rev")[0]
            for _ in range(CROWD):
                client = socket.socket()
                client.setblocking(False)
                client.connect_ex(("127.0.0.1", served.port))
                with suppress(OSError):
                    client.send(HEAD)
                crowd.append(client)
                if len(crowd) % 500 == 0:
                    assert 200 == send_request(wall, "GET", "/api/rev")[0]
            assert 200 == send_request(wall, "GET", "/api/members")[0]
            assert resident(served) < before * 2
        # The clients stay and send nothing more. A new client waits until the silent ones are disconnected.
        assert 200 == served.request("GET", "/api/health")[0]
    finally:
        for client in crowd:
            client.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    for _ in range(20):
        assert 200 == served.request("GET", "/api/health")[0]
    assert resident(served) < before * 2


class HurriedLoop(asyncio.SelectorEventLoop):
    """Its clock goes on to the next timer instead of waiting for it, so that no test depends on a machine's load."""

    def __init__(self) -> None:
        super().__init__()
        self._seconds = 0.0
        select = self._selector.select  # type: ignore[attr-defined]

        def hurried(timeout: float | None = None) -> Any:
            self._seconds += timeout or 0.0
            return select(0)

        self._selector.select = hurried  # type: ignore[attr-defined]

    def time(self) -> float:
        return self._seconds


def run_at_once(work: Coroutine[Any, Any, Any]) -> None:
    with asyncio.Runner(loop_factory=HurriedLoop) as runner:
        runner.run(work)


def test_a_body_that_trickles_is_cut_off_with_408() -> None:
    async def read_whole(scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass
        raise AssertionError("the body never ends")

    async def trickle() -> dict[str, Any]:
        await asyncio.sleep(0.001)
        return {"type": "http.request", "body": b"a", "more_body": True}

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/api/members", "headers": []}
    with pytest.raises(RequestTimeout):
        run_at_once(BodyTimeoutMiddleware(read_whole, seconds=0.05)(scope, trickle, send))
    run_at_once(SecurityHeadersMiddleware(BodyTimeoutMiddleware(read_whole, seconds=0.05))(scope, trickle, send))
    assert 408 == sent[0]["status"]
    assert {"error": "the request body did not arrive in time", "code": "too_slow"} == json.loads(sent[1]["body"])


def test_a_body_below_the_least_rate_is_cut_off_long_before_the_last_moment() -> None:
    sizes: list[int] = []

    async def read_whole(scope: Any, receive: Any, send: Any) -> None:
        while (message := await receive()).get("more_body"):
            sizes.append(len(message["body"]))

    async def arriving(size: int, parts: int) -> Any:
        left = iter(range(parts, -1, -1))

        async def receive() -> dict[str, Any]:
            await asyncio.sleep(0.02)
            return {"type": "http.request", "body": bytes(size), "more_body": next(left) > 0}

        scope = {"type": "http", "method": "POST", "path": "/api/photos", "headers": []}
        timeout = BodyTimeoutMiddleware(read_whole, seconds=3600, first_seconds=0.05)
        await timeout(scope, receive, send_nothing)

    async def send_nothing(message: Any) -> None:
        pass

    with pytest.raises(RequestTimeout):
        run_at_once(arriving(1, 1_000_000))
    sizes.clear()
    run_at_once(arriving(100_000, 20))
    assert [100_000] * 20 == sizes


def test_a_body_in_pieces_is_taken(served: Machine) -> None:
    body = b'{"name": "Ana", "color": "#ee5577"}'
    with connected(served) as client:
        client.sendall(
            POST + b"Content-Type: application/json\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(body)
        )
        for number in range(len(body)):
            client.sendall(body[number : number + 1])
        answer = http.client.HTTPResponse(client)
        answer.begin()
        assert 201 == answer.status


@pytest.mark.parametrize("path", ["/api/setup/claim", "/api/members", "/api/import", "/oauth/token", "/mcp"])
def test_a_body_in_too_many_parts_is_rejected(served: Machine, path: str) -> None:
    head = POST.replace(b"/api/members", path.encode())
    with connected(served) as client:
        client.sendall(head + b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
        with suppress(OSError):
            # It has no end: an answer shows that the server did not read on.
            for _ in range(200):
                client.sendall(b"1\r\n \r\n" * 100)
        answer = http.client.HTTPResponse(client)
        answer.begin()
        assert (400, True) == (answer.status, b"too many small parts" in answer.read())


def test_a_large_body_may_have_many_parts(served: Machine) -> None:
    body = b'{"name": "Ana", "color": "#ee5577", "x": "' + b"x" * 1_500_000 + b'"}'
    parts = [body[start : start + 1000] for start in range(0, len(body), 1000)]
    with connected(served) as client:
        client.sendall(POST + b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
        for part in parts:
            client.sendall(b"%x\r\n%s\r\n" % (len(part), part))
        client.sendall(b"0\r\n\r\n")
        answer = http.client.HTTPResponse(client)
        answer.begin()
        assert 201 == answer.status

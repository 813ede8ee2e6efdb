"""Cached keys and responses: what a client sees is the same with and without them."""

import asyncio
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import msgspec
import pytest

from appliance.access import actions as access
from appliance.access import queries
from appliance.access.models import NewKey
from appliance.app import Application
from appliance.kernel.http import response_cache
from appliance.kernel.http.asgi import Receive, Scope, Send
from appliance.kernel.http.response_cache import ResponseCacheMiddleware
from appliance.settings import Settings
from tests.building import build
from tests.client import Client, ClientOf, Loop
from tests.fakes import FakeClock

ORIGIN = "https://family.example"


@pytest.fixture
def application(settings: Settings, clock: FakeClock) -> Iterator[Application]:
    """A household that allows one other origin."""
    built = build(msgspec.structs.replace(settings, cors_origins=(ORIGIN,), google_client_id="id"), clock=clock)
    yield built
    built.database.close()


def parts(response: httpx.Response) -> tuple[int, list[tuple[str, str]], bytes]:
    return response.status_code, response.headers.multi_items(), response.content


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": ORIGIN},
        {"Origin": "https://evil.example"},
        {"Range": "bytes=0-3"},
        {"Accept-Encoding": "gzip"},
        {"Accept-Language": "de"},
        {"If-None-Match": '"x", W/"y"'},
        {"If-None-Match": "*"},
    ],
    ids=str,
)
@pytest.mark.parametrize(
    "path", ["/api/settings", "/api/rev", "/api/me", "/api/lists?archived=true", "/api/appearance"]
)
def test_a_repeated_request_gets_the_same_response(
    client: Client, method: str, headers: dict[str, str], path: str
) -> None:
    first = parts(client.request(method, path, headers=headers))
    assert first == parts(client.request(method, path, headers=headers))
    assert 200 == first[0]


def test_a_list_of_tags_with_the_current_one_is_answered_with_304(client: Client) -> None:
    tag = client.get("/api/settings").headers["etag"]
    answer = client.get("/api/settings", headers={"If-None-Match": f'"x", {tag}', "Origin": ORIGIN})
    assert (304, b"", tag) == (answer.status_code, answer.content, answer.headers["etag"])
    assert ORIGIN == answer.headers["access-control-allow-origin"]
    assert "content-security-policy" in answer.headers


def test_a_response_is_never_for_another_key(client: Client, display: Client, anybody: Client) -> None:
    for _ in range(2):
        assert "admin" == client.get("/api/me").json()["scope"]
        assert "display" == display.get("/api/me").json()["scope"]
        assert 401 == anybody.get("/api/me").status_code
        assert 200 == client.get("/api/providers").status_code
        assert 403 == display.get("/api/providers").status_code


def test_a_response_is_never_for_another_address(client: Client) -> None:
    def redirect(host: str) -> str:
        uri: str = client.get("/api/providers", headers={"Host": host}).json()["redirectUris"]["google"]
        return uri

    assert "localhost" in redirect("localhost:8080")
    assert "mantel.local" in redirect("mantel.local:8080")
    assert client.get("/api/lists?archived=true").content == client.get("/api/lists?archived=false").content == b"[]"


def test_a_write_is_seen_at_once(client: Client) -> None:
    for name in ("Linden", "Birch", "Rowan"):
        client.patch("/api/settings", {"familyName": name})
        assert [name] * 2 == [client.get("/api/settings").json()["familyName"] for _ in range(2)]


def test_an_expired_key_gets_no_kept_response(application: Application, client_of: ClientOf, clock: FakeClock) -> None:
    made = application.database.write_now(access.make_key, NewKey(name="Session"))
    application.database.write_now(
        lambda tx: tx.run("UPDATE keys SET expires_at = '2026-11-20T15:30:00.000Z' WHERE id = ?", made.id)
    )
    visitor = client_of(made.key)
    assert [200, 200] == [visitor.get("/api/settings").status_code for _ in range(2)]

    clock.turn(minutes=6)

    assert 401 == visitor.get("/api/settings").status_code


def test_a_change_of_a_key_counts_at_once_even_when_rev_stays(application: Application, client_of: ClientOf) -> None:
    made = application.database.write_now(access.make_key, NewKey(name="Tablet", scope="admin"))
    tablet = client_of(made.key)
    assert (200, "admin") == (tablet.get("/api/keys").status_code, tablet.get("/api/me").json()["scope"])

    application.database.write_now(lambda tx: tx.run("UPDATE keys SET scope = 'display' WHERE id = ?", made.id))

    assert (403, "display") == (tablet.get("/api/keys").status_code, tablet.get("/api/me").json()["scope"])


def test_a_304_ends_with_the_key_the_date_and_the_state(
    application: Application, client_of: ClientOf, client: Client, clock: FakeClock
) -> None:
    made = application.database.write_now(access.make_key, NewKey(name="Tablet"))
    tablet = client_of(made.key)

    def status() -> int:
        return tablet.get("/api/settings", headers={"If-None-Match": tag}).status_code

    tag = tablet.get("/api/settings").headers["etag"]
    assert [304, 304] == [status(), status()]
    assert 200 == client.get("/api/settings", headers={"If-None-Match": tag}).status_code
    client.patch("/api/settings", {"familyName": "Linden"})
    assert 200 == status()

    tag = tablet.get("/api/settings").headers["etag"]
    assert [304, 304] == [status(), status()]
    clock.turn(days=1)
    assert 200 == status()

    tag = tablet.get("/api/settings").headers["etag"]
    assert [304, 304] == [status(), status()]
    client.delete(f"/api/keys/{made.id}")
    assert 401 == status()


def test_the_use_of_a_key_is_stored_again_while_it_only_repeats_a_request(
    application: Application, loop: Loop, client_of: ClientOf, clock: FakeClock
) -> None:
    made = application.database.write_now(access.make_key, NewKey(name="Tablet"))
    tablet = client_of(made.key)

    def used() -> str | None:
        tablet.get("/api/rev")
        # Nobody waits for the write: it is sent in the next step of the loop, and done before the next write.
        loop.run(asyncio.sleep(0))
        application.database.write_now(lambda tx: None)
        key = queries.key_by_id(application.database.read, made.id)
        return key.last_used_at if key else None

    first = used()
    assert first is not None
    assert first == used() == used()
    clock.turn(hours=2)
    assert first < str(used())


def test_a_request_is_answered_again_in_another_minute(client: Client, clock: FakeClock) -> None:
    def date() -> str:
        response = client.get("/api/weekly-summary")
        return str(response.headers["etag"])

    before = date()
    assert before == date()
    clock.turn(days=1)
    assert before != date()


def test_a_new_home_address_is_in_the_next_response(application: Application, client: Client) -> None:
    assert client.get("/api/rev").headers == client.get("/api/rev").headers
    application.presence._secure_origins = ["https://192.168.1.9"]
    assert "https://192.168.1.9" in client.get("/api/rev").headers["content-security-policy"]


def test_a_repeated_request_counts_for_the_share_of_connections(application: Application, client: Client) -> None:
    client.get("/api/rev")
    application.guard._with_key.clear()
    client.get("/api/rev")
    assert [("127.0.0.1", 50_000)] == list(application.guard._with_key)


MORNING = datetime(2026, 11, 20, 8, 30, 15, tzinfo=UTC)


class Endpoint:
    """Counts its calls; answers with a body of `size` bytes, in two messages if `is_streamed`."""

    def __init__(self, size: int = 10, is_streamed: bool = False, key_digest: str = "d"):
        self.calls, self.size, self.is_streamed, self.key_digest = 0, size, is_streamed, key_digest
        self.on_call = lambda: None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.calls += 1
        self.on_call()
        scope["mantel"] = {"tag": b"", "digest": self.key_digest, "until": datetime.max.replace(tzinfo=UTC)}
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]})
        if self.is_streamed:
            await send({"type": "http.response.body", "body": b"a", "more_body": True})
        await send({"type": "http.response.body", "body": b"b" * self.size})


def bodies(
    endpoint: Endpoint, commits: list[int], paths: list[str], now: Callable[[], datetime] = lambda: MORNING
) -> list[bytes]:
    """What requests to these paths of the middleware get, one after the other."""
    middleware = ResponseCacheMiddleware(endpoint, now, lambda: commits[0], lambda _: None)

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def ask(path: str) -> bytes:
        sent: list[bytes] = []

        async def send(message: Any) -> None:
            sent.append(message.get("body", b""))

        scope = {"method": "GET", "scheme": "http", "path": path, "query_string": b"", "headers": []}
        await middleware(scope, receive, send)
        return b"".join(sent)

    async def ask_all() -> list[bytes]:
        return [await ask(path) for path in paths]

    return asyncio.run(ask_all())


def test_the_endpoint_runs_once_for_equal_requests() -> None:
    endpoint = Endpoint()
    assert [b"b" * 10] * 3 == bodies(endpoint, [1], ["/a", "/a", "/b"])
    assert 2 == endpoint.calls


def test_a_response_made_during_a_write_is_not_kept() -> None:
    endpoint, commits = Endpoint(), [1]

    def commit() -> None:
        commits[0] += 1

    endpoint.on_call = commit
    bodies(endpoint, commits, ["/a", "/a"])
    assert 2 == endpoint.calls


def test_a_response_without_a_key_is_not_kept() -> None:
    endpoint = Endpoint(key_digest="")
    bodies(endpoint, [1], ["/a", "/a"])
    assert 2 == endpoint.calls


@pytest.mark.parametrize(("seconds", "calls"), [(-16, 2), (-15, 1), (44, 1), (45, 2)])
def test_a_response_is_repeated_within_its_minute_also_when_the_clock_is_set_back(seconds: int, calls: int) -> None:
    endpoint = Endpoint()
    # The cache asks at the beginning of the first request, when it keeps the response, and at the second request.
    times = iter([MORNING, MORNING, *[MORNING + timedelta(seconds=seconds)] * 2])
    bodies(endpoint, [1], ["/a", "/a"], lambda: next(times))
    assert calls == endpoint.calls


def test_a_response_that_took_into_the_next_minute_is_not_kept() -> None:
    endpoint = Endpoint()
    times = iter([MORNING, MORNING + timedelta(seconds=45), *[MORNING] * 2])
    bodies(endpoint, [1], ["/a", "/a"], lambda: next(times))
    assert 2 == endpoint.calls


@pytest.mark.parametrize(
    "endpoint", [Endpoint(is_streamed=True), Endpoint(size=response_cache.MAX_RESPONSE_BYTES)], ids=["stream", "large"]
)
def test_large_and_streamed_responses_are_not_kept(endpoint: Endpoint) -> None:
    first, second = bodies(endpoint, [1], ["/a", "/a"])
    assert (first, 2) == (second, endpoint.calls)


def test_the_memory_for_responses_is_bounded() -> None:
    size = response_cache.MAX_RESPONSE_BYTES // 2
    fitting = response_cache.MAX_BYTES // (size + response_cache.OVERHEAD_BYTES)
    endpoint = Endpoint(size)
    bodies(endpoint, [1], [f"/{number}" for number in range(fitting + 2)] * 2)
    assert fitting + 2 < endpoint.calls

"""The caldav library on our transport: what is sent, what is read, and what a hostile server cannot do."""

import asyncio
import hashlib
import logging
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from caldav.davclient import DAVResponse
from caldav.elements import cdav, dav
from caldav.lib import error
from requests import Response

from appliance.calendar.providers.caldav import adapter
from appliance.calendar.providers.caldav.client import Client, content
from appliance.calendar.providers.caldav.login import Login
from appliance.calendar.providers.caldav.multistatus import Resource, prop, propfind, resources, sync_token
from appliance.kernel.errors import BadGateway
from tests.kernel.web import OUTSIDE, Server, answer, names, outbound, serving

EMPTY = b'<multistatus xmlns="DAV:"/>'
Reply = Callable[[str, str, dict[str, str]], bytes]


def http_response(status: str = "200 OK", body: bytes = b"", **headers: str) -> bytes:
    return bytes(answer(status, body, **headers))


def multistatus(body: bytes = EMPTY) -> bytes:
    return http_response("207 Multi-Status", body, Content_Type="application/xml")


def take_requests(
    reply: Reply | bytes,
    call: Callable[[Client, str], Any],
    *,
    url: str = "http://127.0.0.1:{port}/dav/",
    username: str = "ana",
    allow_private: bool = True,
    **options: Any,
) -> tuple[Any, Server]:
    """Run a blocking call with a client of a server, as the provider does; its result or error, and the server."""

    async def run() -> tuple[Any, Server]:
        async def respond(writer: Any) -> None:
            method, path, headers, _ = server.requests[-1]
            writer.write(reply(method, path, headers) if callable(reply) else reply)
            await writer.drain()

        async with serving(respond) as server, outbound(**options) as net:
            login = Login(url=url.format(port=server.port), username=username, password="hush")
            client = Client(login, net, allow_private, asyncio.get_running_loop())
            try:
                return await asyncio.to_thread(call, client, login.url), server
            except BadGateway as problem:
                return problem, server

    return asyncio.run(run())


def names_of(client: Client, url: str) -> list[Resource]:
    return client.query(url, propfind(dav.DisplayName()), depth=1)


def read(body: bytes) -> list[Resource]:
    found, _ = take_requests(multistatus(body), names_of)
    return list(found)


def test_a_response_is_read_with_any_prefix() -> None:
    (found,) = read(
        b'<?xml version="1.0"?><d:multistatus xmlns:d="DAV:"><d:response><d:href> /a%20b/ </d:href><d:propstat>'
        b"<d:prop><d:displayname>Z&#xf6;e &amp; <!-- x --><![CDATA[<Co>]]></d:displayname></d:prop>"
        b"<d:status>HTTP/1.1 200 OK</d:status></d:propstat><d:propstat><d:prop><d:getetag>x</d:getetag></d:prop>"
        b"<d:status>HTTP/1.1 404 Not Found</d:status></d:propstat></d:response></d:multistatus>"
    )

    assert ("/a%20b/", 200) == (found.href, found.status)
    assert ("Zöe & <Co>", "") == (found.text(dav.DisplayName), found.text(dav.GetEtag))


ODD = b"""<multistatus xmlns="DAV:"><response><href>/ana/a%2Fb%2520c.ics</href><propstat>
<prop><getetag>1</getetag></prop><status>HTTP/1.1 200 OK</status></propstat></response>{}</multistatus>"""
TRUNCATED = b"<response><href>/ana/</href><status>HTTP/1.1 507 Insufficient Storage</status></response>"
FORBIDDEN = b"""<response><href>/ana/</href><propstat><prop><owner/></prop>
<status>HTTP/1.1 403 Forbidden</status></propstat></response>"""


def library(body: bytes) -> DAVResponse:
    """A response as the library has it."""
    response = Response()
    response.status_code, response._content = 207, body
    response.headers["content-type"] = "application/xml"
    return DAVResponse(response)


def test_an_href_is_kept_as_it_is_written() -> None:
    body = ODD.replace(b"{}", b"")

    assert ["/ana/a/b%20c.ics"] == list(library(body).find_objects_and_props()), "the library names another resource"
    assert ["/ana/a%2Fb%2520c.ics"] == [each.href for each in resources(library(body))]


@pytest.mark.parametrize(("more", "status"), [(TRUNCATED, 507), (FORBIDDEN, 200)])
def test_a_truncated_report_and_a_forbidden_property_are_read(more: bytes, status: int) -> None:
    response = library(ODD.replace(b"{}", more))

    with pytest.raises(error.ResponseError):
        response.find_objects_and_props()
    assert [200, status] == [each.status for each in resources(response)]


def test_a_token_in_a_request_is_escaped() -> None:
    def sync(client: Client, url: str) -> str:
        parts = (dav.SyncToken(value="<&>"), dav.SyncLevel(value="1"), prop(dav.GetEtag()))
        return sync_token(client.send(url, dav.SyncCollection() + parts))

    body = b'<multistatus xmlns="DAV:"><sync-token> http://x/&amp;2 </sync-token></multistatus>'
    found, server = take_requests(multistatus(body), sync)

    assert "http://x/&2" == found
    method, path, headers, sent = server.requests[0]
    assert ("REPORT", "/dav/", "0", "mantel") == (method, path, headers["depth"], headers["user-agent"])
    assert b">&lt;&amp;&gt;</" in sent


@pytest.mark.parametrize(
    "body",
    [
        b"<a>" + b"<b/>" * (adapter.MAX_ELEMENTS + 1) + b"</a>",
        b"<a>" * 5_000 + b"</a>" * 5_000,
        b'<!DOCTYPE a [<!ENTITY b "hush">]><a>&b;</a>',
        b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
        '<!DOCTYPE a [<!ENTITY b "x">]><a>&b;</a>'.encode("utf-16"),
        b'<?xml version="1.0" encoding="utf-7"?><a/>',
        b"<a>",
        b"",
    ],
    ids=["wide", "deep", "entity", "external entity", "utf-16", "utf-7", "cut", "empty"],
)
def test_xml_that_does_harm_never_reaches_the_library(body: bytes, caplog: pytest.LogCaptureFixture) -> None:
    problem, _ = take_requests(multistatus(body), names_of)

    assert isinstance(problem, BadGateway) and "cannot be read" in problem.message
    assert [] == [each.message for each in caplog.records if each.levelno >= logging.WARNING]


def test_a_page_instead_of_an_answer_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    for status in ("200 OK", "404 Not Found", "500 Oops"):
        problem, _ = take_requests(http_response(status, b"<html>secret<br>", Content_Type="text/html"), names_of)
        assert isinstance(problem, BadGateway)

    assert [] == [each.message for each in caplog.records if each.levelno >= logging.WARNING]


def test_an_object_is_fetched_byte_by_byte() -> None:
    file = b"SUMMARY:Zo" + b"\xc3\n \xab caf\xe9"

    found, server = take_requests(
        http_response(body=file, ETag='"7"'), lambda client, url: content(client.request(url))
    )

    assert (file, '"7"') == found
    assert "content-type" not in server.requests[0][2]


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "303 See Other", "307 Moved", "308 Moved"])
def test_a_redirect_keeps_method_body_and_credentials(status: str) -> None:
    def reply(_: str, path: str, __: dict[str, str]) -> bytes:
        return multistatus() if path == "/there/" else http_response(status, Location="/there/")

    found, server = take_requests(reply, names_of)

    assert [] == found
    first, second = server.requests
    assert ("PROPFIND", "/there/", first[3]) == (second[0], second[1], second[3])
    assert first[2]["authorization"] == second[2]["authorization"]


@pytest.mark.parametrize(
    ("location", "words"),
    [
        ("http://evil.example.org/", "evil.example.org, which the password was not entered for"),
        ("http://[::1]:81/", "::1, which the password was not entered for"),
        ("//127.0.0.2:81/", "127.0.0.2, which the password was not entered for"),
        ("file:///etc/passwd", "another server, which the password was not entered for"),
        ("/again", "redirects too often"),
    ],
)
def test_a_redirect_to_another_server_is_not_followed(location: str, words: str) -> None:
    problem, server = take_requests(http_response("302 Found", Location=location), names_of)

    assert words in problem.message
    assert {f"127.0.0.1:{server.port}"} == {headers["host"] for _, _, headers, _ in server.requests}


def test_a_private_address_is_not_connected_to() -> None:
    problem, server = take_requests(multistatus(), names_of, allow_private=False)
    assert ("must be a public address" in problem.message, []) == (True, server.requests)

    options = {"resolve": names(cal_example="127.0.0.1")}
    url = "http://cal.example:{port}/"
    problem, server = take_requests(multistatus(), names_of, url=url, allow_private=False, **options)
    assert ("cal.example is not at a public address", []) == (problem.message, server.requests)


def test_a_name_that_changes_its_address_after_the_check_wins_nothing() -> None:
    answers = [["127.0.0.1"], ["127.0.0.9"], ["127.0.0.1"]]
    lookups: list[str] = []

    async def rebinding(host: str, port: int) -> list[str]:
        lookups.append(host)
        return answers[len(lookups) - 1]

    def twice(client: Client, url: str) -> None:
        names_of(client, url)
        with pytest.raises(BadGateway, match=r"cal\.example is not at a public address"):
            names_of(client, url)
        names_of(client, url)

    found, server = take_requests(
        multistatus(),
        twice,
        url="http://cal.example:{port}/",
        allow_private=False,
        resolve=rebinding,
        is_public=lambda address: address == OUTSIDE,
    )

    assert None is found
    # One look-up for each request, and the address that was looked up is the one that is connected to.
    assert ["cal.example"] * 3 == lookups
    assert [f"cal.example:{server.port}"] * 2 == [headers["host"] for _, _, headers, _ in server.requests]


def test_a_redirect_is_looked_up_and_checked_again() -> None:
    def reply(_: str, __: str, headers: dict[str, str]) -> bytes:
        port = headers["host"].rpartition(":")[2]
        return http_response("302 Found", Location=f"http://cal.example:{port}/inner/")

    answers = [["127.0.0.1"], ["127.0.0.9"]]

    async def rebinding(host: str, port: int) -> list[str]:
        return answers.pop(0)

    problem, server = take_requests(
        reply,
        names_of,
        url="http://cal.example:{port}/",
        allow_private=False,
        resolve=rebinding,
        is_public=lambda address: address == OUTSIDE,
    )

    assert ("cal.example is not at a public address", 1) == (problem.message, len(server.requests))


def test_a_response_without_end_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "MAX_BYTES", 100_000)

    problem, _ = take_requests(multistatus(b"<a>" + b" " * 200_000 + b"</a>"), names_of)

    assert "answered with more than 0.1 MB" in problem.message


def test_a_response_that_stops_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "SILENCE", 0.2)
    cut = multistatus(EMPTY + b" " * 100)[:-50].replace(b"Connection: close", b"Connection: keep-alive")

    async def run() -> BadGateway:
        async def respond(writer: Any) -> None:
            writer.write(cut)
            await asyncio.sleep(60)

        async with serving(respond) as server, outbound() as net:
            login = Login(url=f"http://127.0.0.1:{server.port}/", username="ana", password="hush")
            client = Client(login, net, True, asyncio.get_running_loop())
            with pytest.raises(BadGateway) as caught:
                await asyncio.to_thread(names_of, client, login.url)
            return caught.value

    assert "did not answer in time" in asyncio.run(run()).message


def test_a_closed_client_cancels_its_request_and_sends_no_other() -> None:
    async def run() -> list[str]:
        arrived = asyncio.Event()

        async def respond(_: Any) -> None:
            arrived.set()
            await asyncio.sleep(60)

        async with serving(respond) as server, outbound() as net:
            login = Login(url=f"http://127.0.0.1:{server.port}/", username="ana", password="hush")
            client = Client(login, net, True, asyncio.get_running_loop())
            running = asyncio.create_task(asyncio.to_thread(names_of, client, login.url))
            await arrived.wait()
            client.close()
            first = await asyncio.gather(running, return_exceptions=True)
            second = await asyncio.gather(asyncio.to_thread(names_of, client, login.url), return_exceptions=True)
            return [type(each).__name__ for each in (*first, *second)]

    assert ["CancelledError", "BadGateway"] == asyncio.run(run())


def test_a_password_is_enough_until_a_digest_is_asked_for() -> None:
    _, server = take_requests(multistatus(), names_of)

    assert ["Basic YW5hOmh1c2g="] == [headers["authorization"] for _, _, headers, _ in server.requests]


@pytest.mark.parametrize(
    "challenge", ['Basic realm="x"', 'Digest realm="x"', "Negotiate", 'Digest realm="x", nonce="y", algorithm=MD9']
)
def test_a_challenge_that_cannot_be_met_is_a_wrong_password(challenge: str) -> None:
    problem, server = take_requests(http_response("401 Unauthorized", WWW_Authenticate=challenge), names_of)

    assert "does not accept this user name and password" in problem.message
    assert len(server.requests) <= 2


@pytest.mark.parametrize(("algorithm", "make"), [("MD5", hashlib.md5), ("SHA-256", hashlib.sha256)])
def test_a_digest_follows_rfc_7616(algorithm: str, make: Callable[[bytes], Any]) -> None:
    challenge = f'Digest realm="BaikalDAV", qop="auth,auth-int", algorithm={algorithm}, nonce="n,1", opaque="o"'

    def of(text: str) -> str:
        return str(make(text.encode()).hexdigest())

    def reply(method: str, path: str, headers: dict[str, str]) -> bytes:
        given = dict(re.findall(r'(\w+)="?((?:[^",\\]|\\.|(?<=n),(?=1))*)"?', headers["authorization"][7:]))
        who, what = of("ana:BaikalDAV:hush"), of(f"{method}:{path}")
        if headers["authorization"].startswith("Digest "):
            expected = of(f"{who}:n,1:{given['nc']}:{given['cnonce']}:auth:{what}")
            if (expected, path, "o") == (given["response"], given["uri"], given["opaque"]):
                counted.append(given["nc"])
                return multistatus() if len(counted) > 1 else http_response("301 Moved", Location="/dav/?a=b")
        return http_response("401 Unauthorized", WWW_Authenticate=challenge)

    counted: list[str] = []
    found, server = take_requests(reply, lambda client, url: (names_of(client, url), names_of(client, url)))

    assert (([], []), ["00000001", "00000002", "00000003"]) == (found, counted)
    # The challenge comes once; a redirect and a second request answer it again.
    assert ["/dav/", "/dav/", "/dav/?a=b", "/dav/"] == [path for _, path, _, _ in server.requests]
    assert not any("hush" in str(headers) for _, _, headers, _ in server.requests)


def test_a_name_that_no_header_can_hold_is_an_error() -> None:
    challenge = 'Digest realm="x", nonce="y", qop="auth"'

    problem, _ = take_requests(
        http_response("401 Unauthorized", WWW_Authenticate=challenge), names_of, username="Žofie"
    )

    assert "letters that no header can hold" in problem.message


def test_a_query_names_the_window_in_utc() -> None:
    def query(client: Client, url: str) -> list[Resource]:
        span = cdav.TimeRange(datetime(2026, 11, 1, tzinfo=UTC), datetime(2900, 1, 1, tzinfo=UTC))
        return client.query(url, cdav.CalendarQuery() + prop(cdav.CalendarData()) + span, depth=1)

    found, server = take_requests(multistatus(), query)

    assert [] == found
    assert b'start="20261101T000000Z" end="29000101T000000Z"' in server.requests[0][3]

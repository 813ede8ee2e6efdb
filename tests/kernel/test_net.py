import asyncio

import pytest

from appliance.kernel.errors import BadGateway
from appliance.kernel.net.resolver import resolve
from tests.kernel.web import OUTSIDE, answer, fetch, fetch_error, names, outbound, serving


def test_an_answer_is_read_whole():
    found, server = fetch(answer(body=b"hello", ETag='"1"'), url="http://127.0.0.1:{port}/a?b=c#d")

    assert (200, b"hello", '"1"') == (found.status, found.body, found.headers["etag"])
    assert f"http://127.0.0.1:{server.port}/a?b=c" == found.url
    [(method, path, headers, _)] = server.requests
    assert ("GET", "/a?b=c") == (method, path)
    assert (f"127.0.0.1:{server.port}", "mantel", "gzip") == (
        headers["host"],
        headers["user-agent"],
        headers["accept-encoding"],
    )


def test_a_body_and_headers_are_sent():
    found, server = fetch(
        answer("204 No Content"), method="POST", body=b"{}", headers={"Content-Type": "application/json", "X-A": "1"}
    )

    assert 204 == found.status
    [(method, _, headers, body)] = server.requests
    assert ("POST", b"{}", "application/json", "1") == (method, body, headers["content-type"], headers["x-a"])


@pytest.mark.parametrize("status", ["304 Not Modified", "404 Not Found", "500 Oops"])
def test_every_status_is_an_answer(status):
    found, _ = fetch(answer(status))

    assert int(status[:3]) == found.status


def test_a_name_is_connected_to_by_its_checked_address_and_keeps_its_host_header():
    found, server = fetch(
        answer(body=b"x"),
        url="http://Cal.Example.:{port}/",
        options={"resolve": names(cal_example="127.0.0.1"), "is_public": lambda address: address == OUTSIDE},
        allow_private=False,
    )

    assert b"x" == found.body
    assert f"cal.example:{server.port}" == server.requests[0][2]["host"]


def test_an_address_that_does_not_answer_gives_way_to_the_next():
    found, _ = fetch(
        answer(body=b"x"),
        url="http://cal.example:{port}/",
        options={"resolve": names(cal_example=["127.0.0.9", "127.0.0.1"])},
    )

    assert b"x" == found.body


@pytest.mark.parametrize("host", ["127.0.0.1", "2130706433", "0x7f.1", "[::1]", "localhost", "nas.local"])
def test_an_inner_host_is_not_called(host):
    message, server = fetch_error(answer(), url=f"http://{host}:{{port}}/", allow_private=False)

    assert message.endswith("the address must be a public address, not one of the home network")
    assert [] == server.requests


@pytest.mark.parametrize("addresses", ["127.0.0.1", "::ffff:127.0.0.1", "::1", ["192.168.1.1", "127.0.0.1"]])
def test_a_name_of_an_inner_address_is_not_called(addresses):
    message, server = fetch_error(
        answer(),
        url="http://rebind.example:{port}/",
        options={"resolve": names(rebind_example=addresses)},
        allow_private=False,
    )

    assert "rebind.example is not at a public address" == message
    assert [] == server.requests


def test_of_a_name_with_inner_and_public_addresses_only_the_public_one_is_called():
    async def run():
        async with (
            serving(answer(body=b"inner"), "127.0.0.2") as inner,
            outbound(
                resolve=names(mixed_example=["127.0.0.2", "127.0.0.1"]), is_public=lambda address: address == OUTSIDE
            ) as net,
        ):
            with pytest.raises(BadGateway, match="could not be reached"):
                await net.request("GET", f"http://mixed.example:{inner.port}/")
            return inner.requests

    assert [] == asyncio.run(run())


@pytest.mark.parametrize(
    "location", ["http://127.0.0.2:{port}/", "//127.0.0.2:{port}/", "http://inner.example:{port}/"]
)
def test_a_redirect_to_an_inner_address_is_not_followed(location):
    async def run():
        async with serving(answer(body=b"secret"), "127.0.0.2") as inner:
            async with serving(answer("302 Found", Location=location.format(port=inner.port))) as server:
                options = {
                    "resolve": names(outside_example="127.0.0.1", inner_example="127.0.0.2"),
                    "is_public": lambda address: address == OUTSIDE,
                }
                async with outbound(**options) as net:
                    with pytest.raises(BadGateway, match="public address"):
                        await net.request("GET", f"http://outside.example:{server.port}/", redirects=3)
            return inner.requests

    assert [] == asyncio.run(run())


@pytest.mark.parametrize("location", ["file:///etc/passwd", "ftp://127.0.0.1/", "http://:80/", "http://a b/"])
def test_a_redirect_to_no_web_address_is_rejected(location):
    message, _ = fetch_error(answer("302 Found", Location=location), redirects=3)

    assert message.endswith("the address must be a http or https address")


@pytest.mark.parametrize("status", ["301 M", "302 F", "303 S", "307 T", "308 P"])
def test_redirects_are_followed(status):
    found, server = fetch({"/": answer(status, Location="next?a=b"), "/next": answer(body=b"there")}, redirects=1)

    assert (200, b"there") == (found.status, found.body)
    assert ["/", "/next?a=b"] == [path for _, path, *_ in server.requests]
    assert f"http://127.0.0.1:{server.port}/next?a=b" == found.url


def test_a_redirect_to_webcal_keeps_the_scheme():
    async def run():
        answers = {"/calendar.ics": answer(body=b"there")}
        async with serving(answers) as server, outbound() as net:
            answers["/"] = answer("302 Found", Location=f"WebCal://127.0.0.1:{server.port}/calendar.ics")
            return await net.request("GET", f"http://127.0.0.1:{server.port}/", redirects=1, allow_private=True)

    assert b"there" == asyncio.run(run()).body


def test_a_cookie_comes_back_after_a_redirect_to_itself_and_stays_with_its_host():
    async def run():
        async with serving(answer(), "127.0.0.2") as other:
            away = f"http://127.0.0.2:{other.port}/"
            answers = {
                "/": answer("302 Found", Location="/again", Set_Cookie="session=1; Path=/; HttpOnly"),
                "/again": answer("302 Found", Location="/private/x", Set_Cookie="second=2; Path=/private"),
                "/private/x": answer("302 Found", Location=away, Set_Cookie="third=3; Domain=127.0.0.2; Path=/"),
            }
            async with serving(answers) as server, outbound() as net:
                url = f"http://127.0.0.1:{server.port}/"
                for _ in range(2):
                    await net.request("GET", url, redirects=3, allow_private=True)
            return server.requests, other.requests

    here, there = asyncio.run(run())

    cookies = [set(filter(None, headers.get("cookie", "").split("; "))) for _, _, headers, _ in here]
    assert [set(), {"session=1"}, {"session=1", "second=2"}] * 2 == cookies
    assert [False, False] == ["cookie" in headers for _, _, headers, _ in there]


def test_a_flood_of_cookies_is_not_kept():
    flood = answer("302 Found", Location="/next", Set_Cookie="a=" + "x" * 17_000)
    found, server = fetch({"/": flood, "/next": answer(body=b"there")}, redirects=1)

    assert b"there" == found.body
    assert "cookie" not in server.requests[1][2]


def test_a_redirect_may_have_blanks_in_its_path():
    answers = {"/": answer("302 Found", Location="/my school.ics"), "/my%20school.ics": answer(body=b"there")}

    assert b"there" == fetch(answers, redirects=1)[0].body


def test_an_endless_redirect_ends():
    message, server = fetch_error({"/": answer("302 Found", Location="/")}, redirects=3)

    assert "127.0.0.1 redirects too often" == message
    assert 4 == len(server.requests)


def test_without_redirects_the_redirect_is_the_answer():
    found, server = fetch(answer("302 Found", Location="/next"))

    assert (302, "/next") == (found.status, found.headers["location"])
    assert 1 == len(server.requests)


def test_a_post_is_not_sent_a_second_time():
    found, server = fetch(answer("307 Temporary", Location="/next"), method="POST", body=b"x", redirects=3)

    assert 307 == found.status
    assert 1 == len(server.requests)


def test_user_info_becomes_basic_authentication():
    found, server = fetch(answer(), url="http://ana:p%40ss%3A@127.0.0.1:{port}/")

    assert "Basic YW5hOnBAc3M6" == server.requests[0][2]["authorization"]
    assert "ana" not in found.url


def test_credentials_stay_with_their_origin():
    async def run():
        async with serving(answer()) as other:
            away = f"http://127.0.0.1:{other.port}/"
            answers = {"/": answer("302 Found", Location="/again"), "/again": answer("302 Found", Location=away)}
            async with serving(answers) as server, outbound() as net:
                for url, headers in (
                    (f"http://127.0.0.1:{server.port}/", {"Authorization": "Bearer abc", "Cookie": "a=b", "X-A": "1"}),
                    (f"http://ana:pass@127.0.0.1:{server.port}/", {}),
                ):
                    await net.request("GET", url, headers=headers, redirects=3, allow_private=True)
            return server.requests, other.requests

    here, there = asyncio.run(run())

    assert ["Bearer abc"] * 2 + ["Basic YW5hOnBhc3M="] * 2 == [headers["authorization"] for _, _, headers, _ in here]
    assert [False, False] == [bool({"authorization", "cookie"} & headers.keys()) for _, _, headers, _ in there]
    assert "1" == there[0][2]["x-a"]


def test_cookies_are_not_kept():
    async def run():
        async with serving(answer(Set_Cookie="session=1; Path=/")) as server, outbound() as net:
            for _ in range(2):
                await net.request("GET", f"http://127.0.0.1:{server.port}/", allow_private=True)
            return server.requests

    assert [False, False] == ["cookie" in headers for _, _, headers, _ in asyncio.run(run())]


def test_a_proxy_of_the_environment_is_not_used(monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:1")

    assert b"direct" == fetch(answer(body=b"direct"))[0].body


def test_a_name_that_does_not_exist_is_reported():
    message, _ = fetch_error(answer(), url="http://nowhere.example:{port}/", options={"resolve": names()})

    assert "nowhere.example could not be found" == message


def test_a_closed_port_is_reported_without_the_secrets_of_the_address():
    message, _ = fetch_error(answer(), url="http://ana:hunter2@127.0.0.1:1/private?key=abc")

    assert message.startswith("127.0.0.1 could not be reached")
    assert not any(secret in message for secret in ("hunter2", "ana", "private", "abc"))


def test_the_system_resolver_is_asked_by_default():
    assert ["127.0.0.1"] == asyncio.run(resolve("127.0.0.1", 80))
    assert "127.0.0.1" in asyncio.run(resolve("localhost", 80))


@pytest.mark.parametrize("host", ["nowhere.invalid", "a" * 70 + ".invalid"])
def test_a_name_unknown_to_the_system_resolver_is_reported(host):
    message, _ = fetch_error(answer(), url=f"http://{host}:{{port}}/")

    assert f"{host} could not be found" == message


def test_an_abandoned_lookup_does_no_harm():
    async def run():
        lookup = asyncio.create_task(resolve("localhost", 80))
        await asyncio.sleep(0)
        lookup.cancel()
        with pytest.raises(asyncio.CancelledError):
            await lookup
        return await resolve("127.0.0.1", 80)

    assert ["127.0.0.1"] == asyncio.run(run())

"""No 5xx for any request: every route with real ids, every property of its body with hostile values."""

import asyncio
import re
from collections.abc import Iterator
from typing import Any

from appliance.app import Application
from tests.client import Client, Loop
from tests.photos.pictures import picture

NASTY: list[Any] = [
    None,
    True,
    0,
    -1,
    1.5,
    1e308,
    10**30,
    "",
    " ",
    "x" * 5000,
    "\u0000",
    "\ud7ff",
    "🦖" * 40,
    "../../etc/passwd",
    "'; DROP TABLE events; --",
    "2026-02-30",
    "2026-11-20",
    "9999-12-31T23:59:59Z",
    "0001-01-01T00:00:00.000Z",
    "FREQ=DAILY",
    "FREQ=SECONDLY",
    "http://127.0.0.1/",
    [],
    [None],
    [[]],
    ["x"] * 300,
    {},
    {"a": {"b": []}},
]
QUERIES = [
    "?date=x",
    "?date=2026-02-30",
    "?from=x&to=y",
    "?from=0001-01-01&to=9999-12-31",
    "?period=%00",
    "?archived=2",
    "?target=event:",
    "?memberId=%F0%9F%A6%96",
    "?date=2026-11-20&date=x",
    "?" + "a=b&" * 500,
]

AWAY = {"from": "2026-12-01", "until": "2026-12-05"}


def ids(owner: Client) -> dict[str, str]:
    """A real id for every path parameter, by the parameter's name."""
    shopping = owner.get("/api/lists").json()[2]["id"]
    items = owner.get(f"/api/lists/{shopping}").json()["items"]
    stepped = next(
        (each["id"], item)
        for each in owner.get("/api/lists").json()
        for item in owner.get(f"/api/lists/{each['id']}").json()["items"]
        if item["steps"]
    )
    member = owner.get("/api/members").json()[3]["id"]
    note = owner.get(f"/api/notes?target=list_item:{next(each['id'] for each in items if each['noteCount'])}").json()[0]
    feed = owner.post("/api/feeds", {"name": "Phone"}).json()
    photo = owner.request("POST", "/api/photos", content=picture(), headers={"Content-Type": "image/jpeg"}).json()
    return {
        "member_id": member,
        "feed_id": feed["feed"]["id"],
        "file_name": feed["path"].rpartition("/")[2],
        "calendar_id": owner.get("/api/calendars").json()[0]["id"],
        "category_id": owner.get("/api/categories").json()[0]["id"],
        "event_id": owner.get("/api/events?from=2026-11-20&to=2026-11-30").json()[0]["id"],
        "chore_id": owner.get("/api/chores").json()[0]["id"],
        "list_id": stepped[0],
        "item_id": stepped[1]["id"],
        "step_id": stepped[1]["steps"][0]["id"],
        "note_id": note["id"],
        "pack_id": "ocean",
        "photo_id": photo["id"],
        "album_id": owner.post("/api/albums", {"name": "Summer"}).json()["id"],
        "award_id": owner.post("/api/points/awards", {"memberId": member, "points": 3}).json()["awards"][0]["id"],
        "range_id": owner.post("/api/away", {"memberId": member, "from": "2026-12-01", "until": "2026-12-05"}).json()[
            "id"
        ],
        "deleted_id": _deleted(owner),
        "recipe_id": owner.post("/api/recipes", {"title": "Soup"}).json()["id"],
        "timer_id": owner.post("/api/timers", {"title": "Eggs", "seconds": 300}).json()["id"],
        "day": "2026-11-20",
        "meal_id": owner.post("/api/meals", {"date": "2026-11-20", "slot": "dinner", "title": "Soup"}).json()[0]["id"],
        "reward_id": owner.get("/api/rewards").json()[0]["id"],
        "redemption_id": owner.get("/api/rewards/redemptions").json()[0]["id"],
        "placement_id": owner.get(f"/api/stickers/scrapbook/{member}").json()[0]["id"],
        "key_id": "no-such-key",
        "account_id": "no-such-account",
        "kind": "google",
        "passkey_id": "no-such-passkey",
        "name": "no-such-backup",
        "code": "4006381333931",
        "orientation": "landscape",
        "subscription_id": "no-such-device",
        "notification_id": "no-such-entry",
        "authorization_id": "no-such-app",
        "webhook_id": owner.post("/api/webhooks", {"url": "https://example.com/", "events": []}).json()["id"],
    }


def _deleted(owner: Client) -> str:
    made = owner.post("/api/lists", {"name": "Old", "kind": "todo"}).json()["id"]
    assert owner.delete(f"/api/lists/{made}").status_code == 200
    return str(owner.get("/api/deleted").json()["deleted"][0]["id"])


def operations(owner: Client) -> Iterator[tuple[str, str, list[str]]]:
    """Method, path and the body's properties of every route, deletions last."""
    document = owner.get("/openapi.json").json()
    found = [
        (method.upper(), path, _properties(document, operation))
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    yield from sorted(found, key=lambda each: each[0] == "DELETE")


def test_no_value_brings_the_server_down(owner: Client) -> None:
    known = ids(owner)
    asked = 0
    for method, template, properties in operations(owner):
        path = re.sub(r"\{(\w+)\}", lambda name: known[name[1]], template)
        for body in [*NASTY, *({name: value} for name in properties for value in NASTY), *_whole(properties)]:
            answer = owner.request(method, path, json=body) if properties else owner.request(method, path)
            assert answer.status_code < 500 or answer.status_code == 502, (method, path, body, answer.text)
            if answer.status_code >= 400:
                assert isinstance(answer.json()["error"], str), (method, path, body)
            asked += 1
            if not properties:
                break
    assert asked > 3000


def test_no_query_brings_the_server_down(owner: Client) -> None:
    known = ids(owner)
    for method, template, _ in operations(owner):
        if method == "GET":
            path = re.sub(r"\{(\w+)\}", lambda name: known[name[1]], template)
            for query in QUERIES:
                answer = owner.get(path + query)
                assert answer.status_code < 500, (path, query, answer.text)


def test_unknown_ids_are_404_where_there_is_something_to_find(owner: Client) -> None:
    answers = {
        (method, template): owner.request(method, re.sub(r"\{\w+\}", "nobody", template)).status_code
        for method, template, properties in operations(owner)
        # contract §27.3: what is no provider is 400.
        if "{" in template and "{kind}" not in template and not properties
    }
    # contract §15.6: the tasks of an unknown event are none.
    answers.pop(("GET", "/api/events/{event_id}/items"))
    # Their date is missing or none, which is reported first.
    for path in ("complete", "swap", "skip", "let-go", "steps/{step_id}/complete"):
        assert 400 == answers.pop(("DELETE", f"/api/chores/{{chore_id}}/{path}"))
    assert 400 == answers.pop(("DELETE", "/api/recipes/{recipe_id}/cooked/{day}"))
    assert {} == {route: status for route, status in answers.items() if status != 404}


def test_a_crowd_loses_no_write(populated: Application, owner: Client, loop: Loop) -> None:
    """Sixteen clients add items at once; every acknowledged one is there."""
    shopping = owner.get("/api/lists").json()[2]["id"]

    async def crowd() -> None:
        import httpx

        transport = httpx.ASGITransport(populated.app)  # type: ignore[arg-type]
        key = owner._http.headers["authorization"]
        async with httpx.AsyncClient(
            transport=transport, base_url="http://wall.test", headers={"authorization": key}
        ) as http:
            answers = await asyncio.gather(
                *(http.post(f"/api/lists/{shopping}/items", json={"title": f"Item {n}"}) for n in range(160))
            )
            assert {201} == {answer.status_code for answer in answers}

    loop.run(crowd())
    titles = [item["title"] for item in owner.get(f"/api/lists/{shopping}").json()["items"]]
    assert {f"Item {n}" for n in range(160)} <= set(titles)
    assert len(titles) == len(set(titles))


def _properties(document: dict[str, Any], operation: dict[str, Any]) -> list[str]:
    content = operation.get("requestBody", {}).get("content", {})
    schemas = [each["schema"] for each in content.values()]
    found: list[str] = []
    while schemas:
        schema = schemas.pop()
        if "$ref" in schema:
            schemas.append(document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]])
        schemas += schema.get("oneOf", []) + schema.get("anyOf", [])
        found += schema.get("properties", {})
    return sorted(set(found))


def _whole(properties: list[str]) -> Iterator[dict[str, Any]]:
    """Bodies in which every property has the same wrong value: what is required is there, so later checks are met."""
    for value in NASTY:
        yield dict.fromkeys(properties, value)

"""What tests of hosted calendars share: a configured provider, given consent, and a synced family calendar."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import httpx

from appliance.app import Application
from tests.calendar.hosted.book import BERLIN
from tests.calendar.hosted.google import GoogleStandIn
from tests.calendar.hosted.microsoft import MicrosoftStandIn
from tests.client import PATIENCE_SECONDS, Client, Loop

Hosted = GoogleStandIn | MicrosoftStandIn
HOUR = timedelta(hours=1)


def at(day: str, hour: int = 18) -> datetime:
    """A time of a day in Berlin."""
    return datetime.fromisoformat(day).replace(hour=hour, tzinfo=BERLIN)


class Followed(NamedTuple):
    """A provider, the account connected to it, and the ids of its events here and there."""

    provider: Hosted
    account_id: str
    calendar_id: str
    choir: str
    dentist: str


def enter_app(client: Client, provider: Hosted) -> None:
    """Enter the app that is registered at the provider."""
    body = {"clientId": provider.CLIENT_ID, "clientSecret": provider.SECRET}
    answer = client.put(f"/api/providers/{provider.KIND}", body)
    assert 200 == answer.status_code, answer.text


def go(client: Client, kind: str, **query: str) -> httpx.Response:
    """Set out for a consent, as a browser that carries a navigation key."""
    key = client.post("/api/keys/navigation").json()["key"]
    return client.get(f"/api/oauth/{kind}/start", params={"key": key, **query}, headers={"Authorization": ""})


def consented(client: Client, provider: Hosted, **query: str) -> dict[str, str]:
    """Say yes at the provider; what it sends the browser back with."""
    sent = go(client, provider.KIND, **query)
    assert 302 == sent.status_code, sent.text
    page = httpx.get(sent.headers["location"], verify=False, timeout=PATIENCE_SECONDS)
    assert 200 == page.status_code, page.text
    yes = page.text.partition('href="')[2].partition('"')[0].replace("&amp;", "&")
    return {name: values[0] for name, values in parse_qs(urlsplit(yes).query).items()}


def connect(client: Client, anybody: Client, provider: Hosted) -> str:
    """Connect the account; its id."""
    back = anybody.get(f"/api/oauth/{provider.KIND}/callback", params=consented(client, provider))
    assert 302 == back.status_code, back.text
    return back.headers["location"].partition("account=")[2]


def follow(client: Client, anybody: Client, application: Application, loop: Loop, provider: Hosted) -> Followed:
    """The family's calendar with a weekly series of three and a single event, synced."""
    choir = provider.put("Choir", at("2026-11-24"), at("2026-11-24") + HOUR, "FREQ=WEEKLY;COUNT=3")
    dentist = provider.put("Dentist", at("2026-11-26", 10), at("2026-11-26", 10) + HOUR / 2)
    enter_app(client, provider)
    account_id = connect(client, anybody, provider)
    calendar_id = add(client, provider, account_id, "family")
    loop.run(application.syncer.sync(calendar_id))
    provider.take_requests()
    return Followed(provider, account_id, calendar_id, choir, dentist)


def add(client: Client, provider: Hosted, account_id: str, remote_id: str) -> str:
    """Follow a calendar of an account, without a sync; its id."""
    body = {"kind": provider.KIND, "name": "Family", "accountId": account_id, "remoteId": remote_id}
    answer = client.post("/api/calendars", body)
    assert 201 == answer.status_code, answer.text
    return str(answer.json()["id"])


def tick(application: Application, loop: Loop, followed: Followed) -> int:
    """Sync as a tick does."""
    return loop.run(application.syncer.sync(followed.calendar_id, whole=False))


def named(events: list[dict[str, Any]], title: str) -> list[dict[str, Any]]:
    """The events of a title."""
    return [each for each in events if each["title"] == title]

"""What an installed Mantel can do only when its package is complete: data files, native libraries, worker processes."""

import re
import time
from datetime import UTC, datetime

import httpx
import pytest

from appliance.demo.translation import Translation
from appliance.kernel.scheduling.clock import Clock
from tests.notifications.service import Browser, pushing
from tests.photos.pictures import bomb, from_a_phone, opened, picture

PIN = "2468"
PICTURES = {"image/jpeg": "JPEG", "image/png": "PNG", "image/webp": "WEBP", "image/heic": "HEIF"}
# What the server needs besides, so that a push may go to this machine.
SETTINGS = {"ALLOW_PRIVATE_PUSH_URLS": "1"}
# Also for a busy machine: a demo household in a slow start.
TIMEOUT_SECONDS = 120


def check(http: httpx.Client) -> None:
    """All of it. `http` has the admin key of a household that has neither photos nor a PIN."""
    check_pages(http)
    check_photos(http)
    check_pin(http)
    if Clock().is_right() is False:
        pytest.skip("this machine has just started and its clock is not set: the server holds push messages back")
    check_texts(http, "de", 5, "5 Punkte")
    check_texts(http, "pl", 3, "3 punkty")


def check_pages(http: httpx.Client) -> None:
    """The user interface, the API's description and its reader."""
    page = http.get("/").raise_for_status().text
    assert "<title>Mantel" in page
    assets = re.findall(r'(?:src|href)="(/[^"]+\.\w+)"', page)
    assert assets
    for path in (*assets, "/docs"):
        assert http.get(path).is_success, path
    assert "/api/chores" in http.get("/openapi.json").json()["paths"]
    # The time zones.
    assert http.patch("/api/settings", json={"timezone": "Australia/Lord_Howe"}).is_success


def check_photos(http: httpx.Client) -> None:
    """Each kind of picture goes through the worker and comes back as WebP; a picture bomb is rejected."""
    for content_type, kind in PICTURES.items():
        content = from_a_phone() if kind == "JPEG" else picture(kind)
        added = http.post("/api/photos", content=content, headers={"Content-Type": content_type})
        assert added.status_code == 201, f"{kind}: {added.text}"
        stored = http.get(f"/api/photos/{added.json()['id']}/image").raise_for_status()
        assert ("image/webp", "WEBP") == (stored.headers["content-type"], opened(stored.content).format)
        assert b"GPS" not in stored.content
        assert {} == dict(opened(stored.content).getexif())
    rejected = http.post("/api/photos", content=bomb(30_000, 30_000), headers={"Content-Type": "image/png"})
    assert rejected.status_code == 413, rejected.text
    assert "900 million pixels" in rejected.json()["error"]


def check_texts(http: httpx.Client, language: str, points: int, counted: str) -> None:
    """A push whose text has a plural of the language, encrypted for a device."""
    http.patch("/api/settings", json={"language": language, "timezone": "UTC"}).raise_for_status()
    member = http.post("/api/members", json={"name": f"Ana {language}", "color": "#c8553d"}).raise_for_status().json()
    chore = {"title": "Hoover", "memberId": member["id"], "points": points, "needsApproval": True}
    today = datetime.now(UTC).date().isoformat()
    made = http.post("/api/chores", json={**chore, "dueDate": today}).raise_for_status().json()
    with pushing() as service:
        service.now = time.time
        device = Browser(service)
        request = {"subscription": device.subscription, "deviceName": "Phone", "memberIds": [member["id"]]}
        subscribed = http.post("/api/push/subscriptions", json=request).raise_for_status().json()
        display = http.post("/api/keys", json={"name": f"Wall {language}", "scope": "display"}).raise_for_status()
        key = {"Authorization": f"Bearer {display.json()['key']}"}
        http.post(f"/api/chores/{made['id']}/complete", json={"date": today}, headers=key).raise_for_status()
        assert device.arrived.wait(TIMEOUT_SECONDS), "the push did not arrive"
        http.delete(f"/api/push/subscriptions/{subscribed['id']}").raise_for_status()
        assert [] == service.faults
    assert counted in device.seen[0]["body"], device.seen


def check_pin(http: httpx.Client) -> None:
    """A PIN is set and opens the lock of a screen."""
    http.put("/api/settings/pin", json={"pin": PIN}).raise_for_status()
    made = http.post("/api/keys", json={"name": "Wall", "scope": "display"}).raise_for_status().json()
    key = {"Authorization": f"Bearer {made['key']}"}
    assert http.post("/api/unlock", json={"pin": "1357"}, headers=key).status_code == 403
    assert http.post("/api/unlock", json={"pin": PIN}, headers=key).is_success


def check_demo(http: httpx.Client, language: str) -> None:
    """The household is the demo, in a language."""
    say = Translation(language).say
    assert say("The Lindens") == http.get("/api/settings").raise_for_status().json()["familyName"]
    assert {say("Mara"), say("Jonas")} < {each["name"] for each in http.get("/api/members").json()}
    assert language == http.get("/api/settings").json()["language"]

"""What a child ticks or redeems on the wall waits, a parent answers it from the push on a phone, and a goal fills."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.mantel_server import KEY, TIMEOUT_SECONDS, MantelServer, serving
from tests.journeys.push_worker import Worker
from tests.journeys.viewports import SCREENS, on_the_phone
from tests.morning import ZONE
from tests.waiting import until

pytestmark = [pytest.mark.journey, pytest.mark.service_worker, pytest.mark.whole_chromium]

# What the page stores for the service worker when notifications are turned on.
STORE_KEY = """async key => (await caches.open('mantel-push')).put('/push', new Response(JSON.stringify(
  { key, id: 'phone', endpoint: 'https://push.example/1' })))"""


@pytest.fixture
def mantel(tmp_path: Path) -> Iterator[MantelServer]:
    with serving(tmp_path / "data") as served:
        yield served


@on_the_phone
def test_ida_ticks_jonas_approves_from_the_push_and_she_redeems(
    page: Page, browser: Browser, mantel: MantelServer
) -> None:
    ida = mantel.call("POST", "/api/members", {"name": "Ida", "color": "#8E5BD6", "needsApproval": True})["id"]
    mantel.call("POST", "/api/members", {"name": "Theo", "color": "#3e8e5a"})
    today = mantel.call("GET", "/api/board")["date"]
    dishes = {"title": "Dishes", "emoji": "🍽️", "memberId": ida, "points": 20, "dueDate": today}
    mantel.call("POST", "/api/chores", dishes)
    film = mantel.call("POST", "/api/rewards", {"name": "Film night", "emoji": "🍿", "price": 20, "stock": 1})
    mantel.call("PUT", f"/api/members/{ida}/goal", {"rewardId": film["id"]})
    wall_key = mantel.call("POST", "/api/keys", {"name": "Wall", "scope": "display"})["key"]
    # The household has no time zone of its own yet: the wall uses its device's, which is the server's too.
    wall = browser.new_context(**SCREENS["wall-800"], timezone_id=ZONE.key, reduced_motion="reduce").new_page()
    wall.goto(f"{mantel.url}/#/enter?key={wall_key}&wall=1")
    wall.locator("html[data-wake]").wait_for(state="attached")
    wall.locator("nav").get_by_role("link", name="Chores").tap()
    worker = on_a_phone(page, mantel, "/chores")

    # Ida ticks on the wall, and it waits.
    expect(wall.get_by_role("link", name="20 more for Film night")).to_be_visible()
    wall.get_by_role("button", name=re.compile("Dishes")).tap()
    expect(wall.get_by_role("button", name=re.compile("Dishes.*Waiting for a yes"))).to_be_visible()
    expect(wall.get_by_role("link", name="20 more for Film night")).to_be_visible()
    expect(page.get_by_role("button", name="1 waiting")).to_be_visible()

    # Jonas approves from the push on his phone.
    [waiting] = mantel.call("GET", "/api/chores/pending")
    push = {"title": "Ida: Dishes", "body": "Waits for your yes", "url": "/chores?show=pending", "tag": "approval:ida"}
    worker.dispatch(json.dumps(push | {"approve": [waiting["id"]]}))
    worker.tap("Ida: Dishes", "approve")
    expect(wall.get_by_role("button", name=re.compile("Dishes"), pressed=True)).to_be_visible()
    expect(wall.get_by_text("Waiting for a yes")).to_have_count(0)
    expect(page.get_by_role("button", name="1 waiting")).to_have_count(0)
    assert 20 == mantel.call("GET", f"/api/members/{ida}/points")["balance"]

    # Her goal is full, and she redeems it on the wall.
    wall.get_by_role("link", name="Enough for Film night!").tap()
    expect(wall.get_by_role("button", name="Redeem", exact=True)).to_be_visible()
    assert_accessible(wall)
    wall.get_by_role("button", name="Redeem", exact=True).tap()
    dialog = wall.get_by_role("dialog", name="Film night?")
    expect(dialog.get_by_text("Ida then has 0 left.")).to_be_visible()
    assert_accessible(wall)
    dialog.get_by_role("button", name="Redeem for 20").tap()
    wall.get_by_role("dialog", name="Film night for Ida!").get_by_role("button", name="Great").tap()
    expect(wall.get_by_text("None left")).to_be_visible()
    assert 0 == mantel.call("GET", f"/api/members/{ida}/points")["balance"]
    assert [] == mantel.call("GET", "/api/goals")["members"]

    mantel.go(wall, f"/rewards/week?week={today}")
    expect(wall.get_by_text("1 chore done")).to_be_visible()
    assert_accessible(wall)
    wall.context.close()

    worker.dispatch(json.dumps(push | {"approve": [waiting["id"]]}))
    worker.tap("Ida: Dishes", "approve")
    answered = [["Ida: Dishes", "Somebody has answered already.", "/chores?show=pending"]]
    assert answered == worker.shown(answered)


@on_the_phone
def test_a_parent_sends_back_from_the_push_once_the_server_answers(page: Page, mantel: MantelServer) -> None:
    ida = mantel.call("POST", "/api/members", {"name": "Ida", "color": "#8E5BD6", "needsApproval": True})["id"]
    today = mantel.call("GET", "/api/board")["date"]
    dishes = mantel.call("POST", "/api/chores", {"title": "Dishes", "memberId": ida, "points": 5, "dueDate": today})
    of_wall(mantel, "POST", f"/api/chores/{dishes['id']}/complete", {"date": today})
    worker = on_a_phone(page, mantel, "/chores")
    [waiting] = mantel.call("GET", "/api/chores/pending")
    push = {"title": "Ida: Dishes", "body": "Waits for your yes", "url": "/chores?show=pending", "tag": "approval:ida"}
    worker.dispatch(json.dumps(push | {"approve": [waiting["id"]]}))

    page.context.set_offline(True)
    worker.tap("Ida: Dishes", "decline")
    away = [["Ida: Dishes", "Mantel could not be reached. Try again, or open Mantel.", "/chores?show=pending"]]
    assert away == worker.shown(away)
    assert [waiting] == mantel.call("GET", "/api/chores/pending")

    page.context.set_offline(False)
    worker.tap("Ida: Dishes", "decline")
    assert [] == worker.shown([])
    until(lambda: mantel.call("GET", "/api/chores/pending") == [], page=page)
    [chore] = mantel.call("GET", f"/api/chores/day?date={today}")
    assert not chore["completed"] and chore["rejection"]
    assert 0 == mantel.call("GET", f"/api/members/{ida}/points")["balance"]


@on_the_phone
@pytest.mark.parametrize(("button", "left"), [("approve", 0), ("decline", 20)])
def test_a_parent_answers_a_reward_from_the_push(page: Page, mantel: MantelServer, button: str, left: int) -> None:
    ida = mantel.call("POST", "/api/members", {"name": "Ida", "color": "#8E5BD6"})["id"]
    mantel.call("POST", "/api/points/awards", {"memberId": ida, "points": 20})
    pizza = mantel.call("POST", "/api/rewards", {"name": "Pizza", "price": 20, "needsApproval": True})["id"]
    made = of_wall(mantel, "POST", f"/api/rewards/{pizza}/redeem", {"memberId": ida})["redemption"]["id"]
    worker = on_a_phone(page, mantel, f"/rewards/{ida}")
    expect(page.get_by_role("heading", name="Waiting for a parent")).to_be_visible()
    page.get_by_role("button", name=re.compile("More")).tap()
    expect(page.get_by_role("link", name=re.compile("Rewards.*1"))).to_be_visible()
    push = {"title": "Ida: Pizza", "body": "Waits for your yes", "url": f"/rewards/{ida}", "tag": f"reward:{ida}"}

    worker.dispatch(json.dumps(push | {"rewards": [made], "words": {"decline": "No"}}))
    worker.tap("Ida: Pizza", button)
    assert [] == worker.shown([])
    until(lambda: mantel.call("GET", "/api/rewards/redemptions?state=waiting") == [], page=page)
    assert left == mantel.call("GET", f"/api/members/{ida}/points")["balance"]
    expect(page.get_by_role("heading", name="Waiting for a parent")).to_have_count(0)

    worker.dispatch(json.dumps(push | {"rewards": [made]}))
    worker.tap("Ida: Pizza", button)
    answered = [["Ida: Pizza", "Somebody has answered already.", f"/rewards/{ida}"]]
    assert answered == worker.shown(answered)


def on_a_phone(page: Page, mantel: MantelServer, path: str) -> Worker:
    """Sign a parent's phone in; its service worker has a key."""
    page.context.grant_permissions(["notifications"], origin=mantel.url)
    mantel.sign_in(page, path)
    worker = Worker(page, mantel.url)
    page.evaluate(STORE_KEY, KEY)
    return worker


def of_wall(mantel: MantelServer, method: str, path: str, body: dict[str, Any]) -> Any:
    """Call the API with a key that cannot approve."""
    key = mantel.call("POST", "/api/keys", {"name": "Wall", "scope": "display"})["key"]
    answer = httpx.request(
        method, mantel.url + path, json=body, headers={"Authorization": f"Bearer {key}"}, timeout=TIMEOUT_SECONDS
    )
    assert answer.is_success, answer.text
    return answer.json()

"""Categories over HTTP: permissions, answers and recorded changes."""

import pytest

from tests.calendar.fixtures import Changes
from tests.client import Client


@pytest.fixture
def sports(display: Client) -> str:
    answer = display.post("/api/categories", {"name": "Sports", "color": "#3FA34D", "keywords": ["game", "  ", "swim"]})
    assert 201 == answer.status_code, answer.text
    return str(answer.json()["id"])


def test_a_display_key_does_everything(display: Client, sports: str, recorded: Changes) -> None:
    school = display.post("/api/categories", {"name": "School", "color": "blue", "emoji": "🏫"}).json()
    assert {"emoji": "🏫", "keywords": [], "sort": 1.0} == {
        name: school[name] for name in ("emoji", "keywords", "sort")
    }

    renamed = display.patch(f"/api/categories/{sports}", {"name": "Sport", "emoji": "⚽"})
    assert (200, "Sport", "⚽", ["game", "swim"]) == (renamed.status_code, *_picked(renamed.json()))

    cleared = display.patch(f"/api/categories/{sports}", {"emoji": None, "keywords": []})
    assert ("Sport", None, []) == _picked(cleared.json())

    assert {"ok": True} == display.post("/api/categories/reorder", {"ids": [school["id"], "nobody", sports]}).json()
    assert ["School", "Sport"] == [each["name"] for each in display.get("/api/categories").json()]
    assert [0.0, 2.0] == [each["sort"] for each in display.get("/api/categories").json()]

    assert {"ok": True} == display.delete(f"/api/categories/{sports}").json()
    assert 404 == display.delete(f"/api/categories/{sports}").status_code
    ids = [data.get("id") for topic, data in recorded() if topic == "category.changed"]
    assert [school["id"], sports, sports, None, sports] == ids


def test_categories_with_the_same_sort_are_ordered_by_creation(display: Client) -> None:
    names = [f"Club {number}" for number in range(9)]
    for name in names:
        display.post("/api/categories", {"name": name, "color": "teal", "sort": 1})
    assert names == [each["name"] for each in display.get("/api/categories").json()]


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"name": "Sports"}, "color: is required"),
        ({"name": "", "color": "red"}, "name: must not be empty"),
        ({"name": "Sports", "color": "red", "emoji": "no"}, "emoji: must be a single emoji"),
        ({"name": "Sports", "color": "red", "emoji": "⚽⚽"}, "emoji: must be a single emoji"),
        ({"name": "Sports", "color": "red", "keywords": "game"}, "keywords: "),
        ({"name": "Sports", "color": "red", "keywords": ["game", 5]}, "keywords.1: "),
        ({"name": 5, "color": "red"}, "name: "),
    ],
)
def test_a_bad_request_names_the_field(display: Client, recorded: Changes, body: object, error: str) -> None:
    answer = display.post("/api/categories", body)

    assert (400, error) == (answer.status_code, answer.json()["error"][: len(error)])
    assert ([], []) == (display.get("/api/categories").json(), recorded())


def test_unknown_ids_are_404_and_bad_orders_400(display: Client) -> None:
    assert 404 == display.patch("/api/categories/nobody", {"name": "X"}).status_code
    assert 404 == display.delete("/api/categories/nobody").status_code
    assert 400 == display.post("/api/categories/reorder", {"ids": "nobody"}).status_code
    assert 400 == display.post("/api/categories/reorder", {}).status_code


def _picked(category: dict[str, object]) -> tuple[object, object, object]:
    return category["name"], category["emoji"], category["keywords"]


def test_too_many_categories_or_keywords_are_bad_requests(display: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("appliance.calendar.categories.rules.MAX_CATEGORIES", 3)
    words = [f"word{number}" for number in range(200)]
    made = [
        display.post("/api/categories", {"name": f"C{number}", "color": "red", "keywords": words}).status_code
        for number in range(4)
    ]
    full = display.get("/api/categories").json()[0]["id"]
    monkeypatch.setattr("appliance.calendar.categories.rules.MAX_KEYWORDS", 400)

    assert [201, 201, 201, 400] == made
    more = display.patch(f"/api/categories/{full}", {"keywords": [*words[:150]]})
    assert 200 == more.status_code
    more = display.patch(f"/api/categories/{full}", {"keywords": words})
    assert (400, "keywords: ") == (more.status_code, more.json()["error"][:10])

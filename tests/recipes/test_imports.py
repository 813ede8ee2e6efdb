"""Imports: real pages, files of other programs, pasted text, and what strangers may send."""

import gzip
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from PIL import Image

from appliance.recipes.imports import archives, service
from appliance.recipes.imports.drafts import minutes, timer, whole
from appliance.recipes.imports.models import Draft
from appliance.recipes.imports.text import from_text
from appliance.recipes.imports.worker import of_file, of_page
from appliance.settings import Settings
from tests.building import build
from tests.calendar.sync.web import Web, serving
from tests.client import Client
from tests.recipes.real_pages import expected, needs_pages

SOUP = {
    "@context": "https://schema.org",
    "@type": "Recipe",
    "name": "Leek &amp; potato soup",
    "recipeYield": ["4", "4 servings"],
    "prepTime": "PT10M",
    "cookTime": "PT1H5M",
    "recipeIngredient": ["2 leeks, sliced", "500 g potatoes"],
    "recipeInstructions": [
        {"@type": "HowToSection", "itemListElement": [{"@type": "HowToStep", "text": "<p>Simmer for 25 minutes.</p>"}]},
        "Serve.",
    ],
    "keywords": "soup, Winter",
    "image": [{"@type": "ImageObject", "url": "https://example.org/soup.jpg"}],
}
BEEF = {"name": "beef", "amount": 1, "unit": "kg"}
PAGE = f"<html><head><script type='application/ld+json'>{json.dumps(SOUP)}</script></head><body>Soup</body></html>"


def titles(content: bytes) -> list[str]:
    preview = of_file(content).preview
    return [each.title for each in preview.recipes] if preview else []


def one(content: bytes) -> Draft:
    preview = of_file(content).preview
    assert preview is not None
    [found] = preview.recipes
    return found


def zipped(**entries: bytes) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return target.getvalue()


@needs_pages
def test_real_pages_have_their_ingredients_and_steps() -> None:
    """40 pages, spread over the sites whose expected result has both."""
    pages = [
        (page, recipe)
        for page, recipe in expected()
        if isinstance(recipe, dict) and recipe.get("ingredients") and recipe.get("instructions_list")
    ]
    chosen = pages[:: len(pages) // 40][:40]
    assert 40 == len(chosen)
    wrong = []
    for page, recipe in chosen:
        url = recipe.get("canonical_url") or f"https://{recipe['host']}/"
        preview = of_page(page.read_bytes(), url if url.startswith("http") else f"https://{recipe['host']}/").preview
        found = preview.recipes[0] if preview else None
        if (
            found is None
            or len(found.ingredients) < min(200, len([each for each in recipe["ingredients"] if each.strip()]))
            or len(found.steps) < min(100, len([each for each in recipe["instructions_list"] if each.strip()]))
        ):
            wrong.append((page.name, found and (len(found.ingredients), len(found.steps))))
    assert [] == wrong


def test_json_ld() -> None:
    for content in (SOUP, [SOUP], {"@graph": [{"@type": "WebPage"}, SOUP]}):
        found = one(json.dumps(content).encode())
        assert ("Leek & potato soup", 4, 10, 65) == (
            found.title,
            found.portions,
            found.prep_minutes,
            found.cook_minutes,
        )
        assert [("leeks", 2), ("potatoes", 500)] == [(each.name, each.amount) for each in found.ingredients]
        assert [("Simmer for 25 minutes.", 1500), ("Serve.", None)] == [
            (step.text, step.timer_seconds) for step in found.steps
        ]
        assert (("soup", "Winter"), "https://example.org/soup.jpg") == (found.tags, found.image_url)


def test_our_own_json_ld_comes_back(client: Client) -> None:
    made = client.post("/api/recipes", {"title": "Soup", "ingredients": ["1-2 leeks (washed)", "salt"]}).json()
    found = one(client.get("/api/recipes/export").content)
    assert made["ingredients"] == json.loads(msgspec.json.encode(found.ingredients))


def test_paprika() -> None:
    recipe = {
        "name": "Pancakes",
        "ingredients": "2 eggs\n250 ml milk\n\n1 pinch of salt",
        "directions": "Mix.\n\nFry for 3 minutes.",
        "servings": "Serves 3",
        "prep_time": "10 min",
        "cook_time": "1 hour 20 min",
        "categories": ["Breakfast"],
        "source_url": "https://example.org/p",
        "photo_data": "A" * 1000,
    }
    found = one(zipped(**{"Pancakes.paprikarecipe": gzip.compress(json.dumps(recipe).encode()), "x.txt": b"x"}))
    assert ("Pancakes", 3, 10, 80, "https://example.org/p") == (
        found.title,
        found.portions,
        found.prep_minutes,
        found.cook_minutes,
        found.source_url,
    )
    assert (("eggs", "milk", "salt"), ("Breakfast",)) == (tuple(each.name for each in found.ingredients), found.tags)
    assert ["Mix.", "Fry for 3 minutes."] == [step.text for step in found.steps]


def test_mealie() -> None:
    recipe = {
        "name": "Curry",
        "recipeYield": "2 servings",
        "prepTime": "15 minutes",
        "performTime": "PT30M",
        "recipeIngredient": [
            {
                "quantity": 1.5,
                "unit": {"name": "cup"},
                "food": {"name": "rice"},
                "note": "washed",
                "disableAmount": False,
            },
            {"quantity": 0, "unit": None, "food": None, "note": "2 tbsp oil", "disableAmount": True},
        ],
        "recipeInstructions": [{"title": "", "text": "Cook."}],
        "tags": [{"name": "quick", "slug": "quick"}],
        "recipeCategory": [{"name": "Dinner"}],
        "orgURL": "https://example.org/c",
    }
    found = one(zipped(**{"recipes/curry/curry.json": json.dumps(recipe).encode()}))
    assert [("rice", 1.5, "cup", "washed"), ("oil", 2, "tbsp", None)] == [
        (each.name, each.amount, each.unit, each.note) for each in found.ingredients
    ]
    assert (2, 15, 30, ("quick", "Dinner")) == (found.portions, found.prep_minutes, found.cook_minutes, found.tags)


def test_tandoor() -> None:
    recipe = {
        "name": "Bread",
        "servings": 2,
        "working_time": 20,
        "waiting_time": 90,
        "keywords": [{"name": "baking"}],
        "steps": [
            {
                "instruction": "Knead.\nRest 60 min.",
                "ingredients": [
                    {"food": {"name": "flour"}, "unit": {"name": "g"}, "amount": 500.0, "note": "", "no_amount": False},
                    {"food": {"name": "salt"}, "unit": None, "amount": 0, "note": "fine", "no_amount": True},
                ],
            }
        ],
    }
    inner = zipped(**{"recipe.json": json.dumps(recipe).encode(), "image.jpg": b"\xff\xd8"})
    for content in (inner, zipped(**{"1.zip": inner})):
        found = one(content)
        assert [("flour", 500, "g", None), ("salt", None, None, "fine")] == [
            (each.name, each.amount, each.unit, each.note) for each in found.ingredients
        ]
        assert [("Knead.", None), ("Rest 60 min.", 3600)] == [(step.text, step.timer_seconds) for step in found.steps]


@pytest.mark.parametrize(
    "recipe",
    [
        {"title": "Stew", "servings": 6, "ingredients": ["1 kg beef"], "steps": ["Cook."], "tags": ["meat"]},
        {
            "name": "Stew",
            "portions": 6,
            "ingredients": [{"name": "beef", "amount": 1, "unit": "kg"}],
            "method": "Cook.",
        },
        {"title": "Stew", "portions": 6, "ingredients": "1 kg beef", "instructions": [{"text": "Cook."}]},
        {"title": "Stew", "portions": 6, "ingredients": [BEEF | {"amount": "1"}], "steps": []},
    ],
)
def test_a_household(recipe: dict[str, Any]) -> None:
    found = one(json.dumps({"version": 1, "members": [], "recipes": [recipe]}).encode())
    assert ("Stew", 6) == (found.title, found.portions)
    assert [("beef", 1, "kg")] == [(each.name, each.amount, each.unit) for each in found.ingredients]


def test_what_is_no_recipe_is_counted() -> None:
    preview = of_file(json.dumps([SOUP, {"title": "Nothing in it"}, 3]).encode()).preview
    assert preview is not None
    assert (1, 2) == (len(preview.recipes), preview.skipped)


@pytest.mark.parametrize(
    "content", [b"", b"{", b"PK\x03\x04", b"\x1f\x8b", b"[]", b"null", b"\xff\xfe", b"[" * 100_000]
)
def test_a_file_without_recipes(content: bytes) -> None:
    assert "no_recipe_found" == of_file(content).code


def test_an_archive_that_unpacks_to_gigabytes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    large = b" " * 20_000_000
    assert "file_unpacks_too_large" == of_file(zipped(**{"a.json": large})).code
    assert "file_unpacks_too_large" == of_file(gzip.compress(large)).code
    many = zipped(**{f"{number}.json": b"{}" for number in range(20)})
    monkeypatch.setattr(archives, "MAX_ENTRIES", 10)
    assert "file_unpacks_too_large" == of_file(many).code


def test_archives_in_archives_end() -> None:
    content = zipped(**{"soup.json": json.dumps(SOUP).encode()})
    for _ in range(5):
        content = zipped(**{"inner.zip": content})
    assert [] == titles(content)


@pytest.mark.parametrize(
    ("text", "ingredients", "steps"),
    [
        (
            "Soup\nServes 2\n\nIngredients\n2 leeks\nsalt\n\nMethod\n1. Chop.\n2) Cook.",
            ["leeks", "salt"],
            ["Chop.", "Cook."],
        ),
        ("Suppe\nFür 2 Personen\n2 Stangen Lauch\nSalz\nDen Lauch waschen.", ["Lauch", "Salz"], ["Den Lauch waschen."]),
        ("Soupe\nIngrédients :\n- 2 poireaux\nPréparation\nLaver les poireaux.", ["poireaux"], ["Laver les poireaux."]),
        ("Zupa\nSkładniki:\n2 pory\nPrzygotowanie:\nUmyj pory.", ["pory"], ["Umyj pory."]),
    ],
)
def test_pasted_text(text: str, ingredients: list[str], steps: list[str]) -> None:
    [found] = from_text(text)
    assert (ingredients, steps) == ([each.name for each in found.ingredients], [step.text for step in found.steps])


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("Bake for 45 minutes.", 2700),
        ("25-30 Min. backen", 1500),
        ("Cuire 1 h 30", 3600),
        ("Lessare per 1,5 ore", 5400),
        ("Gotować 10 minut", 600),
        ("Bak 12 tot 15 minuten", 720),
        ("Hornear 20 minutos", 1200),
        ("Bake at 180 degrees", None),
        ("Use 4 mint leaves", None),
        ("Wait 99 hours", None),
    ],
)
def test_a_timer_of_a_step(text: str, seconds: int | None) -> None:
    assert seconds == timer(text)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("PT1H5M", 65),
        ("P1DT1H", 1500),
        (45, 45),
        ("45", 45),
        ("1 hour 20 min", 80),
        ("", None),
        (None, None),
        ("PT0M", None),
    ],
)
def test_minutes(value: Any, expected: int | None) -> None:
    assert expected == minutes(value)


@pytest.mark.parametrize(("value", "expected"), [("4 servings", 4), (["6"], 6), (None, 4), ("0", 1), ("1000", 100)])
def test_portions(value: Any, expected: int) -> None:
    assert expected == whole(value)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """The page is on this machine."""
    return Settings(data_dir=tmp_path / "data", tz="Europe/Berlin", allow_private_feed_urls=True)


@pytest.fixture
def web() -> Iterator[Web]:
    """A site with one recipe."""
    with serving() as running:
        running.body = PAGE.encode()
        yield running


def test_a_page_is_fetched_and_read_in_a_process_of_its_own(display: Client, web: Web, settings: Settings) -> None:
    answer = display.post("/api/recipes/import/page", {"url": web.url})

    assert 200 == answer.status_code, answer.text
    [draft] = answer.json()["recipes"]
    assert ("Leek & potato soup", web.url) == (draft["title"], draft["sourceUrl"])
    assert [] == display.get("/api/recipes").json()
    saved = display.post("/api/recipes", {name: value for name, value in draft.items() if name != "imageUrl"})
    assert 201 == saved.status_code, saved.text
    assert [] == [path for path in settings.data_dir.iterdir() if path.name.startswith(".recipes")]


def test_what_a_power_cut_left_is_removed_at_start(settings: Settings) -> None:
    settings.data_dir.mkdir()
    left, other = settings.data_dir / ".recipes-x1", settings.data_dir / "recipes-of-grandma.txt"
    left.write_bytes(b"half a page")
    other.write_bytes(b"kept")
    application = build(settings)
    try:
        assert [False, True] == [left.exists(), other.exists()]
    finally:
        application.database.close()


def test_a_page_without_a_recipe(display: Client, web: Web) -> None:
    web.body = b"<html><body>Nothing</body></html>"
    answer = display.post("/api/recipes/import/page", {"url": web.url})
    assert (422, "no_recipe_found") == (answer.status_code, answer.json()["code"])
    web.status = 404
    answer = display.post("/api/recipes/import/page", {"url": web.url})
    assert (502, "source_refused") == (answer.status_code, answer.json()["code"])
    answer = display.post("/api/recipes/import/page", {"url": "file:///etc/passwd"})
    assert (400, "not_a_web_address") == (answer.status_code, answer.json()["code"])


def test_a_page_that_needs_too_much(display: Client, web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "TIMEOUT_SECONDS", 0.01)
    answer = display.post("/api/recipes/import/page", {"url": web.url})
    assert (422, "recipe_too_large") == (answer.status_code, answer.json()["code"])


def test_a_file_over_rest(display: Client) -> None:
    soups = [SOUP | {"name": f"Soup {number}"} for number in range(3)]
    content = zipped(**{f"{soup['name']}.json": json.dumps(soup).encode() for soup in soups})
    answer = display.request(
        "POST", "/api/recipes/import/file", content=content, headers={"Content-Type": "application/zip"}
    )
    assert 200 == answer.status_code, answer.text
    drafts = answer.json()["recipes"]
    assert ["Soup 0", "Soup 1", "Soup 2"] == [each["title"] for each in drafts]

    ids = [str(uuid4()) for _ in drafts]
    batch = {"recipes": [{**each, "id": known} for each, known in zip(drafts, ids, strict=True)]}
    for _ in range(2):
        assert {"ids": ids} == display.post("/api/recipes/batch", batch).json()
    assert 3 == len(display.get("/api/recipes").json())
    answer = display.request("POST", "/api/recipes/import/file", content=b"x", headers={"Content-Type": "text/plain"})
    assert 415 == answer.status_code


def test_text_over_rest(display: Client) -> None:
    answer = display.post("/api/recipes/import/text", {"text": "Soup\n2 leeks\nSimmer for ten minutes."})
    assert ["leeks"] == [each["name"] for each in answer.json()["recipes"][0]["ingredients"]]
    answer = display.post("/api/recipes/import/text", {"text": " \n "})
    assert (422, "no_recipe_found") == (answer.status_code, answer.json()["code"])


def test_the_picture_of_a_page(client: Client, web: Web) -> None:
    recipe = client.post("/api/recipes", {"title": "Soup"}).json()
    web.body = picture()
    answer = client.post(f"/api/recipes/{recipe['id']}/picture", {"url": web.url})
    assert 200 == answer.status_code, answer.text
    [photo] = client.get("/api/photos").json()["photos"]
    assert (photo["id"], True) == (answer.json()["photoId"], photo["hidden"])


def picture() -> bytes:
    target = io.BytesIO()
    Image.new("RGB", (40, 30), "green").save(target, "PNG")
    return target.getvalue()

"""Recipes of another program come with their pictures."""

import io
import json
import zipfile

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Page, expect

from tests.journeys.mantel_server import MantelServer
from tests.waiting import until

pytestmark = pytest.mark.journey
on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")


def picture(color: str) -> bytes:
    target = io.BytesIO()
    Image.new("RGB", (400, 300), color).save(target, "JPEG")
    return target.getvalue()


# An export of Mealie: a folder for each recipe. One picture is damaged, and one recipe has none.
PICTURES = {"Leek soup": picture("green"), "Pancakes": picture("gold"), "Stew": b"damaged", "Toast": None}


def mealie() -> FilePayload:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for title, content in PICTURES.items():
            recipe = {"name": title, "recipeIngredient": ["500 g leeks"], "recipeInstructions": [{"text": "Boil."}]}
            archive.writestr(f"recipes/{title}/{title}.json", json.dumps(recipe))
            if content:
                archive.writestr(f"recipes/{title}/images/original.webp", content)
    return FilePayload(name="mealie.zip", mimeType="application/zip", buffer=target.getvalue())


@on_wall_and_phone
def test_a_file_of_another_program_brings_recipes_and_their_pictures(
    mantel: MantelServer, page: Page, screen: str
) -> None:
    mantel.sign_in(page, "/recipes", wall=screen != "phone")
    page.get_by_role("button", name="Import a recipe").tap()
    sheet = page.get_by_role("dialog", name="Import")
    sheet.get_by_text("File", exact=True).tap()
    with page.expect_file_chooser() as chooser:
        sheet.get_by_role("button", name="Choose a file").tap()
    chooser.value.set_files(mealie())
    # A process of its own reads it.
    expect(sheet.get_by_text("4 recipes")).to_be_visible(timeout=60_000)
    for title in PICTURES:
        expect(sheet.get_by_text(title)).to_be_visible()
    sheet.get_by_role("button", name="Save").tap()
    expect(page.get_by_text("4 recipes saved")).to_be_visible()

    for title, number in (("Leek soup", 1), ("Pancakes", 1), ("Stew", 0), ("Toast", 0)):
        expect(page.get_by_role("link", name=title).locator("img")).to_have_count(number)
    with_picture = until(
        lambda: {each["title"] for each in mantel.call("GET", "/api/recipes") if each["photoId"]},
        lambda titles: len(titles) == 2,
        page=page,
    )
    assert {"Leek soup", "Pancakes"} == with_picture
    # Pictures of dishes are none of the slideshow.
    assert [True, True] == [photo["hidden"] for photo in mantel.call("GET", "/api/photos")["photos"]]

    page.get_by_role("link", name="Pancakes").tap()
    expect(page.locator("main img").first).to_be_visible()
    for recipe in mantel.call("GET", "/api/recipes"):
        mantel.call("DELETE", f"/api/recipes/{recipe['id']}")
    for photo in mantel.call("GET", "/api/photos")["photos"]:
        mantel.call("DELETE", f"/api/photos/{photo['id']}")

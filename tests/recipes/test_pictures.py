"""The pictures of recipes in the files of other programs."""

import gzip
import io
import json
import zipfile
from base64 import b64decode, b64encode

import pytest

from appliance.recipes.imports import archives, worker
from appliance.recipes.imports.worker import of_file
from tests.client import Client
from tests.recipes.test_imports import picture, zipped


def pictures(content: bytes) -> dict[str, bytes | None]:
    """By title, the picture that the import found."""
    preview = of_file(content).preview
    assert preview is not None
    return {each.title: b64decode(each.image_data) if each.image_data else None for each in preview.recipes}


def test_pictures_in_files() -> None:
    soup = {"name": "Soup", "recipeIngredient": ["2 leeks"], "recipeInstructions": []}
    stew, text = soup | {"name": "Stew"}, json.dumps(soup).encode()
    large, small = b"RIFF" * 100, picture()
    paprika = {"name": "Soup", "ingredients": "2 leeks", "directions": "Boil.", "photo_data": b64encode(small).decode()}
    files = {
        "paprika": zipped(**{"Soup.paprikarecipe": gzip.compress(json.dumps(paprika).encode())}),
        "mealie": zipped(
            **{"soup/soup.json": text, "soup/images/original.webp": small, "soup/images/tiny-original.webp": large}
        ),
        "tandoor": zipped(**{"1.zip": zipped(**{"recipe.json": text, "image.jpg": small})}),
    }
    for program, content in files.items():
        assert {"Soup": small} == pictures(content), program
    flat = {"soup.json": text, "stew.json": json.dumps(stew).encode(), "soup.jpg": small, "other.jpg": large}
    assert {"Soup": small, "Stew": None} == pictures(zipped(**flat))


def test_a_broken_picture_loses_only_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    text = json.dumps({"name": "Soup", "recipeIngredient": ["2 leeks"], "recipeInstructions": []}).encode()
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("recipe.json", text)
        archive.writestr("image.jpg", picture())
    content = bytearray(target.getvalue())
    content[content.index(b"IHDR")] ^= 1
    assert {"Soup": None} == pictures(bytes(content))

    whole = zipped(**{"recipe.json": text, "image.jpg": picture()})
    monkeypatch.setattr(worker, "MAX_PICTURES", 100)
    assert {"Soup": None} == pictures(whole)
    monkeypatch.setattr(archives, "MAX_PICTURE_BYTES", 100)
    assert {"Soup": None} == pictures(whole)


def test_a_picture_is_stored_with_its_recipe(client: Client) -> None:
    """As the page does it; the second picture is none."""
    files: dict[str, bytes] = {}
    for number, content in enumerate((picture(), b"GIF89a")):
        recipe = {"name": f"Soup {number}", "recipeIngredient": ["2 leeks"], "recipeInstructions": []}
        files |= {f"{number}/recipe.json": json.dumps(recipe).encode(), f"{number}/image.jpg": content}
    binary = {"Content-Type": "application/octet-stream"}
    drafts = client.request("POST", "/api/recipes/import/file", content=zipped(**files), headers=binary).json()
    statuses = []
    for draft in drafts["recipes"]:
        content = b64decode(draft["imageData"])
        answer = client.request("POST", "/api/photos", content=content, headers=binary)
        statuses.append(answer.status_code)
        made = client.post("/api/recipes", {"title": draft["title"], "photoId": answer.json().get("id")})
        assert 201 == made.status_code
    assert [201, 415] == statuses
    assert [True, False] == [bool(each["photoId"]) for each in client.get("/api/recipes").json()]

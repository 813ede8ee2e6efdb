"""What imports take goes back to the system: pages and files are read, and pictures decoded, by processes that end."""

import json
import random
import zipfile
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.calendar.sync.web import Web, serving
from tests.machine import ADMIN_KEY, Machine
from tests.recipes.test_imports import PAGE
from tests.waiting import until

pytestmark = pytest.mark.waits
MAX_BYTES = 10_000_000


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    """A server by itself, which may read from this machine."""
    running = Machine(tmp_path / "data", tmp_path / "log", ALLOW_PRIVATE_FEED_URLS="1")
    running.start()
    yield running
    running.kill()


@pytest.fixture
def web() -> Iterator[Web]:
    """A page of 5 MB with one recipe."""
    with serving() as running:
        running.body = PAGE.encode() + b"<p>" + b"words " * 800_000 + b"</p>"
        yield running


def resident(machine: Machine) -> int:
    """The memory of the server, in bytes."""
    assert machine.server
    status = Path(f"/proc/{machine.server.pid}/status").read_text("utf-8")
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) * 1024


def test_the_memory_of_the_server_after_imports(machine: Machine, web: Web) -> None:
    machine.request("GET", "/api/recipes")
    before = resident(machine)
    for _ in range(3):
        status, answer = machine.request("POST", "/api/recipes/import/page", {"url": web.url})
        assert 200 == status, answer
    # Free memory goes back to the system every 30 seconds.
    until(lambda: resident(machine) - before, lambda grown: grown <= MAX_BYTES)


@pytest.mark.slow
def test_the_memory_of_the_server_after_imports_with_pictures(machine: Machine, tmp_path: Path) -> None:
    """As the page does it: recipes of a file, each with its picture, which is then added as a photo."""
    machine.request("GET", "/api/recipes")
    before = resident(machine)
    for turn in range(3):
        status, preview = send_file(machine, "/api/recipes/import/file", exported(tmp_path / "mealie.zip", turn))
        assert (200, 8) == (status, len(preview["recipes"])), preview
        for recipe in preview["recipes"]:
            status, photo = send_file(machine, "/api/photos", b64decode(recipe.pop("imageData")))
            assert 201 == status, photo
            status, saved = machine.request("POST", "/api/recipes", recipe | {"photoId": photo["id"]})
            assert 201 == status, saved
    until(lambda: resident(machine) - before, lambda grown: grown <= MAX_BYTES)


def send_file(machine: Machine, path: str, content: bytes) -> tuple[int, Any]:
    headers = {"Authorization": f"Bearer {ADMIN_KEY}", "Content-Type": "application/octet-stream"}
    with machine.connect() as connection:
        connection.request("POST", path, content, headers)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())


def exported(file: Path, turn: int) -> bytes:
    """A file of eight recipes, each with a picture that compresses badly: 11 MB together."""
    with zipfile.ZipFile(file, "w") as archive:
        for number in range(8):
            recipe = {"name": f"Soup {turn} {number}", "recipeIngredient": ["2 leeks"], "recipeInstructions": ["Boil."]}
            noise = random.Random(turn * 8 + number).randbytes(700 * 500 * 3)
            with archive.open(f"{number}/images/original.jpg", "w") as picture:
                Image.frombytes("RGB", (700, 500), noise).resize((1400, 1000)).save(picture, "JPEG", quality=95)
            archive.writestr(f"{number}/soup.json", json.dumps(recipe))
    return file.read_bytes()

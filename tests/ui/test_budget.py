"""The size of the built UI, what a device stores of it, and that it calls no other host."""

import json
import os
import re
from pathlib import Path

import pytest

from tests.journeys.messages import TAGS
from tests.ui.bundle import (
    DIST,
    chunks,
    first_load,
    loaded_before,
    messages_weight,
    needed,
    screens,
    scripts,
    sheets,
    weight,
)

# Brotli: scripts, styles and messages before the first paint.
FIRST = 103_000
SCREEN = 20_000

if not DIST.exists() and os.environ.get("CI") != "true":
    pytest.skip("the touch interface is not built; `npm run build` in appliance/ui builds it", allow_module_level=True)


@pytest.mark.parametrize("screen", ["board/Board", "calendar/Calendar", "chores/Chores", "lists/Lists"])
def test_a_first_screen_is_light(screen: str) -> None:
    """In German, which has the longest words."""
    first = first_load() | needed(f"src/screens/{screen}.svelte")
    assert weight(scripts(first) | sheets(first), ".br") + messages_weight("de", "core") <= FIRST


def test_every_screen_is_a_small_step_further() -> None:
    assert screens()
    heavy = {}
    for screen in screens():
        more = needed(screen) - loaded_before(screen)
        if (bytes_more := weight(scripts(more) | sheets(more))) > SCREEN:
            heavy[screen] = bytes_more
    assert {} == heavy


def test_a_device_stores_every_script_and_one_language() -> None:
    """A page on plain http has its messages by itself; the service worker is given those of each language."""
    stored = json.loads((DIST / "shell.json").read_text("utf-8"))
    assert [] == [name for name in stored if name.endswith(".json")]
    assert set() == {chunk["file"] for chunk in chunks().values() if chunk.get("isDynamicEntry")} - set(
        map(bare, stored)
    )
    messages = json.loads(re.findall(r"\"messages\":(\{.*?\})", (DIST / "sw.js").read_text("utf-8"))[0])
    parts = {tag: [re.sub(r"-.{8}\.json$", "", name) for name in names] for tag, names in messages.items()}
    assert parts == {tag: [f"/assets/messages/{tag}-{part}" for part in ("core", "rest")] for tag in TAGS}


def bare(address: str) -> str:
    return address.removeprefix("/")


def test_icons_are_plain_markup() -> None:
    """Lucide's own component makes an icon of many parts each time one is shown; build/glyphs.ts leaves it out."""
    written = "".join(path.read_text() for path in DIST.rglob("*.js"))
    assert "absoluteStrokeWidth" not in written
    assert 'class="glyph"' in written


def test_pages_keep_to_the_strict_policy() -> None:
    """No script, style or handler inside a page: the content security policy would refuse it."""
    pages = [DIST / "index.html", DIST / "docs/index.html"]
    for page in pages:
        markup = page.read_text()
        assert [] == re.findall(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=", markup)
        assert all(link.startswith("/") for link in re.findall(r'(?:src|href)="([^"]*)"', markup))


def test_what_can_be_compressed_is() -> None:
    plain = [path for path in DIST.rglob("*") if path.suffix in {".js", ".css", ".html", ".json"} and path.is_file()]
    large = [path for path in plain if path.stat().st_size >= 512]
    assert large
    assert [] == [path.name for path in large if not all(Path(f"{path}{ending}").exists() for ending in (".br", ".gz"))]


def test_notices_of_shipped_packages_are_there() -> None:
    notices = (DIST / "licenses.md").read_text() + (DIST / "licenses-files.md").read_text()
    for package in ("svelte", "idb", "@lucide/svelte", "@fontsource-variable/figtree", "swagger-ui-dist", "zxing-wasm"):
        assert package in notices

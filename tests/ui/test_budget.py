"""The size of the built UI, and that it calls no other host."""

import json
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

DIST = Path(__file__).resolve().parents[2] / "appliance/ui/dist"
FIRST_JS = 45_000
FIRST_CSS = 8_000
SCREEN = 20_000

if not DIST.exists() and os.environ.get("CI") != "true":
    pytest.skip("the touch interface is not built; `npm run build` in appliance/ui builds it", allow_module_level=True)


@cache
def chunks() -> dict[str, dict[str, Any]]:
    """The bundler's own account of what it wrote, by source file."""
    manifest: dict[str, dict[str, Any]] = json.loads((DIST / ".vite/manifest.json").read_text())
    return manifest


def needed(name: str) -> set[str]:
    """A chunk and everything it imports before it can run."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        if (one := waiting.pop()) not in found:
            found.add(one)
            waiting.extend(chunks()[one].get("imports", []))
    return found


def scripts(names: set[str]) -> set[str]:
    return {chunks()[name]["file"] for name in names}


def sheets(names: set[str]) -> set[str]:
    return {sheet for name in names for sheet in chunks()[name].get("css", [])}


def weight(files: set[str]) -> int:
    """Bytes over the wire: gzip where the build found it worth while."""
    return sum(min(path.stat().st_size for path in (DIST / f, DIST / f"{f}.gz") if path.exists()) for f in files)


def loaded_before(screen: str, after: frozenset[str] = frozenset()) -> set[str]:
    """What is there when a screen is asked for: the first load, or all that the screens which ask for it need.

    A file that asks for it and is itself a part of screens is there with one of these. `after` are the screens that
    follow it, which cannot come before it too.
    """
    first = needed("index.html")
    after |= {screen}
    there = [
        first if name in first else needed(name) | loaded_before(name, after)
        for asking in chunks()
        if screen in chunks()[asking].get("dynamicImports", ())
        for name in ([asking] if is_entry(asking) else entries_with(asking))
        if name not in after
    ]
    return set.intersection(*there) if there else first


def is_entry(name: str) -> bool:
    return bool(chunks()[name].get("isEntry") or chunks()[name].get("isDynamicEntry"))


def entries_with(name: str) -> list[str]:
    return [entry for entry in chunks() if is_entry(entry) and name in needed(entry)]


def screens() -> list[str]:
    return sorted(name for name in chunks() if name.startswith("src/screens/") and chunks()[name].get("isDynamicEntry"))


def test_the_first_load_is_light() -> None:
    first = needed("index.html")
    assert weight(scripts(first)) <= FIRST_JS
    assert weight(sheets(first)) <= FIRST_CSS


def test_every_screen_is_a_small_step_further() -> None:
    assert screens()
    heavy = {}
    for screen in screens():
        more = needed(screen) - loaded_before(screen)
        if (bytes_more := weight(scripts(more) | sheets(more))) > SCREEN:
            heavy[screen] = bytes_more
    assert {} == heavy


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
    for package in ("svelte", "idb", "@lucide/svelte", "@fontsource-variable/figtree", "swagger-ui-dist"):
        assert package in notices

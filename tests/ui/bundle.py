"""The files of the built UI: what the first load and each screen need, and their size."""

import json
from functools import cache
from pathlib import Path
from typing import Any

DIST = Path(__file__).resolve().parents[2] / "appliance/ui/dist"


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


def weight(files: set[str], encoding: str = ".gz") -> int:
    """Bytes over the wire: compressed where the build found it worth while."""
    return sum(min(path.stat().st_size for path in (DIST / f, DIST / f"{f}{encoding}") if path.exists()) for f in files)


def first_load() -> set[str]:
    """What every first screen loads: the page, and what is shared by many."""
    return needed("index.html") | {name for name, chunk in chunks().items() if chunk.get("name") == "kit"}


def messages_weight(tag: str, part: str) -> int:
    """Bytes of a file of messages, after brotli."""
    return sum(path.stat().st_size for path in (DIST / "assets/messages").glob(f"{tag}-{part}-*.json.br"))


def loaded_before(screen: str, after: frozenset[str] = frozenset()) -> set[str]:
    """What is there when a screen is asked for: the first load, or all that the screens which ask for it need.

    A file that asks for it and is itself a part of screens is there with one of these. `after` are the screens that
    follow it, which cannot come before it too.
    """
    first = first_load()
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

"""Reads recipes of a page or of a file, in a process of its own with limits: parsers of HTML have the most defects.

The process ends afterwards, so that the memory of the libraries goes back to the system.
"""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET

from appliance.kernel.child_process import limit
from appliance.recipes.imports.archives import TooLarge, decoded
from appliance.recipes.imports.drafts import draft
from appliance.recipes.imports.formats import recipes
from appliance.recipes.imports.models import MAX_RECIPES, Draft, Preview, Result

# Address space, of which the libraries take about 250 MB.
MEMORY_BYTES = 900_000_000
CPU_SECONDS = 20
# Characters of base64 in one answer; recipes after that come without their picture.
MAX_PICTURES = 30_000_000


def main(kind: str, path: str, url: str) -> None:
    """Print the Result of a `page` that was fetched from `url`, or of a `file`."""
    limit(memory_bytes=MEMORY_BYTES, cpu_seconds=CPU_SECONDS, file_bytes=1_000_000)
    content = Path(path).read_bytes()
    sys.stdout.buffer.write(msgspec.json.encode(of_page(content, url) if kind == "page" else of_file(content)))


def of_page(content: bytes, url: str) -> Result:
    """The recipe of a page, by the rules for its site or by what it says for search engines."""
    from recipe_scrapers import scrape_html

    try:
        scraper = scrape_html(content.decode("utf-8", "replace"), url, supported_only=False)
    except Exception:  # of any kind: the library has hundreds of parsers
        return Result(code="no_recipe_found")
    minutes = {name: _asked(getattr(scraper, name)) for name in ("prep_time", "cook_time", "total_time")}
    found = draft(
        title=_asked(scraper.title),
        portions=_asked(scraper.yields),
        prep=minutes["prep_time"],
        cook=minutes["cook_time"] or (None if minutes["prep_time"] else minutes["total_time"]),
        ingredients=_asked(scraper.ingredients) or [],
        steps=_asked(scraper.instructions_list) or [],
        tags=_keywords(_asked(scraper.keywords)),
        source_url=url,
        image_url=_asked(scraper.image),
    )
    return Result(preview=Preview(recipes=[found])) if found else Result(code="no_recipe_found")


def of_file(content: bytes) -> Result:
    """The recipes of an export of another program."""
    found: list[Draft] = []
    skipped, left = 0, MAX_PICTURES
    try:
        for value, picture in decoded(content):
            for each in recipes(value) if value is not None else [None]:
                if each is None or len(found) >= MAX_RECIPES:
                    skipped += 1
                    continue
                each.image_data = each.image_data or picture or UNSET
                left -= len(each.image_data or "")
                if left < 0:
                    each.image_data = UNSET
                found.append(each)
    except (TooLarge, MemoryError):
        return Result(code="file_unpacks_too_large")
    return Result(preview=Preview(recipes=found, skipped=skipped)) if found else Result(code="no_recipe_found")


def _asked(question: Callable[[], Any]) -> Any:
    """What the library finds, or None: a page need not have everything."""
    try:
        return question()
    except Exception:  # as above
        return None


def _keywords(value: Any) -> Iterable[str]:
    return value if isinstance(value, list) else str(value or "").split(",")

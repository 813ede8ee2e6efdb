"""Recipe pages of the tests of recipe-scrapers: `tests/test_data` of its repository.

Neither its wheel nor its sdist has them, and they are not part of the project. `TEST_RECIPES` names the folder:

    git clone --depth 1 https://github.com/hhursev/recipe-scrapers
    TEST_RECIPES=recipe-scrapers/tests/test_data ./run test pytest tests/recipes
"""

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

PAGES = Path(os.environ.get("TEST_RECIPES") or Path(__file__).parents[2].parent / "shared" / "data" / "recipes")
needs_pages = pytest.mark.skipif(
    not PAGES.is_dir(), reason=f"tests/test_data of github.com/hhursev/recipe-scrapers is not at {PAGES}"
)


def expected() -> Iterator[tuple[Path, dict[str, Any]]]:
    """Each page and what is expected of it, in the order of their names."""
    for file in sorted(PAGES.glob("*/*.json")):
        page = file.with_suffix(".testhtml")
        if page.exists():
            yield page, json.loads(file.read_text("utf-8"))


@cache
def real_lines() -> dict[str, list[str]]:
    """The ingredient lines of all pages by language."""
    lines: dict[str, list[str]] = defaultdict(list)
    for _, recipe in expected():
        if isinstance(recipe, dict):
            lines[str(recipe.get("language"))[:2]] += recipe.get("ingredients") or []
    return lines

"""A draft of loosely typed values, as pages and files of other programs have them. What does not fit is left out."""

import html
import re
from collections.abc import Iterable
from typing import Any

from msgspec import UNSET

from appliance.recipes import rules as recipe_rules
from appliance.recipes.imports.models import Draft
from appliance.recipes.ingredients.rules import parsed
from appliance.recipes.models import Ingredient, RecipeStep

MAX_INGREDIENTS, MAX_STEPS, MAX_TAGS = 200, 100, 30
LONGEST_LINE, LONGEST_STEP, LONGEST_TITLE = 700, 4000, 200
# (ISO 8601)
DURATION = re.compile(r"P(?:(\d{1,3})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:[\d.]+S)?)?", re.I)
HOURS = r"(?:hours?|hrs?|h|stunden?|std|heures?|horas?|ore|ora|uur|uren|godzin[ya]?|godz)"
MINUTES = r"(?:minutes?|mins?|minuten?|minuti|minuto|minutos|minut[ya]?|min)"
TIME = re.compile(
    r"(?<![\d.,/])(\d{1,3}(?:[.,]5)?)(?:\s*(?:[-–]|to|bis|à|a|tot|do)\s*\d{1,3})?"
    rf"[\s-]*(?:({HOURS})|({MINUTES}))(?!\w)",
    re.I,
)
TAG = re.compile(r"<[^<>]{0,300}>")


def draft(
    *,
    title: Any,
    portions: Any = None,
    prep: Any = None,
    cook: Any = None,
    ingredients: Iterable[Any] = (),
    steps: Iterable[Any] = (),
    tags: Iterable[Any] = (),
    source_url: Any = None,
    image_url: Any = None,
    image_data: Any = None,
) -> Draft | None:
    """The draft; None without a title or with neither ingredients nor steps.

    Ingredients are lines or Ingredients, steps are texts, `prep` and `cook` minutes, texts or ISO 8601 durations.
    """
    name = plain(title)[:LONGEST_TITLE]
    read = [each if isinstance(each, Ingredient) else parsed(plain(each)[:LONGEST_LINE]) for each in ingredients]
    known = tuple(each for each in read if each)[:MAX_INGREDIENTS]
    texts = [text[:LONGEST_STEP] for each in steps if (text := plain(each))]
    if not name or not (known or texts):
        return None
    return Draft(
        title=name,
        portions=whole(portions),
        prep_minutes=minutes(prep),
        cook_minutes=minutes(cook),
        ingredients=known,
        steps=tuple(RecipeStep(text=text, timer_seconds=timer(text)) for text in texts[:MAX_STEPS]),
        tags=recipe_rules.tags(tag for each in tags if (tag := plain(each)) and len(tag) <= 50)[:MAX_TAGS],
        source_url=address(source_url),
        image_url=address(image_url) or UNSET,
        image_data=image_data if isinstance(image_data, str) and image_data else UNSET,
    )


def plain(value: Any) -> str:
    """A value as text without HTML, in one line; empty for anything but a text or a number."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = f"{value:g}"
    if not isinstance(value, str):
        return ""
    return " ".join(html.unescape(TAG.sub(" ", value)).replace("\0", "").split())


def lines(value: Any) -> list[str]:
    """The lines of a text, or the entries of a list."""
    if isinstance(value, str):
        return [line for line in re.split(r"\r?\n|<br\s*/?>|</p>|</li>", value) if line.strip()]
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def whole(value: Any) -> int:
    """The first number of portions in a value, 4 without one."""
    if isinstance(value, list):
        value = next(iter(value), None)
    found = re.search(r"\d{1,4}", plain(value))
    return min(100, max(1, int(found[0]))) if found else 4


def minutes(value: Any) -> int | None:
    """Minutes of a number, of an ISO 8601 duration, or of a text like `1 hour 20 min`; None for nothing or none."""
    text = plain(value)
    if re.fullmatch(r"\d{1,4}(?:\.0)?", text):
        total = int(float(text))
    elif text and (found := DURATION.fullmatch(text)):
        days, hours, rest = (int(part or 0) for part in found.groups())
        total = days * 1440 + hours * 60 + rest
    else:
        total = sum(_seconds(found) for found in TIME.finditer(text)) // 60
    return total if 0 < total <= 10_080 else None


def timer(text: str) -> int | None:
    """The first duration that a step names, in seconds: the shorter end of a range, so that nothing burns."""
    found = TIME.search(text)
    seconds = _seconds(found) if found else 0
    return seconds if 0 < seconds <= 86_400 else None


def address(value: Any) -> str | None:
    """A web address, or None."""
    text = value if isinstance(value, str) and len(value) <= 2000 else ""
    return text if re.fullmatch(r"https?://[^\s<>\"']+", text) else None


def _seconds(found: "re.Match[str]") -> int:
    return int(float(found[1].replace(",", ".")) * (3600 if found[2] else 60))

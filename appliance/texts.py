"""What the server says to people, in the household's language.

Each language is a file, `<tag>.json`, with the same keys as `en.json`. A text is a string, or forms by the plural
categories of CLDR for `{count}`. A text that a language lacks is in English.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

if TYPE_CHECKING:
    from babel import Locale

ENGLISH = "en"
FOLDER = Path(__file__).with_name("words")
PLACEHOLDER = re.compile(r"\{(\w+)\}")
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

Text = str | dict[str, str]
ClockStyle = Literal["auto", "12", "24"]


class Texts:
    """The texts of one language, and dates and times as it writes them.

    `language` is a tag such as de or pt-BR, or auto. A language without a file is English.
    """

    def __init__(self, language: str, clock: ClockStyle = "auto"):
        self.tag = best_tag(language)
        self.language = language if self.tag != ENGLISH else ENGLISH
        self._clock = clock
        self._english = _file(ENGLISH)
        self._own = self._english if self.tag == ENGLISH else _file(self.tag)

    def say(self, key: str, **values: str | int) -> str:
        """The text of a dotted key; `count` selects its plural form, and values replace `{name}`. Raises KeyError."""
        text, is_own = self._own.get(key), True
        if text is None:
            text, is_own = self._english[key], False
        if not isinstance(text, str):
            category = self._plural(values["count"]) if is_own else english_plural(values["count"])
            text = text.get(category) or text["other"]
        return PLACEHOLDER.sub(lambda match: str(values.get(match[1], match[0])), text)

    def time(self, at: datetime) -> str:
        """A time of day by the household's clock style; `auto` is twelve hours in English, else what is usual."""
        twelve = self._clock == "12" or (self._clock == "auto" and self.tag == ENGLISH)
        if self.tag == ENGLISH:
            return f"{at.hour % 12 or 12}:{at:%M} {'AM' if at.hour < 12 else 'PM'}" if twelve else f"{at:%H:%M}"
        from babel.dates import format_skeleton, format_time

        if self._clock == "auto":
            return format_time(at.time(), "short", locale=self._locale)
        return format_skeleton("hm" if twelve else "Hm", at.time(), locale=self._locale)

    def weekday(self, day: date) -> str:
        """The short name of a weekday."""
        if self.tag == ENGLISH:
            return WEEKDAYS[day.weekday()]
        from babel.dates import format_date

        return format_date(day, "ccc", locale=self._locale)

    def day(self, day: date) -> str:
        """A day with its weekday, without the year: "Fri 4 Dec"."""
        if self.tag == ENGLISH:
            return f"{WEEKDAYS[day.weekday()]} {day.day} {MONTHS[day.month - 1]}"
        from babel.dates import format_skeleton

        return format_skeleton("MMMEd", day, locale=self._locale)

    def _plural(self, count: str | int) -> str:
        return english_plural(count) if self.tag == ENGLISH else str(self._locale.plural_form(int(count)))

    @cached_property
    def _locale(self) -> "Locale":
        """What Babel knows of the language. Imported on first use: it takes eight megabytes; English needs none."""
        from babel import Locale, UnknownLocaleError

        try:
            return Locale.parse(self.language, sep="-")
        except (UnknownLocaleError, ValueError):
            return Locale.parse(self.tag, sep="-")


@lru_cache(maxsize=4)
def texts_in(language: str, clock: ClockStyle = "auto") -> Texts:
    """The texts of a language, see `Texts`."""
    return Texts(language, clock)


def best_tag(language: str) -> str:
    """The tag of the file for a language: its own, that of the language without region, or English."""
    named = (tag for tag in (language, language.partition("-")[0]) if tag in tags())
    return next(named, ENGLISH)


def tags() -> frozenset[str]:
    """The tags of all files."""
    return frozenset(path.stem for path in FOLDER.glob("*.json"))


def english_plural(count: str | int) -> str:
    """The plural category of a whole number in English."""
    return "one" if count == 1 else "other"


def _file(tag: str) -> Mapping[str, Text]:
    return dict(flattened(msgspec.json.decode((FOLDER / f"{tag}.json").read_bytes())))


def flattened(tree: dict[str, object], prefix: str = "") -> Iterator[tuple[str, Text]]:
    """The texts of a file by dotted key; forms by count are one text."""
    for name, value in tree.items():
        if isinstance(value, str):
            yield prefix + name, value
        elif isinstance(value, dict):
            if "other" in value:
                yield prefix + name, value
            else:
                yield from flattened(value, f"{prefix}{name}.")

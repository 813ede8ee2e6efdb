"""The texts of the demo household in another language: names, events, chores, lists and rewards.

Each language is a file, `words/<tag>.json`, from the English text to its own. The code has the English texts and finds
people, chores and events by them.
"""

from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)
FOLDER = Path(__file__).parent / "words"
# Of the requests that fill the household; all other texts are ids, rules, colours and emojis.
TEXT_FIELDS = {
    "name",
    "family_name",
    "title",
    "steps",
    "body",
    "note",
    "location",
    "description",
    "quantity",
    "store",
    "category",
}


class Translation:
    """The texts of the demo household in a language, such as de. English where there is no file."""

    def __init__(self, language: str = "en"):
        self.tag = next((tag for tag in (language, language.partition("-")[0]) if self._file(tag).exists()), "en")

    def say(self, text: str) -> str:
        """An English text in the language."""
        return self._texts.get(text, text)

    def english(self, text: str) -> str:
        """The English text that `text` is the translation of."""
        return self._english.get(text, text)

    def of(self, request: T) -> T:
        """A request with its texts in the language."""
        changes: dict[str, Any] = {}
        for name in TEXT_FIELDS.intersection(request.__struct_fields__):
            value = getattr(request, name)
            if isinstance(value, str) and value:
                changes[name] = self.say(value)
            elif isinstance(value, list):
                changes[name] = [self.say(part) if isinstance(part, str) else self.of(part) for part in value]
        keywords = getattr(request, "keywords", None)
        if isinstance(keywords, list):
            changes["keywords"] = self.say(", ".join(keywords)).split(", ")
        return msgspec.structs.replace(request, **changes)

    @cached_property
    def _texts(self) -> dict[str, str]:
        return msgspec.json.decode(self._file(self.tag).read_bytes(), type=dict[str, str])

    @cached_property
    def _english(self) -> dict[str, str]:
        return {text: english for english, text in self._texts.items()}

    @staticmethod
    def _file(tag: str) -> Path:
        return FOLDER / f"{tag}.json"

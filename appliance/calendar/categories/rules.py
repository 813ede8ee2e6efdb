"""Decisions about categories: their emoji and keywords, and the category of a title."""

import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache

from appliance.calendar.categories.models import Category
from appliance.kernel.errors import BadRequest
from appliance.kernel.text.emoji import is_emoji

# What finding the category of a title costs grows with the lengths that keywords have, not with their number.
MAX_CATEGORIES = 200
MAX_KEYWORDS = 1_000
MAX_LENGTHS = 40
# A title has a few words. No more of it is looked at, and no more places in it are compared with keywords.
LONGEST_TITLE = 250
MAX_STARTS = 40
MAX_COMPARED = 200

# Letters that a regular expression takes for equal though Unicode folds them to none or to several others.
EQUAL_LETTERS = {"İ": "i", "ı": "i", "\u1fd3": "\u0390", "\u1fe3": "\u03b0", "\ufb05": "\ufb06"}


def check_emoji(emoji: str | None) -> None:
    """Raises BadRequest unless it is one emoji or None. (contract §1.3)"""
    if emoji is not None and not is_emoji(emoji):
        raise BadRequest("must be a single emoji", at="emoji", code="not_an_emoji")


def kept_keywords(keywords: Iterable[str]) -> tuple[str, ...]:
    """Keywords without the blank ones. (contract §10)"""
    return tuple(keyword for keyword in keywords if keyword.strip())


def check_cost(keywords: tuple[str, ...], was: tuple[str, ...], others: Iterable[Category]) -> None:
    """Raises BadRequest when a category's keywords are more than all categories together may have.

    `was` are its keywords before. Fewer than before are always allowed.
    """
    other_keywords = [keyword for other in others for keyword in other.keywords]
    if len(keywords) > len(was) and len(keywords) + len(other_keywords) > MAX_KEYWORDS:
        raise BadRequest(
            f"makes more than {MAX_KEYWORDS:,} keywords of all categories",
            at="keywords",
            code="too_many",
            limit=MAX_KEYWORDS,
        )
    lengths = {len(keyword) for keyword in other_keywords}
    new = {len(keyword) for keyword in keywords} - {len(keyword) for keyword in was}
    if new and len(lengths | {len(keyword) for keyword in keywords}) > MAX_LENGTHS:
        raise BadRequest(
            f"makes keywords of more than {MAX_LENGTHS} different lengths",
            at="keywords",
            code="too_many",
            limit=MAX_LENGTHS,
        )


def check_count(count: int) -> None:
    """Raises BadRequest when there is no room for one more category."""
    if count >= MAX_CATEGORIES:
        raise BadRequest(
            f"is one more than the {MAX_CATEGORIES} categories a household may have",
            at="name",
            code="limit_reached",
            limit=MAX_CATEGORIES,
        )


def keyword_matcher(categories: Iterable[Category]) -> Callable[[str], str | None]:
    """A function from a title to the id of the first category, in the order given, that has a keyword in it.

    A keyword matches whole, in any case, with no letter or digit of any script on either side. (contract §10) Only the
    first words of a title are looked at. Answers are cached until keywords or order change.
    """
    return _keyword_matcher(tuple((category.id, category.keywords) for category in categories if category.keywords))


@lru_cache(maxsize=8)
def _keyword_matcher(keywords_by_id: tuple[tuple[str, tuple[str, ...]], ...]) -> Callable[[str], str | None]:
    owners: dict[str, tuple[int, str]] = {}
    for position, (category_id, keywords) in enumerate(keywords_by_id):
        for keyword in keywords:
            if folded := _folded(keyword.strip()):
                owners.setdefault(folded, (position, category_id))
    lengths: dict[str, list[int]] = {}
    for keyword in sorted(owners, key=len):
        # Lengths of the keywords by their first two letters, for most words begin as no keyword does.
        of_beginning = lengths.setdefault(keyword[:2], [])
        if len(keyword) not in of_beginning:
            of_beginning.append(len(keyword))
    first_letters = {keyword[0] for keyword in owners}

    @lru_cache(maxsize=4096)
    def category_of_title(title: str) -> str | None:
        text = _folded(title[: LONGEST_TITLE + 1])
        found: list[tuple[int, str]] = []
        starts = [
            index
            for index, letter in enumerate(text)
            if letter in first_letters and not (index and text[index - 1].isalnum())
        ]
        last, compared = min(len(text), LONGEST_TITLE), 0
        for start in starts[:MAX_STARTS]:
            for length in (*lengths.get(text[start], ()), *lengths.get(text[start : start + 2], ())):
                end = start + length
                compared += 1
                if end > last or compared > MAX_COMPARED:
                    break
                if (owner := owners.get(text[start:end])) and not text[end : end + 1].isalnum():
                    found.append(owner)
        return min(found)[1] if found else None

    return category_of_title


def _folded(text: str) -> str:
    """The text without the difference of capitals, one character for each."""
    if text.isascii():
        return text.lower()
    return "".join(map(_folded_letter, unicodedata.normalize("NFC", text)))


def _folded_letter(letter: str) -> str:
    for folded in (letter.casefold(), letter.lower()):
        if len(folded) == 1:
            return EQUAL_LETTERS.get(folded, folded)
    return EQUAL_LETTERS.get(letter, letter)

"""What a category may look like, and which titles it claims."""

from collections.abc import Callable, Iterable
from functools import lru_cache

from appliance.calendar.categories.models import Category
from appliance.kernel.errors import BadRequest
from appliance.kernel.text.emoji import is_emoji
from appliance.kernel.text.matching import has_word


def check_emoji(emoji: str | None) -> None:
    """Raises Invalid unless it is one emoji or nothing. (contract §1.3)"""
    if emoji is not None and not is_emoji(emoji):
        raise BadRequest("must be a single emoji", at="emoji")


def kept_keywords(keywords: Iterable[str]) -> tuple[str, ...]:
    """Keywords without the blank ones. (contract §10)"""
    return tuple(keyword for keyword in keywords if keyword.strip())


def claimer(categories: Iterable[Category]) -> Callable[[str], str | None]:
    """Tells the id of the first category, in the order given, that has a keyword in a title. (spec: Category 3)

    Titles that were asked for are remembered until keywords or order change.
    """
    return _claimer(tuple((each.id, each.keywords) for each in categories if each.keywords))


@lru_cache(maxsize=8)
def _claimer(claims: tuple[tuple[str, tuple[str, ...]], ...]) -> Callable[[str], str | None]:
    return lru_cache(maxsize=4096)(
        lambda title: next((id for id, keywords in claims if any(has_word(title, each) for each in keywords)), None)
    )

"""What a search finds."""

from typing import Annotated

import msgspec
from msgspec import Meta

from appliance.calendar.search.models import FoundEvent
from appliance.chores.models import FoundChore
from appliance.kernel.schema import ApiModel
from appliance.lists.models import FoundItem
from appliance.meals.models import FoundMeal
from appliance.notes.models import FoundNote
from appliance.recipes.models import FoundRecipe
from appliance.rewards.catalogue.models import FoundReward

Limit = Annotated[int, Meta(ge=1, le=50, description="The most results of each kind")]


class Query(msgspec.Struct, frozen=True, kw_only=True):
    """What is searched for: words with which a word must begin, or parts that a title must contain."""

    words: list[str]
    parts: list[str]


class More(ApiModel, kw_only=True):
    """How many results of each kind were left out, at least: the server stops counting after some tens."""

    events: int = 0
    items: int = 0
    chores: int = 0
    notes: int = 0
    rewards: int = 0
    recipes: int = 0
    meals: int = 0


class SearchResults(ApiModel, kw_only=True):
    """The best results of each kind."""

    events: list[FoundEvent]
    items: list[FoundItem]
    chores: list[FoundChore]
    notes: list[FoundNote]
    rewards: list[FoundReward]
    recipes: list[FoundRecipe]
    meals: list[FoundMeal]
    more: More


def nothing() -> SearchResults:
    """No results."""
    return SearchResults(events=[], items=[], chores=[], notes=[], rewards=[], recipes=[], meals=[], more=More())

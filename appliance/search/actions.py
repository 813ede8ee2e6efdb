"""Search in events, list items, chores, notes, rewards, recipes and planned meals."""

from datetime import date

from appliance.calendar.search import actions as calendar_search
from appliance.chores import queries as chore_queries
from appliance.chores.models import FoundChore
from appliance.kernel.database.full_text import match
from appliance.kernel.database.transactions import Reader, consistent_read
from appliance.kernel.recurrence import cost
from appliance.kernel.schema import made
from appliance.kernel.text.excerpts import excerpt, shortened
from appliance.kernel.time_budget import checkpoint
from appliance.lists import queries as list_queries
from appliance.lists.models import FoundItem
from appliance.meals import queries as meal_queries
from appliance.meals.models import FoundMeal
from appliance.notes import queries as note_queries
from appliance.notes.models import FoundNote
from appliance.recipes import queries as recipe_queries
from appliance.recipes.models import FoundRecipe
from appliance.rewards.catalogue import queries as catalogue_queries
from appliance.rewards.catalogue.models import FoundReward
from appliance.search import rules
from appliance.search.models import More, Query, SearchResults, nothing

# Items, chores and notes that are ranked; each kind has a few that match.
MAX_RANKED = 20


@consistent_read
@cost.limited()
def search(db: Reader, text: str, limit: int) -> SearchResults:
    """The best `limit` results of each kind for what somebody typed. Raises BadRequest when it is too long.

    Every word must begin a word of the result. Whatever is typed is taken literally.
    """
    text = rules.trimmed(text)
    query = rules.query(text, db.words(text))
    if not query.words and not query.parts:
        return nothing()
    found_events, more_events = calendar_search.find(db, query.words, query.parts, limit)
    checkpoint()
    found_items, more_items = _items(db, query, limit)
    found_chores, more_chores = _chores(db, query, limit)
    found_notes, more_notes = _notes(db, query, limit)
    found_rewards, more_rewards = _rewards(db, query, limit)
    found_recipes, more_recipes = _recipes(db, query, limit)
    found_meals, more_meals = _meals(db, query, limit)
    return SearchResults(
        events=found_events,
        items=found_items,
        chores=found_chores,
        notes=found_notes,
        rewards=found_rewards,
        recipes=found_recipes,
        meals=found_meals,
        more=More(
            events=more_events,
            items=more_items,
            chores=more_chores,
            notes=more_notes,
            rewards=more_rewards,
            recipes=more_recipes,
            meals=more_meals,
        ),
    )


def _items(db: Reader, query: Query, limit: int) -> tuple[list[FoundItem], int]:
    """Those whose title matches before those whose notes do, open ones first, the newest first."""
    of_title = list_queries.containing(db, query.parts, max(MAX_RANKED, limit + 1)) if query.parts else []
    matching = list_queries.matching(db, match(query.words), max(MAX_RANKED, limit + 1)) if query.words else []
    # Without notes it is the title that matches.
    if any(item.excerpt for item in matching):
        of_title += list_queries.matching(db, match(query.words, "title"), max(MAX_RANKED, limit + 1))
    of_title += [item for item in matching if not item.excerpt]
    titled = {item.id: item for item in of_title}
    noted = {item.id: item for item in matching if item.id not in titled}
    ranked = sorted(titled.values(), key=_is_done) + sorted(noted.values(), key=_is_done)
    shown = ranked[:limit]
    for item in shown:
        item.excerpt = excerpt(item.excerpt, query.words) if item.id in noted else None
    return shown, len(ranked) - len(shown)


def _chores(db: Reader, query: Query, limit: int) -> tuple[list[FoundChore], int]:
    """Active ones first, then the one that is due first."""
    matching = chore_queries.containing(db, query.parts, max(MAX_RANKED, limit + 1)) if query.parts else []
    if query.words:
        matching += chore_queries.matching(db, match(query.words), max(MAX_RANKED, limit + 1))
    unique = list({scheduled.chore.id: scheduled for scheduled in matching}.values())
    unique.sort(key=lambda scheduled: not scheduled.chore.active)
    shown = [rules.found_chore(scheduled, db.household_day) for scheduled in unique[:limit]]
    shown.sort(key=lambda chore: (not chore.active, chore.next_due or date.max))
    return shown, len(unique) - len(shown)


def _notes(db: Reader, query: Query, limit: int) -> tuple[list[FoundNote], int]:
    """The newest first."""
    matching = note_queries.containing(db, query.parts, max(MAX_RANKED, limit + 1)) if query.parts else []
    if query.words:
        matching += note_queries.matching(db, match(query.words), max(MAX_RANKED, limit + 1))
    unique = list({note.id: note for note in matching}.values())
    shown = unique[:limit]
    nearest = calendar_search.nearest(db, [note.target_id for note in shown if note.target_type == "event"])
    for note in shown:
        note.excerpt = excerpt(note.excerpt, query.words) or shortened(note.excerpt)
        if event := nearest.get(note.target_id):
            note.start, note.all_day = event.start, event.all_day
    return shown, len(unique) - len(shown)


def _rewards(db: Reader, query: Query, limit: int) -> tuple[list[FoundReward], int]:
    """Active ones first, in the order of the catalogue. There are few, so no index has them."""
    rewards = [
        reward for reward in catalogue_queries.rewards(db) if rules.fits(query, reward.name, db.words(reward.name))
    ]
    rewards.sort(key=lambda reward: not reward.active)
    shown = [made(FoundReward, reward) for reward in rewards[:limit]]
    return shown, len(rewards) - len(shown)


def _recipes(db: Reader, query: Query, limit: int) -> tuple[list[FoundRecipe], int]:
    """Those whose title matches before those whose tags or ingredients do."""
    matching = recipe_queries.containing(db, query.parts, max(MAX_RANKED, limit + 1)) if query.parts else []
    if query.words:
        matching += recipe_queries.matching(db, match(query.words, "title"), max(MAX_RANKED, limit + 1))
        matching += recipe_queries.matching(db, match(query.words), max(MAX_RANKED, limit + 1))
    unique = list({recipe.id: recipe for recipe in matching}.values())
    return unique[:limit], max(0, len(unique) - limit)


def _meals(db: Reader, query: Query, limit: int) -> tuple[list[FoundMeal], int]:
    """Those ahead, the nearest first, then those of the past."""
    today, most = db.household_day, max(MAX_RANKED, limit + 1)
    matching = meal_queries.containing(db, query.parts, today, most) if query.parts else []
    if query.words:
        matching += meal_queries.matching(db, match(query.words), today, most)
    unique = list({meal.id: meal for meal in matching}.values())
    return unique[:limit], max(0, len(unique) - limit)


def _is_done(item: FoundItem) -> bool:
    return item.done

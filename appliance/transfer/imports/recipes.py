"""What an import takes of recipes."""

from collections.abc import Set
from datetime import datetime

from appliance.kernel.errors import BadRequest
from appliance.kernel.schema import made
from appliance.recipes import rules as recipe_rules
from appliance.recipes.models import Rating, Recipe
from appliance.transfer.imports.file import Import
from appliance.transfer.imports.models import ImportedRecipe
from appliance.transfer.imports.rules import KnownIds, utc_instant


def recipes(file: Import, known: KnownIds, there: Set[str], room: int, now: datetime) -> list[Recipe]:
    """The valid recipes as stored; of those that are not `there` as many as there is `room` for."""
    found = [recipe for each in file.recipes if (recipe := _recipe(each, known, now))]
    new = list(dict.fromkeys(recipe.id for recipe in found if recipe.id not in there))[: max(0, room)]
    return [recipe for recipe in found if recipe.id in there or recipe.id in new]


def _recipe(imported: ImportedRecipe, known: KnownIds, now: datetime) -> Recipe | None:
    ratings = {each.member_id: each.stars for each in imported.ratings if each.member_id in known.members}
    created_at = utc_instant(imported.created_at or now)
    recipe = made(
        Recipe,
        imported,
        ratings=tuple(Rating(member_id=member_id, stars=stars) for member_id, stars in ratings.items()),
        created_at=created_at,
        updated_at=utc_instant(imported.updated_at) if imported.updated_at else created_at,
    )
    try:
        return recipe_rules.valid(recipe)
    except BadRequest:
        return None

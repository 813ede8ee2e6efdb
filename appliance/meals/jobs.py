"""What the scheduler does for meals: those that repeat are planned ahead."""

from datetime import datetime

from appliance.kernel.database.database import Database
from appliance.meals.repeats import actions as meal_repeats
from appliance.meals.repeats import queries as repeat_queries
from appliance.meals.repeats.rules import AHEAD


class MealsJob:
    """Plans the next dates of meals that repeat."""

    async def run(self, database: Database, due: datetime) -> None:
        """Soon after each midnight, and after an import that brought such meals."""
        db = database.read
        if repeat_queries.any_behind(db, db.today + AHEAD):
            await database.write(meal_repeats.fill)

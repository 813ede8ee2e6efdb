"""The meals of the demo household: what the family cooks, how it likes it, and the plan around today."""

from datetime import timedelta

from appliance.demo.translation import Translation
from appliance.kernel.database.transactions import Tx
from appliance.meals import actions as meals
from appliance.meals.models import NewMeal
from appliance.recipes import actions as recipes
from appliance.recipes.models import CookedRequest, Ingredient, NewRecipe, RatingRequest, RecipeStep

Dish = tuple[
    str,
    int,
    int,
    int,
    tuple[tuple[str, float, str | None], ...],
    tuple[tuple[str, int | None, int | None], ...],
    dict[str, int],
]
Planned = tuple[int, str, tuple[str, ...]]


def fill(tx: Tx, people: dict[str, str], said: Translation) -> None:
    """Add the family's recipes with ratings, and the meals of the last days and of the week ahead."""
    recipes_by_title = add_recipes(tx, RECIPES, people, said)
    plan_dinners(tx, PLAN, recipes_by_title, people, said)


def add_recipes(tx: Tx, dishes: tuple[Dish, ...], people: dict[str, str], said: Translation) -> dict[str, str]:
    """Add recipes and their ratings by name; answers the ids by English title."""
    ids = {}
    for title, portions, prep, cook, ingredients, steps, stars in dishes:
        recipe = NewRecipe(
            title=said.say(title),
            portions=portions,
            prep_minutes=prep,
            cook_minutes=cook,
            ingredients=tuple(
                Ingredient(name=said.say(name), amount=amount, unit=unit) for name, amount, unit in ingredients
            ),
            steps=tuple(
                RecipeStep(text=said.say(text), timer_seconds=timer, remind_before=before)
                for text, timer, before in steps
            ),
        )
        ids[title] = recipes.add(tx, recipe).id
        for name, count in stars.items():
            recipes.rate(tx, ids[title], people[name], RatingRequest(stars=count))
    return ids


def plan_dinners(
    tx: Tx, plan: tuple[Planned, ...], recipe_ids: dict[str, str], people: dict[str, str], said: Translation
) -> None:
    """Plan dinners: of a recipe where there is one of the title, else a text. Those of the past were cooked."""
    for days, title, cooks in plan:
        day = tx.today + timedelta(days=days)
        cook_ids = [people[name] for name in cooks]
        if title in recipe_ids:
            meal = NewMeal(date=day, slot="dinner", recipe_id=recipe_ids[title], cook_ids=cook_ids)
            if days < 0:
                recipes.mark_cooked(tx, recipe_ids[title], CookedRequest(day=day))
        else:
            elsewhere = title == "At Grandma's"
            meal = NewMeal(date=day, slot="dinner", kind="nothing" if elsewhere else "text", title=said.say(title))
        meals.add(tx, meal)


RECIPES: tuple[Dish, ...] = (
    (
        "Lasagne",
        6,
        30,
        65,
        (
            ("Minced meat", 500, "g"),
            ("Lasagne sheets", 250, "g"),
            ("Onions", 2, None),
            ("Tomatoes", 800, "g"),
            ("Milk", 500, "ml"),
            ("Grated cheese", 150, "g"),
        ),
        (
            ("Take the minced meat out of the freezer.", None, 720),
            ("Fry the onions and the minced meat, add the tomatoes and let it simmer.", 1200, None),
            (
                "Layer the sauce with the lasagne sheets, pour the milk over it and put the grated cheese on top.",
                None,
                None,
            ),
            ("Bake it at 180 °C until it is golden.", 2700, None),
        ),
        {"Mara": 4, "Jonas": 5, "Ida": 5, "Theo": 5},
    ),
    (
        "Pancakes",
        4,
        10,
        20,
        (("Flour", 250, "g"), ("Milk", 500, "ml"), ("Eggs", 3, None), ("Butter", 30, "g")),
        (
            ("Whisk flour, milk and eggs until the batter is smooth, and let it rest.", 600, None),
            ("Fry thin pancakes in a little butter.", None, None),
        ),
        {"Jonas": 3, "Ida": 4, "Theo": 5},
    ),
    (
        "Vegetable curry with rice",
        4,
        20,
        25,
        (
            ("Rice", 300, "g"),
            ("Coconut milk", 400, "ml"),
            ("Carrots", 3, None),
            ("Broccoli", 1, None),
            ("Chickpeas", 240, "g"),
        ),
        (
            ("Put the rice on.", 900, None),
            ("Cut the carrots and the broccoli and fry them.", None, None),
            ("Add the coconut milk and the chickpeas and let it simmer.", 600, None),
        ),
        {"Mara": 5, "Jonas": 4, "Ida": 3},
    ),
    (
        "Fish fingers with mashed potatoes",
        4,
        15,
        25,
        (("Fish fingers", 12, None), ("Potatoes", 1, "kg"), ("Milk", 150, "ml"), ("Peas", 300, "g")),
        (
            ("Boil the potatoes until they are soft.", 1200, None),
            ("Bake the fish fingers.", 900, None),
            ("Mash the potatoes with the milk and warm the peas.", None, None),
        ),
        {"Ida": 4, "Theo": 5},
    ),
    (
        "Red lentil soup",
        4,
        10,
        20,
        (("Red lentils", 250, "g"), ("Carrots", 2, None), ("Onions", 1, None), ("Bread", 1, None)),
        (
            ("Fry the onions and the carrots.", None, None),
            ("Add the red lentils and a litre of water and let it simmer.", 900, None),
        ),
        {"Mara": 5, "Theo": 2},
    ),
    (
        "Pizza",
        4,
        30,
        15,
        (("Flour", 500, "g"), ("Yeast", 7, "g"), ("Tomatoes", 400, "g"), ("Mozzarella", 250, "g")),
        (
            ("Knead the dough and let it rise.", 3600, 120),
            ("Roll it out, put on it what you like, and bake it as hot as the oven can.", 720, None),
        ),
        {"Mara": 4, "Jonas": 5, "Ida": 5, "Theo": 5},
    ),
)
# The pictures of recipes, of `pictures.dishes`.
DISHES = {
    "Lasagne": "lasagne",
    "Pancakes": "pancakes",
    "Vegetable curry with rice": "curry",
    "Fish fingers with mashed potatoes": "fish",
    "Red lentil soup": "soup",
    "Pizza": "pizza",
}
# Days from today, the title, and who cooks.
PLAN: tuple[Planned, ...] = (
    (-6, "Pizza", ("Jonas", "Ida")),
    (-5, "Red lentil soup", ("Mara",)),
    (-3, "Pancakes", ("Jonas",)),
    (-2, "Fish fingers with mashed potatoes", ("Mara",)),
    (-1, "Leftovers", ()),
    (0, "Lasagne", ("Jonas",)),
    (1, "Vegetable curry with rice", ("Mara",)),
    (2, "Red lentil soup", ("Jonas", "Theo")),
    (3, "Pancakes", ("Mara",)),
    (4, "At Grandma's", ()),
    (5, "Pizza", ("Jonas", "Ida")),
    (6, "Fish fingers with mashed potatoes", ("Mara",)),
)

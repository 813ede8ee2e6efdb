"""The recipes and meals of the busy demo household: long titles, titles from right to left, and of emoji only."""

from datetime import timedelta

from appliance.demo.busy_calendar import ANNIKA, GRANDMA, IDA, MAXIMILIAN, NOUR, THEO, UNICORN
from appliance.demo.meals import Dish, Planned, add_recipes, plan_dinners
from appliance.demo.translation import Translation
from appliance.household import actions as household
from appliance.household.models import SettingsPatch
from appliance.kernel.database.transactions import Tx
from appliance.meals import actions as meals
from appliance.meals.models import NewMeal


def fill(tx: Tx, people: dict[str, str]) -> None:
    """Three meals a day, of which dinner is always planned, and a restaurant on Sunday."""
    household.change_settings(tx, SettingsPatch(meal_slots=["breakfast", "lunch", "dinner"]))
    plan_dinners(tx, DINNERS, add_recipes(tx, RECIPES, people, Translation()), people, Translation())
    sunday = tx.today + timedelta(days=6 - tx.today.weekday())
    for meal in (
        NewMeal(date=tx.today, slot="breakfast", title="Porridge with grated apple"),
        NewMeal(date=tx.today, slot="lunch", title=LUNCHBOXES, eater_ids=[people[name] for name in (IDA, THEO, NOUR)]),
        NewMeal(date=tx.today, slot="dinner", title="🥗🥒", eater_ids=[people[GRANDMA]]),
        NewMeal(date=sunday, slot="lunch", kind="restaurant", title="Trattoria Bella Vista by the old harbour"),
        NewMeal(date=sunday, slot="breakfast", title="🥐🥐🥐", cook_ids=[people[UNICORN]]),
    ):
        meals.add(tx, meal)


LUNCHBOXES = "Lunchboxes: cheese sandwiches, carrot sticks and two apples each"
STEW = "Grandma Wilhelmine's Sunday stew with beef, barley, root vegetables and far too many dumplings"
GRATIN = "Kartoffelgemüsegratin nach Hohensteiner Familienrezept"
MAQLUBA = "مقلوبة بالدجاج والباذنجان"
TOAST = "🍞🧀🍅"
FRIED_RICE = "Fried rice with everything that is left"
RECIPES: tuple[Dish, ...] = (
    (
        STEW,
        8,
        45,
        180,
        (
            ("Beef for stewing", 1200, "g"),
            ("Pearl barley", 200, "g"),
            ("Carrots", 6, None),
            ("Celeriac, parsnips and whatever else the cellar has", 1, "kg"),
            ("Dumplings from the recipe of the neighbours in Lübeck", 16, None),
            ("Red wine", 0.5, "l"),
            ("🧄", 4, None),
        ),
        (
            ("Take the beef out of the fridge an hour before it is needed.", None, 240),
            (
                "Cut the beef into pieces as large as a walnut, brown it in two lots, take it out, fry the carrots, "
                "the celeriac and the parsnips in the same pot until they are brown at the edges, add the red wine, "
                "scrape the bottom of the pot, and put the beef back with enough water to cover everything.",
                None,
                None,
            ),
            ("Let it simmer. Stir it now and then.", 9000, None),
            ("Add the pearl barley.", 2400, None),
            ("Put the dumplings on top and leave the lid on.", 1200, None),
        ),
        {ANNIKA: 4, MAXIMILIAN: 5, IDA: 2, THEO: 5, NOUR: 4, UNICORN: 1, GRANDMA: 5},
    ),
    (
        GRATIN,
        7,
        30,
        60,
        (("Potatoes", 1.5, "kg"), ("Cream", 400, "ml"), ("Gruyère", 200, "g")),
        (("Slice the potatoes.", None, None), ("Bake with the cream and the Gruyère.", 3600, None)),
        {ANNIKA: 5, THEO: 3, GRANDMA: 4},
    ),
    (
        MAQLUBA,
        7,
        40,
        70,
        (("أرز", 500, "g"), ("دجاج", 1, "kg"), ("باذنجان", 3, None), ("زعتر", 2, "tsp")),
        (
            ("انقع الأرز في الماء.", 1800, 120),
            ("اقلِ الباذنجان ثم رتّب الدجاج والأرز فوقه.", None, None),
            ("اطبخ على نار هادئة.", 2400, None),
        ),
        {ANNIKA: 5, MAXIMILIAN: 4, NOUR: 5, GRANDMA: 3},
    ),
    (
        TOAST,
        7,
        5,
        10,
        (("Bread", 14, "slices"), ("Cheese", 300, "g"), ("Tomatoes", 4, None)),
        (("🍅 ➡️ 🧀 ➡️ 🍞", None, None), ("🔥", 480, None)),
        {IDA: 5, THEO: 5, UNICORN: 5},
    ),
    (
        FRIED_RICE,
        7,
        10,
        15,
        (("Rice", 500, "g"), ("Eggs", 5, None), ("Frozen peas", 300, "g"), ("Soy sauce", 3, "tbsp")),
        (("Fry it all.", 600, None),),
        {ANNIKA: 3, IDA: 4},
    ),
)
# Days from today, the title, and who cooks.
DINNERS: tuple[Planned, ...] = (
    (-5, FRIED_RICE, (ANNIKA,)),
    (-3, TOAST, (IDA, THEO)),
    (-2, MAQLUBA, (NOUR, ANNIKA)),
    (-1, "Leftovers", ()),
    (0, STEW, (GRANDMA, MAXIMILIAN)),
    (1, TOAST, (UNICORN, IDA)),
    (2, MAQLUBA, (NOUR,)),
    (3, GRATIN, (MAXIMILIAN,)),
    (4, "At Grandma's", ()),
    (5, FRIED_RICE, (ANNIKA, IDA, THEO, NOUR)),
    (6, STEW, (GRANDMA,)),
)

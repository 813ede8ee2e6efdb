"""The busy demo household: seven people, forty events a week, and names and titles that are hard to draw."""

from datetime import timedelta

from appliance.access import actions as access
from appliance.app import Application
from appliance.chores import actions as chores
from appliance.chores import chore_day
from appliance.chores.approval import actions as approval
from appliance.chores.approval.models import RejectRequest
from appliance.chores.models import ChorePatch, CompleteRequest
from appliance.demo import busy_meals
from appliance.demo.busy_calendar import ANNIKA, CALENDARS, GRANDMA, IDA, MAXIMILIAN, NOUR, THEO, UNICORN
from appliance.demo.calendar import fill_calendars
from appliance.demo.callers import PHONE, WALL, by
from appliance.demo.chores import add
from appliance.demo.family import create_household
from appliance.demo.translation import Translation
from appliance.household import actions as household
from appliance.household.models import SettingsPatch
from appliance.kernel.database.transactions import Tx
from appliance.lists import actions as lists
from appliance.lists.models import ItemPatch, NewItem, NewList
from appliance.notes import actions as notes
from appliance.notes.models import NewNote
from appliance.people import actions as people
from appliance.people import queries as people_queries
from appliance.people.models import NewMember
from appliance.rewards.catalogue import actions as catalogue
from appliance.rewards.catalogue.models import NewReward
from appliance.rewards.goals import actions as goals
from appliance.rewards.goals.models import FamilyGoalRequest, GoalRequest
from appliance.rewards.redemptions import actions as redemptions
from appliance.rewards.redemptions.models import RedeemRequest
from appliance.serve import Later
from appliance.stickers import actions as stickers

DAYS = 6


def create_busy_demo(application: Application) -> Later | None:
    """Fill an empty, unclaimed household with the busy family. Its events lie in the weeks around today's."""
    return create_household(application, DAYS, _add_family, _add_present, Translation(), FACES)


def _add_family(tx: Tx) -> None:
    settings = SettingsPatch(family_name="The Hohenstein-Rahmanis", timezone=str(tx.zone), week_start=1)
    household.change_settings(tx, settings)
    for request in FAMILY:
        person = people.add(tx, request)
        for sort, (title, emoji, points) in enumerate(CHORES):
            own = {"title": title, "emoji": emoji, "points": points, "member_id": person.id, "sort": sort}
            add(tx, Translation(), **own, rrule="FREQ=DAILY", due_date=tx.today)


def _add_present(tx: Tx) -> None:
    ids = {person.name: person.id for person in people_queries.people(tx)}
    monday = tx.today - timedelta(days=tx.today.weekday())
    events = fill_calendars(tx, ids, CALENDARS, monday, Translation())
    _add_lists(tx, ids, events)
    stickers.buy(tx, "dinosaurs", ids[IDA])
    for chore in chore_day.day(tx, tx.today)[::3]:
        chores.complete(tx, chore.id, CompleteRequest(date=tx.today))
    _add_rewards(tx, ids)
    busy_meals.fill(tx, ids)
    access.new_setup_code(tx, demo=True)


def _add_rewards(tx: Tx, ids: dict[str, str]) -> None:
    """Ticks that wait for a parent's yes, one that was sent back, and goals."""
    children = [ids[name] for name in (IDA, THEO, NOUR)]
    opened = {chore.member_id: chore.id for chore in chore_day.day(tx, tx.today) if not chore.completed}
    for child in children:
        chores.edit(tx, opened[child], ChorePatch(needs_approval=True))
        with by(tx, WALL):
            chores.complete(tx, opened[child], CompleteRequest(date=tx.today))
    with by(tx, PHONE):
        approval.reject(tx, opened[ids[THEO]], RejectRequest(date=tx.today, note=SENT_BACK))
    made = [catalogue.add(tx, request).id for request in REWARDS]
    for child in children:
        goals.choose(tx, child, GoalRequest(reward_id=made[0]))
    with by(tx, WALL):
        redemptions.redeem(tx, made[1], RedeemRequest(member_id=ids[NOUR]))
    start = tx.today - timedelta(days=DAYS)
    goals.choose_family_goal(tx, FamilyGoalRequest(title="Treehouse", emoji="🌳", target=1500, start_date=start))


def _add_lists(tx: Tx, ids: dict[str, str], events: dict[str, str]) -> None:
    shopping = lists.create(tx, NewList(name="Groceries", kind="shopping", emoji="🛒", color="#3E8E5A"))
    items = lists.add_items(
        tx,
        shopping.id,
        [NewItem(title=title, store=store, category=group) for store, group, titles in GROCERIES for title in titles],
    )
    for item in items[::7]:
        lists.edit_item(tx, shopping.id, item.id, ItemPatch(done=True, done_by=ids[ANNIKA]))
    notes.add(tx, NewNote(target=f"list_item:{items[1].id}", body="The ones without raisins! 🙏", member_id=ids[THEO]))
    notes.add(tx, NewNote(target=f"list_item:{items[1].id}", body="لا يوجد، أخذت غيرها", member_id=ids[NOUR]))

    home = lists.create(
        tx, NewList(name="Everything that has to be done before Grandma's visit", kind="todo", emoji="🏡")
    )
    for sort, title in enumerate(TO_DOS):
        who = list(ids.values())[sort % len(ids)]
        request = NewItem(title=title, member_id=who, due_date=tx.today + timedelta(days=sort - 3))
        lists.add_items(tx, home.id, [request])
    form = NewItem(title="Sign both forms", event_id=events["Scout camp at the quarry lake"], member_id=ids[MAXIMILIAN])
    lists.add_items(tx, home.id, [form])
    arabic = lists.create(tx, NewList(name="قائمة العيد", kind="todo", emoji="🌙", member_ids=[ids[NOUR]]))
    lists.add_items(tx, arabic.id, [NewItem(title=title) for title in ("تمر", "هدايا للأطفال", "اتصال بالجدة")])
    packing = lists.create(tx, NewList(name="🏕️🎒", kind="reusable", emoji="🎒", member_ids=[ids[IDA], ids[THEO]]))
    lists.add_items(tx, packing.id, [NewItem(title=title) for title in ("Torch", "Sleeping bag", "🧦🧦🧦", "Tin cup")])


FAMILY = (
    NewMember(name=ANNIKA, color="#e5604d", avatar="👩", birthday="1986-03-14"),
    NewMember(name=MAXIMILIAN, color="#4a6fd6", avatar="🧔", birthday="1984-10-30"),
    NewMember(name=IDA, color="#b45bc4", avatar="🦊", birthday="2012-06-23"),
    NewMember(name=THEO, color="#3f9d63", avatar="🦖", birthday="2015-01-30"),
    NewMember(name=NOUR, color="#e3b02e", avatar="🌸", birthday="2010-12-01"),
    NewMember(name=UNICORN, color="#8fae3a", avatar="🦄", birthday="2020-08-08"),
    NewMember(name=GRANDMA, color="#93724f", birthday="1949-05-05"),
)
FACES = {ANNIKA: "mother", MAXIMILIAN: "father", GRANDMA: "grandmother"}
SENT_BACK = "Please look under the bed too: I can see socks from here"
REWARDS = (
    NewReward(name="A whole afternoon at the indoor climbing hall", emoji="🧗", price=160),
    NewReward(name="Waffles", emoji="🧇", price=15, weekly_limit=1, needs_approval=True),
    NewReward(name="وقت إضافي للقراءة", emoji="📖", price=20),
)
# Title, emoji, points.
CHORES = (
    ("Make the bed", "🛏️", 1),
    ("Brush teeth", "🪥", 1),
    ("Feed the guinea pigs", "🐹", 2),
    ("Empty the dishwasher and put everything back where it belongs", "🍽️", 3),
    ("Read for twenty minutes", "📖", 2),
    ("Practise", "🎻", 4),
    ("سقي النباتات", "🪴", 2),
    ("🧦🧺", "🧺", 1),
    ("Pack the bag for tomorrow", "🎒", 2),
    ("Set the table", "🥄", 2),
    ("Take something upstairs", "🪜", 1),
    ("Lights out", "🌙", 1),
)
GROCERIES = (
    ("Market", "Dairy", ("Milk", "Muesli bars", "Eggs", "Feta", "Yoghurt", "Butter", "Cream", "Mozzarella")),
    (
        "Market",
        "Fruit & vegetables",
        ("Apples", "Carrots", "Tomatoes", "Bananas", "Spinach", "Potatoes", "Lemons", "Onions", "Cucumber", "Pears"),
    ),
    ("Bakery", "Bakery", ("Bread", "Rolls for Saturday's football breakfast (20, half of them without seeds)", "🥐🥐")),
    ("Market", "Pantry", ("Oats", "Rice", "Pasta", "Lentils", "Chickpeas", "Honey", "Coffee", "Tea", "Flour", "زعتر")),
    ("Drugstore", "Household", ("Toothpaste", "Plasters", "Soap", "Batteries", "Candles", "Sun cream")),
)
TO_DOS = (
    "Fix the dripping tap",
    "Renew the library cards",
    "Pay the swim club",
    "Ask the neighbours whether they can feed the guinea pigs while everybody is at the lake",
    "Order glasses",
    "Return the shoes that are too small",
    "Book the train to Lübeck",
    "Bring the bicycle to the repair café",
)

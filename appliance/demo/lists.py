"""The lists of the demo household: shopping, to-dos, and reusable ones."""

from datetime import timedelta

from appliance.demo.translation import Translation
from appliance.kernel.database.transactions import Tx
from appliance.lists import actions as lists
from appliance.lists import steps
from appliance.lists.models import ItemPatch, NewItem, NewList, StepPatch
from appliance.notes import actions as notes
from appliance.notes.models import NewNote


def fill_routines(tx: Tx, said: Translation) -> dict[str, str]:
    """Add the reusable lists that are checklists of chores; their ids by name."""
    ids = {}
    for name, emoji, titles in ROUTINES:
        ids[name] = lists.create(tx, said.of(NewList(name=name, kind="reusable", emoji=emoji))).id
        lists.add_items(tx, ids[name], [said.of(NewItem(title=title)) for title in titles])
    return ids


def fill(tx: Tx, people: dict[str, str], events: dict[str, str], said: Translation) -> None:
    """Add the lists of this week, with some items done."""
    _shopping(tx, people, said)
    _to_dos(tx, people, events, said)
    _packing(tx, people, said)


def _shopping(tx: Tx, people: dict[str, str], said: Translation) -> None:
    shopping = lists.create(tx, said.of(NewList(name="Groceries", kind="shopping", emoji="🛒", color="#3E8E5A")))
    requests = [
        NewItem(title=title, quantity=quantity, store=store, category=category)
        for title, quantity, store, category in GROCERIES
    ]
    requests.append(NewItem(title="Birthday candles", priority="high", store="Drugstore"))
    items = lists.add_items(tx, shopping.id, [said.of(request) for request in requests])
    for item in items[:3]:
        lists.edit_item(tx, shopping.id, item.id, ItemPatch(done=True, done_by=people["Jonas"]))
    for name, body in (("Ida", "The crumbly one, please!"), ("Jonas", "They were out. Took the other.")):
        note = NewNote(target=f"list_item:{items[4].id}", body=body, member_id=people[name])
        notes.add(tx, said.of(note))


def _to_dos(tx: Tx, people: dict[str, str], events: dict[str, str], said: Translation) -> None:
    home = lists.create(tx, said.of(NewList(name="To do at home", kind="todo", emoji="🏡", color="#2F6F8F")))

    requests = [
        NewItem(title="Fix the dripping tap", member_id=people["Jonas"], due_date=tx.today - timedelta(days=2)),
        NewItem(title="Renew library cards", member_id=people["Mara"], due_date=tx.today + timedelta(days=3)),
        NewItem(title="Pay the swim club", priority="urgent", member_id=people["Mara"], due_date=tx.today),
        NewItem(title="Wash the curtains", priority="low"),
        NewItem(
            title="Plan Grandma's birthday",
            steps=["Order the cake", "Photo book", "Ask Aunt Eva about the song"],
            event_id=events["Grandma's birthday"],
            due_date=tx.today + timedelta(days=10),
            priority="high",
        ),
        NewItem(
            title="Sign the field trip form", event_id=events["Field trip to the museum"], member_id=people["Mara"]
        ),
    ]
    items = lists.add_items(tx, home.id, [said.of(request) for request in requests])
    steps.edit_step(tx, home.id, items[4].id, items[4].steps[0].id, StepPatch(done=True))


def _packing(tx: Tx, people: dict[str, str], said: Translation) -> None:
    packing = NewList(
        name="Packing for the lake", kind="reusable", emoji="🎒", color="#7B5EA7", member_ids=list(people.values())
    )
    lake = lists.create(tx, said.of(packing))
    requests = [NewItem(title=title, quantity=quantity) for title, quantity in PACKING]
    requests.append(NewItem(title="Stuffed dino", member_id=people["Theo"]))
    items = lists.add_items(tx, lake.id, [said.of(request) for request in requests])
    lists.edit_item(tx, lake.id, items[0].id, ItemPatch(done=True))


ROUTINES = (
    ("Morning routine", "🌅", ("Make the bed", "Brush teeth", "Pack the school bag")),
    ("Tidy the playroom", "🧸", ("Books on the shelf", "Bricks in the box", "Floor free")),
)
GROCERIES = (
    ("Milk", "2 l", "Market", "Dairy"),
    ("Eggs", "10", "Market", "Dairy"),
    ("Bread", None, "Bakery", "Bakery"),
    ("Apples", "1 kg", "Market", "Fruit & vegetables"),
    ("Feta", "200 g", "Market", "Dairy"),
    ("Tomatoes", "500 g", "Market", "Fruit & vegetables"),
    ("Pasta", "3 packs", "Market", "Pantry"),
    ("Toothpaste", None, "Drugstore", "Household"),
    ("Carrots", "1 bunch", "Market", "Fruit & vegetables"),
    ("Oats", "500 g", "Market", "Pantry"),
)
PACKING = (
    ("Swimsuits", "4"),
    ("Towels", "4"),
    ("Board games", None),
    ("First-aid kit", None),
    ("Marshmallows", "2 bags"),
)

"""The demo family's chores, who has done them, and what the points bought."""

from appliance.chores import actions as chores
from appliance.chores.models import ChoreDay, Complete, NewChore
from appliance.kernel.database.transactions import Tx
from appliance.people import queries as members
from appliance.stickers import actions as stickers
from appliance.stickers.models import NewPlacement

# What is left undone, so that the streaks are those of real children: (days of the month modulo, remainder).
FORGETFUL = {"Feed the fish": (9, 4), "Practise violin": (8, 3), "Set the table": (11, 6)}
HELPERS = ("Mara", "Jonas", "Ida")


def fill(tx: Tx, people: dict[str, str], checklists: dict[str, str]) -> None:
    """Chores for everybody, and some for whoever is first."""
    for sort, (title, emoji, name, points, rrule, checklist) in enumerate(CHORES):
        list_id = checklists[checklist] if checklist else None
        member_id = people[name] if name else None
        chores.add(tx, NewChore(title, emoji, member_id, points, rrule, tx.today, sort=sort, list_id=list_id))


def live_through(tx: Tx) -> None:
    """One day of the past: nearly everything is done, checklists are ticked off with it."""
    people = {person.name: person.id for person in members.people(tx)}
    for chore in chores.day(tx, tx.today):
        if chore.checklist or _forgotten(tx, chore):
            continue
        helper = people[HELPERS[tx.today.toordinal() % len(HELPERS)]]
        chores.complete(tx, chore.id, Complete(tx.today, chore.member_id or helper))


def go_shopping(tx: Tx, people: dict[str, str]) -> None:
    """Stickers for the children, and today's first ticks."""
    stickers.buy(tx, "dinosaurs", people["Theo"])
    stickers.buy(tx, "space", people["Ida"])
    for name, placements in PAGES:
        for placement in placements:
            stickers.place(tx, people[name], placement)
    for chore in chores.day(tx, tx.today):
        if chore.title in ("Feed the fish", "Make coffee"):
            chores.complete(tx, chore.id, Complete(tx.today))


def _forgotten(tx: Tx, chore: ChoreDay) -> bool:
    period, remainder = FORGETFUL.get(chore.title, (1, 1))
    return tx.today.toordinal() % period == remainder


DAILY, SCHOOL_DAYS = "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"
CHORES = (
    ("Morning routine", "🌅", "Theo", 3, DAILY, "Morning routine"),
    ("Feed the fish", "🐠", "Theo", 2, DAILY, None),
    ("Tidy the playroom", "🧸", "Theo", 5, "FREQ=WEEKLY;BYDAY=SA", "Tidy the playroom"),
    ("Practise violin", "🎻", "Ida", 4, SCHOOL_DAYS, None),
    ("Empty the dishwasher", "🍽️", "Ida", 3, DAILY, None),
    ("Water the plants", "🪴", "Ida", 2, "FREQ=WEEKLY;BYDAY=WE,SU", None),
    ("Make coffee", "☕", "Mara", 1, DAILY, None),
    ("Laundry", "🧺", "Mara", 4, "FREQ=WEEKLY;BYDAY=TU,SA", None),
    ("Take out the bins", "🗑️", "Jonas", 3, "FREQ=WEEKLY;BYDAY=MO,TH", None),
    ("Cook dinner", "🍲", "Jonas", 4, DAILY, None),
    ("Set the table", "🥄", None, 2, DAILY, None),
    ("Walk the neighbours' dog", "🐕", None, 3, "FREQ=WEEKLY;BYDAY=SA,SU", None),
)
# Emoji, then where its centre lies as shares of the page, its scale, and its turn in degrees.
PAGES = (
    ("Theo", (
        NewPlacement("🌋", 0.78, 0.30, 2.4), NewPlacement("🌴", 0.15, 0.45, 1.8, -8),
        NewPlacement("🦕", 0.40, 0.55, 2.6), NewPlacement("🦖", 0.62, 0.68, 2.2, 10),
        NewPlacement("🥚", 0.28, 0.82, 1.0, 20), NewPlacement("🐸", 0.85, 0.85, 1.1),
    )),
    ("Ida", (
        NewPlacement("🪐", 0.30, 0.30, 2.4, -12), NewPlacement("🌙", 0.80, 0.20, 1.6),
        NewPlacement("🚀", 0.58, 0.55, 2.2, 25), NewPlacement("⭐", 0.15, 0.60, 0.9),
        NewPlacement("🌟", 0.45, 0.15, 0.8), NewPlacement("🦊", 0.25, 0.80, 1.3),
    )),
)  # fmt: skip

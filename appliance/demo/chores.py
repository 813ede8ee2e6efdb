"""The chores of the demo household, their completions, and the stickers that were bought."""

from typing import Any

from appliance.chores import actions as chores
from appliance.chores import chore_day
from appliance.chores.models import CompleteRequest, NewChore
from appliance.chores.routines.models import NewChoreStep
from appliance.demo.translation import Translation
from appliance.kernel.database.transactions import Tx
from appliance.people import queries as people_queries
from appliance.stickers import actions as stickers
from appliance.stickers.models import NewPlacement

# Chores that are skipped now and then, for realistic streaks: (period in days, remainder of the day's ordinal).
SKIPPED = {"Feed the fish": (9, 4), "Practise violin": (8, 3), "Set the table": (11, 6)}
HELPERS = ("Mara", "Jonas", "Ida")


def fill(tx: Tx, people: dict[str, str], checklists: dict[str, str], said: Translation) -> None:
    """Add chores for each member, some for whoever is first, and two that use parts of the day."""
    steps = [NewChoreStep(title=title, emoji=emoji, timer_seconds=seconds) for title, emoji, seconds in MORNING]
    morning = {"rrule": DAILY, "due_date": tx.today, "sort": -1, "day_part": "morning", "due_by": "07:45"}
    add(tx, said, title="Get ready", emoji="🎒", member_id=people["Theo"], points=3, steps=steps, **morning)
    herbs = {"after_days": 4, "day_part": "afternoon"}
    add(tx, said, title="Water the herbs", emoji="🌿", member_id=people["Ida"], points=1, **herbs)
    for sort, (title, emoji, name, points, rrule, checklist) in enumerate(CHORES):
        add(
            tx,
            said,
            title=title,
            emoji=emoji,
            member_id=people.get(name or ""),
            points=points,
            rrule=rrule,
            due_date=tx.today,
            sort=sort,
            list_id=checklists.get(checklist or ""),
        )


def add(tx: Tx, said: Translation, **fields: Any) -> None:
    """Add a chore with its texts in the language of the household."""
    chores.add(tx, said.of(NewChore(**fields)))


def complete_day(tx: Tx, said: Translation) -> None:
    """Complete nearly all chores of a day, except those with a checklist."""
    people = {said.english(person.name): person.id for person in people_queries.people(tx)}
    for chore in chore_day.day(tx, tx.today):
        if chore.checklist or _is_skipped(tx, said.english(chore.title)):
            continue
        member_id = chore.member_id or people[HELPERS[tx.today.toordinal() % len(HELPERS)]]
        chores.complete(tx, chore.id, CompleteRequest(date=tx.today, member_id=member_id))


def spend_points(tx: Tx, people: dict[str, str], said: Translation) -> None:
    """Buy and place stickers for the children, and complete the first chores of today."""
    stickers.buy(tx, "dinosaurs", people["Theo"])
    stickers.buy(tx, "space", people["Ida"])
    for name, placements in PAGES:
        for placement in placements:
            stickers.place(tx, people[name], placement)
    for chore in chore_day.day(tx, tx.today):
        if said.english(chore.title) in ("Feed the fish", "Make coffee"):
            chores.complete(tx, chore.id, CompleteRequest(date=tx.today))


def _is_skipped(tx: Tx, title: str) -> bool:
    period, remainder = SKIPPED.get(title, (1, 1))
    return tx.today.toordinal() % period == remainder


# Title, emoji, and the seconds of a timer.
MORNING = (
    ("Get dressed", "👕", None),
    ("Eat breakfast", "🥣", None),
    ("Brush teeth", "🪥", 120),
    ("Put on shoes", "👟", None),
    ("Take the backpack", "🎒", None),
)
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
# x and y are the centre as fractions of the page; rotation is in degrees.
PAGES = (
    (
        "Theo",
        (
            NewPlacement(sticker="🌋", x=0.78, y=0.30, scale=2.4),
            NewPlacement(sticker="🌴", x=0.15, y=0.45, scale=1.8, rotation=-8),
            NewPlacement(sticker="🦕", x=0.40, y=0.55, scale=2.6),
            NewPlacement(sticker="🦖", x=0.62, y=0.68, scale=2.2, rotation=10),
            NewPlacement(sticker="🥚", x=0.28, y=0.82, scale=1.0, rotation=20),
            NewPlacement(sticker="🐸", x=0.85, y=0.85, scale=1.1),
        ),
    ),
    (
        "Ida",
        (
            NewPlacement(sticker="🪐", x=0.30, y=0.30, scale=2.4, rotation=-12),
            NewPlacement(sticker="🌙", x=0.80, y=0.20, scale=1.6),
            NewPlacement(sticker="🚀", x=0.58, y=0.55, scale=2.2, rotation=25),
            NewPlacement(sticker="⭐", x=0.15, y=0.60, scale=0.9),
            NewPlacement(sticker="🌟", x=0.45, y=0.15, scale=0.8),
            NewPlacement(sticker="🦊", x=0.25, y=0.80, scale=1.3),
        ),
    ),
)

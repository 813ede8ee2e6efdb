"""What the demo household does together: chores in turn, a parent's yes, extra points, and days away."""

from datetime import timedelta

from msgspec.structs import replace

from appliance.chores import actions as chores
from appliance.chores import chore_day
from appliance.chores.approval import actions as approval
from appliance.chores.approval.models import RejectRequest
from appliance.chores.away import actions as away
from appliance.chores.away.models import NewAwayRange
from appliance.chores.models import CompleteRequest
from appliance.demo.callers import PHONE, WALL, by
from appliance.demo.chores import add
from appliance.demo.translation import Translation
from appliance.kernel.database.transactions import Tx
from appliance.points.awards import actions as awards
from appliance.points.awards.models import NewAward

DAILY = "FREQ=DAILY"


def fill(tx: Tx, people: dict[str, str], said: Translation) -> None:
    """Add a chore that three members do in turn, and one of each child that needs a parent's yes."""
    order = [people[name] for name in IN_TURN]
    daily = {"rrule": DAILY, "due_date": tx.today}
    add(tx, said, title="Clear the table", emoji="🧽", points=2, sort=20, share="turn", member_ids=order, **daily)
    for name, title, emoji in WITH_A_YES:
        own = {"title": title, "emoji": emoji, "member_id": people[name], "points": 3, "sort": 21}
        add(tx, said, needs_approval=True, **own, **daily)


def tick_on_the_wall(tx: Tx, people: dict[str, str], said: Translation) -> None:
    """Today Ida's tick waits, and Theo's was sent back; he got extra points; Jonas is away next week."""
    today = {said.english(chore.title): chore.id for chore in chore_day.day(tx, tx.today)}
    with by(tx, WALL):
        for _, title, _ in WITH_A_YES:
            chores.complete(tx, today[title], CompleteRequest(date=tx.today))
    _, sent_back, _ = WITH_A_YES[1]
    with by(tx, replace(PHONE, name=said.say(PHONE.name))):
        approval.reject(tx, today[sent_back], said.of(RejectRequest(date=tx.today, note=WORD)))
        awards.give(tx, said.of(NewAward(member_id=people["Theo"], points=10, note=BONUS)))
    first, last = (tx.today + timedelta(days=days) for days in (9, 12))
    trip = NewAwayRange(first_day=first, last_day=last, member_id=people["Jonas"], note=AWAY)
    away.add(tx, said.of(trip))


IN_TURN = ("Ida", "Theo", "Jonas")
# Name, title, emoji: the first waits today, the second was sent back.
WITH_A_YES = (("Ida", "Clean the bathroom sink", "🚰"), ("Theo", "Make the bed", "🛏️"))
WORD = "The blanket is still on the floor"
BONUS = "Helped Grandma in the garden"
AWAY = "Hamburg"

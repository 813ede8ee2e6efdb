"""One member's day or week, read from all domains."""

from msgspec import convert

from appliance.calendar.categories import queries as category_queries
from appliance.calendar.events import actions as events
from appliance.chores import queries as chore_queries
from appliance.chores.actions import due_between
from appliance.chores.approval import queries as approval_queries
from appliance.chores.overdue import actions as overdue
from appliance.chores.routines import queries as routine_queries
from appliance.household import queries as household_queries
from appliance.kernel.database.transactions import Reader, consistent_read
from appliance.kernel.errors import NotFound
from appliance.kernel.recurrence import cost
from appliance.kernel.scheduling.clock import instant
from appliance.lists import queries as list_queries
from appliance.meals import queries as meal_queries
from appliance.meals import rules as meal_rules
from appliance.notes import actions as notes
from appliance.people import queries as people_queries
from appliance.rewards.goals import actions as goals
from appliance.snapshot import rules
from appliance.snapshot.models import Range, Snapshot, SnapshotMember, Tomorrow
from appliance.texts import texts_in
from appliance.weather import actions as weather


@consistent_read
@cost.limited()
def snapshot(db: Reader, member_id: str, range: Range) -> Snapshot:
    """A member's snapshot of today, or of the week that starts today. Raises NotFound. (contract §28)"""
    members = people_queries.people(db)
    person = next((member for member in members if member.id == member_id), None)
    if person is None:
        raise NotFound("member not found")

    today, last = db.household_day, rules.last_day(db.household_day, range)
    after = today + rules.DAY
    furthest = max(last, after)
    birthday_ids = rules.birthday_categories(category_queries.categories(db))
    all_events = notes.with_event_counts(db, events.between_moments(db, *rules.midnights(today, furthest, db.zone)))
    due = [*(one.due for one in overdue.overdue(db)), *due_between(db, today, last)]
    first = min((entry.date for entry in due), default=today)
    done = chore_queries.done_between(db, first, last)
    open_items = list_queries.open_items_of(db, member_id)
    lists_by_id = {stored.id: stored for stored in list_queries.lists(db, False)}
    ticks = routine_queries.ticks_between(db, first, last) if any(entry.chore.steps for entry in due) else {}

    settings = household_queries.settings(db)
    listed = rules.dated(all_events, today, last, db.zone)
    tomorrow = None
    if range == "day":
        following = rules.dated(all_events, after, after, db.zone)
        tomorrow = Tomorrow(
            date=after,
            events=rules.events_for(following, member_id, birthday_ids),
            items=rules.with_list(
                [item for item in open_items if item.due_date == after.isoformat()], lists_by_id, today
            ),
            birthdays=rules.birthdays(members, following, birthday_ids, after, after),
        )
    return Snapshot(
        greeting=rules.greeting(person, db.now.astimezone(db.zone), texts_in(settings.language, settings.clock)),
        member=convert(person, SnapshotMember, from_attributes=True),
        range=range,
        begin=today,
        end=last,
        generated_at=instant(db.now),
        weather=rules.weather_between(weather.weather_with(db, settings), today, furthest),
        events=rules.events_for(listed, member_id, birthday_ids),
        chores=rules.chores(
            due,
            done,
            member_id,
            ticks,
            db.now.astimezone(db.zone),
            approval_queries.waiting_between(db, first, last),
            approval_queries.rejections_between(db, first, last),
            chore_queries.without_points_between(db, first, last),
            chore_queries.notes_between(db, first, last),
            db.day_starts_at,
            today,
        ),
        items=rules.with_list(rules.due_or_urgent(open_items, last), lists_by_id, today),
        birthdays=rules.birthdays(members, listed, birthday_ids, today, last),
        tomorrow=tomorrow,
        goal=goals.member_goal(db, member_id),
        meals=[
            meal_rules.answered(meal, settings.meal_times)
            for meal in meal_queries.between(db, today, last)
            if meal_rules.is_for(meal, member_id)
        ],
    )

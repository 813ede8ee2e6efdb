"""The daily summary, and the reminder of open chores."""

from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta

from appliance.calendar.events import actions as events
from appliance.chores import chore_day
from appliance.household import queries as household_queries
from appliance.kernel.database.transactions import Reader, Tx, consistent_read
from appliance.kernel.scheduling.isolation import Failure, isolated
from appliance.lists import queries as list_queries
from appliance.notifications.daily import rules
from appliance.notifications.daily.models import Agenda
from appliance.notifications.feed.models import Kind
from appliance.notifications.push import queries as push_queries
from appliance.notifications.push.models import Notice, Prefs, Subscription
from appliance.notifications.queries import HOUSEHOLD
from appliance.notifications.sent_log import send_to_device, send_to_household, was_sent
from appliance.notifications.timing import days, is_time
from appliance.texts import Texts


def send_summaries(tx: Tx) -> list[Failure]:
    """Send the daily summaries that are due; returns the devices that failed. (contract: Notification feed 3)"""
    subscribed = [device for device in push_queries.subscriptions(tx) if device.prefs.daily_summary]
    return _send_due(tx, "summary", subscribed, lambda prefs: prefs.summary_time, rules.summary, lambda agenda: ())


def send_chore_reminders(tx: Tx) -> list[Failure]:
    """Send the reminders of open chores that are due; returns the devices that failed. (contract: Web Push)"""
    subscribed = [device for device in push_queries.subscriptions(tx) if device.prefs.chore_nudge]
    return _send_due(tx, "chore", subscribed, lambda prefs: prefs.chore_nudge_time, rules.chores_left, rules.assignees)


@consistent_read
def agenda(db: Reader, day: date) -> Agenda:
    """Events, open chores and items of a day of the household."""
    midnight = datetime.combine(day, time(), db.zone)
    shown = events.between_moments(db, midnight, datetime.combine(day + timedelta(days=1), time(), db.zone))
    linked = list_queries.open_items_by_event(db, {event.id for event in shown})
    tasks = {
        event_id: [item for item in list_queries.items_of_event(db, event_id) if not item.done] for event_id in linked
    }
    owners = {owned.id: tuple(owned.member_ids) for owned in list_queries.lists(db, with_archived=False)}
    due = [
        (item, (item.member_id,) if item.member_id else owners[item.list_id])
        for item in list_queries.items_due(db, day)
    ]
    return Agenda(
        day=day,
        events=shown,
        # Shortly after midnight the chores are still those of the household's day.
        chores=[
            chore for chore in chore_day.day(db, min(day, db.household_day)) if not (chore.completed or chore.pending)
        ],
        tasks=tasks,
        due=due,
    )


def _send_due(
    tx: Tx,
    kind: Kind,
    subscribed: Sequence[Subscription],
    time_of: Callable[[Prefs], str],
    text_of: Callable[[Agenda, Texts], Notice | None],
    about: Callable[[Agenda], Sequence[str]],
) -> list[Failure]:
    """Send to each device at its time, and to the household at the default time or the earliest time of a device."""
    failures: list[Failure] = []
    default = time_of(Prefs())
    earliest = [default, *(time_of(device.prefs) for device in subscribed if time_of(device.prefs) < default)]
    for day in days(tx.now, tx.zone):
        key = f"{kind} {day}"
        now_for = [
            device
            for device in subscribed
            if is_time([time_of(device.prefs)], day, tx.now, tx.zone) and not was_sent(tx, device.id, key)
        ]
        in_feed = is_time(earliest, day, tx.now, tx.zone) and not was_sent(tx, HOUSEHOLD, key)
        if not now_for and not in_feed:
            continue
        whole, texts = agenda(tx, day), household_queries.texts(tx)
        with isolated(tx, failures, "household", kind):
            if in_feed and (notice := text_of(whole, texts)):
                send_to_household(tx, key, kind, notice, about(whole))
        for device in now_for:
            with isolated(tx, failures, "device", device.id):
                if notice := text_of(rules.for_people(whole, device.member_ids), texts):
                    send_to_device(tx, device.id, key, notice)
    return failures

"""Telling what a day brings, and which chores are left."""

from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta

from appliance.calendar.events import actions as events
from appliance.chores import actions as chores
from appliance.kernel.database.transactions import Reader, Tx, consistent_read
from appliance.lists import queries as lists
from appliance.notifications.daily import rules
from appliance.notifications.daily.models import Agenda
from appliance.notifications.feed.models import Kind
from appliance.notifications.push import queries as devices
from appliance.notifications.push.models import Notice, Prefs, Subscription
from appliance.notifications.sent_log.actions import send_to_device, send_to_household, was_sent
from appliance.notifications.sent_log.queries import HOUSEHOLD


def sum_up(tx: Tx) -> None:
    """Give the daily summaries whose time has come. (spec: Web Push, daily summary; Notification feed 3)"""
    wanting = [each for each in devices.subscriptions(tx) if each.prefs.daily_summary]
    _tell(tx, "summary", wanting, lambda prefs: prefs.summary_time, rules.summary, lambda agenda: ())


def nudge(tx: Tx) -> None:
    """Give the chore reminders whose time has come, where something is open. (spec: Web Push, chore reminder)"""
    wanting = [each for each in devices.subscriptions(tx) if each.prefs.chore_nudge]
    _tell(tx, "chore", wanting, lambda prefs: prefs.chore_nudge_time, rules.chores_left, rules.assignees)


@consistent_read
def agenda(db: Reader, day: date) -> Agenda:
    """What a day of the household brings; chores that are done are left out."""
    midnight = datetime.combine(day, time(), db.zone)
    found = events.between_moments(db, midnight, datetime.combine(day + timedelta(days=1), time(), db.zone))
    linked = lists.open_items_by_event(db, {event.id for event in found})
    tasks = {each: [item for item in lists.items_of_event(db, each) if not item.done] for each in linked}
    owners = {each.id: tuple(each.member_ids) for each in lists.lists(db, with_archived=False)}
    due = [(item, (item.member_id,) if item.member_id else owners[item.list_id]) for item in lists.items_due(db, day)]
    return Agenda(day, found, [chore for chore in chores.day(db, day) if not chore.completed], tasks, due)


def _tell(
    tx: Tx,
    kind: Kind,
    wanting: Sequence[Subscription],
    time_of: Callable[[Prefs], str],
    worded: Callable[[Agenda], Notice | None],
    about: Callable[[Agenda], Sequence[str]],
) -> None:
    """Tell each device at its time, and the household at the default time or the first earlier one of a device."""
    default = time_of(Prefs())
    earliest = [default, *(time_of(each.prefs) for each in wanting if time_of(each.prefs) < default)]
    for day in rules.days(tx.now, tx.zone):
        key = f"{kind} {day}"
        now_for = [
            each
            for each in wanting
            if rules.is_time([time_of(each.prefs)], day, tx.now, tx.zone) and not was_sent(tx, each.id, key)
        ]
        in_feed = rules.is_time(earliest, day, tx.now, tx.zone) and not was_sent(tx, HOUSEHOLD, key)
        if not now_for and not in_feed:
            continue
        whole = agenda(tx, day)
        if in_feed and (notice := worded(whole)):
            send_to_household(tx, key, kind, notice, about(whole))
        for device in now_for:
            if notice := worded(rules.for_people(whole, device.member_ids)):
                send_to_device(tx, device.id, key, notice)

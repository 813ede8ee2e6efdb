"""Event reminders: what is due, to the household and to each device."""

from appliance.calendar.calendars import queries as calendar_queries
from appliance.calendar.categories import queries as category_queries
from appliance.calendar.events import actions as events
from appliance.household import queries as household_queries
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.scheduling.isolation import Failure, isolated
from appliance.notifications.push import queries as push_queries
from appliance.notifications.push.models import Notice, Subscription
from appliance.notifications.push.rules import follows
from appliance.notifications.queries import HOUSEHOLD
from appliance.notifications.reminders import rules
from appliance.notifications.reminders.models import Names, Reminder
from appliance.notifications.sent_log import send_to_device, send_to_household, was_sent
from appliance.people import queries as people_queries


def remind(tx: Tx) -> list[Failure]:
    """Send the reminders that are due: once to the household, once to each device that follows the event's people.

    A run sends a bounded number and leaves the rest to the next one. Returns the events and devices that
    failed and were skipped. (contract: Web Push)
    """
    failures: list[Failure] = []
    due: list[Reminder] = []
    for event in events.between(tx, *rules.window(tx.now)):
        with isolated(tx, failures, "event", event.id):
            due += rules.due([event], tx.now, tx.zone)
    if not due:
        return failures
    names, texts = _names(tx), household_queries.texts(tx)
    subscribed = [device for device in push_queries.subscriptions(tx) if device.prefs.event_reminders]
    in_order = rules.in_order(due)
    if len(in_order) > rules.MAX_DUE:
        failures.append(
            Failure("household", "reminders", f"more than {rules.MAX_DUE:,} are due; the last are left out")
        )
    sent = 0
    for reminder in in_order[: rules.MAX_DUE]:
        with isolated(tx, failures, "event", reminder.event.id):
            notice = rules.notice(reminder, names, tx.zone, texts)
            if not was_sent(tx, HOUSEHOLD, reminder.key):
                send_to_household(tx, reminder.key, "reminder", notice, reminder.event.member_ids)
                sent += 1
            for device in subscribed:
                sent += _send_once(tx, failures, device, reminder, notice)
        if sent >= rules.MAX_SENT:
            break
    return failures


def _send_once(tx: Tx, failures: list[Failure], device: Subscription, reminder: Reminder, notice: Notice) -> bool:
    """Send a reminder to a device that should get it and has not; whether it was tried."""
    if not follows(device.member_ids, reminder.event.member_ids) or was_sent(tx, device.id, reminder.key):
        return False
    with isolated(tx, failures, "device", device.id):
        send_to_device(tx, device.id, reminder.key, notice)
    return True


def _names(db: Reader) -> Names:
    return Names(
        emojis={category.id: category.emoji for category in category_queries.categories(db)},
        members={person.id: person.name for person in people_queries.people(db)},
        calendars={calendar.id: calendar.name for calendar in calendar_queries.calendars(db)},
    )

"""Reminders of steps of planned recipes: the meat is taken out of the freezer the evening before."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec

from appliance.household import queries as household_queries
from appliance.kernel.database.transactions import Tx
from appliance.kernel.scheduling.isolation import Failure, isolated
from appliance.meals import actions as meals
from appliance.meals import queries as meal_queries
from appliance.meals.models import Meal, RecipeCopy
from appliance.notifications.push import queries as push_queries
from appliance.notifications.push.models import Notice
from appliance.notifications.push.rules import follows
from appliance.notifications.queries import HOUSEHOLD
from appliance.notifications.reminders.rules import short_note
from appliance.notifications.sent_log import send_to_device, send_to_household, was_sent
from appliance.notifications.timing import is_due, wall
from appliance.texts import Texts

DAY = timedelta(days=1)
# A step is at most a week before its meal. (recipes.models.Minutes)
FURTHEST = timedelta(days=8)
# A weekday names the days up to here.
NAMED = timedelta(days=6)


class StepReminder(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a meal. `at` is when somebody is reminded, `serve_at` when the meal is."""

    meal: Meal
    number: int
    text: str
    at: datetime
    serve_at: datetime

    @property
    def key(self) -> str:
        """Its key in the log of what was sent; it changes when the meal is moved."""
        return f"meal {self.meal.id} {self.serve_at.isoformat()} {self.number}"

    @property
    def member_ids(self) -> list[str]:
        """Who cooks, else who eats; nobody for the whole family."""
        return self.meal.cook_ids or self.meal.eater_ids


def remind(tx: Tx) -> list[Failure]:
    """Send the reminders that are due: once to the household, once to each device that follows who cooks.

    Returns the meals and devices that failed and were skipped.
    """
    failures: list[Failure] = []
    planned = meal_queries.with_reminders(tx, tx.today - DAY, tx.today + FURTHEST)
    if not planned:
        return failures
    recipes = meal_queries.recipes_of(tx, [meal.id for meal in planned])
    due = [
        reminder
        for meal in meals.answered(tx, planned)
        for reminder in reminders(meal, recipes[meal.id], tx.zone)
        if is_due(reminder.at, tx.now)
    ]
    if not due:
        return failures
    texts = household_queries.texts(tx)
    subscribed = [device for device in push_queries.subscriptions(tx) if device.prefs.event_reminders]
    for reminder in due:
        with isolated(tx, failures, "meal", reminder.meal.id):
            shown = notice(reminder, tx.zone, texts)
            if not was_sent(tx, HOUSEHOLD, reminder.key):
                send_to_household(tx, reminder.key, "reminder", shown, reminder.member_ids)
            for device in subscribed:
                if follows(device.member_ids, reminder.member_ids) and not was_sent(tx, device.id, reminder.key):
                    with isolated(tx, failures, "device", device.id):
                        send_to_device(tx, device.id, reminder.key, shown)
    return failures


def reminders(meal: Meal, recipe: RecipeCopy, zone: ZoneInfo) -> Iterator[StepReminder]:
    """The steps of a meal that somebody is reminded of. Zone: household's."""
    serve_at = wall(meal.date, meal.serve_at, zone)
    for number, step in enumerate(recipe.steps):
        if step.remind_before is not None:
            at = serve_at - timedelta(minutes=step.remind_before)
            yield StepReminder(meal=meal, number=number, text=step.text, at=at, serve_at=serve_at)


def notice(reminder: StepReminder, zone: ZoneInfo, texts: Texts) -> Notice:
    """The notification: the step, and for which meal at what time."""
    day, serve_at = reminder.at.astimezone(zone).date(), reminder.serve_at.astimezone(zone)
    time = texts.time(serve_at)
    if serve_at.date() - day > NAMED:
        time = f"{texts.day(serve_at.date())} {time}"
    elif serve_at.date() != day:
        time = f"{texts.weekday(serve_at)} {time}"
    return Notice(
        title=f"🍽️ {short_note(reminder.text)}",
        body=f"{reminder.meal.title} · {time}",
        url=f"/#/meals?from={reminder.meal.date}",
        tag=f"meal:{reminder.meal.id}:{reminder.number}",
    )

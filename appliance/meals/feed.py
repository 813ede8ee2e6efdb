"""Planned meals as events of whole days in a published feed."""

from collections.abc import Iterable

from appliance.calendar.published_feeds import ics
from appliance.calendar.published_feeds import rules as feed_rules
from appliance.calendar.published_feeds.models import PublishedFeed
from appliance.household import queries as household_queries
from appliance.kernel.database.transactions import Reader
from appliance.kernel.scheduling.clock import moment
from appliance.kernel.time_budget import checkpoint
from appliance.meals import queries, rules
from appliance.meals.models import StoredMeal
from appliance.texts import Texts


def components(db: Reader, feed: PublishedFeed) -> Iterable[bytes]:
    """The meals of a feed that has them: of one member's feed those that the member eats."""
    if not feed.meals:
        return
    texts = household_queries.texts(db)
    begin, _, ahead = feed_rules.ranges(db.today)
    for meal in queries.between(db, begin.date(), ahead.date()):
        checkpoint()
        is_shown = meal.kind != "nothing" and (feed.member_id is None or rules.is_for(meal, feed.member_id))
        if is_shown:
            yield component(meal, texts, descriptions=feed.descriptions)


def component(meal: StoredMeal, texts: Texts, *, descriptions: bool) -> bytes:
    """A meal under the name of its slot, without a time: its day is what matters to others. Nobody is busy by it."""
    from icalendar import Event

    event = Event()
    event.add("dtstamp", moment(meal.updated_at))
    event.add("created", moment(meal.created_at))
    event.add("last-modified", moment(meal.updated_at))
    event.add("summary", ics.clean(texts.say(f"meal.{meal.slot}", title=meal.title)))
    if descriptions and meal.note:
        event.add("description", ics.clean(meal.note))
    event.add("uid", ics.uid(f"meal-{meal.id}"))
    event.add("dtstart", meal.date)
    event.add("dtend", meal.date + rules.DAY)
    event.add("transp", "TRANSPARENT")
    text: bytes = event.to_ical()
    return text

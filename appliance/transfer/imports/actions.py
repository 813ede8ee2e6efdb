"""The verbs that take a file's household into this one."""

from uuid import uuid4

import msgspec

from appliance.calendar.calendars import queries as calendars
from appliance.calendar.calendars import rules as calendar_rules
from appliance.calendar.categories import queries as categories
from appliance.calendar.events import queries as events
from appliance.chores import queries as chores
from appliance.household import queries as household
from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import BadRequest
from appliance.lists import queries as lists
from appliance.lists.rules import memory_of
from appliance.notes import queries as notes
from appliance.people import queries as people
from appliance.points import queries as points
from appliance.stickers import queries as stickers
from appliance.transfer.imports import queries, rules
from appliance.transfer.imports.models import (
    Counts,
    Disconnected,
    Import,
    Imported,
    ImportedCalendar,
    Skipped,
)
from appliance.transfer.imports.rules import Known

DISCONNECTED = "This calendar was imported without its connection; connect it again in the settings."


def rehearse(tx: Tx, file: Import, allow_private: bool = False) -> Imported:
    """What `take_in` would do, by doing it and taking all of it back. Raises Invalid."""
    with tx.dry_run():
        before, was = queries.sizes(tx), household.settings(tx)
        outcome = take_in(tx, file, allow_private)
        added = rules.less(queries.sizes(tx), before)
        changed = rules.changed(was, household.settings(tx))
    left_out = rules.less(rules.sizes(file), outcome.imported)
    return msgspec.structs.replace(outcome, added=added, left_out=left_out, settings=changed)


def take_in(tx: Tx, file: Import, allow_private: bool = False) -> Imported:
    """Merge a file into the household: rows are added or brought up to date by id, none is removed.

    Importing it again changes nothing. `allow_private` lets a feed lie in the home network. Raises Invalid with the
    place in the file. (contract §31)
    """
    settings = rules.settings(file.settings)
    household.put_settings(tx, settings)
    known = _take_frame(tx, file, allow_private)
    counts = _take_rows(tx, file, known)
    _tell(tx, len(settings), counts)
    waiting = [each for each in calendars.calendars(tx) if each.needs_reconnect]
    return Imported(
        counts,
        [Disconnected(each.id, each.kind, each.name) for each in waiting],
        Skipped(len(file.passkeys), len(file.webhooks)),
    )


def _take_frame(tx: Tx, file: Import, allow_private: bool) -> Known:
    """Members, categories and calendars: what other rows name."""
    for index, member in enumerate(file.members):
        people.put(tx, rules.person(member, f"members.{index}", tx.today))
    for index, category in enumerate(file.categories):
        categories.put(tx, rules.category(category, f"categories.{index}", tx.now))
    known_members = {each.id for each in people.people(tx)}
    known_categories = {each.id for each in categories.categories(tx)}

    here = queries.kinds(tx)
    taken = rules.calendars(file.calendars, here)
    for calendar in taken:
        stored = rules.calendar(calendar, known_members, known_categories)
        calendars.put(tx, stored)
        if calendar.id not in here:
            _connect(tx, calendar, allow_private)
    return Known(
        known_members,
        known_categories,
        {each.id for each in taken},
        {each.id for each in taken if each.kind == "local"},
        {each.id for each in file.lists},
    )


def _take_rows(tx: Tx, file: Import, known: Known) -> Counts:
    """Everything that members, categories and calendars are named by, in an order in which each finds what it names."""
    held = rules.events(file, known, queries.synced_among(tx, [each.id for each in file.events]))
    events.put_all(tx, (event for event, _ in held))
    events.put_all_members(tx, {event.id: member_ids for event, member_ids in held})
    overrides = _annotate(tx, file, known)
    items, steps = _take_lists(tx, file, known)
    done = _take_chores(tx, file, known)

    said = rules.notes(file, known, {event.id for event, _ in held})
    for note in said:
        notes.put_note(tx, note, None)
    entries, packs, placements = rules.entries(file), rules.packs(file), rules.placements(file)
    for entry in entries:
        points.put(tx, entry)
    for pack in packs:
        stickers.put_owned(tx, *pack)
    for placement in placements:
        stickers.put(tx, placement)
    return Counts(
        len(file.members), len(file.categories), len(known.calendars), len(held), *overrides, len(file.chores), done,
        len(file.lists), items, steps, len(said), len(entries), len(packs), len(placements),
    )  # fmt: skip


def _connect(tx: Tx, calendar: ImportedCalendar, allow_private: bool) -> None:
    """A feed with a safe address is followed again; what was connected through an account waits for it."""
    if calendar.kind == "local":
        return
    try:
        url = calendar_rules.feed_url(calendar.kind, calendar.url, allow_private)
    except BadRequest:
        url = None
    if url:
        calendars.put_feed_url(tx, calendar.id, url)
    else:
        calendars.disconnect(tx, calendar.id, DISCONNECTED)


def _annotate(tx: Tx, file: Import, known: Known) -> tuple[int, int, int, int, int]:
    members = rules.tagged_members(file.event_member_overrides, known)
    events.annotate_all_members(tx, "occurrence", members)
    kinds = rules.tagged_categories(file.event_category_overrides, known)
    events.annotate_all_categories(tx, "occurrence", kinds)
    travel = rules.tagged_travel(file.event_travel_overrides, known)
    events.annotate_all_travel(tx, travel)
    series_members = rules.tagged_members(file.event_series_member_overrides, known)
    events.annotate_all_members(tx, "series", series_members)
    series_kinds = rules.tagged_categories(file.event_series_category_overrides, known)
    events.annotate_all_categories(tx, "series", series_kinds)
    return len(members), len(kinds), len(travel), len(series_members), len(series_kinds)


def _take_lists(tx: Tx, file: Import, known: Known) -> tuple[int, int]:
    """How many items and steps there were."""
    items = steps = 0
    for index, each in enumerate(file.lists):
        stored, groups = rules.whole_list(each, f"lists.{index}", known, tx.now)
        lists.put_list(tx, stored)
        lists.add_groups(tx, each.id, groups)
        for told in each.items:
            item = rules.item(told, each.id, known, tx.now)
            lists.put_item(tx, item, memory_of(item.title), link=True)
            items, steps = items + 1, steps + len(item.steps)
    return items, steps


def _take_chores(tx: Tx, file: Import, known: Known) -> int:
    """How many completions there were."""
    first_done = rules.first_done(file)
    for index, each in enumerate(file.chores):
        chore = rules.chore(each, f"chores.{index}", known)
        chores.put(tx, chore, rules.made_at(first_done.get(each.id), tx.zone, tx.now))
    done = rules.completions(file, known, lambda: str(uuid4()))
    chores.put_completions(tx, done)
    return len(done)


def _tell(tx: Tx, settings: int, counts: Counts) -> None:
    """One piece of news a kind, where there is any. (contract §31)"""
    annotated = (
        counts.event_member_overrides + counts.event_category_overrides + counts.event_travel_overrides
        + counts.event_series_member_overrides + counts.event_series_category_overrides
    )  # fmt: skip
    news = {
        "settings.changed": settings,
        "member.changed": counts.members,
        "category.changed": counts.categories,
        "calendar.changed": counts.calendars,
        "events.changed": counts.events + annotated,
        "chore.changed": counts.chores,
        "list.changed": counts.lists,
        "sticker.changed": counts.sticker_packs + counts.scrapbook,
    }
    for topic, number in news.items():
        if number:
            tx.record(topic, {"imported": number})

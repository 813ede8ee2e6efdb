"""Importing a file into the household."""

from msgspec.structs import replace

from appliance.calendar.calendars import queries as calendar_queries
from appliance.calendar.calendars import rules as calendar_rules
from appliance.calendar.categories import queries as category_queries
from appliance.calendar.events import queries as event_queries
from appliance.calendar.occurrences import actions as occurrences
from appliance.calendar.series import queries as series_queries
from appliance.chores import queries as chore_queries
from appliance.household import queries as household_queries
from appliance.household import rules as household_rules
from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import BadRequest
from appliance.kernel.schema import made
from appliance.lists import queries as list_queries
from appliance.lists.rules import memory_of
from appliance.lists.shopping import queries as shopping_queries
from appliance.lists.shopping.rules import MAX_BARCODES, MAX_STORES, MAX_TRIPS
from appliance.meals import queries as meal_queries
from appliance.meals.actions import MEALS
from appliance.meals.repeats import queries as repeat_queries
from appliance.meals.to_list import queries as to_list_queries
from appliance.notes import queries as note_queries
from appliance.people import queries as people_queries
from appliance.points import queries as point_queries
from appliance.recipes import queries as recipe_queries
from appliance.recipes.actions import RECIPES
from appliance.recipes.models import MAX_COOKED
from appliance.rewards.catalogue import queries as catalogue_queries
from appliance.rewards.goals import queries as goal_queries
from appliance.rewards.pools import queries as pool_queries
from appliance.rewards.pools import rules as pool_rules
from appliance.rewards.redemptions import queries as redemption_queries
from appliance.rewards.redemptions.rules import MAX_KEPT
from appliance.stickers import queries as sticker_queries
from appliance.transfer.imports import calendars, lists, queries, recipes, rewards, rules
from appliance.transfer.imports.chores.actions import import_chores
from appliance.transfer.imports.file import Counts, Disconnected, Import, Imported, ReadFile
from appliance.transfer.imports.meals import rules as meal_imports
from appliance.transfer.imports.models import ImportedCalendar
from appliance.transfer.imports.rules import KnownIds
from appliance.transfer.zone import follow_zone

DISCONNECTED = "This calendar was imported without its connection; connect it again in the settings."


def import_dry_run(tx: Tx, file: ReadFile, allow_private: bool = False) -> Imported:
    """What `import_file` would do: does it and rolls it back. Raises BadRequest."""
    with tx.dry_run():
        counts_before, settings_before = queries.counts(tx), household_queries.settings(tx)
        outcome = import_file(tx, file, allow_private)
        added = rules.difference(queries.counts(tx), counts_before)
        changed = rules.changed_settings(settings_before, household_queries.settings(tx))
    left_out = rules.difference(rules.counts(file), outcome.imported)
    return replace(outcome, added=added, left_out=left_out, settings=changed)


def import_file(tx: Tx, file: ReadFile, allow_private: bool = False) -> Imported:
    """Merge a file into the household: rows are added or updated by id, none is removed.

    A second import of the same file changes nothing. `allow_private` allows feeds in the home network. Raises
    BadRequest with the place in the file. (contract §31)
    """
    settings, zone = rules.settings(file.settings), tx.zone
    household_queries.put_settings(tx, settings)
    with rules.error_at("settings"):
        household_rules.check(household_queries.settings(tx))
    follow_zone(tx, zone)
    known = _import_referenced(tx, file, allow_private)
    counts = _import_rows(tx, file, known)
    _record_changes(tx, len(settings), counts, has_rows=rules.has_rows(file))
    disconnected = [calendar for calendar in calendar_queries.calendars(tx) if calendar.needs_reconnect]
    return Imported(
        imported=counts,
        needs_reconnect=[made(Disconnected, calendar) for calendar in disconnected],
        skipped=rules.skipped(file),
        not_read=file.not_read,
    )


def _import_referenced(tx: Tx, file: Import, allow_private: bool) -> KnownIds:
    """Import members, categories and calendars, which other rows refer to."""
    for index, member in enumerate(file.members):
        people_queries.put(tx, rules.person(member, f"members.{index}", tx.today))
    for index, category in enumerate(file.categories):
        category_queries.put(tx, rules.category(category, f"categories.{index}", tx.now))
    known_members = {person.id for person in people_queries.people(tx)}
    known_categories = {category.id for category in category_queries.categories(tx)}

    stored_kinds = queries.calendar_kinds(tx)
    accepted = calendars.calendars(file.calendars, stored_kinds)
    for calendar in accepted:
        calendar_queries.put(tx, calendars.calendar(calendar, known_members, known_categories))
        if calendar.id not in stored_kinds:
            _connect(tx, calendar, allow_private)
    calendar_rules.check_count(calendar_queries.count(tx) - 1)
    return KnownIds(
        members=known_members,
        categories=known_categories,
        calendars={calendar.id for calendar in accepted},
        local_calendars={calendar.id for calendar in accepted if calendar.kind == "local"},
        lists={imported.id for imported in file.lists},
    )


def _connect(tx: Tx, calendar: ImportedCalendar, allow_private: bool) -> None:
    """Follow a feed with a safe address; mark any other remote calendar as disconnected."""
    if calendar.kind == "local":
        return
    try:
        url = calendar_rules.feed_url(calendar.kind, calendar.url, allow_private)
    except BadRequest:
        url = None
    if url:
        calendar_queries.put_feed_url(tx, calendar.id, url)
    else:
        calendar_queries.disconnect(tx, calendar.id, DISCONNECTED)


def _import_rows(tx: Tx, file: Import, known: KnownIds) -> Counts:
    """Import all other rows; each kind after the kinds it refers to."""
    events = calendars.events(file, known, queries.synced_among(tx, [event.id for event in file.events]))
    occurrences.put(tx, [event for event, _ in events])
    event_queries.put_all_members(tx, {event.id: member_ids for event, member_ids in events})
    series_queries.release_detached(tx)

    members = calendars.member_overrides(file.event_member_overrides, known)
    event_queries.annotate_all_members(tx, "occurrence", members)
    categories = calendars.category_overrides(file.event_category_overrides, known)
    event_queries.annotate_all_categories(tx, "occurrence", categories)
    travel = calendars.travel_overrides(file.event_travel_overrides, known)
    event_queries.annotate_all_travel(tx, travel)
    series_members = calendars.member_overrides(file.event_series_member_overrides, known)
    event_queries.annotate_all_members(tx, "series", series_members)
    series_categories = calendars.category_overrides(file.event_series_category_overrides, known)
    event_queries.annotate_all_categories(tx, "series", series_categories)
    countdowns = calendars.countdown_overrides(file.event_countdown_overrides, known)
    event_queries.annotate_all_countdowns(tx, "occurrence", countdowns)
    series_countdowns = calendars.countdown_overrides(file.event_series_countdown_overrides, known)
    event_queries.annotate_all_countdowns(tx, "series", series_countdowns)
    event_queries.annotate_routines(tx, calendars.routine_overrides(file.event_routine_overrides, known))

    _import_lists(tx, file, known)
    chores, completions = import_chores(tx, file, known)

    notes = lists.notes(file, known, {event.id for event, _ in events})
    for note in notes:
        note_queries.put_note(tx, note, None)
    entries, packs, placements = rewards.entries(file), rewards.sticker_packs(file), rewards.placements(file)
    for entry in entries:
        point_queries.put(tx, entry)
    # The completions of a chore that exists count by themselves.
    point_queries.remove_entries_of_chores(tx, [chore.id for chore in chore_queries.chores(tx)])
    for pack in packs:
        sticker_queries.put_owned(tx, *pack)
    for placement in placements:
        sticker_queries.put(tx, placement)
    imported_rewards, redeemed = _import_rewards(tx, file, known)
    imported_recipes = _import_recipes(tx, file, known)
    imported_meals = _import_meals(tx, file, known)

    return replace(
        rules.counts(file),
        calendars=len(known.calendars),
        events=len(events),
        event_member_overrides=len(members),
        event_category_overrides=len(categories),
        event_travel_overrides=len(travel),
        event_series_member_overrides=len(series_members),
        event_series_category_overrides=len(series_categories),
        chores=chores,
        chore_completions=completions,
        notes=len(notes),
        point_entries=len(entries),
        sticker_packs=len(packs),
        scrapbook=len(placements),
        rewards=imported_rewards,
        redemptions=redeemed,
        recipes=imported_recipes,
        meals=imported_meals,
    )


def _import_lists(tx: Tx, file: Import, known: KnownIds) -> None:
    for index, imported in enumerate(file.lists):
        list_queries.put_list(tx, lists.one_list(imported, f"lists.{index}", known, tx.now))
        list_queries.add_groups(tx, imported.id, lists.groups(imported))
        for imported_item in imported.items:
            item = lists.item(imported_item, imported.id, known, tx.now)
            list_queries.put_item(tx, item, memory_of(item.title), link=True)
    shopping_queries.put_trips(tx, lists.trips(file))
    shopping_queries.prune_trips(tx, MAX_TRIPS, MAX_STORES)
    shopping_queries.put_barcodes(tx, lists.barcodes(file))
    shopping_queries.prune_barcodes(tx, MAX_BARCODES)


def _import_rewards(tx: Tx, file: Import, known: KnownIds) -> tuple[int, int]:
    """Import rewards, redemptions and goals; the number of rewards and of redemptions."""
    there = {reward.id for reward in catalogue_queries.rewards(tx)}
    imported = rewards.with_room(rewards.rewards(file, known), there)
    for reward in imported:
        catalogue_queries.put(tx, reward)
        # Those of a reward that is here already stay: what was given and taken back meanwhile is in the ledger.
        if reward.id not in there and pool_rules.total(reward.shares) < reward.price:
            pool_queries.put_shares(tx, reward.id, reward.shares)
    known_rewards = {reward.id for reward in catalogue_queries.rewards(tx)}
    redeemed = rewards.redemptions(file, known, known_rewards)
    redemption_queries.put_later(tx, redeemed)
    redemption_queries.prune(tx, MAX_KEPT)
    for member_id, reward_id in rewards.goals(file, known, known_rewards):
        goal_queries.put_goal(tx, member_id, reward_id)
    if family_goal := rewards.family_goal(file, tx.today):
        goal_queries.put_family_goal(tx, family_goal)
    return len(imported), len(redeemed)


def _import_recipes(tx: Tx, file: Import, known: KnownIds) -> int:
    """Import recipes with their ratings and the days on which they were cooked; the number of recipes."""
    there = set(recipe_queries.ids(tx))
    imported = recipes.recipes(file, known, there, RECIPES.entries - len(there), tx.now)
    for recipe in imported:
        recipe_queries.put(tx, recipe)
        for rating in recipe.ratings:
            recipe_queries.put_rating(tx, recipe.id, rating.member_id, rating.stars)
        recipe_queries.put_cooked(tx, recipe.id, recipe.cooked_on, MAX_COOKED)
    return len(imported)


def _import_meals(tx: Tx, file: Import, known: KnownIds) -> int:
    """Import meals, how they repeat, what is on lists for them, and the pantry; the number of meals."""
    for repeat in meal_imports.repeats(file, known, {repeat.id for repeat in repeat_queries.repeats(tx)}):
        repeat_queries.put(tx, repeat)
    known_repeats = {repeat.id for repeat in repeat_queries.repeats(tx)}
    there = queries.meal_ids(tx)
    imported = meal_imports.meals(file, known, known_repeats, there, MEALS.entries - len(there), tx.now)
    for meal, recipe in imported:
        meal_queries.put(tx, meal, recipe)
    to_list_queries.put(tx, meal_imports.sent(file, {meal.id for meal, _ in imported}, queries.item_ids(tx)))
    to_list_queries.put_pantry(tx, meal_imports.pantry(file, to_list_queries.count_pantry(tx)))
    return len(imported)


def _record_changes(tx: Tx, settings: int, counts: Counts, *, has_rows: bool) -> None:
    """Record one change for each kind with imported rows. (contract §31)"""
    annotated = (
        counts.event_member_overrides
        + counts.event_category_overrides
        + counts.event_travel_overrides
        + counts.event_series_member_overrides
        + counts.event_series_category_overrides
    )
    numbers = {
        "settings.changed": settings,
        "member.changed": counts.members,
        "category.changed": counts.categories,
        "calendar.changed": counts.calendars,
        "events.changed": counts.events + annotated,
        "chore.changed": counts.chores,
        "list.changed": counts.lists,
        "reward.changed": counts.rewards + counts.redemptions,
        "recipe.changed": counts.recipes,
        "meal.changed": counts.meals,
        "sticker.changed": counts.sticker_packs + counts.scrapbook,
    }
    for topic, number in numbers.items():
        if number:
            tx.record(topic, {"imported": number})
    # Some kinds of rows, as days away, have no topic here.
    if has_rows:
        tx.touch()

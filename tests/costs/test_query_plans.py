"""No statement of a module named `queries` reads the whole of a table that grows."""

import re
from collections.abc import Sequence
from types import ModuleType

import apsw

from appliance.kernel.database.connections import connect
from appliance.kernel.database.database import Database
from tests.costs.statements import CallSite, Found, call_sites, collect, query_modules

# Tables that may be read whole, and why they stay small.
SMALL = {
    "accounts": "calendar.accounts.rules.MAX_ACCOUNTS",
    "albums": "photos.rules.MAX_ALBUMS",
    "attempts": "access.rules.MAX_ATTEMPT_COUNTERS",
    "authorities": "two rows",
    "away": "chores.away.rules.MAX_RANGES",
    "backup_place": "one row",
    "barcodes": "lists.shopping.rules.MAX_BARCODES",
    "calendar_usage": "one for each calendar",
    "calendars": "calendar.calendars.rules.MAX_CALENDARS",
    "categories": "calendar.categories.rules.MAX_CATEGORIES",
    "challenges": "access.passkeys.rules.MAX_CHALLENGES",
    "chore_earnings": "one for each member",
    "chore_rotations": "one for each chore that is done in turn",
    "claimed": "one row",
    "consents": "calendar.oauth_client.rules.MAX_PENDING",
    "cooking_timers": "recipes.timers.actions.MAX_TIMERS",
    "family_goal": "one row",
    "deletions": "deleted.rules.MAX_DELETIONS",
    "forecasts": "one for each place, of the last days",
    "hidden_folder_photos": "photos.rules.MAX_HIDDEN",
    "holidays": "chores.holidays.rules.YEARS",
    "host_events": "the server adds none",
    "keys": "access.rules.MAX_KEYS and MAX_SESSIONS",
    "ledger_sums": "one for each member",
    "lists": "lists.actions.LISTS, and a household has tens",
    "meal_repeats": "meals.repeats.rules.MAX_REPEATS",
    "members": "people.rules.MAX_MEMBERS",
    "navigation_keys": "access.rules.MAX_NAVIGATION_KEYS",
    "oauth_clients": "access.oauth_server.rules.MAX_UNAPPROVED, and one for each approved program",
    "oauth_grants": "access.oauth_server.rules.MAX_GRANTS",
    "occurrence_horizon": "one row",
    "pantry": "meals.to_list.rules.MAX_PANTRY",
    "pairings": "access.pairing.rules.MAX_PENDING",
    "passkeys": "access.passkeys.rules.MAX_PASSKEYS",
    "photo_settings": "one row",
    "photos": "photos.rules.MAX_PHOTOS and deleted.rules.MAX_PHOTOS",
    "pin_attempts": "one for each key",
    "public_url": "one row",
    "published_feeds": "calendar.published_feeds.rules.MAX_FEEDS",
    "recovery_codes": "access.recovery.CODES",
    "register_tokens": "access.passkeys.rules.MAX_REGISTER_TOKENS",
    "reward_goals": "one for each member",
    "rewards": "rewards.catalogue.rules.MAX_REWARDS",
    "settings": "one for each setting",
    "setup_code": "one row",
    "shopping_trips": "lists.shopping.rules.MAX_TRIPS and MAX_STORES",
    "subscriptions": "notifications.push.rules.MAX_PER_HOUSEHOLD",
    "unlocked_packs": "packs times members",
    "vapid_keys": "one row",
    "waiting_ticks": "chores.approval.actions.WAITING",
    "rejections": "chores.approval.queries.MAX_REJECTIONS",
    "wall_key": "one row",
    "wall_settings": "one row",
    "webhooks": "webhooks.rules.MAX_WEBHOOKS",
}

# Functions that must read a table whole, or stop before its end, and why.
WHOLE = {
    "calendar.event_limits.queries.mark_missing_annotations": "a daily job compares every annotation with the events",
    "calendar.event_limits.queries.remove_missing_annotations": "a daily job",
    "calendar.series.queries.all_series": "once, when the household's time zone changes",
    "chores.queries.chores": "answers every chore",
    "chores.queries.creation_times": "once, when the household's time zone changes",
    "chores.routines.queries.remove_completed": "once, at the end of an import",
    "chores.queries._found": "looks for an emoji in chores, of at most 2,000, and stops after some tens",
    "lists.queries.containing": "looks for an emoji in the newest 1,000 items",
    "meals.queries.containing": "looks for an emoji in the latest 1,000 meals",
    "meals.queries.exported": "an export is everything",
    "notes.queries.containing": "looks for an emoji in the newest 1,000 notes",
    "notifications.feed.queries.page": "stops after a page: the index has the order",
    "notifications.feed.queries.remove_oldest": "steps over the entries that stay, of at most MAX_ENTRIES",
    "notifications.push.queries.with_waiting": "messages stay for hours; each waits to be read",
    "notifications.queries.remove_oldest": "counts the entries, of at most MAX_ENTRIES, in a daily job",
    "points.awards.queries.newest": "stops after 100: the index has the order",
    "recipes.queries.summaries": "answers every recipe, of at most RECIPES",
    "recipes.queries.recipes": "an export is everything",
    "recipes.queries.names": "what an agent named is compared with every title",
    "recipes.queries.ids": "counts what an import adds to",
    "recipes.queries.containing": "looks for an emoji in recipes, of at most RECIPES",
    "transfer.imports.queries.item_ids": "an import, which names the items that meals were sent to",
    "transfer.imports.queries.meal_ids": "an import, which repeats may continue",
    "rewards.redemptions.queries.every": "an export is everything",
    "rewards.redemptions.queries.newest": "stops after a page: the index has the order",
    "rewards.redemptions.queries.prune": "steps over the entries that stay, of at most MAX_KEPT",
    "transfer.exports.queries": "an export is everything",
    "transfer.imports.queries.counts": "counts what an import replaces",
    "webhooks.queries.any_interrupted": "once, at the start of the server",
    "webhooks.queries.give_up_interrupted": "once, at the start of the server",
}


def test_no_statement_reads_a_growing_table_whole(database: Database) -> None:
    # Without statistics a plan depends on the schema alone.
    connection = connect(database.path)
    modules = query_modules()
    reached, statements = collect(connection, modules)
    scans = [(found, tables) for found in statements if (tables := scanned_tables(connection, found))]

    assert [] == unreached(modules, reached)
    assert [] == [
        f"{name(found)} reads all of {table}: {found.sql}"
        for found, tables in scans
        for table in sorted(tables - SMALL.keys())
        if exception(found) not in WHOLE
    ]
    # What is no longer needed must not stay here, or it would allow the next one.
    assert set() == SMALL.keys() - {table for _, tables in scans for table in tables}
    assert set() == WHOLE.keys() - {exception(found) for found, tables in scans if tables - SMALL.keys()}


def test_a_scan_is_found(database: Database) -> None:
    connection = connect(database.path)

    def tables(sql: str) -> set[str]:
        return scanned_tables(connection, Found(module="", function="", sql=sql, bindings=()))

    assert {"events"} == tables("SELECT title FROM events AS e WHERE title = 'x'")
    assert {"items"} == tables("SELECT count(*) FROM items")
    assert {"items"} == tables("SELECT l.name FROM lists AS l JOIN items AS i ON i.title = l.name WHERE l.id = 'x'")
    assert {"events"} == tables("DELETE FROM events WHERE title = 'x'")
    assert set() == tables("SELECT title FROM events AS e WHERE id = 'x'")
    assert {"event_search"} == tables("SELECT rowid FROM event_search")
    assert set() == tables("SELECT rowid FROM event_search WHERE event_search MATCH 'x' AND rowid < 9 ORDER BY rowid")
    assert set() == tables("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n LIMIT 3")


def scanned_tables(connection: apsw.Connection, found: Found) -> set[str]:
    """The tables of which a statement reads every row, or every entry of an index."""
    tables = {str(name) for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    named = re.findall(r"\b(?:FROM|JOIN|UPDATE)\s+(\w+)(?:\s+AS\s+(\w+))?", found.sql)
    aliases: dict[str, str] = {alias or table: table for table, alias in named}
    plan = [str(detail) for *_, detail in connection.execute(f"EXPLAIN QUERY PLAN {found.sql}", found.bindings)]
    # For an automatic index the whole table is read too.
    scanned = [each.split()[1] for each in plan if each.startswith("SCAN ") or "AUTOMATIC" in each]
    # A full-text index that is asked for matches (M) reads those only.
    matched = {each.split()[1] for each in plan if re.search(r"VIRTUAL TABLE INDEX \d+:\S*M", each)}
    return {aliases.get(each, each) for each in scanned if each not in matched} & tables


def unreached(modules: Sequence[ModuleType], reached: set[CallSite]) -> list[str]:
    """Statements that `collect` did not find: give their function arguments that lead to them."""
    return [
        f"{site.module}.{site.function}, line {site.first}"
        for module in modules
        for site in call_sites(module)
        if site not in reached
    ]


def exception(found: Found) -> str:
    """The name that is looked up in WHOLE: of the function, or of its module."""
    module = found.module.removeprefix("appliance.")
    return module if module in WHOLE else f"{module}.{found.function}"


def name(found: Found) -> str:
    return f"{found.module}.{found.function}"

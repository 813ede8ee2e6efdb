"""Every SQL statement that writes what the household says of synced events: members, category, travel.

An annotation is keyed by the provider's event id (`occurrence`) or series id (`series`), so that it outlives the rows.
"""

from collections.abc import Sequence

from appliance.kernel.database.transactions import Tx

WHERE = "WHERE calendar_id = ? AND scope = ? AND key = ?"


def put_members(tx: Tx, calendar_id: str, scope: str, key: str, member_ids: Sequence[str]) -> None:
    """Say who an event or series is for; nobody leaves it to the next source."""
    _open(tx, calendar_id, scope, key)
    tx.run(f"DELETE FROM annotation_members {WHERE}", calendar_id, scope, key)
    tx.run_many(
        "INSERT INTO annotation_members (calendar_id, scope, key, member_id, position) VALUES (?, ?, ?, ?, ?)",
        [(calendar_id, scope, key, member_id, position) for position, member_id in enumerate(member_ids)],
    )
    _close(tx, calendar_id)


def put_category(tx: Tx, calendar_id: str, scope: str, key: str, category_id: str | None) -> None:
    """Say what an event or series is; None leaves it to the next source."""
    _open(tx, calendar_id, scope, key)
    tx.run(f"UPDATE annotations SET category_id = ? {WHERE}", category_id, calendar_id, scope, key)
    _close(tx, calendar_id)


def put_travel(tx: Tx, calendar_id: str, key: str, minutes: int | None, remind: bool) -> None:
    """Say how far it is to one occurrence; no minutes and no reminder clear it."""
    _open(tx, calendar_id, "occurrence", key)
    tx.run(
        f"UPDATE annotations SET travel_minutes = ?, remind_before_leave = ? {WHERE}",
        minutes, remind if minutes is not None or remind else None, calendar_id, "occurrence", key,
    )  # fmt: skip
    _close(tx, calendar_id)


def add_members(tx: Tx, scope: str, rows: Sequence[tuple[str, str, Sequence[str]]]) -> None:
    """Say who many events or series are for: calendar, key and members of each."""
    _open_all(tx, scope, [(calendar_id, key) for calendar_id, key, _ in rows])
    tx.run_many(f"DELETE FROM annotation_members {WHERE}", [(calendar_id, scope, key) for calendar_id, key, _ in rows])
    # The same key may come twice; the last one stands.
    named = {(calendar_id, key): member_ids for calendar_id, key, member_ids in rows}
    tx.run_many(
        "INSERT INTO annotation_members (calendar_id, scope, key, member_id, position) VALUES (?, ?, ?, ?, ?)",
        [
            (calendar_id, scope, key, member_id, position)
            for (calendar_id, key), member_ids in named.items()
            for position, member_id in enumerate(member_ids)
        ],
    )


def add_categories(tx: Tx, scope: str, rows: Sequence[tuple[str, str, str]]) -> None:
    """Say what many events or series are: calendar, key and category of each."""
    _open_all(tx, scope, [(calendar_id, key) for calendar_id, key, _ in rows])
    tx.run_many(
        f"UPDATE annotations SET category_id = ? {WHERE}",
        [(category_id, calendar_id, scope, key) for calendar_id, key, category_id in rows],
    )


def add_travel(tx: Tx, rows: Sequence[tuple[str, str, int | None, bool]]) -> None:
    """Say how far it is to many occurrences: calendar, key, minutes and reminder of each."""
    _open_all(tx, "occurrence", [(calendar_id, key) for calendar_id, key, *_ in rows])
    tx.run_many(
        f"UPDATE annotations SET travel_minutes = ?, remind_before_leave = ? {WHERE}",
        [(minutes, remind, calendar_id, "occurrence", key) for calendar_id, key, minutes, remind in rows],
    )


def forget_occurrence_members(tx: Tx, calendar_id: str, keys: Sequence[str]) -> None:
    """Take back who single occurrences are for."""
    tx.run(
        "DELETE FROM annotation_members WHERE calendar_id = ? AND scope = 'occurrence'"
        " AND key IN (SELECT value FROM json_each(?))",
        calendar_id,
        keys,
    )
    _close(tx, calendar_id)


def forget_occurrence_categories(tx: Tx, calendar_id: str, keys: Sequence[str]) -> None:
    """Take back what single occurrences are."""
    tx.run(
        "UPDATE annotations SET category_id = NULL WHERE calendar_id = ? AND scope = 'occurrence'"
        " AND key IN (SELECT value FROM json_each(?))",
        calendar_id,
        keys,
    )
    _close(tx, calendar_id)


def _open(tx: Tx, calendar_id: str, scope: str, key: str) -> None:
    _open_all(tx, scope, [(calendar_id, key)])


def _open_all(tx: Tx, scope: str, events: Sequence[tuple[str, str]]) -> None:
    tx.run_many(
        "INSERT OR IGNORE INTO annotations (calendar_id, scope, key) VALUES (?, ?, ?)",
        [(calendar_id, scope, key) for calendar_id, key in events],
    )


def _close(tx: Tx, calendar_id: str) -> None:
    """Forget annotations that say nothing any more."""
    tx.run(
        "DELETE FROM annotations WHERE calendar_id = ? AND category_id IS NULL AND travel_minutes IS NULL"
        " AND remind_before_leave IS NULL AND NOT EXISTS (SELECT 1 FROM annotation_members AS m"
        " WHERE m.calendar_id = annotations.calendar_id AND m.scope = annotations.scope AND m.key = annotations.key)",
        calendar_id,
    )

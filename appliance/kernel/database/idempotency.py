"""Requests that must not act twice: their answers are remembered for a day by the caller's `Idempotency-Key`.

The answer is stored in the transaction of the write itself, so a power cut cannot separate the two.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec

from appliance.kernel.database.transactions import T, Tx
from appliance.kernel.encryption import digest
from appliance.kernel.errors import BadRequest, Conflict

HEADER = "Idempotency-Key"
LONGEST_KEY = 200
REMEMBERED_FOR = timedelta(days=1)
# Bounds of the table: answers of one access key, their bytes, and answers of all access keys.
ANSWERS_PER_CALLER = 500
BYTES_PER_CALLER = 1_000_000
ANSWERS = 5_000


def check_key(key: str) -> None:
    """Raises BadRequest unless the key has 1 to 200 printable ASCII characters."""
    if not (1 <= len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        raise BadRequest(f"must have 1 to {LONGEST_KEY} printable ASCII characters", at=HEADER)


def run_once(tx: Tx, key: str, answers: type[T], action: Callable[..., T], arguments: tuple[Any, ...]) -> T:
    """Run an action unless this caller has already used the key, then answer what the first run answered.

    `answers` is the type of the action's result. An action that raises leaves nothing behind: its key can be used
    again. Raises Conflict when the caller has used the key for another action or other arguments.
    """
    caller = tx.caller.key_id or tx.caller.name
    fingerprint = _fingerprint(action, arguments)
    stored = tx.maybe(
        lambda *row: row,
        "SELECT fingerprint, answer FROM idempotent_requests WHERE caller = ? AND key = ? AND at BETWEEN ? AND ?",
        caller,
        key,
        tx.now - REMEMBERED_FOR,
        tx.now + REMEMBERED_FOR,
    )
    if stored is not None:
        if stored[0] != fingerprint:
            raise Conflict(f"this {HEADER} was used for another request; use a new one for each request")
        return msgspec.json.decode(stored[1], type=answers)

    answer = action(tx, *arguments)
    tx.run(
        "INSERT OR REPLACE INTO idempotent_requests (caller, key, fingerprint, answer, at) VALUES (?, ?, ?, ?, ?)",
        caller,
        key,
        fingerprint,
        msgspec.json.encode(answer),
        tx.now,
    )
    _prune(tx, caller)
    return answer


def _fingerprint(action: Callable[..., Any], arguments: tuple[Any, ...]) -> str:
    return digest(f"{action.__module__}.{action.__qualname__} {msgspec.json.encode(arguments).decode()}")


def _prune(tx: Tx, caller: str) -> None:
    """Remove answers that are older than a day or over a bound; the newest stay.

    An instant more than a day ahead was written while the clock was wrong.
    """
    tx.run("DELETE FROM idempotent_requests WHERE at < ?", tx.now - REMEMBERED_FOR)
    tx.run("DELETE FROM idempotent_requests WHERE at > ?", tx.now + REMEMBERED_FOR)
    tx.run(
        "DELETE FROM idempotent_requests WHERE id IN (SELECT id FROM (SELECT id, row_number() OVER newest AS place,"
        " sum(length(answer)) OVER newest AS bytes FROM idempotent_requests WHERE caller = ?"
        " WINDOW newest AS (ORDER BY id DESC)) WHERE place > ? OR bytes > ?)",
        caller,
        ANSWERS_PER_CALLER,
        BYTES_PER_CALLER,
    )
    tx.run("DELETE FROM idempotent_requests WHERE id <= (SELECT max(id) FROM idempotent_requests) - ?", ANSWERS)

"""Whose turn it is in a rotation."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta

# Turns are known so far ahead, and kept so far back.
AHEAD = timedelta(days=366)
KEPT = timedelta(days=731)
# What one request may ask for.
MAX_DAYS_ASKED = 62


def run(
    order: Sequence[str],
    next_member: str,
    days: Iterable[date],
    is_away: Callable[[str, date], bool],
    is_over: Callable[[date], bool],
) -> tuple[list[tuple[date, str | None]], str]:
    """Whose turn each of the days is, and whose turn comes after them.

    `days` are the due dates in order; `next_member` has the first of them. Members who are away on a date are passed
    over, with all of them away it is nobody's turn. `is_over` says whether a turn ends with its date: always in a
    rotation by due date, once it was done in one by completion.
    """
    turns: list[tuple[date, str | None]] = []
    for day in days:
        holder = next((member_id for member_id in _from(order, next_member) if not is_away(member_id, day)), None)
        turns.append((day, holder))
        if holder is not None and is_over(day):
            next_member = after(order, holder)
    return turns, next_member


def after(order: Sequence[str], member_id: str) -> str:
    """The member after another in the order; the first after the last."""
    return order[(order.index(member_id) + 1) % len(order)]


def carried_over(was: Sequence[str], order: Sequence[str], next_member: str) -> str:
    """Whose turn is next in a new order: the same member's, else that of the first after them who is still in it."""
    still = [member_id for member_id in _from(was, next_member) if member_id in order] if next_member in was else []
    return next_member if next_member in order else (still or list(order))[0]


def _from(order: Sequence[str], member_id: str) -> Sequence[str]:
    start = order.index(member_id) if member_id in order else 0
    return [*order[start:], *order[:start]]

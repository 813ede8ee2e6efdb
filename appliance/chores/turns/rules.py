"""Whose turn it is in a rotation."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from typing import Literal

import msgspec

from appliance.chores.models import Chore, TurnEvery

# Turns are known so far ahead, and kept so far back.
AHEAD = timedelta(days=366)
KEPT = timedelta(days=731)
# What one request may ask for.
MAX_DAYS_ASKED = 62
# How many of the newest turns say whose is next.
MAX_ENDS = 400
# Turns that end with a day, a week or a month, and not by what is done.
PERIODS: tuple[TurnEvery, ...] = ("day", "week", "month")
# What a date does to the turn of the one who has it: it stays theirs, one of its times is used, or it is over.
Use = Literal["kept", "used", "passed"]


class TurnLength(msgspec.Struct, frozen=True, kw_only=True):
    """How long a turn lasts. A week begins on `weekday`, 0 is Sunday; `times` are those of `times`."""

    every: TurnEvery = "due"
    times: int = 1
    weekday: int = 1

    @property
    def uses(self) -> int:
        """How many dates one turn has, when it does not last for days."""
        return self.times if self.every == "times" else 1


class TurnState(msgspec.Struct, frozen=True, kw_only=True):
    """Whose turn is next, as in Rotation."""

    next_member: str
    last_day: date | None = None
    used: int = 0


ONE_DATE = TurnLength()


def length_of(chore: Chore) -> TurnLength:
    """How long the turns of a chore last."""
    return TurnLength(every=chore.turn_every, times=chore.turn_times, weekday=chore.turn_weekday)


def run(
    order: Sequence[str],
    state: TurnState,
    days: Iterable[date],
    is_away: Callable[[str, date], bool],
    use_of: Callable[[date], Use],
    length: TurnLength = ONE_DATE,
) -> tuple[list[tuple[date, str | None]], TurnState]:
    """Whose turn each of the days is, and the state after them.

    `days` are the due dates in order; the next member of `state` has the first of them. Members who are away on a date
    are passed over, with all of them away it is nobody's turn. `use_of` says what a date does to a turn that does not
    last for days.
    """
    turns: list[tuple[date, str | None]] = []
    for day in days:
        member_id, begins = _due_member(order, state, day, length)
        holder = next((one for one in _from(order, member_id) if not is_away(one, day)), None)
        turns.append((day, holder))
        if length.every in PERIODS:
            # Who takes a period over from somebody who is away at its beginning keeps it.
            keeps = holder if holder and begins and length.every != "day" else member_id
            state = TurnState(next_member=keeps, last_day=day)
        elif holder is not None:
            state = _after_use(order, state, holder, use_of(day), length)
    return turns, state


def _due_member(order: Sequence[str], state: TurnState, day: date, length: TurnLength) -> tuple[str, bool]:
    """Who has the turn on a day as far as nobody is away, and whether a period begins with it."""
    last_day = state.last_day
    if length.every not in PERIODS or last_day is None:
        return state.next_member, True
    if length.every == "day":
        return after(order, state.next_member, (day - last_day).days), day != last_day
    begins = _period(day, length) != _period(last_day, length)
    return (after(order, state.next_member) if begins else state.next_member), begins


def _period(day: date, length: TurnLength) -> date:
    """The first day of the week or the month of a day."""
    if length.every == "month":
        return day.replace(day=1)
    return day - timedelta(days=(day.isoweekday() - length.weekday) % 7)


def _after_use(order: Sequence[str], state: TurnState, holder: str, use: Use, length: TurnLength) -> TurnState:
    if use == "kept":
        return state
    used = (state.used if holder == state.next_member else 0) + 1
    if use == "passed" or used >= length.uses:
        return TurnState(next_member=after(order, holder))
    return TurnState(next_member=holder, used=used)


def following(
    order: Sequence[str], ends: Sequence[tuple[str, bool]], length: TurnLength, first: str
) -> TurnState | None:
    """The state after the turns that were done or passed on: whose each was, and whether passed on, newest first.

    `first` began the order. None when the newest was of somebody who is no longer in it.
    """
    if not ends:
        return TurnState(next_member=first)
    holder, passed = ends[0]
    if holder not in order:
        return None
    done = next((at for at, end in enumerate(ends) if end != (holder, False)), len(ends))
    used = done % length.uses
    return (
        TurnState(next_member=after(order, holder)) if passed or not used else TurnState(next_member=holder, used=used)
    )


def restarted(was: Chore, chore: Chore, state: TurnState) -> TurnState:
    """The state after the order of a chore, or how long its turns last, was changed."""
    next_member, last_day, used = state.next_member, state.last_day, state.used
    if chore.turn_every != was.turn_every:
        if last_day and next_member in was.member_ids:
            next_member = after(was.member_ids, next_member)
        last_day, used = None, 0
    carried = carried_over(was.member_ids, chore.member_ids, next_member)
    return TurnState(next_member=carried, last_day=last_day, used=used if carried == next_member else 0)


def after(order: Sequence[str], member_id: str, by: int = 1) -> str:
    """The member after another in the order, or so many places after; the first after the last."""
    start = order.index(member_id) if member_id in order else -1
    return order[(start + by) % len(order)]


def carried_over(was: Sequence[str], order: Sequence[str], next_member: str) -> str:
    """Whose turn is next in a new order: the same member's, else that of the first after them who is still in it."""
    still = [member_id for member_id in _from(was, next_member) if member_id in order] if next_member in was else []
    return next_member if next_member in order else (still or list(order))[0]


def _from(order: Sequence[str], member_id: str) -> Sequence[str]:
    start = order.index(member_id) if member_id in order else 0
    return [*order[start:], *order[:start]]

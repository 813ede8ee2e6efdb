"""When a chore is due, what a completion earns, and what a valid chore is."""

from collections.abc import Iterable, Mapping, Sequence, Set
from copy import copy
from datetime import date, datetime, timedelta
from typing import TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from appliance.chores.approval.models import Rejection, WaitingTick
from appliance.chores.away.rules import Absences
from appliance.chores.exceptions.rules import moved_from, postponed, with_exceptions
from appliance.chores.holidays import rules as holiday_rules
from appliance.chores.models import (
    Checklist,
    Chore,
    ChoreDay,
    ChorePatch,
    Completion,
    DayTurn,
    DueChore,
    NewChore,
    ScheduledChore,
)
from appliance.chores.parts import in_order, slot_with
from appliance.chores.schedules import rules as schedule_rules
from appliance.chores.timing import days_after_last
from appliance.chores.turns.models import ChoreTurn
from appliance.kernel.errors import BadRequest
from appliance.kernel.recurrence import expansion
from appliance.kernel.schema import made, sent_fields
from appliance.kernel.text.emoji import check_emoji
from appliance.kernel.text.rounding import half_up

DAY = timedelta(days=1)
# A chore is completed for a date so far ahead or ago.
YEAR = timedelta(days=366)
# Topics of changes after which the same chores are due for the same members. A deleted list is taken off its chores.
NOT_OF_DUE: Set[str | None] = frozenset(
    {
        "calendar.changed",
        "calendar.synced",
        "category.changed",
        "chore.step.changed",
        "display.paired",
        "events.changed",
        "goal.changed",
        "list.item.changed",
        "meal.changed",
        "points.awarded",
        "points.removed",
        "reward.approved",
        "reward.changed",
        "reward.declined",
        "reward.pooled",
        "reward.redeemed",
        "reward.returned",
        "reward.unpooled",
        "sticker.changed",
    }
)
# Topics of changes that concern what is done of the chores.
OF_TICKS: Set[str | None] = frozenset(
    {"chore.completed", "chore.uncompleted", "chore.pending", "chore.approved", "chore.rejected"}
)
# Topics of changes after which a chore is due on other days, or for others.
OF_DATES: Set[str | None] = frozenset({"chore.changed", "chore.skipped", "chore.unskipped", "chore.moved"})
Turns: TypeAlias = Mapping[tuple[str, date], ChoreTurn]

# A rule takes as long to follow from one start as from another, but for where leap days lie.
ANY_START = date(2000, 1, 1)


def due_days(scheduled: ScheduledChore, first: date, last: date, slot: str = "") -> list[date]:
    """The days from `first` to `last`, both included and in order, on which a chore is due. (contract §6.1)

    Those that it was due on before it was changed stay. A date that is skipped or moved is none. `slot` says whose copy
    is asked about, of a chore that counts from its last completion, or has such dates.
    """
    days = planned_days(scheduled, first, last, slot)
    exceptions = [one for one in scheduled.exceptions if one.slot == slot and not counts_from_last(scheduled, one.date)]
    if not exceptions:
        return days
    return with_exceptions(days, exceptions, first, last, lambda day: day in planned_days(scheduled, day, day, slot))


def skipped_days(scheduled: ScheduledChore, first: date, last: date) -> dict[date, bool]:
    """The days from `first` to `last`, both included, on which a chore is skipped, and whether that passes its turn on.

    Of a chore that has no copy for each of its members. A day to which another date was moved is none.
    """
    skipped = {
        one.day: one.passes_turn
        for one in scheduled.exceptions
        if one.skipped and not one.slot and first <= one.day <= last
        if one.date in planned_days(scheduled, one.date, one.date, "") or counts_from_last(scheduled, one.date)
    }
    return {day: passes for day, passes in skipped.items() if day not in due_days(scheduled, day, day)}


def counts_from_last(scheduled: ScheduledChore, day: date) -> bool:
    """Whether a chore counts from its last completion on a day."""
    return schedule_rules.chore_on(scheduled, day).after_days is not None


def planned_days(scheduled: ScheduledChore, first: date, last: date, slot: str) -> list[date]:
    """The days on which a chore is due, but for those that are skipped or moved."""
    if not scheduled.earlier:
        return _days_of(scheduled.chore, scheduled, first, last, slot)
    days = {
        day
        for chore, begin, end in schedule_rules.periods(scheduled, first, last)
        if chore.active or chore is scheduled.chore
        for day in _days_of(chore, scheduled, begin, end, slot)
    }
    if schedule_rules.is_once(scheduled.chore):
        days.update(_days_of(scheduled.chore, scheduled, first, last, slot))
    return sorted(days)


def _days_of(chore: Chore, scheduled: ScheduledChore, first: date, last: date, slot: str) -> list[date]:
    """The days of one schedule.

    Without a rule only the due date counts. A rule starts at the due date, else on the day the chore was created. A
    stored rule that cannot be expanded hides this chore, so that the others are still shown. Only the days of its
    season count.
    """
    first, last = max(first, chore.season_from or first), min(last, chore.season_until or last)
    if first > last:
        return []
    if chore.after_days is not None:
        begin = chore.due_date or scheduled.created_on
        opens = max(begin, chore.season_from or begin)
        off = postponed((one for one in scheduled.exceptions if one.slot == slot), chore.after_days)
        done = scheduled.done.get(slot, ())
        return days_after_last(chore.after_days, opens, done, scheduled.today, first, last, off)
    if chore.moves_for_holidays and scheduled.holidays:
        days = holiday_rules.moved(
            _rule_days(chore, scheduled, first - holiday_rules.FURTHEST, last), scheduled.holidays
        )
        return [day for day in days if first <= day <= last]
    return _rule_days(chore, scheduled, first, last)


def _rule_days(chore: Chore, scheduled: ScheduledChore, first: date, last: date) -> list[date]:
    if chore.rrule is None:
        return [chore.due_date] if chore.due_date and first <= chore.due_date <= last else []
    try:
        return expansion.days(chore.rrule, chore.due_date or scheduled.created_on, first, last)
    except Exception:
        # Whatever is wrong with one chore, a day, a snapshot and a reminder must show the others.
        return []


def due_chores(scheduled: Iterable[ScheduledChore], first: date, last: date, turns: Turns) -> list[DueChore]:
    """What each member has to do from `first` to `last`, both included: chore by chore, in the order of the days.

    `turns` say who has to do a chore that is done in turn, by chore and date.
    """
    return [part for one in scheduled for entry in _due(one, first, last, turns) for part in _parts(entry)]


def _due(one: ScheduledChore, first: date, last: date, turns: Turns) -> Iterable[DueChore]:
    moved = moved_from(one.exceptions)
    slots = dict.fromkeys(slot for chore, _, _ in schedule_rules.periods(one, first, last) for slot in slots_of(chore))
    entries = [
        entry
        for slot in slots
        for day in due_days(one, first, last, slot)
        if slot in slots_of(chore := schedule_rules.chore_on(one, day))
        for entry in [_entry(chore, day, slot, turns, moved.get((slot, day)))]
    ]
    return sorted(entries, key=lambda entry: entry.date) if len(slots) > 1 else entries


def slots_of(chore: Chore) -> Sequence[str]:
    """The slots of its completions: a member's copy each, or the chore as one."""
    return chore.member_ids if chore.share == "each" else [""]


def follows_completions(chore: Chore) -> bool:
    """Whether it depends on completions on which days a chore is due, or for whom."""
    return chore.share == "turn" or chore.after_days is not None


def without_away(due: Iterable[DueChore], absences: Absences, done: Mapping[date, Set[str]]) -> list[DueChore]:
    """What is due although members are away: a chore of a member who is away only when it was done.

    A chore for several members is not due while all of them are away, one for Anyone while the household is.
    """
    return [
        entry
        for entry in due
        if entry.key in done.get(entry.date, ())
        or not (
            absences.is_away(entry.member_id, entry.date)
            if entry.member_id
            else absences.are_all_away(entry.chore.member_ids, entry.date)
        )
    ]


def _entry(chore: Chore, day: date, slot: str, turns: Turns, moved: date | None) -> DueChore:
    member_id, turn = slot or chore.member_id, None
    if chore.share == "turn" and (found := turns.get((chore.id, day))):
        member_id, turn = found.member_id, DayTurn(scheduled_id=found.scheduled_id, swapped=found.swapped)
    return DueChore(chore=chore, date=day, member_id=member_id, slot=slot, turn=turn, moved_from=moved)


def _parts(entry: DueChore) -> Sequence[DueChore]:
    """Each part of the day on which a chore is done; the chore itself where there is only one."""
    return [replace(entry, slot=slot_with(entry.slot, part), part=part) for part in entry.chore.day_parts] or [entry]


def with_sharing(chore: Chore) -> Chore:
    """A chore whose `member_ids`, `share` and `member_id` fit together. Raises BadRequest.

    A single member without `share` is the chore's own; a shared chore needs members.
    """
    member_ids = list(dict.fromkeys(chore.member_ids))
    if chore.share is None:
        if len(member_ids) > 1:
            raise BadRequest("several members need a way to share: each, anyone or turn", at="share")
        return replace(chore, member_id=member_ids[0] if member_ids else chore.member_id, member_ids=[])
    if not member_ids and chore.member_id:
        member_ids = [chore.member_id]
    if not member_ids:
        raise BadRequest("a shared chore needs members", at="memberIds", code="required")
    return replace(chore, member_id=member_ids[0] if len(member_ids) == 1 else None, member_ids=member_ids)


def edited(was: Chore, patch: ChorePatch) -> Chore:
    """A chore with the changes of a patch. Raises BadRequest.

    A client that knows only `member_id` leaves a shared chore shared, unless it names another member; so does one that
    knows only `day_part` with the parts of the day.
    """
    chore = replace(was, **sent_fields(patch))
    if was.share and patch.share is UNSET:
        is_given_away = patch.member_ids is UNSET and chore.member_id != was.member_id
        if is_given_away or patch.member_ids == []:
            chore = replace(chore, share=None)
    if chore.share is None and patch.member_ids is UNSET:
        chore = replace(chore, member_ids=[])
    if was.day_parts and patch.day_parts is UNSET and chore.day_part:
        chore = replace(chore, day_parts=[])
    return with_sharing(chore)


def slot(chore: Chore, member_id: str | None) -> str:
    """The slot of a completion: whose copy it is, of a chore that each of its members does. Raises BadRequest."""
    if chore.share != "each":
        return ""
    copy = member_id or chore.member_id
    if copy is None:
        raise BadRequest("say whose copy it is", at="memberId")
    return copy


def last_due(chore: Chore, created_at: datetime) -> date | None:
    """A date after which a chore is not due, in whatever zone; None when it may be due for ever.

    It is the end of the season, or before that the end of the rule, of a rule that is valid.
    """
    ends = [end for end in (chore.season_until, _rule_end(chore.rrule, chore.due_date, created_at)) if end]
    if not ends:
        return None
    return min(ends) + (holiday_rules.FURTHEST if chore.moves_for_holidays else timedelta())


def _rule_end(rrule: str | None, due_date: date | None, created_at: datetime) -> date | None:
    if rrule is None:
        return None
    created_on = created_at.date()
    try:
        # A rule without a due date starts on the local date of its creation.
        anchors = [due_date] if due_date else [created_on - DAY, created_on, created_on + DAY]
        lasts = [expansion.last_day(rrule, anchor) for anchor in anchors]
    except (BadRequest, OverflowError):
        return None
    known = [last for last in lasts if last is not None]
    return max(known) if len(known) == len(lasts) else None


def check_date(day: date, today: date) -> None:
    """Raises BadRequest for a date that is too far away to complete a chore for.

    It may be one on which the chore is not due: a completion is recorded per chore and date. (contract: Chore)
    """
    if abs(day - today) > YEAR:
        raise BadRequest("must be at most a year ago or ahead", at="date", code="too_far_away")


def earned_points(points: int, due: date, today: date, late_percent: int) -> int:
    """Points of a completion: all on the due date or early, `late_percent` of them later. (contract: Points 2, 3)"""
    return points if due >= today else half_up(points * late_percent, 100)


def with_times(chore: Chore) -> Chore:
    """A chore whose ways to be due fit together. Raises BadRequest where they contradict each other.

    One that counts from its last completion passes to the next member when it is done, not when it is due.
    """
    if chore.after_days is not None and chore.rrule is not None:
        raise BadRequest("a chore has either rrule or afterDays", at="afterDays")
    if chore.season_from and chore.season_until and chore.season_until < chore.season_from:
        raise BadRequest("must not be before seasonFrom", at="seasonUntil", code="ends_before_start")
    parts = in_order(chore.day_parts)
    if parts and chore.after_days is not None:
        raise BadRequest("a chore with afterDays has no parts of the day", at="dayParts")
    chore = replace(chore, day_parts=parts if len(parts) > 1 else [])
    if parts:
        chore = replace(chore, day_part=None if len(parts) > 1 else parts[0])
    return replace(chore, turn_by="completion") if chore.after_days is not None else chore


def check(request: NewChore | ChorePatch) -> None:
    """Raises BadRequest for an emoji or a rule that is not valid. (contract §6.1)"""
    check_emoji(request.emoji)
    if isinstance(request.rrule, str):
        expansion.check(request.rrule, request.due_date if isinstance(request.due_date, date) else ANY_START)


def open_entry(due: DueChore) -> ChoreDay:
    """The entry of what is due, while nothing of it is done."""
    return made(
        ChoreDay,
        due.chore,
        member_id=due.member_id,
        steps=[],
        day_part=due.part or due.chore.day_part,
        completed=False,
        completed_at=None,
        completed_by=None,
        checklist=None,
        turn=due.turn,
        moved_from=due.moved_from,
    )


def entry_of(
    still_open: ChoreDay,
    ticked: Completion | WaitingTick | None,
    rejection: Rejection | None,
    checklist: Checklist | None,
) -> ChoreDay:
    """The entry of a day, made from the one of a day on which nothing is done."""
    entry = copy(still_open)
    entry.checklist = checklist
    if ticked:
        entry.completed, entry.pending = isinstance(ticked, Completion), isinstance(ticked, WaitingTick)
        entry.completed_at, entry.completed_by = ticked.completed_at, ticked.member_id
        if isinstance(ticked, Completion):
            entry.without_points, entry.approval_note = ticked.without_points, ticked.note
    else:
        entry.rejection = rejection
    return entry

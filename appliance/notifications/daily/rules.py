"""The daily summary and the chore reminder: for whom, when, and their text."""

from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

from appliance.chores.models import ChoreDay
from appliance.lists.models import LinkedItem
from appliance.lists.rules import rank
from appliance.notifications.daily.models import Agenda
from appliance.notifications.push.models import Notice
from appliance.notifications.push.rules import follows
from appliance.notifications.sent_log.rules import LATE, is_due, wall

SHOWN_TITLES = 2
SHOWN_ITEMS = 3
SHOWN_CHORES = 3
MARKS = {"urgent": "‼️ ", "high": "⭐ "}


def days(now: datetime, zone: ZoneInfo) -> list[date]:
    """The household's dates that something may be sent for now: today, and shortly after midnight also yesterday."""
    first, last = (moment.astimezone(zone).date() for moment in (now - LATE, now))
    return [first] if first == last else [first, last]


def is_time(times: Iterable[str], day: date, now: datetime, zone: ZoneInfo) -> bool:
    """Whether one of these times of day has just come. Zone: household's."""
    return any(is_due(wall(day, time, zone), now) for time in times)


def for_people(agenda: Agenda, followed: Collection[str]) -> Agenda:
    """The part of a day that concerns these members; without members, all of it. (spec: Web Push, family members)"""
    return Agenda(
        day=agenda.day,
        events=[event for event in agenda.events if follows(followed, event.member_ids)],
        chores=[chore for chore in agenda.chores if follows(followed, _assigned(chore))],
        tasks=agenda.tasks,
        due=[(item, member_ids) for item, member_ids in agenda.due if follows(followed, member_ids)],
    )


def summary(agenda: Agenda) -> Notice:
    """The daily summary. (spec: Web Push, daily summary; contract §20)"""
    counts = f"{_count(len(agenda.events), 'event')} · {_count(len(agenda.chores), 'chore')}"
    titles = list(dict.fromkeys(event.title for event in agenda.events))
    shown = ", ".join(titles[:SHOWN_TITLES]) + ("…" if len(titles) > SHOWN_TITLES else "")
    lines = [f"{counts} — {shown}" if shown else counts]
    listed: set[str] = set()
    for event in agenda.events:
        if event.id in agenda.tasks and event.id not in listed:
            listed.add(event.id)
            lines.append(f"{event.title}: {_items(agenda.tasks[event.id])}")
    if agenda.due:
        lines.append(f"Due today: {_items([item for item, _ in agenda.due])}")
    return Notice(title="Today", body="\n".join(lines), url="/", tag="summary")


def chores_left(agenda: Agenda) -> Notice | None:
    """The reminder of open chores, or None when there are none. (spec: Web Push, chore reminder)"""
    if not agenda.chores:
        return None
    titles = ", ".join(chore.title for chore in agenda.chores[:SHOWN_CHORES])
    return Notice(title=f"{_count(len(agenda.chores), 'chore')} left today", body=titles, url="/chores", tag="chores")


def assignees(agenda: Agenda) -> tuple[str, ...]:
    """The members with an open chore, each once, in the order of the chores."""
    return tuple(dict.fromkeys(member for chore in agenda.chores for member in _assigned(chore)))


def _items(items: Sequence[LinkedItem]) -> str:
    ranked = sorted(items, key=lambda item: (rank(item), item.sort, item.created_at))
    shown = ", ".join(MARKS.get(item.priority, "") + item.title for item in ranked[:SHOWN_ITEMS])
    return shown + (f" +{len(ranked) - SHOWN_ITEMS} more" if len(ranked) > SHOWN_ITEMS else "")


def _assigned(chore: ChoreDay) -> tuple[str, ...]:
    return (chore.member_id,) if chore.member_id else ()


def _count(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"

"""The daily summary and the chore reminder: for whom, and their text."""

from collections.abc import Collection, Sequence

from appliance.chores.models import ChoreDay
from appliance.lists.models import LinkedItem
from appliance.lists.rules import rank
from appliance.notifications.daily.models import Agenda
from appliance.notifications.push.models import Notice
from appliance.notifications.push.rules import follows
from appliance.texts import Texts

SHOWN_TITLES = 2
SHOWN_ITEMS = 3
SHOWN_CHORES = 3
MARKS = {"urgent": "‼️ ", "high": "⭐ "}


def for_people(agenda: Agenda, followed: Collection[str]) -> Agenda:
    """The part of a day that concerns these members; without members, all of it. (contract: Web Push)"""
    return Agenda(
        day=agenda.day,
        events=[event for event in agenda.events if follows(followed, event.member_ids)],
        chores=[chore for chore in agenda.chores if follows(followed, _assigned(chore))],
        tasks=agenda.tasks,
        due=[(item, member_ids) for item, member_ids in agenda.due if follows(followed, member_ids)],
    )


def summary(agenda: Agenda, texts: Texts) -> Notice:
    """The daily summary. (contract: Web Push; contract §20)"""
    events = texts.say("summary.events", count=len(agenda.events))
    chores = texts.say("summary.chores", count=len(agenda.chores))
    titles = list(dict.fromkeys(event.title for event in agenda.events))
    shown = ", ".join(titles[:SHOWN_TITLES]) + ("…" if len(titles) > SHOWN_TITLES else "")
    key = "summary.countsAndTitles" if shown else "summary.counts"
    lines = [texts.say(key, events=events, chores=chores, titles=shown)]
    listed: set[str] = set()
    for event in agenda.events:
        if event.id in agenda.tasks and event.id not in listed:
            listed.add(event.id)
            items = _items(agenda.tasks[event.id], texts)
            lines.append(texts.say("summary.tasks", title=event.title, items=items))
    if agenda.due:
        lines.append(texts.say("summary.due", items=_items([item for item, _ in agenda.due], texts)))
    return Notice(title=texts.say("summary.title"), body="\n".join(lines), url="/", tag="summary")


def chores_left(agenda: Agenda, texts: Texts) -> Notice | None:
    """The reminder of open chores, or None when there are none. (contract: Web Push)"""
    if not agenda.chores:
        return None
    # A chore that each of several members does is named once.
    distinct = list({chore.id: chore.title for chore in agenda.chores}.values())
    titles = ", ".join(distinct[:SHOWN_CHORES])
    title = texts.say("choresLeft", count=len(agenda.chores))
    return Notice(title=title, body=titles, url="/chores", tag="chores")


def assignees(agenda: Agenda) -> tuple[str, ...]:
    """The members with an open chore, each once, in the order of the chores."""
    return tuple(dict.fromkeys(member for chore in agenda.chores for member in _assigned(chore)))


def _items(items: Sequence[LinkedItem], texts: Texts) -> str:
    ranked = sorted(items, key=lambda item: (rank(item), item.sort, item.created_at))
    shown = ", ".join(MARKS.get(item.priority, "") + item.title for item in ranked[:SHOWN_ITEMS])
    more = len(ranked) - SHOWN_ITEMS
    return texts.say("more", items=shown, count=more) if more > 0 else shown


def _assigned(chore: ChoreDay) -> tuple[str, ...]:
    return (chore.member_id,) if chore.member_id else tuple(chore.member_ids)

"""When parents are asked about ticks and rewards, and the texts."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, Literal

import msgspec

from appliance.chores.approval.models import PendingChore
from appliance.kernel.scheduling.clock import moment
from appliance.notifications.push.models import Notice
from appliance.notifications.timing import LATE
from appliance.rewards.redemptions.models import Redemption
from appliance.texts import ENGLISH, Texts

# At most one push for each child in this time; the next one names what was ticked meanwhile.
APART = timedelta(minutes=1)
# What fits into a push message; the page shows all.
MAX_IN_PUSH = 20
MAX_NAMED = 3
# The topics of answers to children.
ANSWERS = ("chore.approved", "chore.rejected", "reward.approved", "reward.declined")
# What the device says with the question: its buttons, and what became of an answer. It has them in English.
WORDS = ("approve", "decline", "answered", "failed")


def is_due(newest_tick: str, asked_at: str | None, now: datetime) -> bool:
    """Whether parents are asked now: a tick of the last ten minutes came after the last push, a minute ago or more."""
    ticked = moment(newest_tick)
    if ticked <= now - LATE:
        return False
    if asked_at is None:
        return True
    # A clock that was ahead of time must not suppress pushes until that time.
    since = now - moment(asked_at)
    return since < timedelta(0) or (ticked > moment(asked_at) and since >= APART)


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """One tick or redemption that waits; `points` are earned by the one, and were spent for the other."""

    id: str
    title: str
    emoji: str | None
    points: int
    at: str


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """What waits of one child, oldest first; `member_id` is None for a tick that is credited to nobody."""

    kind: Literal["approval", "reward"]
    member_id: str | None
    asked: list[Asked]

    @property
    def newest(self) -> str:
        """The instant of the newest of it."""
        return self.asked[-1].at

    @property
    def key(self) -> str:
        """The key of the question in the log of what was sent."""
        return f"{self.kind} {self.member_id or ''}"


def ticks_by_child(pending: Iterable[PendingChore]) -> list[Waiting]:
    """The waiting ticks of each child; `pending` is oldest first."""
    asked = [
        (
            tick.member_id,
            Asked(id=tick.id, title=tick.title, emoji=tick.emoji, points=tick.points, at=tick.completed_at),
        )
        for tick in pending
    ]
    return [Waiting(kind="approval", member_id=child, asked=own) for child, own in _by_child(asked)]


def rewards_by_child(redeemed: Iterable[Redemption]) -> list[Waiting]:
    """The waiting redemptions of each child; `redeemed` is oldest first."""
    asked = [
        (
            redemption.member_id,
            Asked(
                id=redemption.id,
                title=redemption.name,
                emoji=redemption.emoji,
                points=redemption.price,
                at=redemption.at,
            ),
        )
        for redemption in redeemed
    ]
    return [Waiting(kind="reward", member_id=child, asked=own) for child, own in _by_child(asked)]


def question(name: str | None, waiting: Waiting, texts: Texts) -> Notice:
    """The notification that asks a parent, with the ids that its buttons answer."""
    newest = waiting.asked[-MAX_IN_PUSH:]
    ids = tuple(one.id for one in newest)
    named = ", ".join(_title(one) for one in newest[-MAX_NAMED:])
    points = sum(one.points for one in newest)
    counted = texts.say("approval.points", count=points) if points else ""
    what = [] if len(newest) == 1 else [named + ("…" if len(newest) > MAX_NAMED else "")]
    of_ticks = waiting.kind == "approval"
    words = {word: texts.say(f"approval.{word}") for word in WORDS} if texts.tag != ENGLISH else {}
    return Notice(
        title=_question_title(name, waiting, texts),
        body=" · ".join([*what, texts.say("approval.waits"), *([counted] if counted else [])]),
        url="/chores?show=pending" if of_ticks else f"/rewards/{waiting.member_id or ''}",
        tag=f"{waiting.kind}:{waiting.member_id or 'anyone'}",
        approve=ids if of_ticks else (),
        rewards=() if of_ticks else ids,
        words=words if of_ticks else words | {"decline": texts.say("approval.declineReward")},
    )


def is_answer(topic: str | None, data: Mapping[str, Any]) -> bool:
    """Whether a child's device shows what a parent answered: that a tick was sent back, else only a parent's word."""
    return topic == "chore.rejected" or (topic in ANSWERS and bool(data.get("note")))


def answered(topic: str | None, data: Mapping[str, Any], texts: Texts) -> Notice:
    """The notification that a child's device gets when a parent answered."""
    note = data.get("note")
    if topic == "chore.rejected":
        title = texts.say("approval.sentBack", chore=data["title"])
        return Notice(title=title, body=note or texts.say("approval.tryAgain"), url="/chores")
    what = data["title"] if topic == "chore.approved" else data["name"]
    said = texts.say("approval.noTo" if topic == "reward.declined" else "approval.yesTo", what=what)
    url = "/chores" if topic == "chore.approved" else f"/rewards/{data.get('memberId') or ''}"
    return Notice(title=said, body=note or "", url=url)


def _question_title(name: str | None, waiting: Waiting, texts: Texts) -> str:
    count = len(waiting.asked)
    if count > 1 and waiting.kind == "reward":
        return texts.say("approval.rewards", name=name or "", count=count)
    if count > 1:
        return texts.say("approval.chores" if name else "approval.choresOfAnyone", name=name or "", count=count)
    title = _title(waiting.asked[0])
    return texts.say("approval.chore", name=name, chore=title) if name else title


def _by_child(asked: Iterable[tuple[str | None, Asked]]) -> list[tuple[str | None, list[Asked]]]:
    ordered = sorted(asked, key=lambda pair: pair[0] or "")
    return [(child, [one for _, one in own]) for child, own in groupby(ordered, key=lambda pair: pair[0])]


def _title(asked: Asked) -> str:
    return f"{asked.emoji} {asked.title}" if asked.emoji else asked.title

"""Structs of streaks."""

from collections.abc import Mapping, Set
from datetime import date

import msgspec


class StreakDays(msgspec.Struct, frozen=True, kw_only=True):
    """What streaks follow from: the keys of what is due by member and day, and of what is done by day.

    `moving` are the ids of chores that are due by when they were done.
    """

    due: Mapping[str, Mapping[date, Set[str]]]
    done: Mapping[date, Set[str]]
    moving: Set[str]
    grace_days: int


class Streaks(msgspec.Struct, frozen=True, kw_only=True):
    """The streaks of today, and what they follow from; members without chores are left out."""

    days: StreakDays
    by_member: Mapping[str, int]

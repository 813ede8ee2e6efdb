"""A series of Google or Microsoft and the occurrence at which it is divided."""

from abc import ABC, abstractmethod
from datetime import date, datetime, time, tzinfo
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from msgspec import UNSET, UnsetType

from appliance.calendar.providers.models import Edit, Times
from appliance.kernel.errors import BadGateway, BadRequest

Body = dict[str, Any]


class Division(ABC):
    """A series and an occurrence of it as the provider answers them; `household` is the zone of a series without one.

    `recurrence` is the series' rule as the provider answered it, `etag` its version where the provider checks it. Local
    times are those of the series' zone, without one: `slot` is the start that the rule gives the occurrence, `_now` the
    start that it has. Raises BadGateway for a series that cannot be divided, BadRequest for one of another person.
    """

    provider: ClassVar[str]
    etag: str | None = None
    slot: datetime
    _now: datetime
    _start: datetime
    _end: datetime
    _all_day: bool
    _zone: tzinfo

    @abstractmethod
    def __init__(self, master: Body, occurrence: Body, household: ZoneInfo):
        self._master, self._occurrence, self._id = master, occurrence, str(occurrence["id"])
        self.recurrence: Any = master.get("recurrence")

    @property
    def is_first(self) -> bool:
        """Whether nothing is left of the series before the occurrence."""
        return self.slot <= self._start

    @abstractmethod
    def rest(self, edit: Edit) -> Body:
        """The new series from the occurrence on, changed.

        Raises BadRequest for a move that the rule cannot express, and for a series that would lose something.
        """

    @property
    @abstractmethod
    def rule(self) -> str:
        """The rule of the series, whose UNTIL is a local date."""

    @abstractmethod
    def whole(self, edit: Edit) -> Body:
        """The start, end and recurrence of the series when all its dates move as the occurrence does, or by a new rule.

        With the rule None they are those of the occurrence alone. Raises BadRequest as `rest`, and for a rule that the
        provider does not have.
        """

    @abstractmethod
    def shortened(self) -> Body:
        """The change that ends the series before the occurrence."""

    def check_own(self, edit: Edit) -> None:
        """Raises BadRequest when the occurrence has a field alone that is not edited: a new series would lose it."""
        texts = zip(self._texts(self._occurrence), self._texts(self._master), strict=True)
        sent = (edit.title, edit.location, edit.description)
        lasts = self._local(self._occurrence["end"]) - self._now
        is_moved = self._now != self.slot or lasts != self._end - self._start
        if (is_moved and edit.times is UNSET) or any(
            own != series and text is UNSET for text, (own, series) in zip(sent, texts, strict=True)
        ):
            raise BadRequest(
                "this date was changed by itself; change it alone, or all dates of the series",
                at="apply",
                code="series_not_divisible",
            )

    @staticmethod
    @abstractmethod
    def _texts(event: Body) -> tuple[str, str, str]:
        """Title, location and description of an event as the provider answers them."""

    @abstractmethod
    def _local(self, when: Body) -> datetime:
        """A start or end on the series' clock."""

    @abstractmethod
    def check_later(self, instances: list[Body], until: datetime, since: datetime | None = None) -> None:
        """Raises BadRequest when a later occurrence was changed or cancelled by itself: a new series would lose that.

        `instances` are those of the series that begin before `until`. With `since` every other occurrence is looked at
        that begins from there on.
        """

    def _moved_series(self, times: Times | UnsetType) -> tuple[datetime, datetime]:
        """The local start and end of the series when all its dates move as the occurrence does."""
        start, end = self._moved(times)
        moved = self._start + (start - self.slot)
        return moved, moved + (end - start)

    def _moved(self, times: Times | UnsetType) -> tuple[datetime, datetime]:
        """The local start and end of the new series' first occurrence."""
        if isinstance(times, UnsetType):
            return self.slot, self.slot + (self._end - self._start)
        if times.all_day != self._all_day:
            raise BadRequest(self._cannot, at="allDay", code="series_not_divisible")
        if times.all_day:
            start, end = (datetime.combine(date.fromisoformat(text), time()) for text in (times.start, times.end))
        else:
            start, end = (self._clock(datetime.fromisoformat(text)) for text in (times.start, times.end))
        moved = self.slot + (start - self._now)
        return moved, moved + (end - start)

    def _clock(self, at: datetime) -> datetime:
        return at.astimezone(self._zone).replace(tzinfo=None)

    @property
    def _cannot(self) -> str:
        return f"this series cannot be divided here; change it at {self.provider}"

    def _indivisible(self) -> BadGateway:
        return BadGateway(self._cannot, code="series_not_divisible")

    def _has_changed(self) -> BadRequest:
        changed = "later dates of this series were changed by themselves; change them one by one, or the series"
        return BadRequest(f"{changed} at {self.provider}", at="apply", code="series_not_divisible")

"""The part of a local series that a request names."""

from datetime import date

import msgspec

from appliance.calendar.events.models import AnnotatedEvent, Apply, Event, StoredEvent


class Named(msgspec.Struct, frozen=True, kw_only=True):
    """An occurrence of a local series, or with `day` None the series itself.

    `day` is the date (household's zone) that the series has for the occurrence. `base` has its present times: a
    detached event's own ones, else those of the rule. `detached` is the event that stands for it, if there is one.
    """

    series: AnnotatedEvent
    base: StoredEvent
    day: date | None
    detached: AnnotatedEvent | None
    apply: Apply


class FoundEvents(msgspec.Struct, frozen=True, kw_only=True):
    """The instances of some events in a range, and whether the household counts the days to one of the events."""

    instances: list[Event]
    has_countdown: bool

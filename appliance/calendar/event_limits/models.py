"""What the events of a calendar come to."""

import msgspec


class CalendarUsage(msgspec.Struct, frozen=True, kw_only=True):
    """The events of a calendar that no provider keeps: rows, those longer than 40 days, series, bytes of text."""

    calendar_id: str
    events: int = 0
    long_events: int = 0
    series: int = 0
    bytes: int = 0


class Load(msgspec.Struct, frozen=True, kw_only=True):
    """Instances, and the bytes of text that an answer repeats with each of them."""

    instances: int = 0
    bytes: int = 0


class Span(msgspec.Struct, frozen=True, kw_only=True):
    """When a stored event is, as instants, and how many bytes of text it has."""

    start: str
    end: str
    bytes: int

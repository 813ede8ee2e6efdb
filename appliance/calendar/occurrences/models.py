"""The range in which the occurrences of series are stored."""

from datetime import datetime

import msgspec


class Horizon(msgspec.Struct, frozen=True, kw_only=True):
    """`begins` and `ends` are where the occurrences of a series that is written now begin and end.

    Those of all series are stored from `known_begin` to `known_end`, in the time zone `zone` by the version `zone_data`
    of its data. While they are rewritten, that is a part of the range, or nothing.
    """

    begins: datetime
    ends: datetime
    known_begin: datetime
    known_end: datetime
    zone: str
    zone_data: str

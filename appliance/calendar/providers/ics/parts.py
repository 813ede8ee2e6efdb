"""The parts of a feed, each of all events with one UID, and what was read of them last.

What is read of a part depends on its text, and on what `basis` covers. So a part whose text is as it was need not be
read again. It is known by a digest of its text, and not by its UID, because some producers make new UIDs for every
request.
"""

import hashlib
import re
import zlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers.ics.components import Components, Span
from appliance.calendar.providers.ics.vevents import uid_of
from appliance.calendar.providers.models import Losses
from appliance.kernel.version import version

# What was read of parts, by the digests of their texts.
Parts: TypeAlias = Mapping[bytes, bytes]
DIGEST_BYTES = 16

# Values of properties that are not read, and that many producers write anew for every request. The UID has done its
# work when a part is there. SEQUENCE is read: of two versions of an event it says which one counts.
VOLATILE = re.compile(r"^(?:DTSTAMP|UID|LAST-MODIFIED|CREATED)[;:].*+$", re.IGNORECASE | re.MULTILINE)

_ENCODER = msgspec.msgpack.Encoder()
# An occurrence without its times, and the starts and ends of all that follow each other and differ in nothing else: a
# long text of a daily series is stored, and later in memory, once.
_Runs: TypeAlias = list[tuple[Occurrence, list[str], list[str]]]
_DECODER = msgspec.msgpack.Decoder(tuple[_Runs, Losses])


def by_uid(components: Components) -> dict[str, list[Span]]:
    """The events of each UID, in the order of the file. An event without UID stands alone."""
    found = defaultdict[str, list[Span]](list)
    for number, event in enumerate(components.events):
        found[uid_of(components.text[slice(*event)]) or f"#{number}"].append(event)
    return found


def basis(components: Components) -> str:
    """A digest of what decides what is read of a part, besides its text and what begins a sync from nothing.

    That is another day, household's zone, owner or address.
    """
    decisive = (version(), components.zone_name, sorted(components.timezones.items()))
    return hashlib.blake2b(_ENCODER.encode(decisive), digest_size=DIGEST_BYTES).hexdigest()


def digest(texts: Iterable[str]) -> bytes:
    """By which a part is compared: of the texts of its events without what is volatile."""
    # An empty line stays, which no file has: a line that is no property would continue the text before it.
    compared = "\0".join(VOLATILE.sub("", text) for text in texts)
    return hashlib.blake2b(compared.encode("utf-8", "replace"), digest_size=DIGEST_BYTES).digest()


def encoded(occurrences: list[Occurrence], losses: Losses) -> bytes:
    """What was read of a part, as it is stored."""
    runs: _Runs = []
    for common, run in groupby(occurrences, lambda occurrence: replace(occurrence, external_id="", start="", end="")):
        starts, ends = zip(*((occurrence.start, occurrence.end) for occurrence in run), strict=True)
        runs.append((common, list(starts), list(ends)))
    return zlib.compress(_ENCODER.encode((runs, losses)))


def decoded(part: bytes) -> tuple[list[Occurrence], Losses]:
    """What was read of a part before."""
    runs, losses = _DECODER.decode(zlib.decompress(part))
    return [
        replace(common, external_id=external_id(common.title, start, end, common.all_day), start=start, end=end)
        for common, starts, ends in runs
        for start, end in zip(starts, ends, strict=True)
    ], losses


def external_id(title: str, start: str, end: str, all_day: bool) -> str:
    """The id of an occurrence, the same at every sync. (contract §12)"""
    text = f"{title}|{start}|{end}|{'true' if all_day else 'false'}"
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()

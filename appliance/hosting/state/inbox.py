"""The households that move to a cell: an object in the bucket, which both cells change."""

from collections.abc import Callable

import msgspec

from appliance.hosting.bucket.store import Bucket, Changed
from appliance.hosting.models import State
from appliance.hosting.state import rules
from appliance.kernel.schema import ApiModel

TAKEN = "taken"


class Arrival(ApiModel, kw_only=True):
    """A household that a cell gives to another. `answer` is `taken`, or why it is not; it counts in one epoch only.

    A host that was paused while it took a household may answer after another one has taken its cell over.
    """

    id: str
    name: str
    host_name: str
    state: State
    source: str
    epoch: int
    answer: str | None = None
    answered_in: int = 0


def arrivals(bucket: Bucket, cell: str) -> list[Arrival]:
    """What is in the inbox of a cell. Raises BucketError."""
    return _read(bucket, cell)[0]


def put(bucket: Bucket, cell: str, arrival: Arrival) -> None:
    """Store an arrival, in place of the one with its id. Raises BucketError."""
    _change(bucket, cell, lambda found: [*(each for each in found if each.id != arrival.id), arrival])


def remove(bucket: Bucket, cell: str, number: str) -> None:
    """Forget an arrival. Raises BucketError."""
    _change(bucket, cell, lambda found: [each for each in found if each.id != number])


def _read(bucket: Bucket, cell: str) -> tuple[list[Arrival], str | None]:
    found = bucket.get(rules.inbox_name(cell))
    return (msgspec.json.decode(found.content, type=list[Arrival]), found.tag) if found else ([], None)


def _change(bucket: Bucket, cell: str, change: Callable[[list[Arrival]], list[Arrival]]) -> None:
    while True:
        found, tag = _read(bucket, cell)
        changed = change(found)
        if changed == found:
            return
        try:
            bucket.put_if(rules.inbox_name(cell), msgspec.json.encode(changed), tag)
        except Changed:
            continue
        return

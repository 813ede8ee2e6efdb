"""What was read of a feed is not kept, whether it was stored or not."""

import gc

import pytest

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers.ics.vevents import VEvent
from tests.calendar.sync.web import FEED, Web
from tests.client import Client
from tests.hostile.test_feeds import BOMBS, HEAD, TAIL
from tests.waiting import until


@pytest.mark.parametrize(
    ("body", "status"),
    [(FEED, 200), (HEAD + BOMBS["one UID, many starts"] + TAIL, 502), (HEAD + BOMBS["many rules"] + TAIL, 502)],
    ids=["stored", "many starts", "many rules"],
)
def test_nothing_of_a_feed_is_left(client: Client, school: str, web: Web, body: bytes, status: int) -> None:
    gc.collect()
    gc.disable()
    try:
        web.body = body
        assert status == client.post(f"/api/calendars/{school}/sync").status_code
        # A thread that read it may end a moment after the answer.
        until(objects_of_feeds, lambda left: left == [])
    finally:
        gc.enable()


def objects_of_feeds() -> list[str]:
    return [type(each).__name__ for each in gc.get_objects() if isinstance(each, VEvent | Occurrence)]

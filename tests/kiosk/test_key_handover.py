"""When the wall's page gets a key, the setup code, or the reason why it gets no key."""

import json

import pytest

from kiosk.key_handover import KeyHandover
from kiosk.server_messages import HouseholdStatus
from tests.kiosk.fake_server import Message

CLAIM = {"code": "123456", "address": "http://10.0.0.2:8080/#/setup?code=123456"}
CLAIMED = HouseholdStatus(claimed=True)


class Recorder:
    """A key handover that records its requests to the server and its messages to the page."""

    def __init__(self, *, has_server: bool = True) -> None:
        self.requests = 0
        self.page: list[Message] = []
        self.handover = KeyHandover(self._request_key if has_server else None, self.page.append)

    def _request_key(self) -> None:
        self.requests += 1


def test_a_page_with_a_key_gets_no_message() -> None:
    recorder = Recorder()
    recorder.handover.on_household(CLAIMED)
    recorder.handover.on_page_hello(True)
    recorder.handover.on_key("mtl_wall", None)
    assert (0, []) == (recorder.requests, recorder.page)


@pytest.mark.parametrize("household_first", [True, False])
def test_a_page_without_a_key_gets_one_in_a_claimed_household(household_first: bool) -> None:
    recorder = Recorder()
    steps = [lambda: recorder.handover.on_household(CLAIMED), lambda: recorder.handover.on_page_hello(False)]
    for step in steps if household_first else steps[::-1]:
        step()
    assert 1 == recorder.requests
    recorder.handover.on_key("mtl_wall", None)
    assert [{"key": "mtl_wall"}] == recorder.page


def test_an_unclaimed_household_shows_the_code_and_gives_the_key_after_the_claim() -> None:
    recorder = Recorder()
    recorder.handover.on_household(HouseholdStatus(claimed=False, claim=CLAIM))
    recorder.handover.on_page_hello(False)
    assert (0, [{"claim": CLAIM}]) == (recorder.requests, recorder.page)
    recorder.handover.on_household(HouseholdStatus(claimed=False, claim={**CLAIM, "code": "654321"}))
    assert {"claim": {**CLAIM, "code": "654321"}} == recorder.page[-1]
    recorder.handover.on_household(CLAIMED)
    assert 1 == recorder.requests
    recorder.handover.on_key(None, "unclaimed")
    assert 2 == len(recorder.page)


def test_the_page_learns_that_the_key_was_removed() -> None:
    recorder = Recorder()
    recorder.handover.on_household(CLAIMED)
    recorder.handover.on_page_hello(False)
    recorder.handover.on_key(None, "removed")
    assert [{"key": None, "why": "removed"}] == recorder.page
    json.dumps(recorder.page)


def test_without_a_server_socket_the_page_is_paired_like_any_other() -> None:
    recorder = Recorder(has_server=False)
    recorder.handover.on_page_hello(False)
    assert [{"key": None, "why": "alone"}] == recorder.page

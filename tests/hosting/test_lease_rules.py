import asyncio
from typing import Any

import pytest

from appliance.hosting.lease.gate import WriterGate
from appliance.hosting.lease.models import Holder, Lease
from appliance.hosting.lease.rules import claim, is_own, may_claim
from appliance.hosting.lease.shared import SharedLease, now

SECONDS = 30.0
LONG = 3600.0


def lease(holder: str = "a", boot: str = "1", epoch: int = 7, released: bool = False) -> Lease:
    return Lease(holder=holder, boot=boot, keeper="k", host="pi", epoch=epoch, beat=3, released=released)


def me(holder: str = "a", boot: str = "1", newest: int | None = 7) -> Holder:
    return Holder(holder=holder, boot=boot, keeper="n", host="pi", newest=newest)


# What is stored, who asks, for how long it has not changed; whether it may be taken.
MAY_CLAIM = {
    "none": (None, me("b"), 0.0, True),
    "one that was given back": (lease(released=True), me("b"), 0.0, True),
    "another's": (lease(), me("b"), 0.0, False),
    "another's, just run out by its own clock": (lease(), me("b"), SECONDS, False),
    "another's that nobody renews": (lease(), me("b"), SECONDS * 1.1, True),
    "an own one, of a process before": (lease(), me(), 0.0, True),
    "an own one, of before a start of the system": (lease(), me(boot="2"), 0.0, False),
}


@pytest.mark.parametrize("case", MAY_CLAIM)
def test_when_a_lease_may_be_taken(case: str) -> None:
    stored, who, seconds, expected = MAY_CLAIM[case]
    assert expected == may_claim(stored, who, seconds, SECONDS)


# What is stored, who takes it; its epoch then, and whether the state is fetched first.
CLAIMS = {
    "the first of all": (None, me(newest=None), 1, False),
    "a bucket that is new to a folder": (None, me(newest=4), 5, False),
    "the same folder again": (lease(), me(), 7, False),
    "the same folder, which had not fetched the state yet": (lease(), me(newest=5), 7, True),
    "another folder": (lease(), me("b", newest=None), 8, True),
    "another folder, which had it before": (lease(), me("b", newest=6), 8, True),
    "a copy of a folder": (lease(), me("b", newest=7), 8, True),
}


@pytest.mark.parametrize("case", CLAIMS)
def test_what_a_lease_says_then(case: str) -> None:
    stored, who, epoch, must_restore = CLAIMS[case]
    found = claim(stored, who)
    assert (epoch, must_restore, who.holder, False) == (
        found.lease.epoch,
        found.must_restore,
        found.lease.holder,
        found.lease.released,
    )
    assert stored is None or found.lease.beat > stored.beat


def test_an_own_renewal_whose_answer_was_lost_is_known() -> None:
    assert is_own(lease(), lease())
    assert not is_own(lease(epoch=8), lease())
    assert not is_own(None, lease())


def answers(shared: SharedLease, method: str, during: Any = None) -> list[Any]:
    """What a request is answered: its status, its headers, what follows."""
    sent: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if during:
            during()
        await send({"type": "http.response.start", "status": 201, "headers": []})
        await send({"type": "http.response.body", "body": b"stored"})

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(WriterGate(app, shared)({"type": "http", "method": method}, None, send))  # type: ignore[arg-type]
    return sent


def test_writes_are_answered_only_while_the_lease_holds() -> None:
    shared = SharedLease()
    assert 503 == answers(shared, "POST")[0]["status"]
    assert 201 == answers(shared, "GET")[0]["status"]
    shared.held_until(now() + LONG)
    assert 201 == answers(shared, "DELETE")[0]["status"]
    lost = answers(shared, "POST", during=lambda: shared.held_until(0))
    assert (503, 2) == (lost[0]["status"], len(lost)), "no answer says that it is stored"
    assert (b"retry-after", b"5") in lost[0]["headers"]
    shared.held_until(now() + LONG)
    # What was accepted before is in the last sync.
    assert 201 == answers(shared, "POST", during=shared.hand_over)[0]["status"]
    assert 503 == answers(shared, "POST")[0]["status"]
    assert 201 == answers(shared, "GET")[0]["status"]

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from appliance.access import recovery
from appliance.app import Application
from appliance.settings import Settings
from tests.building import build
from tests.client import Changes, Client, ClientOf, Loop
from tests.fakes import FakeClock


@pytest.fixture
def codes(client: Client) -> list[str]:
    """The codes a parent has put in the drawer."""
    made: list[str] = client.post("/api/recovery-codes").json()["codes"]
    return made


def login(client: Client, code: str) -> Any:
    return client.post("/api/recovery/login", {"code": code})


def test_codes_are_made_and_counted(client: Client, codes: list[str], clock: FakeClock, recorded: Changes) -> None:
    assert 8 == len(set(codes))
    assert [] == [code for code in codes if not re.fullmatch(r"[A-HJ-NP-Z2-9]{4}(-[A-HJ-NP-Z2-9]{4}){2}", code)]
    answers = {"total": 8, "remaining": 8, "createdAt": "2026-11-20T15:24:00.000Z"}
    assert answers == client.get("/api/recovery-codes").json()
    assert [] == recorded()


def test_before_there_are_codes(client: Client) -> None:
    assert {"total": 0, "remaining": 0, "createdAt": None} == client.get("/api/recovery-codes").json()


def test_a_code_signs_in_once(
    anybody: Client, client: Client, client_of: ClientOf, codes: list[str], recorded: Changes
) -> None:
    answer = login(anybody, codes[0].lower().replace("-", " "))

    assert (200, {"key", "expiresAt", "remaining"}) == (answer.status_code, answer.json().keys())
    assert ("2026-12-20T15:24:00.000Z", 7) == (answer.json()["expiresAt"], answer.json()["remaining"])
    me = client_of(answer.json()["key"]).get("/api/me").json()
    assert ("admin", "Recovery code", "session") == (me["scope"], me["keyName"], me["kind"])
    assert 401 == login(anybody, codes[0]).status_code
    assert (8, 7) == ((left := client.get("/api/recovery-codes").json())["total"], left["remaining"])
    assert [] == recorded()


def test_unknown_and_used_codes_look_alike(anybody: Client, codes: list[str]) -> None:
    login(anybody, codes[0])
    rejected = [login(anybody, codes[0]), login(anybody, "AAAA-AAAA-AAAA"), login(anybody, "?")]
    words = {"error": "this recovery code is not valid, or was used before", "code": "wrong_recovery_code"}
    assert [(401, words)] * 3 == [(each.status_code, each.json()) for each in rejected]


def test_new_codes_replace_the_old(anybody: Client, client: Client, codes: list[str]) -> None:
    login(anybody, codes[0])
    fresh = client.post("/api/recovery-codes").json()["codes"]
    assert 401 == login(anybody, codes[1]).status_code
    assert 200 == login(anybody, fresh[0]).status_code


def test_codes_are_kept_only_as_hashes(application: Application, codes: list[str]) -> None:
    stored = repr(list(application.database.read.rows("SELECT * FROM recovery_codes")))
    assert [] == [code for code in codes if code in stored]


def test_a_guesser_locks_only_its_own_address_out(
    application: Application, loop: Loop, codes: list[str], clock: FakeClock
) -> None:
    guesser, owner = (Client(application.app, loop, address=each) for each in ("198.51.100.1", "203.0.113.7"))
    assert [401] * 10 + [429] * 3 == [login(guesser, "WRONG").status_code for _ in range(13)]
    assert 429 == login(guesser, codes[0]).status_code
    assert 200 == login(owner, codes[0]).status_code

    clock.turn(hours=1)

    assert 200 == login(guesser, codes[1]).status_code


def test_thirty_guesses_an_hour_overall(
    application: Application, loop: Loop, codes: list[str], clock: FakeClock
) -> None:
    guessers = [Client(application.app, loop, address=f"198.51.100.{number}") for number in range(30)]
    assert [401] * 30 == [login(each, "WRONG").status_code for each in guessers]
    assert 429 == login(Client(application.app, loop, address="203.0.113.7"), codes[0]).status_code

    clock.turn(hours=1)

    assert 200 == login(guessers[0], codes[0]).status_code
    assert 2 == application.database.read.value("SELECT count(*) FROM attempts")


def test_a_wrong_clock_locks_no_client_out(anybody: Client, codes: list[str], clock: FakeClock) -> None:
    clock.turn(days=3000)
    for _ in range(11):
        login(anybody, "WRONG")
    clock.turn(days=-3000)
    assert 200 == login(anybody, codes[0]).status_code


def test_neighbours_of_one_ipv6_network_are_one_guesser(application: Application, loop: Loop) -> None:
    for number in range(10):
        login(Client(application.app, loop, address=f"2001:db8:1:2::{number:x}"), "WRONG")
    assert 429 == login(Client(application.app, loop, address="2001:db8:1:2:ffff::1"), "WRONG").status_code
    assert 401 == login(Client(application.app, loop, address="2001:db8:1:3::1"), "WRONG").status_code


@pytest.fixture
def proxied(settings: Settings, clock: FakeClock) -> Iterator[Application]:
    """A server behind a reverse proxy at 10.0.0.2."""
    built = build(msgspec.structs.replace(settings, trusted_proxies=("10.0.0.2/32",)), clock=clock)
    yield built
    built.database.close()


def test_a_forwarded_address_counts_only_from_the_proxy(proxied: Application, loop: Loop) -> None:
    def guess(peer: str, forwarded: str) -> int:
        client = Client(proxied.app, loop, address=peer)
        headers = {"X-Forwarded-For": forwarded}
        return client.post("/api/recovery/login", {"code": "WRONG"}, headers=headers).status_code

    assert [401] * 10 + [429] == [guess("203.0.113.7", f"198.51.100.{number}") for number in range(11)]
    assert [401] * 10 + [429] == [guess("10.0.0.2", f"1.1.1.{number}, 203.0.113.8") for number in range(11)]
    assert 401 == guess("10.0.0.2", "203.0.113.9")


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({}, "code: is required"),
        ({"code": ""}, "code: must not be empty"),
        ({"code": "x" * 65}, "code: must have at most 64 characters"),
        ({"code": 1}, "code: Expected `str`, got `int`"),
    ],
)
def test_a_malformed_code_is_rejected_by_field(anybody: Client, body: object, error: str) -> None:
    answer = anybody.post("/api/recovery/login", body)
    assert (400, error) == (answer.status_code, answer.json()["error"])


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("ABCD-EFGH-JKLM", "ABCD-EFGH-JKLM"),
        ("abcd efgh jklm", "ABCD-EFGH-JKLM"),
        (" abcdefghjklm\n", "ABCD-EFGH-JKLM"),
        ("AB-CD.EF_GH/JKLM", "ABCD-EFGH-JKLM"),
        ("ab", "AB"),
        ("---", ""),
        ("🦖", ""),
    ],
)
def test_a_code_is_understood_however_it_was_typed(typed: str, code: str) -> None:
    assert code == recovery.grouped(typed)


def test_no_letter_is_taken_for_a_digit() -> None:
    assert 32 == len(set(recovery.ALPHABET))
    assert set() == set("IO01") & set(recovery.ALPHABET)

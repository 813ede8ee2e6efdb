from typing import Any

import pytest

from appliance.app import Application
from tests.client import Changes, Client, ClientOf, Loop
from tests.fakes import FakeClock


def poll(client: Client, begun: dict[str, str], **other: str) -> Any:
    return client.post("/api/pair/poll", {"pairingId": begun["pairingId"], "pollToken": begun["pollToken"], **other})


def approve(client: Client, code: str, name: str = "Hallway", **other: str | None) -> Any:
    return client.post("/api/pair/approve", {"code": code, "name": name, **other})


def begin(client: Client, **request: str) -> dict[str, str]:
    answer = client.post("/api/pair", request)
    assert 201 == answer.status_code, answer.text
    pairing: dict[str, str] = answer.json()
    return pairing


def add_member(client: Client, name: str) -> str:
    return str(client.post("/api/members", {"name": name, "color": "#123456"}).json()["id"])


@pytest.fixture
def begun(anybody: Client) -> dict[str, str]:
    """A wall that has just asked."""
    answer = anybody.post("/api/pair")
    assert 201 == answer.status_code
    pairing: dict[str, str] = answer.json()
    return pairing


def test_a_wall_is_paired(
    anybody: Client, client: Client, client_of: ClientOf, recorded: Changes, begun: dict[str, str]
) -> None:
    assert {"pairingId", "code", "pollToken", "expiresAt"} == begun.keys()
    assert (6, True) == (len(begun["code"]), begun["code"].isdigit())
    assert "2026-11-20T15:34:00.000Z" == begun["expiresAt"]
    assert (200, {"status": "pending"}) == ((answer := poll(anybody, begun)).status_code, answer.json())
    assert [] == recorded()

    approved = approve(client, begun["code"])

    assert (200, {"keyId", "name"}) == (approved.status_code, approved.json().keys())
    assert [("display.paired", {"keyId": approved.json()["keyId"], "name": "Hallway"})] == recorded()
    fetched = poll(anybody, begun).json()
    assert ("approved", {"status", "key"}) == (fetched["status"], fetched.keys())
    wall = client_of(fetched["key"]).get("/api/me").json()
    assert ("display", "Hallway", "api") == (wall["scope"], wall["keyName"], wall["kind"])
    assert [] == recorded()


def test_the_key_is_sent_once(anybody: Client, client: Client, begun: dict[str, str]) -> None:
    approve(client, begun["code"])
    assert "approved" == poll(anybody, begun).json()["status"]
    assert (404, {"error": "not found or expired", "code": "code_unknown"}) == (
        (again := poll(anybody, begun)).status_code,
        again.json(),
    )


def test_a_fetched_key_stays_good(
    anybody: Client, client: Client, client_of: ClientOf, begun: dict[str, str], clock: FakeClock
) -> None:
    approve(client, begun["code"])
    wall = client_of(poll(anybody, begun).json()["key"])

    clock.turn(days=400)
    anybody.post("/api/pair")

    assert 200 == wall.get("/api/rev").status_code


def test_unknown_expired_and_wrong_look_alike(
    anybody: Client, client: Client, begun: dict[str, str], clock: FakeClock
) -> None:
    wrong = [poll(anybody, begun, pollToken="x"), poll(anybody, begun, pairingId="x")]
    approve(client, begun["code"])
    wrong.append(poll(anybody, begun, pollToken="x"))
    clock.turn(minutes=10)
    wrong.append(poll(anybody, begun))
    assert [(404, {"error": "not found or expired", "code": "code_unknown"})] * 4 == [
        (each.status_code, each.json()) for each in wrong
    ]


def test_a_code_is_approved_once_and_in_time(
    anybody: Client, client: Client, begun: dict[str, str], clock: FakeClock, recorded: Changes
) -> None:
    late = anybody.post("/api/pair").json()
    approve(client, begun["code"])
    recorded()
    rejected = [approve(client, begun["code"]), approve(client, "abcdef")]
    clock.turn(minutes=10)
    rejected.append(approve(client, late["code"]))
    assert [(404, {"error": "Code not found or expired", "code": "code_unknown"})] * 3 == [
        (each.status_code, each.json()) for each in rejected
    ]
    assert [] == recorded()


def test_a_key_that_was_never_fetched_does_not_stay(
    anybody: Client,
    client: Client,
    application: Application,
    begun: dict[str, str],
    clock: FakeClock,
    recorded: Changes,
) -> None:
    key_id = approve(client, begun["code"]).json()["keyId"]
    listed = [key["id"] for key in client.get("/api/keys").json()]
    assert key_id in listed
    recorded()

    clock.turn(minutes=10)

    assert key_id not in [key["id"] for key in client.get("/api/keys").json()]
    anybody.post("/api/pair")
    assert [("settings.changed", {"keyId": key_id})] == recorded()
    assert 1 == application.database.read.value("SELECT count(*) FROM keys")


def test_a_key_that_was_revoked_before_it_was_fetched_is_not_sent(
    anybody: Client, client: Client, begun: dict[str, str]
) -> None:
    client.delete(f"/api/keys/{approve(client, begun['code']).json()['keyId']}")
    assert 404 == poll(anybody, begun).status_code


def test_nothing_secret_is_stored_in_plain_text(anybody: Client, client: Client, application: Application) -> None:
    begun = anybody.post("/api/pair").json()
    approve(client, begun["code"])
    stored = repr([list(application.database.read.rows(f"SELECT * FROM {table}")) for table in ("pairings", "keys")])
    assert begun["pollToken"] not in stored
    assert "'v1:" in stored
    assert poll(anybody, begun).json()["key"] not in stored


def test_five_devices_wait_at_one_address_and_twenty_overall(
    application: Application, loop: Loop, client: Client, clock: FakeClock
) -> None:
    homes = [Client(application.app, loop, address=f"198.51.100.{number}") for number in range(5)]
    for home in homes[:4]:
        begun = [home.post("/api/pair") for _ in range(6)]
        assert [201] * 5 + [429] == [each.status_code for each in begun]
    assert 429 == homes[4].post("/api/pair").status_code

    approve(client, begun[0].json()["code"])

    assert 201 == homes[4].post("/api/pair").status_code
    clock.turn(minutes=10)
    assert 201 == homes[0].post("/api/pair").status_code


def test_codes_of_waiting_devices_differ(application: Application, loop: Loop) -> None:
    codes = [
        Client(application.app, loop, address=f"198.51.100.{number}").post("/api/pair").json()["code"]
        for number in range(20)
    ]
    assert 20 == len(set(codes))


def test_a_parents_phone_gets_an_admin_key_after_an_approval(
    anybody: Client, client: Client, client_of: ClientOf, recorded: Changes
) -> None:
    begun = begin(anybody, kind="parent", deviceName="iPhone")
    assert {"status": "pending"} == poll(anybody, begun).json()
    recorded()

    approved = approve(client, begun["code"], "Ana's phone", kind="parent").json()

    assert [("settings.changed", {"keyId": approved["keyId"]})] == recorded()
    fetched = poll(anybody, begun).json()
    assert ("parent", {"status", "key", "kind"}) == (fetched["kind"], fetched.keys())
    phone = client_of(fetched["key"])
    me = phone.get("/api/me").json()
    assert ("admin", "Ana's phone", "api") == (me["scope"], me["keyName"], me["kind"])
    assert 200 == phone.get("/api/keys").status_code


def test_a_childs_device_follows_its_member_with_a_display_key(
    anybody: Client, client: Client, client_of: ClientOf
) -> None:
    ida = add_member(client, "Ida")
    begun = begin(anybody, kind="child")
    assert 200 == approve(client, begun["code"], "Ida's tablet", kind="child", memberId=ida).status_code
    fetched = poll(anybody, begun).json()
    assert ("child", ida) == (fetched["kind"], fetched["memberId"])
    tablet = client_of(fetched["key"])
    assert ("display", 403) == (tablet.get("/api/me").json()["scope"], tablet.get("/api/keys").status_code)


def test_the_child_may_be_removed_before_the_key_is_fetched(anybody: Client, client: Client) -> None:
    ida = add_member(client, "Ida")
    begun = begin(anybody, kind="child")
    approve(client, begun["code"], kind="child", memberId=ida)
    client.delete(f"/api/members/{ida}")
    assert {"status", "key", "kind"} == poll(anybody, begun).json().keys()


def test_the_devices_that_wait_are_shown_with_name_and_address(
    anybody: Client, client: Client, application: Application, loop: Loop, clock: FakeClock
) -> None:
    first = Client(application.app, loop, address="198.51.100.7")
    phone = begin(first, kind="parent", deviceName="  Ana's iPhone ")
    clock.turn(minutes=1)
    wall = anybody.post("/api/pair").json()

    shown = client.get("/api/pair/waiting").json()

    assert [
        {
            "code": phone["code"],
            "kind": "parent",
            "deviceName": "Ana's iPhone",
            "address": "198.51.100.7",
            "expiresAt": "2026-11-20T15:34:00.000Z",
        },
        {**shown[1], "code": wall["code"], "kind": None, "deviceName": ""},
    ] == shown
    approve(client, phone["code"], kind="parent")
    assert [wall["code"]] == [each["code"] for each in client.get("/api/pair/waiting").json()]
    clock.turn(minutes=10)
    assert [] == client.get("/api/pair/waiting").json()


@pytest.mark.parametrize("asked", [{}, {"kind": "wall"}, {"kind": "child"}])
def test_a_device_that_did_not_ask_for_it_gets_no_admin_key(
    anybody: Client, client: Client, asked: dict[str, str]
) -> None:
    begun = begin(anybody, **asked)
    answer = approve(client, begun["code"], kind="parent")
    assert (409, {"error": "this device did not ask to be a parent's device"}) == (answer.status_code, answer.json())
    assert {"status": "pending"} == poll(anybody, begun).json()


@pytest.mark.parametrize("kind", [None, "wall", "child"])
def test_a_device_that_asked_to_be_a_parents_may_be_approved_as_a_display(
    anybody: Client, client: Client, client_of: ClientOf, kind: str | None
) -> None:
    begun = begin(anybody, kind="parent")
    approve(client, begun["code"], kind=kind)
    key = poll(anybody, begun).json()["key"]
    assert "display" == client_of(key).get("/api/me").json()["scope"]


def test_an_approval_that_expired_gives_no_admin_key(
    anybody: Client, client: Client, application: Application, clock: FakeClock
) -> None:
    begun = begin(anybody, kind="parent")
    key_id = approve(client, begun["code"], kind="parent").json()["keyId"]
    clock.turn(minutes=10)
    assert 404 == poll(anybody, begun).status_code
    assert key_id not in [key["id"] for key in client.get("/api/keys").json()]


@pytest.mark.parametrize(
    ("request_body", "error"),
    [
        ({"kind": "admin"}, "kind: "),
        ({"kind": 1}, "kind: "),
        ({"deviceName": "x" * 101}, "deviceName: must have at most 100 characters"),
        ([], "request"),
    ],
)
def test_a_malformed_pairing_request_is_rejected_by_field(anybody: Client, request_body: object, error: str) -> None:
    answer = anybody.post("/api/pair", request_body)
    assert 400 == answer.status_code
    assert answer.json()["error"].startswith(error)


@pytest.mark.parametrize(
    ("other", "error"),
    [
        ({"kind": "child", "memberId": "nobody"}, "memberId: member not found"),
        ({"kind": "wall", "memberId": "nobody"}, "memberId: only a child's device follows a member"),
        ({"memberId": "nobody"}, "memberId: only a child's device follows a member"),
        ({"kind": "guest"}, "kind: "),
    ],
)
def test_whose_device_it_is_must_be_known(
    client: Client, begun: dict[str, str], other: dict[str, str], error: str
) -> None:
    answer = approve(client, begun["code"], **other)
    assert 400 == answer.status_code
    assert answer.json()["error"].startswith(error)


@pytest.mark.parametrize(
    ("path", "body", "error"),
    [
        ("approve", {"code": "12345", "name": "x"}, "code: "),
        ("approve", {"code": "1234567", "name": "x"}, "code: must have at most 6 characters"),
        ("approve", {"code": 123456, "name": "x"}, "code: Expected `str`, got `int`"),
        ("approve", {"code": "123456", "name": ""}, "name: must not be empty"),
        ("approve", {"code": "123456"}, "name: is required"),
        ("poll", {"pairingId": "x"}, "pollToken: is required"),
        ("poll", {"pairingId": "", "pollToken": "x"}, "pairingId: must not be empty"),
    ],
)
def test_a_malformed_request_is_rejected_by_field(client: Client, path: str, body: object, error: str) -> None:
    answer = client.post(f"/api/pair/{path}", body)
    assert 400 == answer.status_code
    assert answer.json()["error"].startswith(error)

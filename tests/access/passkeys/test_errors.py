"""Why a login or a registration with a passkey fails, and how many attempts are allowed."""

from collections.abc import Callable, Iterator
from typing import Any

import cbor2
import msgspec
import pytest

from appliance.app import Application
from appliance.settings import Settings
from tests.access.passkeys.authenticator import PRESENT, Authenticator, decoded, encoded
from tests.access.passkeys.ceremonies import challenge, options, register, sign_in
from tests.access.passkeys.test_routes import NOT_ACCEPTED, TOO_LATE
from tests.building import build
from tests.client import Client, Loop
from tests.fakes import FakeClock

UNVERIFIED = (400, {"error": "the new passkey could not be verified; start again", "code": "passkey_not_accepted"})


@pytest.fixture
def phone(client: Client) -> Authenticator:
    """A phone that holds a passkey."""
    device = Authenticator()
    assert 200 == register(client, device).status_code
    return device


def lie(**changed: Any) -> Callable[[Authenticator], None]:
    def send_all(device: Authenticator) -> None:
        for name, value in changed.items():
            setattr(device, name, value)

    return send_all


WRONG_VALUES = [
    lie(origin="http://evil.test"),
    lie(origin="http://wall.test:8080"),
    lie(origin="http://wall.test.evil.test"),
    lie(rp_id="evil.test"),
    lie(flags=0),
    lie(key=Authenticator().key),
    lie(id=b"somebody else's"),
]


@pytest.mark.parametrize("result", WRONG_VALUES)
def test_a_login_that_does_not_hold(
    anybody: Client, client: Client, phone: Authenticator, result: Callable[[Authenticator], None]
) -> None:
    result(phone)
    rejected = sign_in(anybody, phone)
    assert NOT_ACCEPTED == (rejected.status_code, rejected.json())
    assert [None] == [each["lastUsedAt"] for each in client.get("/api/passkeys").json()]


@pytest.mark.parametrize("result", WRONG_VALUES[:5])
def test_a_registration_that_does_not_hold(client: Client, result: Callable[[Authenticator], None]) -> None:
    device = Authenticator()
    result(device)
    rejected = register(client, device)
    assert UNVERIFIED == (rejected.status_code, rejected.json())
    assert [] == client.get("/api/passkeys").json()


def test_a_user_who_was_present_but_not_verified_is_let_in(anybody: Client, phone: Authenticator) -> None:
    phone.flags = PRESENT
    assert 200 == sign_in(anybody, phone).status_code


def test_a_proxy_may_end_tls(anybody: Client, phone: Authenticator) -> None:
    phone.origin = "https://wall.test"
    assert 200 == sign_in(anybody, phone).status_code


def test_a_login_is_not_replayed(anybody: Client, phone: Authenticator) -> None:
    signed = {"response": phone.use(challenge(anybody))}
    assert 200 == anybody.post("/api/passkeys/login/verify", signed).status_code
    again = anybody.post("/api/passkeys/login/verify", signed)
    assert TOO_LATE == (again.status_code, again.json())


def test_a_failed_login_uses_its_challenge_up(anybody: Client, phone: Authenticator) -> None:
    creation_options = challenge(anybody)
    other_device = Authenticator()
    other_device.id = phone.id
    assert (
        401 == anybody.post("/api/passkeys/login/verify", {"response": other_device.use(creation_options)}).status_code
    )
    assert 400 == anybody.post("/api/passkeys/login/verify", {"response": phone.use(creation_options)}).status_code


def test_a_registration_is_not_replayed(client: Client) -> None:
    device = Authenticator()
    made = {"name": "x", "response": device.create(options(client))}
    assert 200 == client.post("/api/passkeys/register/verify", made).status_code
    again = client.post("/api/passkeys/register/verify", made)
    assert TOO_LATE == (again.status_code, again.json())


def test_a_challenge_ends_after_five_minutes(
    anybody: Client, client: Client, phone: Authenticator, clock: FakeClock
) -> None:
    login = {"response": phone.use(challenge(anybody))}
    made = {"name": "x", "response": Authenticator().create(options(client))}
    clock.turn(minutes=5)
    late = [
        anybody.post("/api/passkeys/login/verify", login),
        client.post("/api/passkeys/register/verify", made),
    ]
    assert [TOO_LATE] * 2 == [(each.status_code, each.json()) for each in late]


def test_one_ceremonys_challenge_is_not_for_the_other(anybody: Client, client: Client, phone: Authenticator) -> None:
    answers = [
        anybody.post("/api/passkeys/login/verify", {"response": phone.use(options(client))}),
        client.post(
            "/api/passkeys/register/verify", {"name": "x", "response": Authenticator().create(challenge(anybody))}
        ),
    ]
    assert [TOO_LATE] * 2 == [(each.status_code, each.json()) for each in answers]


def test_an_unknown_challenge_is_rejected(anybody: Client, phone: Authenticator) -> None:
    rejected = anybody.post("/api/passkeys/login/verify", {"response": phone.use({"challenge": "made-up"})})
    assert TOO_LATE == (rejected.status_code, rejected.json())


def test_a_counter_that_does_not_rise_gives_a_copy_away(anybody: Client, phone: Authenticator) -> None:
    phone.counter = 7
    assert 200 == sign_in(anybody, phone).status_code
    for seen in (7, 3):
        phone.counter = seen - 1
        rejected = sign_in(anybody, phone)
        assert NOT_ACCEPTED == (rejected.status_code, rejected.json())
    phone.counter = 8
    assert 200 == sign_in(anybody, phone).status_code


def test_a_passkey_that_does_not_count_is_let_in(anybody: Client, phone: Authenticator) -> None:
    for _ in range(2):
        phone.counter = -1
        assert 200 == sign_in(anybody, phone).status_code


@pytest.mark.parametrize("path", ["register/options", "login/options"])
@pytest.mark.parametrize("host", ["192.168.1.5:8080", "[fd00::1]", "127.0.0.1"])
def test_an_address_is_no_place_for_passkeys(client: Client, path: str, host: str) -> None:
    rejected = client.post(f"/api/passkeys/{path}", {}, headers={"Host": host})
    assert 400 == rejected.status_code
    assert rejected.json()["error"].startswith("a passkey belongs to a name")


@pytest.fixture
def public(settings: Settings, clock: FakeClock) -> Iterator[Application]:
    """A server at home.example.org whose passkeys are valid for the whole of example.org."""
    application = build(
        msgspec.structs.replace(
            settings,
            public_url="https://home.example.org",
            webauthn_rp_id="example.org",
            admin_api_key="a-secret",
            require_passkey_setup=True,
        ),
        clock=clock,
    )
    yield application
    application.database.close()


def test_a_configured_public_name_overrides_the_host_header(public: Application, loop: Loop) -> None:
    owner, anybody = Client(public.app, loop, "a-secret"), Client(public.app, loop)
    phone = Authenticator("https://home.example.org", "example.org")
    assert "example.org" == options(owner)["rp"]["id"]
    assert anybody.get("/api/setup").json()["passkeyRequired"]
    assert 200 == register(owner, phone).status_code
    assert 200 == sign_in(anybody, phone).status_code
    phone.origin = "http://home.example.org"
    assert 401 == sign_in(anybody, phone).status_code


def test_twenty_steps_in_ten_minutes_at_one_address(
    application: Application, loop: Loop, phone: Authenticator, clock: FakeClock
) -> None:
    guesser, owner = (Client(application.app, loop, address=each) for each in ("198.51.100.1", "203.0.113.7"))
    other_device = Authenticator()
    assert [401] * 10 == [sign_in(guesser, other_device).status_code for _ in range(10)]
    assert 429 == guesser.post("/api/passkeys/login/options").status_code
    assert 200 == sign_in(owner, phone).status_code

    signed = {"response": phone.use(challenge(owner))}
    assert 429 == guesser.post("/api/passkeys/login/verify", signed).status_code
    assert 200 == owner.post("/api/passkeys/login/verify", signed).status_code
    clock.turn(minutes=10)
    assert 200 == sign_in(guesser, phone).status_code


def test_a_registration_is_not_counted(client: Client) -> None:
    for _ in range(25):
        options(client)


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"id": ""}, "response.id: must not be empty"),
        ({"id": "not base64!"}, "response.id: "),
        ({"type": "password"}, "response.type: Invalid enum value 'password'"),
        ({"rawId": None}, "response.rawId: Expected `str`, got `null`"),
        ({"response": {}}, "response.response.clientDataJSON: is required"),
        ({"response": []}, "response.response: Expected `object`, got `array`"),
    ],
)
def test_a_malformed_credential_is_rejected_by_field(
    client: Client, anybody: Client, changed: dict[str, Any], error: str
) -> None:
    device = Authenticator()
    answers = [
        client.post(
            "/api/passkeys/register/verify", {"name": "x", "response": device.create(options(client)) | changed}
        ),
        anybody.post("/api/passkeys/login/verify", {"response": device.use(challenge(anybody)) | changed}),
    ]
    for answer in answers:
        assert 400 == answer.status_code
        assert answer.json()["error"].startswith(error)


NONSENSE = [
    b"",
    b"\x00",
    b"\xff" * 200,
    b"\x9f" * 5000,
    cbor2.dumps({"fmt": "packed", "attStmt": {"x5c": [b"x"], "alg": -7, "sig": b""}, "authData": b"x" * 37}),
    cbor2.dumps({"fmt": "tpm", "attStmt": {}, "authData": b"x" * 200}),
    cbor2.dumps({"fmt": 1, "attStmt": None, "authData": "text"}),
    cbor2.dumps(["list"]),
]


@pytest.mark.parametrize("content", NONSENSE)
def test_meaningless_bytes_are_rejected(client: Client, anybody: Client, phone: Authenticator, content: bytes) -> None:
    made = Authenticator().create(options(client))
    made["response"]["attestationObject"] = encoded(content) or "AA"
    rejected = client.post("/api/passkeys/register/verify", {"name": "x", "response": made})
    assert UNVERIFIED == (rejected.status_code, rejected.json())
    for part in ("authenticatorData", "signature"):
        signed = phone.use(challenge(anybody))
        signed["response"][part] = encoded(content) or "AA"
        rejected = anybody.post("/api/passkeys/login/verify", {"response": signed})
        assert NOT_ACCEPTED == (rejected.status_code, rejected.json())


def test_the_credential_that_signed_is_the_one_that_is_named(anybody: Client, phone: Authenticator) -> None:
    signed = phone.use(challenge(anybody))
    signed["rawId"] = encoded(decoded(signed["rawId"])[::-1])
    assert 401 == anybody.post("/api/passkeys/login/verify", {"response": signed}).status_code

"""No secret of access reaches a log or, in plain text, the database."""

import logging

import pytest

from appliance.app import Application
from tests.access.oauth_server.fixtures import VERIFIER, Program
from tests.access.passkeys.authenticator import Authenticator
from tests.access.passkeys.ceremonies import options, register, sign_in
from tests.client import Client


def test_nothing_secret_is_logged_or_stored(
    anybody: Client, client: Client, application: Application, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    phone = Authenticator()
    secrets = [
        client.post("/api/passkeys/register-token").json()["token"],
        options(client)["challenge"],
        register(client, phone).json()["session"]["key"],
        sign_in(anybody, phone).json()["key"],
    ]
    codes = client.post("/api/recovery-codes").json()["codes"]
    secrets += [*codes, anybody.post("/api/recovery/login", {"code": codes[0]}).json()["key"]]
    begun = anybody.post("/api/pair").json()
    client.post("/api/pair/approve", {"code": begun["code"], "name": "Wall"})
    poll = {"pairingId": begun["pairingId"], "pollToken": begun["pollToken"]}
    secrets.append(begun["pollToken"])
    stored = dump(application)
    secrets.append(anybody.post("/api/pair/poll", poll).json()["key"])
    anybody.post("/api/pair/poll", poll)
    program = Program(anybody)
    codes = [program.code(client), program.code(client)]
    tokens = program.trade(codes[0]).json()
    renewed = program.refresh(tokens["refresh_token"]).json()
    program.trade(codes[1], code_verifier="x" * 43)
    program.refresh(tokens["refresh_token"])
    secrets += [
        *codes,
        VERIFIER,
        *(each[name] for each in (tokens, renewed) for name in ("access_token", "refresh_token")),
    ]

    assert [] == [each for each in secrets if each in caplog.text]
    assert [] == [each for each in secrets if each in stored + dump(application)]


def dump(application: Application) -> str:
    reader = application.database.read
    tables = [name for (name,) in reader.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    assert {
        "keys",
        "pairings",
        "passkeys",
        "challenges",
        "register_tokens",
        "recovery_codes",
        "oauth_grants",
        "refresh_tokens",
    } <= set(tables)
    return repr([list(reader.rows(f"SELECT * FROM {name}")) for name in tables])

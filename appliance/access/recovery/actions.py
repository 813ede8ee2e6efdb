"""Verbs on recovery codes: make a set, count a guess, sign in."""

import secrets

from appliance.access import actions as access
from appliance.access.recovery import queries, rules
from appliance.access.recovery.models import Codes, Login, Recovered
from appliance.access.rules import HOUR
from appliance.kernel.database.transactions import Tx
from appliance.kernel.encryption import digest
from appliance.kernel.errors import Unauthorized


def make_codes(tx: Tx) -> Codes:
    """Make eight codes in the place of all older ones. (contract §25)"""
    codes = [_code() for _ in range(rules.CODES)]
    queries.replace(tx, [digest(code) for code in codes])
    tx.touch()
    return Codes(codes=codes)


def count_login(tx: Tx, address: str) -> None:
    """Count one guess, in a transaction of its own: a wrong code counts too. Raises TooMany. (spec: Limits)

    The address comes first, so that one guesser uses up no more than its own share of the overall limit.
    """
    access.count_attempt(tx, f"recovery login {address}", rules.LIMIT_AT_ONE_ADDRESS, HOUR)
    access.count_attempt(tx, "recovery login", rules.LIMIT, HOUR)


def sign_in(tx: Tx, request: Login) -> Recovered:
    """Trade a code for a session. Raises Unauthorized alike for an unknown and a used one. (contract §25)"""
    if not queries.use(tx, digest(rules.grouped(request.code))):
        raise Unauthorized("this recovery code is not valid, or was used before")

    session = access.sign_in(tx, "Recovery code")
    return Recovered(key=session.key, expires_at=session.expires_at, remaining=queries.left(tx).remaining)


def _code() -> str:
    return rules.grouped("".join(secrets.choice(rules.ALPHABET) for _ in range(rules.LENGTH)))

"""Use cases of recovery codes: make a set, count an attempt, sign in."""

import secrets

from appliance.access import actions as access
from appliance.access.recovery import queries, rules
from appliance.access.recovery.models import RecoveryCodes, RecoveryLogin, RecoverySession
from appliance.access.rules import HOUR
from appliance.kernel.database.transactions import Tx
from appliance.kernel.encryption import digest
from appliance.kernel.errors import Unauthorized


def make_codes(tx: Tx) -> RecoveryCodes:
    """Replace all codes by eight new ones. (contract §25)"""
    codes = [_code() for _ in range(rules.CODES)]
    queries.replace(tx, [digest(code) for code in codes])
    tx.touch()
    return RecoveryCodes(codes=codes)


def count_login(tx: Tx, address: str) -> None:
    """Count one attempt, in its own transaction, so that a wrong code counts too. Raises TooManyRequests.

    The address is counted first, so that one address cannot use up the overall limit. (contract: Limits)
    """
    access.count_attempt(tx, f"recovery login {address}", rules.LIMIT_PER_ADDRESS, HOUR)
    access.count_attempt(tx, "recovery login", rules.LIMIT, HOUR)


def sign_in(tx: Tx, request: RecoveryLogin) -> RecoverySession:
    """Exchange a code for a session. Raises Unauthorized for an unknown and for a used code. (contract §25)"""
    if not queries.use(tx, digest(rules.grouped(request.code))):
        raise Unauthorized("this recovery code is not valid, or was used before", code="wrong_recovery_code")

    session = access.sign_in(tx, "Recovery code")
    return RecoverySession(key=session.key, expires_at=session.expires_at, remaining=queries.left(tx).remaining)


def _code() -> str:
    return rules.grouped("".join(secrets.choice(rules.ALPHABET) for _ in range(rules.LENGTH)))

"""Recovery codes: sign in when every passkey and key is lost. (contract §25; contract: Limits)"""

import re
import secrets

from appliance.access import actions, queries
from appliance.access.models import RecoveryCodes, RecoveryLogin, RecoverySession
from appliance.access.rules import HOUR
from appliance.kernel.database.transactions import Tx
from appliance.kernel.encryption import digest
from appliance.kernel.errors import Unauthorized

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
LENGTH = 12
CODES = 8
LIMIT_PER_ADDRESS = 10
LIMIT = 30


def make_codes(tx: Tx) -> RecoveryCodes:
    """Replace all codes by eight new ones. (contract §25)"""
    codes = [_code() for _ in range(CODES)]
    queries.replace_recovery_codes(tx, [digest(code) for code in codes])
    tx.touch()
    return RecoveryCodes(codes=codes)


def count_login(tx: Tx, address: str) -> None:
    """Count one attempt, in its own transaction, so that a wrong code counts too. Raises TooManyRequests.

    The address is counted first, so that one address cannot use up the overall limit. (contract: Limits)
    """
    actions.count_attempt(tx, f"recovery login {address}", LIMIT_PER_ADDRESS, HOUR)
    actions.count_attempt(tx, "recovery login", LIMIT, HOUR)


def sign_in(tx: Tx, request: RecoveryLogin) -> RecoverySession:
    """Exchange a code for a session. Raises Unauthorized for an unknown and for a used code. (contract §25)"""
    if not queries.use_recovery_code(tx, digest(grouped(request.code))):
        raise Unauthorized("this recovery code is not valid, or was used before", code="wrong_recovery_code")

    session, left = actions.sign_in(tx, "Recovery code"), queries.recovery_codes_left(tx)
    return RecoverySession(key=session.key, expires_at=session.expires_at, remaining=left.remaining)


def _code() -> str:
    return grouped("".join(secrets.choice(ALPHABET) for _ in range(LENGTH)))


def grouped(code: str) -> str:
    """A code as it is shown and compared: upper case, in groups of four; other characters are ignored."""
    return "-".join(re.findall(".{1,4}", re.sub(r"[^A-Z0-9]", "", code.upper())))

"""Setting and checking the PIN. The hash takes long, so it is computed in a thread and outside of transactions."""

import asyncio
import secrets

from appliance.access.lock import actions, rules
from appliance.access.lock.models import LockState
from appliance.kernel.database.session import Session


async def set_pin(session: Session, pin: str) -> None:
    """Set or replace the household's PIN."""
    stored = await asyncio.to_thread(rules.hashed, pin, secrets.token_hex(16), session.read.cipher.key)
    await session.write(actions.set_pin, stored)


async def unlock(session: Session, pin: str) -> LockState:
    """Give the caller's key a grant. Raises Forbidden for a wrong PIN, TooManyRequests, Conflict."""
    counted = await session.write(actions.count_attempt)
    if not await asyncio.to_thread(rules.matches, pin, counted.stored, session.read.cipher.key):
        raise await session.write(actions.reject, counted)
    return await session.write(actions.unlock, counted.stored)

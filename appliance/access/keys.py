"""The valid access keys of a household, found in the database for each request."""

import asyncio
import hmac
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs

import msgspec

from appliance.access import actions, navigation, queries, rules
from appliance.access.lock import actions as lock
from appliance.access.models import StoredKey
from appliance.access.rights import Rights
from appliance.kernel.database.database import Database
from appliance.kernel.database.session import Session
from appliance.kernel.database.transactions import Caller
from appliance.kernel.encryption import digest
from appliance.kernel.http.asgi import Scope, header
from appliance.kernel.scheduling.clock import moment

ANONYMOUS = Caller(name="anybody", scope="public", kind="public")
# The last use of a key is stored with this accuracy.
USE_INTERVAL = timedelta(hours=1)
NEVER = datetime.min.replace(tzinfo=UTC)
FOREVER = datetime.max.replace(tzinfo=UTC)


class Keys:
    """Finds the key of a request, and checks it against the rights of the route."""

    def __init__(self, database: Database, admin_api_key: str | None, trusted_proxies: Sequence[str] = ()):
        self._database = database
        self._admin_digest = digest(admin_api_key) if admin_api_key else None
        self._proxies = rules.networks(trusted_proxies)
        self._admin = _valid(rules.ADMIN_API_KEY)
        self._keys: dict[str, _ValidKey] = {}
        self._keys_at = -1
        self._pending_writes: set[asyncio.Task[None]] = set()

    async def authenticate(self, scope: Scope, rights: Rights) -> None:
        """Attach the caller's Session to the request. Raises Unauthorized, Forbidden."""
        key, key_digest = self._bearer_key(scope)
        if key is None and rights.key_in_query:
            key, key_digest = await self._query_key(scope)
        self._check(key, rights)
        # `until` is when the key must be looked at again, for ResponseCacheMiddleware.
        caller, until = (key.caller, key.unchanged_until()) if key else (ANONYMOUS, FOREVER)
        session = Session(self._database, caller, self._client_address(scope))
        scope["mantel"] |= {"session": session, "digest": key_digest if key else "", "until": until}

    def check(self, scope: Scope, rights: Rights) -> None:
        """Check the key in the header of a request. Raises Unauthorized, Forbidden."""
        self._check(self._bearer_key(scope)[0], rights)

    def session(self, scope: Scope) -> Session | None:
        """The caller's Session on a path outside the API that needs a key; None without a valid one."""
        key, _ = self._bearer_key(scope)
        if key is None:
            return None
        self._note_use(key)
        return Session(self._database, key.caller, self._client_address(scope))

    def is_key_valid(self, key_digest: str) -> bool:
        """True while the key with this SHA-256 is valid. Event streams ask, because they outlive their request."""
        return self._find_key(key_digest) is not None

    def _check(self, key: "_ValidKey | None", rights: Rights) -> None:
        if key is None:
            rights.check(None)
            return
        rights.check(key.stored.scope, is_app=key.stored.belongs_to_app)
        lock.check(self._database.read, key.caller, rights)
        self._note_use(key)

    def _bearer_key(self, scope: Scope) -> "tuple[_ValidKey | None, str]":
        bearer = (header(scope, b"authorization") or b"").decode("latin-1")
        if not bearer.startswith("Bearer "):
            return None, ""
        key_digest = digest(bearer.removeprefix("Bearer ").strip())
        return self._find_key(key_digest), key_digest

    async def _query_key(self, scope: Scope) -> "tuple[_ValidKey | None, str]":
        """The key in the query of a navigation. A navigation key is used up here, so it is never cached."""
        text = parse_qs(scope["query_string"].decode("latin-1")).get("key", [""])[0].strip()
        if not text:
            return None, ""
        key_digest = digest(text)
        if key := self._find_key(key_digest):
            return key, key_digest
        carried = await self._database.write(navigation.take, key_digest)
        return _valid(carried) if carried else None, key_digest

    def _find_key(self, key_digest: str) -> "_ValidKey | None":
        """The configured admin key, or a stored key that is valid now."""
        if self._admin_digest and hmac.compare_digest(key_digest, self._admin_digest):
            return self._admin
        return self._stored_key(key_digest)

    def _stored_key(self, key_digest: str) -> "_ValidKey | None":
        """A valid key. It is cached until the next write, revocations included, so that polling needs no query."""
        if self._keys_at != self._database.commits:
            self._keys, self._keys_at = {}, self._database.commits
        key = self._keys.get(key_digest)
        if key is None:
            stored = queries.key_by_digest(self._database.read, key_digest)
            if stored is None:
                return None
            key = self._keys[key_digest] = _valid(stored)
        return None if key.expires_at and key.expires_at <= self._database.clock.now() else key

    def _client_address(self, scope: Scope) -> str:
        """The client's address; X-Forwarded-For counts only from a trusted proxy."""
        forwarded = b""
        if self._proxies:
            forwarded = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
        client = scope.get("client")
        # Whoever uses a Unix socket has no address, and is on this machine.
        peer = (client[0] or "127.0.0.1") if client else None
        return rules.client_address(peer, forwarded.decode("latin-1"), self._proxies)

    def _note_use(self, key: "_ValidKey") -> None:
        """Store when a key was last used. The write has no event and nobody waits for it."""
        if key.stored.id is None or (now := self._database.clock.now()) < key.use_noted_until:
            return
        key.use_noted_until = now + USE_INTERVAL
        write = asyncio.ensure_future(self._database.write(actions.mark_used, key.stored.id))
        self._pending_writes.add(write)
        write.add_done_callback(self._pending_writes.discard)


class _ValidKey(msgspec.Struct, kw_only=True):
    """A key with what every request needs of it. `use_noted_until` is when its use must be stored again."""

    stored: StoredKey
    caller: Caller
    expires_at: datetime | None
    use_noted_until: datetime

    def unchanged_until(self) -> datetime:
        """When the key expires, or its use must be stored again."""
        return min(self.expires_at or FOREVER, FOREVER if self.stored.id is None else self.use_noted_until)


def _valid(key: StoredKey) -> _ValidKey:
    return _ValidKey(
        stored=key,
        caller=Caller(key_id=key.id, name=key.name, scope=key.scope, kind=key.kind),
        expires_at=moment(key.expires_at) if key.expires_at else None,
        use_noted_until=moment(key.last_used_at) + USE_INTERVAL if key.last_used_at else NEVER,
    )

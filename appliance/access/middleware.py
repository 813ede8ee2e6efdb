"""Who knocks: resolves the key of a request, refuses it by the table in rules, and hands a Session to the routes."""

import asyncio
import hmac
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs

import msgspec
from litestar import Request
from litestar.di import NamedDependency

from appliance.access import actions, queries, rules
from appliance.access.models import StoredKey
from appliance.access.navigation import actions as navigation
from appliance.kernel.database.database import Database
from appliance.kernel.database.session import Session
from appliance.kernel.database.transactions import Caller, Reader
from appliance.kernel.encryption import digest
from appliance.kernel.http.asgi import App, Receive, Scope, Send, header, send_json
from appliance.kernel.scheduling.clock import instant

CurrentSession = NamedDependency[Session]
ANYBODY = Caller(name="anybody", scope="public", kind="public")
USED_AGAIN = timedelta(hours=1)


class AuthMiddleware:
    """Stands before every `/api` path: 401 without a good key, 403 where the key may not go. (contract §1.1, order)"""

    def __init__(self, app: App, database: Database, admin_api_key: str | None, trusted_proxies: Sequence[str] = ()):
        self._app = app
        self._database = database
        self._admin_digest = digest(admin_api_key) if admin_api_key else None
        self._proxies = rules.networks(trusted_proxies)
        self._keys: dict[str, StoredKey] = {}
        self._keys_rev = -1
        self._notes: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"].rstrip("/")
        if not path.startswith("/api"):
            # Nobody is asked for a key there, but limits count where a caller is.
            scope["mantel"] = {"session": Session(self._database, ANYBODY, self._address(scope)), "digest": ""}
            await self._app(scope, receive, send)
            return

        reader = self._database.read
        key, key_digest = self._key(reader, scope)
        if key is None and rules.is_navigation(path):
            key, key_digest = await self._carried(reader, scope)
        if key is None and not rules.is_public(path):
            await send_json(send, 401, {"error": "unauthorized"})
            return
        who = ANYBODY if key is None else Caller(key_id=key.id, name=key.name, scope=key.scope, kind=key.kind)
        method = scope["method"]
        if not (rules.is_public(path) or rules.may(who.scope, method, path) or rules.takes_the_wall(method, path)):
            await send_json(send, 403, {"error": "display key cannot access this route"})
            return
        if who.kind == "oauth" and rules.takes_a_person(method, path):
            await send_json(send, 403, {"error": "a connected app cannot manage connected apps"})
            return

        if key is not None:
            self._note_use(reader, key, key_digest)
        scope["mantel"] = {"session": Session(self._database, who, self._address(scope)), "digest": key_digest}
        await self._app(scope, receive, send)

    def session(self, scope: Scope) -> Session | None:
        """The caller's Session on a path outside `/api` that needs a key; None without a good one."""
        reader = self._database.read
        key, key_digest = self._key(reader, scope)
        if key is None:
            return None
        self._note_use(reader, key, key_digest)
        return Session(
            self._database, Caller(key_id=key.id, name=key.name, scope=key.scope, kind=key.kind), self._address(scope)
        )

    def is_key_valid(self, key_digest: str) -> bool:
        """Whether a key, by its SHA-256, is good at this moment: for streams, which outlive their request."""
        return self._known(self._database.read, key_digest) is not None

    def _key(self, reader: Reader, scope: Scope) -> tuple[StoredKey | None, str]:
        bearer = (header(scope, b"authorization") or b"").decode("latin-1")
        if not bearer.startswith("Bearer "):
            return None, ""
        key_digest = digest(bearer.removeprefix("Bearer ").strip())
        return self._known(reader, key_digest), key_digest

    async def _carried(self, reader: Reader, scope: Scope) -> tuple[StoredKey | None, str]:
        """The key in the query of a navigation: one made for it, which is used up, or any other."""
        carried = parse_qs(scope["query_string"].decode("latin-1")).get("key", [""])[0].strip()
        if not carried:
            return None, ""
        key_digest = digest(carried)
        key = self._known(reader, key_digest) or await self._database.write(navigation.take, key_digest)
        return key, key_digest

    def _known(self, reader: Reader, key_digest: str) -> StoredKey | None:
        """The owner's configured key, else a stored one that is good now."""
        if self._admin_digest and hmac.compare_digest(key_digest, self._admin_digest):
            return StoredKey(
                id=None, name="ADMIN_API_KEY", scope="admin", kind="api", expires_at=None, last_used_at=None
            )
        return self._remembered(reader, key_digest)

    def _remembered(self, reader: Reader, key_digest: str) -> StoredKey | None:
        """A good key is remembered until the next write, revocation among them, so that polling costs no query."""
        if self._keys_rev != self._database.rev:
            self._keys, self._keys_rev = {}, self._database.rev
        key = self._keys.get(key_digest) or queries.key_behind(reader, key_digest)
        if key is None or (key.expires_at and key.expires_at <= instant(reader.now)):
            return None
        self._keys[key_digest] = key
        return key

    def _address(self, scope: Scope) -> str:
        """Where the caller is; a header is believed only from a trusted proxy."""
        told = [value for name, value in scope["headers"] if name == b"x-forwarded-for"] if self._proxies else []
        client = scope.get("client")
        return rules.caller(client[0] if client else None, b",".join(told).decode("latin-1"), self._proxies)

    def _note_use(self, reader: Reader, key: StoredKey, key_digest: str) -> None:
        if key.id is None or (key.last_used_at or "") > instant(reader.now - USED_AGAIN):
            return
        self._keys[key_digest] = msgspec.structs.replace(key, last_used_at=instant(reader.now))
        # Not news and not worth a wait: the write joins whatever commit comes next.
        note = asyncio.ensure_future(self._database.write(actions.mark_used, key.id))
        self._notes.add(note)
        note.add_done_callback(self._notes.discard)


def session(request: Request[Any, Any, Any]) -> Session:
    """The Session that the door has put into the request."""
    found: Session = request.scope["mantel"]["session"]  # type: ignore[typeddict-item]
    return found

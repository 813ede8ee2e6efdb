"""Use cases of accounts over the network: sign in, list the calendars, revoke the access."""

import asyncio
import logging
from collections.abc import Mapping

from msgspec import UnsetType

from appliance.calendar.accounts import actions, queries, rules
from appliance.calendar.accounts.models import Account, AccountPatch, NewCalDavAccount
from appliance.calendar.providers.caldav.provider import CalDav
from appliance.calendar.providers.models import Remote, RemoteCalendar
from appliance.calendar.providers.provider import AccountProvider, Provider
from appliance.kernel.database.database import Database
from appliance.kernel.database.session import Session
from appliance.kernel.database.transactions import Reader
from appliance.kernel.encryption import BadKey
from appliance.kernel.errors import ApiError, BadGateway, BadRequest
from appliance.kernel.net.addresses import public_url
from appliance.kernel.text.redaction import redact

log = logging.getLogger(__name__)
REVOKE_SECONDS = 8.0


class Accounts:
    """The household's accounts, and the providers behind them by kind."""

    def __init__(self, database: Database, providers: Mapping[str, Provider], caldav: CalDav, allow_private: bool):
        self._database = database
        self._providers = providers
        self._caldav = caldav
        self._allow_private = allow_private

    def provider(self, kind: str) -> AccountProvider:
        """The provider of a kind of account. Raises BadGateway."""
        provider = self._providers.get(kind)
        if not isinstance(provider, AccountProvider):
            raise BadGateway("this kind of calendar cannot be written to", code="read_only")
        return provider

    def remote(self, account_id: str, remote_id: str = "", owner: str | None = None) -> Remote:
        """An account, or a calendar of it, as a provider needs it. Raises NotFound, BadGateway."""
        return remote_of(self._database, account_id, remote_id, owner=owner)

    async def connect_caldav(self, session: Session, request: NewCalDavAccount) -> Account:
        """Sign in to a CalDAV server and store the account. Raises BadRequest, BadGateway."""
        url = public_url(request.server_url, allow_private=self._allow_private, at="serverUrl")
        config = await self._caldav.connect(url, request.username, request.password)
        return await session.write(actions.connect, "caldav", request.name, config)

    async def change(self, session: Session, account_id: str, request: AccountPatch) -> Account:
        """Change a CalDAV account's password once its server accepts it. Raises NotFound, BadRequest, BadGateway."""
        account = queries.account(session.read, account_id)
        if isinstance(request.password, UnsetType):
            return account
        if account.kind != "caldav":
            raise BadRequest("is only what a CalDAV account signs in with; connect this one again", at="password")
        try:
            config = await self._caldav.signed_in_anew(_config(session.read, account_id), request.password)
        except BadGateway as problem:
            raise BadGateway(redact(problem.message), **problem.extra) from None
        return await session.write(actions.replace_config, account_id, config)

    async def calendars(self, account_id: str) -> list[RemoteCalendar]:
        """The calendars of an account, in the provider's order. Raises NotFound, BadGateway."""
        account = queries.account(self._database.read, account_id)
        try:
            return await self.provider(account.kind).calendars(self.remote(account_id))
        except BadGateway as problem:
            raise BadGateway(redact(problem.message), **problem.extra) from None

    async def remove(self, session: Session, account_id: str) -> None:
        """Remove an account, then revoke its access at the provider if possible. Raises NotFound."""
        account = queries.account(self._database.read, account_id)
        try:
            remote = self.remote(account_id)
        except BadGateway:
            remote = None
        await session.write(actions.remove, account_id)
        if remote is None:
            return
        try:
            async with asyncio.timeout(REVOKE_SECONDS):
                await self.provider(account.kind).revoke(remote)
        except (ApiError, TimeoutError) as problem:
            log.info(
                "a removed account's access could not be revoked",
                extra={"reason": redact(str(problem))},
            )


def remote_of(
    database: Database,
    account_id: str,
    remote_id: str = "",
    known: Mapping[str, str] | None = None,
    owner: str | None = None,
) -> Remote:
    """An account, or a calendar of it, as a provider needs it. Raises NotFound, BadGateway."""
    kept = _config(database.read, account_id)

    async def keep(config: str) -> None:
        nonlocal kept
        await database.write(actions.renew, account_id, kept, config)
        kept = config

    return Remote(config=kept, remote_id=remote_id, keep=keep, known=known or {}, owner=owner)


def _config(db: Reader, account_id: str) -> str:
    """An account's config. Raises NotFound, BadGateway when it cannot be decrypted."""
    try:
        return queries.config(db, account_id)
    except BadKey:
        raise rules.lost() from None

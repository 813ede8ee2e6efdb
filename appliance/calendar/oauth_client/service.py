"""Consent at a hosted provider: the address to send a browser to, and the account made when it returns."""

from collections.abc import Mapping

from appliance.calendar.accounts import actions as accounts
from appliance.calendar.accounts import queries as account_queries
from appliance.calendar.oauth_client import actions, rules
from appliance.calendar.oauth_client.models import HostedKind
from appliance.calendar.providers.google.provider import Google
from appliance.calendar.providers.microsoft.provider import Microsoft
from appliance.kernel.database.session import Session
from appliance.kernel.errors import ApiError, BadRequest
from appliance.kernel.text.redaction import redact
from appliance.settings import Settings


class Consents:
    """Begins and finishes consents at hosted providers."""

    def __init__(self, providers: Mapping[HostedKind, Google | Microsoft], settings: Settings):
        self._providers = providers
        self._settings = settings

    async def begin(self, session: Session, kind: HostedKind, home: str, account_id: str | None) -> str:
        """The address where a person consents; `account_id` reconnects that account. Raises BadRequest, NotFound."""
        email = account_queries.account(session.read, account_id).name if account_id else ""
        shared = self._settings.oauth_redirect_uri
        is_shared = shared is not None and rules.configured(kind, self._settings) is not None
        redirect = shared if shared and is_shared else rules.redirect_uri(home, kind)
        sign_in = self._providers[kind].sign_in
        # Raises for a missing OAuth client before a consent is stored.
        sign_in.address(redirect, "", "", email)
        state, verifier = await session.write(actions.begin, kind, redirect, home)
        return sign_in.address(redirect, rules.shared_state(home, kind, state) if is_shared else state, verifier, email)

    async def finish(self, session: Session, kind: HostedKind, code: str, state: str) -> tuple[str, str]:
        """Store the account of a consent: its id, and the address the browser returns to. Raises BadRequest."""
        begun = await session.write(actions.take, kind, state)
        if begun is None:
            raise BadRequest(
                "this sign-in took too long, or was used already; begin it again", at=None, code="sign_in_expired"
            )
        try:
            email, config = await self._providers[kind].connect(
                code=code, verifier=begun.verifier, redirect_uri=begun.redirect_uri
            )
        except ApiError as problem:
            raise BadRequest(redact(problem.message), at=None, **problem.extra) from None
        account = await session.write(accounts.sign_in, kind, email, config)
        return account.id, begun.home

"""Sign-in at Google or Microsoft: consent with PKCE, tokens, and their renewal. (RFC 6749, RFC 7636)"""

import base64
import hashlib
from collections.abc import Callable
from datetime import timedelta
from urllib.parse import quote, urlencode

import msgspec

from appliance.calendar.providers.hosted.models import App, Grant, Service
from appliance.calendar.providers.models import Busy
from appliance.calendar.providers.retry_after import rest
from appliance.kernel.errors import BadGateway, BadRequest
from appliance.kernel.net.client import HttpResponse, Net
from appliance.kernel.scheduling.clock import Clock

SECONDS = 20.0
EARLY = timedelta(seconds=60)
FORM = {"content-type": "application/x-www-form-urlencoded", "accept": "application/json"}


class Tokens(msgspec.Struct, kw_only=True):
    """The response of a token endpoint. (RFC 6749 §5.1 and §5.2, OpenID Connect Core §3.1.3.3)"""

    access_token: str = ""
    expires_in: float = 3600
    refresh_token: str = ""
    scope: str = ""
    id_token: str = ""
    error: str = ""


class SignIn:
    """The sign-in of one provider. `app` returns the registered app, None before it was entered."""

    def __init__(self, net: Net, clock: Clock, service: Service, app: Callable[[], App | None]):
        self.service = service
        self._net = net
        self._clock = clock
        self._app = app

    def address(self, redirect_uri: str, state: str, verifier: str, email: str = "") -> str:
        """The address of the consent page; with an `email` for that account. Raises BadRequest without an app."""
        app, service = self._known(), self.service
        parameters = {
            "client_id": app.client_id,
            "redirect_uri": redirect_uri,
            "response_type": "code",
            "scope": " ".join(service.scopes),
            "state": state,
            "code_challenge": challenge(verifier),
            "code_challenge_method": "S256",
            **dict(service.consent_parameters),
            **({"login_hint": email} if email else {}),
        }
        return f"{_with_tenant(service.consent_url, app)}?{urlencode(parameters, quote_via=quote)}"

    async def trade(self, *, code: str, verifier: str, redirect_uri: str) -> tuple[Grant, str]:
        """The grant for a consent, and its id token. Raises BadGateway; BadRequest without an app."""
        tokens = await self._tokens(
            grant_type="authorization_code", code=code, code_verifier=verifier, redirect_uri=redirect_uri
        )
        name = self.service.name
        if tokens.scope and self.service.needs not in tokens.scope.lower():
            raise BadGateway(
                f"{name} was not allowed to share the calendars; connect again and leave every box ticked",
                code="reconnect",
                provider=name,
            )
        if not tokens.refresh_token:
            raise BadGateway(
                f"{name} gave a permission that ends within the hour; connect the account again",
                code="reconnect",
                provider=name,
            )
        return self._grant(tokens, ""), tokens.id_token

    async def renewed(self, grant: Grant) -> Grant:
        """The grant with a new access token. Raises BadGateway, also when the permission was revoked."""
        try:
            tokens = await self._tokens(grant_type="refresh_token", refresh_token=grant.refresh_token)
        except BadRequest as problem:
            raise BadGateway(problem.message, **problem.extra) from None
        return self._grant(tokens, grant.refresh_token)

    def is_over(self, grant: Grant) -> bool:
        """Whether an access token ends within a minute, or has ended."""
        return grant.expires_at - EARLY <= self._clock.now()

    async def form(self, url: str, fields: dict[str, str]) -> HttpResponse:
        """Send a form to an OAuth endpoint of the provider. Raises BadGateway."""
        return await self._net.request(
            "POST",
            url,
            headers=FORM,
            body=urlencode(fields).encode(),
            allow_private=self.service.allow_private,
            seconds=SECONDS,
        )

    async def _tokens(self, **fields: str) -> Tokens:
        app, name = self._known(), self.service.name
        known_as = {"client_id": app.client_id, "client_secret": app.client_secret}
        answer = await self.form(_with_tenant(self.service.token_url, app), {**known_as, **fields})
        try:
            tokens = msgspec.json.decode(answer.body, type=Tokens)
        except msgspec.DecodeError:
            tokens = Tokens()
        if answer.status == 200:
            if tokens.access_token:
                return tokens
            raise BadGateway(f"{name} gave an answer that cannot be read", code="source_failed")
        if answer.status in (429, 503):
            raise Busy(f"{name} was asked too often; it will be asked again later", rest(answer.headers))
        match tokens.error:
            case "invalid_grant" | "interaction_required":
                raise BadGateway(reconnect(name), code="reconnect", provider=name)
            case "invalid_client" | "unauthorized_client":
                raise BadGateway(
                    f"{name} does not accept the client id and secret that were entered for it",
                    code="client_not_accepted",
                    provider=name,
                )
        raise BadGateway(
            f"{name} does not sign this account in ({answer.status}); it will be tried again later",
            code="source_failed",
        )

    def _known(self) -> App:
        app = self._app()
        if app is None:
            raise BadRequest(
                f"{self.service.name} is not set up; enter its client id and secret first",
                at=None,
                code="provider_not_set_up",
                provider=self.service.name,
            )
        return app

    def _grant(self, tokens: Tokens, refresh_token: str) -> Grant:
        ends = self._clock.now() + timedelta(seconds=min(max(tokens.expires_in, 0.0), 86_400.0))
        return Grant(
            refresh_token=tokens.refresh_token or refresh_token, access_token=tokens.access_token, expires_at=ends
        )


def challenge(verifier: str) -> str:
    """The S256 challenge of a verifier. (RFC 7636 §4.2)"""
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")


def reconnect(name: str) -> str:
    """The error text for a permission that has ended or was revoked."""
    return f"{name} does not let Mantel in any more; connect the account again"


def _with_tenant(address: str, app: App) -> str:
    return address.replace("{tenant}", quote(app.tenant, safe=""))

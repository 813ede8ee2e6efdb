"""The REST door of hosted providers: what they know this house as, and the way to their consent and back."""

from typing import Annotated, Any

from litestar import Request, Response, Router, delete, get, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from appliance.access.middleware import CurrentSession
from appliance.calendar.calendars import queries as calendars
from appliance.calendar.oauth_client import actions, queries, rules
from appliance.calendar.oauth_client.models import (
    HostedKind,
    KeptPublicUrl,
    NewApp,
    NewPublicUrl,
    Providers,
    PublicUrl,
    RedirectUris,
    Status,
)
from appliance.calendar.oauth_client.service import Consents
from appliance.calendar.sync.routes import Sync
from appliance.household import queries as household
from appliance.household.routes import Config
from appliance.kernel.database.session import Session
from appliance.kernel.errors import BadRequest
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.json_body import Done
from appliance.settings import Settings

Hosted = NamedDependency[Consents]
AccountId = Annotated[str | None, QueryParameter(name="account")]
Code = Annotated[str, QueryParameter(name="code")]
Given = Annotated[str, QueryParameter(name="state")]
Problem = Annotated[str, QueryParameter(name="error")]
NOT_KEPT = {"cache-control": "no-store"}


@get("/providers", operation_id="getProviders", summary="What Google and Microsoft know this house as", opt=ETAG_BY_REV)
async def providers(request: Request[Any, Any, Any], session: CurrentSession, config: Config) -> Providers:
    """Client ids, whether a secret is set, and the redirect addresses to enter in the providers' consoles. Admin."""
    db, home = session.read, _home(request, session, config)
    public = config.public_url or household.public_url(db)
    source = "env" if config.public_url else "ui" if public else None
    return Providers(
        PublicUrl(source, public) if public else PublicUrl(None),  # type: ignore[arg-type]
        RedirectUris(*(config.oauth_redirect_uri or rules.redirect_uri(home, kind) for kind in rules.KINDS)),
        *(_status(session, kind, config) for kind in rules.KINDS),
    )


@put("/providers/public-url", operation_id="updatePublicUrl", summary="Say where the house is from outside")
async def put_public_url(session: CurrentSession, config: Config, data: JSONBody[NewPublicUrl]) -> KeptPublicUrl:
    """`warning` says what the address will not be good for. 409 when `PUBLIC_URL` is set. Admin."""
    return await session.write(actions.put_public_url, data, config)


@put("/providers/{kind:str}", operation_id="updateProvider", summary="Say as whom a provider knows the house")
async def put_provider(session: CurrentSession, config: Config, kind: FromPath[str], data: JSONBody[NewApp]) -> Status:
    """The secret is sealed and never told; left out, the stored one stays. 409 when the environment says it. Admin."""
    return await session.write(actions.put_app, rules.kind(kind), data, config)


@delete("/providers/{kind:str}", operation_id="deleteProvider", summary="Forget a provider's app", status_code=200)
async def delete_provider(session: CurrentSession, config: Config, kind: FromPath[str]) -> Done:
    """Its accounts stay, and wait until an app is entered again. 409 when the environment says it. Admin."""
    await session.write(actions.remove_app, rules.kind(kind), config)
    return Done()


@get(
    "/oauth/{kind:str}/start",
    operation_id="startConsent",
    summary="Go and connect an account",
    status_code=302,
)
async def start(
    request: Request[Any, Any, Any],
    session: CurrentSession,
    config: Config,
    consents: Hosted,
    kind: FromPath[str],
    account: AccountId = None,
) -> Response[None]:
    """A browser comes here with `?key=`, best a navigation key, and is sent on to the provider's consent.

    `account` connects that account again. Admin.
    """
    address = await consents.begin(session, rules.kind(kind), _home(request, session, config), account)
    return _gone_to(address)


@get(
    "/oauth/{kind:str}/callback",
    operation_id="finishConsent",
    summary="Back from a provider's consent",
    status_code=302,
)
async def callback(
    request: Request[Any, Any, Any],
    session: CurrentSession,
    config: Config,
    consents: Hosted,
    syncer: Sync,
    kind: FromPath[str],
    code: Code = "",
    given: Given = "",
    error: Problem = "",
) -> Response[Any]:
    """Keeps the account and sends the browser to its settings; 400 with the reason when there is none. Public."""
    try:
        hosted = rules.kind(kind)
        rules.check_answer(hosted, code, given, error)
        account_id, home = await consents.finish(session, hosted, code, given)
    except BadRequest as refusal:
        # A wall has no way back of its own: the browser reads the reason and goes on to the settings by itself.
        back = rules.back(kind, error)
        return Response({"error": refusal.message}, status_code=400, headers={"refresh": f"0; url={back}", **NOT_KEPT})
    for calendar in calendars.of_account(session.read, account_id):
        syncer.sync_soon(calendar)
    return _gone_to(f"{home}/#/settings?account={account_id}")


def _gone_to(address: str) -> Response[None]:
    return Response(None, status_code=302, headers={"location": address, **NOT_KEPT})


def _status(session: Session, kind: HostedKind, config: Settings) -> Status:
    stored = queries.stored_app(session.read, kind)
    return rules.status(kind, *rules.effective(stored, rules.configured(kind, config)))


def _home(request: Request[Any, Any, Any], session: Session, config: Settings) -> str:
    public = config.public_url or household.public_url(session.read)
    return rules.home(public, request.scope["scheme"], request.headers.get("host", ""))


HANDLERS = [providers, put_public_url, put_provider, delete_provider, start, callback]
ROUTES = Router("/", route_handlers=HANDLERS, tags=["Accounts"])

"""REST endpoints of hosted providers: their OAuth clients, and the browser's way through a consent."""

from typing import Annotated, Any

from litestar import Request, Response, Router, delete, get, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from appliance.access.middleware import CurrentSession
from appliance.access.rights import ADMIN, NAVIGATION, PUBLIC, not_for_apps
from appliance.calendar.calendars import queries as calendar_queries
from appliance.calendar.oauth_client import actions, queries, rules
from appliance.calendar.oauth_client.models import (
    HostedKind,
    KeptPublicUrl,
    NewApp,
    NewPublicUrl,
    Providers,
    PublicUrl,
    RedirectUris,
    Source,
    Status,
)
from appliance.calendar.oauth_client.service import Consents
from appliance.calendar.sync.routes import Sync
from appliance.household import queries as household_queries
from appliance.household.routes import Config
from appliance.kernel.database.session import Session
from appliance.kernel.errors import BadRequest
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.json_body import Done
from appliance.settings import Settings

Hosted = NamedDependency[Consents]
AccountId = Annotated[str | None, QueryParameter(name="account")]
Code = Annotated[str, QueryParameter(name="code")]
State = Annotated[str, QueryParameter(name="state")]
Problem = Annotated[str, QueryParameter(name="error")]
NO_STORE = {"cache-control": "no-store"}


@get(
    "/providers",
    operation_id="getProviders",
    summary="The OAuth clients at Google and Microsoft",
    opt=ADMIN | ETAG_BY_REV,
)
async def providers(request: Request[Any, Any, Any], session: CurrentSession, config: Config) -> Providers:
    """Client ids, whether a secret is set, and the redirect addresses to enter in the providers' consoles. Admin."""
    db, home = session.read, _home(request, session, config)
    public = config.public_url or household_queries.public_url(db)
    source: Source = "env" if config.public_url else "ui"
    redirects = {kind: config.oauth_redirect_uri or rules.redirect_uri(home, kind) for kind in rules.KINDS}
    return Providers(
        public_url=PublicUrl(source=source, value=public) if public else PublicUrl(source=None),
        redirect_uris=RedirectUris(google=redirects["google"], microsoft=redirects["microsoft"]),
        google=_status(session, "google", config),
        microsoft=_status(session, "microsoft", config),
    )


@put(
    "/providers/public-url",
    operation_id="updatePublicUrl",
    summary="Set the outside address",
    opt=not_for_apps(ADMIN, "connect accounts or change what they sign in with"),
)
async def put_public_url(session: CurrentSession, config: Config, data: JSONBody[NewPublicUrl]) -> KeptPublicUrl:
    """`warning` says what the address cannot be used for. 409 when `PUBLIC_URL` is set. Admin."""
    return await session.write(actions.put_public_url, data, config)


@put(
    "/providers/{kind:str}",
    operation_id="updateProvider",
    summary="Set the OAuth client of a provider",
    opt=not_for_apps(ADMIN, "connect accounts or change what they sign in with"),
)
async def put_provider(session: CurrentSession, config: Config, kind: FromPath[str], data: JSONBody[NewApp]) -> Status:
    """The secret is stored encrypted and never answered; without one the stored one stays.

    409 when set by the environment. Admin.
    """
    return await session.write(actions.put_app, rules.kind(kind), data, config)


@delete(
    "/providers/{kind:str}",
    operation_id="deleteProvider",
    summary="Remove the OAuth client of a provider",
    status_code=200,
    opt=ADMIN,
)
async def delete_provider(session: CurrentSession, config: Config, kind: FromPath[str]) -> Done:
    """Its accounts stay, and sync again once a client is entered. 409 when set by the environment. Admin."""
    await session.write(actions.remove_app, rules.kind(kind), config)
    return Done()


@get(
    "/oauth/{kind:str}/start",
    operation_id="startConsent",
    summary="Begin to connect an account",
    status_code=302,
    opt=not_for_apps(NAVIGATION, "connect accounts or change what they sign in with"),
)
async def start(
    request: Request[Any, Any, Any],
    session: CurrentSession,
    config: Config,
    consents: Hosted,
    kind: FromPath[str],
    account: AccountId = None,
) -> Response[None]:
    """Redirects a browser, which carries `?key=` (best a navigation key), to the provider's consent page.

    `account` reconnects that account. Admin.
    """
    address = await consents.begin(session, rules.kind(kind), _home(request, session, config), account)
    return _redirect(address)


@get(
    "/oauth/{kind:str}/callback",
    operation_id="finishConsent",
    summary="Finish connecting an account",
    status_code=302,
    opt=PUBLIC,
)
async def callback(
    request: Request[Any, Any, Any],
    session: CurrentSession,
    config: Config,
    consents: Hosted,
    syncer: Sync,
    kind: FromPath[str],
    code: Code = "",
    oauth_state: State = "",
    error: Problem = "",
) -> Response[Any]:
    """Stores the account and redirects the browser to its settings; 400 with the reason when it fails. Public."""
    try:
        hosted = rules.kind(kind)
        rules.check_answer(hosted, code, oauth_state, error)
        account_id, home = await consents.finish(session, hosted, code, oauth_state)
    except BadRequest as problem:
        # A wall has no back button: the browser shows the reason and then opens the settings by itself.
        back = rules.back(kind, error)
        return Response({"error": problem.message}, status_code=400, headers={"refresh": f"0; url={back}", **NO_STORE})
    for calendar in calendar_queries.of_account(session.read, account_id):
        syncer.sync_soon(calendar)
    return _redirect(f"{home}/#/settings?account={account_id}")


def _redirect(address: str) -> Response[None]:
    return Response(None, status_code=302, headers={"location": address, **NO_STORE})


def _status(session: Session, kind: HostedKind, config: Settings) -> Status:
    stored = queries.stored_app(session.read, kind)
    return rules.status(kind, *rules.effective(stored, rules.configured(kind, config)))


def _home(request: Request[Any, Any, Any], session: Session, config: Settings) -> str:
    public = config.public_url or household_queries.public_url(session.read)
    return rules.home(public, request.scope["scheme"], request.headers.get("host", ""))


HANDLERS = [providers, put_public_url, put_provider, delete_provider, start, callback]
ROUTES = Router(path="/api", route_handlers=HANDLERS, tags=["Accounts"])

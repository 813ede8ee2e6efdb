"""Endpoints of connected apps: OAuth 2.1 for clients, and `/api/authorizations` for parents. (contract §26)"""

import html
from typing import Annotated, Any

from litestar import Request, Response, Router, delete, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from appliance.access.middleware import CurrentSession
from appliance.access.oauth_server import actions, queries, rules
from appliance.access.oauth_server.models import (
    Authorization,
    CodeExchange,
    Decision,
    Redirect,
    RegisteredClient,
    RequestingApp,
    Tokens,
)
from appliance.access.rights import ADMIN, PUBLIC, not_for_apps
from appliance.access.routes import Config
from appliance.household import queries as household_queries
from appliance.kernel.errors import BadRequest
from appliance.kernel.http.json_body import Done
from appliance.settings import Settings

AnyRequest = Request[Any, Any, Any]
ClientId = Annotated[str, QueryParameter(name="client_id")]
RedirectUri = Annotated[str, QueryParameter(name="redirect_uri")]
RequestedScope = Annotated[str, QueryParameter(name="scope")]
NO_STORE = {"Cache-Control": "no-store"}
ERROR_PAGE = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    '<title>Mantel</title><link rel="stylesheet" href="/plain.css"><main><h1>This app cannot be connected</h1>'
    "<p>{words}</p><p>Nothing was shared. Close this page, and start again in the app.</p></main></html>"
)


@get([rules.RESOURCE, f"{rules.RESOURCE}/mcp"], include_in_schema=False, opt=PUBLIC)
async def resource_metadata(request: AnyRequest, session: CurrentSession, config: Config) -> dict[str, Any]:
    """RFC 9728: describes `/mcp` and names its authorization server."""
    return rules.resource_metadata(_issuer(request, session, config))


@get(
    ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"],
    include_in_schema=False,
    opt=PUBLIC,
)
async def server_metadata(request: AnyRequest, session: CurrentSession, config: Config) -> dict[str, Any]:
    """RFC 8414: where clients register, ask for authorization and get tokens."""
    return rules.server_metadata(_issuer(request, session, config))


@post("/oauth/register", include_in_schema=False, opt=PUBLIC)
async def register(request: AnyRequest, session: CurrentSession) -> RegisteredClient:
    """RFC 7591: registers a client, which gives it no access. 429 after 100 an hour at one address."""
    registration = rules.registration(await request.body())
    return await session.write(actions.register, registration, session.address)


@get("/oauth/authorize", include_in_schema=False, opt=PUBLIC)
async def authorize(request: AnyRequest, session: CurrentSession, config: Config) -> Response[str]:
    """Redirects to the page where a parent decides, or back to the client with an error.

    Without a registered redirect URI it answers with a page and redirects nowhere.
    """
    query = request.scope["query_string"].decode("latin-1")
    try:
        authorization = rules.authorization_request(query)
    except BadRequest as error:
        return _error_page(f"Its request is not valid: {error.extra['error_description']}.")
    if actions.find_client(session.read, authorization.client_id, authorization.redirect_uri) is None:
        return _error_page("It is not registered here, or wants the answer at an address that it has not registered.")

    issuer = _issuer(request, session, config)
    code = rules.authorization_error(authorization, rules.server_hosts(issuer, request.headers.get("host", "")))
    if code:
        return _redirect(rules.redirect(authorization.redirect_uri, error=code, state=authorization.state, iss=issuer))
    return _redirect(f"/#/authorize?{query}")


@post("/oauth/token", status_code=200, include_in_schema=False, opt=PUBLIC)
async def token(request: AnyRequest, session: CurrentSession) -> Tokens:
    """RFC 6749: tokens for a code or for a refresh token, each of them once."""
    sent = rules.parameters(request.headers.get("content-type", ""), await request.body())
    tokens: Tokens | None
    match sent.get("grant_type"):
        case None:
            raise rules.error("invalid_request", "grant_type is required")
        case "authorization_code":
            _check_client(session, _required(sent, "client_id"))
            exchange = CodeExchange(
                code=_required(sent, "code"),
                verifier=_required(sent, "code_verifier"),
                client_id=_required(sent, "client_id"),
                redirect_uri=_required(sent, "redirect_uri"),
            )
            tokens = await session.write(actions.exchange_code, exchange)
        case "refresh_token":
            client_id = sent.get("client_id")
            if client_id is not None:
                _check_client(session, client_id)
            tokens = await session.write(actions.refresh, _required(sent, "refresh_token"), client_id)
        case _:
            raise rules.error("unsupported_grant_type", f"use one of {', '.join(rules.GRANT_TYPES)}")
    if tokens is None:
        raise rules.error("invalid_grant", "the code or token is not valid, or was used before; ask a parent again")
    return tokens


@post("/oauth/revoke", status_code=200, include_in_schema=False, opt=PUBLIC)
async def revoke(request: AnyRequest, session: CurrentSession) -> Response[str]:
    """RFC 7009: ends the grant of an access or refresh token. The answer is the same for an unknown token."""
    try:
        sent = rules.parameters(request.headers.get("content-type", ""), await request.body())
    except BadRequest:
        sent = {}
    await session.write(actions.revoke, sent.get("token", ""))
    return Response("", status_code=200, media_type="text/plain")


@get(
    "/api/authorizations",
    operation_id="listAuthorizations",
    summary="Every connected app",
    opt=not_for_apps(ADMIN, "manage connected apps"),
)
async def list_authorizations(session: CurrentSession) -> list[Authorization]:
    """The scope of each, who approved it, and when it was last used; oldest first. Admin, but not a connected app."""
    return queries.authorizations(session.read)


@get("/api/authorizations/request", operation_id="describeAuthorization", summary="Which app asks?", opt=ADMIN)
async def describe(
    session: CurrentSession, client_id: ClientId, redirect_uri: RedirectUri, requested_scope: RequestedScope = ""
) -> RequestingApp:
    """What the consent page shows. 400 for an unknown app. Admin."""
    return actions.describe_request(session.read, client_id, redirect_uri, requested_scope)


@post(
    "/api/authorizations/approve",
    operation_id="decideAuthorization",
    summary="Approve an app, or not",
    status_code=200,
    opt=not_for_apps(ADMIN, "manage connected apps"),
)
async def decide(request: AnyRequest, session: CurrentSession, config: Config, data: JSONBody[Decision]) -> Redirect:
    """Where the browser goes next: back to the app, with a code for five minutes or with `access_denied`.

    409 at 100 connected apps. Admin, but not a connected app.
    """
    return await session.write(actions.decide, data, _issuer(request, session, config))


@delete(
    "/api/authorizations/{authorization_id:str}",
    operation_id="deleteAuthorization",
    summary="Disconnect an app",
    status_code=200,
    opt=not_for_apps(ADMIN, "manage connected apps"),
)
async def delete_authorization(session: CurrentSession, authorization_id: FromPath[str]) -> Done:
    """Its tokens and the keys it made are invalid from the next request on. Admin, but not a connected app."""
    await session.write(actions.disconnect, authorization_id)
    return Done()


def _issuer(request: AnyRequest, session: CurrentSession, config: Settings) -> str:
    public_url = config.public_url or household_queries.public_url(session.read)
    issuer = rules.issuer(public_url, request.scope["scheme"], request.headers.get("host", ""))
    if issuer is None:
        raise BadRequest("must name this server", at="Host")
    return issuer


def _check_client(session: CurrentSession, client_id: str) -> None:
    if queries.client(session.read, client_id) is None:
        raise rules.error("invalid_client", "this client_id is not known here; register again")


def _required(parameters: dict[str, str], name: str) -> str:
    if not parameters.get(name):
        raise rules.error("invalid_request", f"{name} is required")
    return parameters[name]


def _redirect(address: str) -> Response[str]:
    return Response("", status_code=302, headers={"Location": address, **NO_STORE}, media_type="text/plain")


def _error_page(words: str) -> Response[str]:
    page = ERROR_PAGE.format(words=html.escape(words))
    return Response(page, status_code=400, headers=NO_STORE, media_type="text/html")


ROUTES = Router(
    path="/",
    route_handlers=[
        resource_metadata,
        server_metadata,
        register,
        authorize,
        token,
        revoke,
        list_authorizations,
        describe,
        decide,
        delete_authorization,
    ],
    tags=["Access"],
)

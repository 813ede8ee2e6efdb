"""The doors of connected apps: OAuth 2.1 for programs, and `/api/authorizations` for parents. (contract §26)"""

import html
from typing import Annotated, Any

from litestar import Request, Response, Router, delete, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from appliance.access.middleware import CurrentSession
from appliance.access.oauth_server import actions, queries, rules
from appliance.access.oauth_server.models import Asked, Authorization, Decision, Redirect, Registered, Tokens, Trade
from appliance.access.routes import Config
from appliance.household import queries as household
from appliance.kernel.errors import BadRequest
from appliance.kernel.http.json_body import Done
from appliance.settings import Settings

AnyRequest = Request[Any, Any, Any]
ClientId = Annotated[str, QueryParameter(name="client_id")]
RedirectUri = Annotated[str, QueryParameter(name="redirect_uri")]
Wanted = Annotated[str, QueryParameter(name="scope")]
NEVER_KEPT = {"Cache-Control": "no-store"}
RESOURCE = "/.well-known/oauth-protected-resource"
REFUSED = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    '<title>Mantel</title><link rel="stylesheet" href="/plain.css"><main><h1>This app cannot be connected</h1>'
    "<p>{words}</p><p>Nothing was shared. Close this page, and start again in the app.</p></main></html>"
)


@get([RESOURCE, f"{RESOURCE}/mcp"])
async def resource_metadata(request: AnyRequest, session: CurrentSession, config: Config) -> dict[str, Any]:
    """RFC 9728: what `/mcp` is, and who lets programs in there."""
    return rules.resource_metadata(_where(request, session, config))


@get(["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"])
async def server_metadata(request: AnyRequest, session: CurrentSession, config: Config) -> dict[str, Any]:
    """RFC 8414: where programs register, ask and trade."""
    return rules.server_metadata(_where(request, session, config))


@post("/oauth/register")
async def register(request: AnyRequest, session: CurrentSession) -> Registered:
    """RFC 7591: makes a program known, which allows it nothing."""
    registration = rules.registration(await request.body())
    return await session.write(actions.register, registration, session.address)


@get("/oauth/authorize")
async def authorize(request: AnyRequest, session: CurrentSession, config: Config) -> Response[str]:
    """To the page where a parent decides; back to the program with an error; or nowhere, where that is not safe."""
    try:
        question = rules.question(request.scope["query_string"].decode("latin-1"))
    except BadRequest as refusal:
        return _nowhere(f"It asked in a way that is not understood: {refusal.extra['error_description']}.")
    if actions.known(session.read, question.client_id, question.redirect_uri) is None:
        return _nowhere("It is not known here, or wants the answer sent to an address that it has not named before.")

    where = _where(request, session, config)
    error = rules.refusal(question, rules.names(where, request.headers.get("host", "")))
    if error:
        return _to(rules.back(question.redirect_uri, error=error, state=question.state, iss=where))
    return _to(f"/#/authorize?{request.scope['query_string'].decode('latin-1')}")


@post("/oauth/token", status_code=200)
async def token(request: AnyRequest, session: CurrentSession) -> Tokens:
    """RFC 6749: tokens for a code or for a refresh token, each of them once."""
    told = rules.parameters(request.headers.get("content-type", ""), await request.body())
    tokens: Tokens | None
    match told.get("grant_type"):
        case None:
            raise rules.fault("invalid_request", "grant_type is required")
        case "authorization_code":
            _check_client(session, _needed(told, "client_id"))
            trade = Trade(
                code=_needed(told, "code"),
                verifier=_needed(told, "code_verifier"),
                client_id=_needed(told, "client_id"),
                redirect_uri=_needed(told, "redirect_uri"),
            )
            tokens = await session.write(actions.trade, trade)
        case "refresh_token":
            client_id = told.get("client_id")
            if client_id is not None:
                _check_client(session, client_id)
            tokens = await session.write(actions.refresh, _needed(told, "refresh_token"), client_id)
        case _:
            raise rules.fault("unsupported_grant_type", f"use one of {', '.join(rules.GRANTS)}")
    if tokens is None:
        raise rules.fault("invalid_grant", "the code or token is not good, or was used before; ask a parent again")
    return tokens


@post("/oauth/revoke", status_code=200)
async def revoke(request: AnyRequest, session: CurrentSession) -> Response[str]:
    """RFC 7009: ends what an access or refresh token belongs to. Whether there was such a token is not told."""
    try:
        told = rules.parameters(request.headers.get("content-type", ""), await request.body())
    except BadRequest:
        told = {}
    await session.write(actions.revoke, told.get("token", ""))
    return Response("", status_code=200, media_type="text/plain")


@get("/authorizations", operation_id="listAuthorizations", summary="Every connected app")
async def list_authorizations(session: CurrentSession) -> list[Authorization]:
    """What each may do, who let it in, and when it was last used; oldest first. Admin, and no app itself."""
    return queries.authorizations(session.read)


@get("/authorizations/request", operation_id="describeAuthorization", summary="Which app asks?")
async def describe(
    session: CurrentSession, client_id: ClientId, redirect_uri: RedirectUri, wanted: Wanted = ""
) -> Asked:
    """What the page of consent shows. 400 for an app that is not known. Admin."""
    return actions.asked(session.read, client_id, redirect_uri, wanted)


@post("/authorizations/approve", operation_id="decideAuthorization", summary="Let an app in, or not", status_code=200)
async def decide(request: AnyRequest, session: CurrentSession, config: Config, data: JSONBody[Decision]) -> Redirect:
    """Where the browser goes next: back to the app, with a code for five minutes or with `access_denied`. Admin."""
    return await session.write(actions.decide, data, _where(request, session, config))


@delete(
    "/authorizations/{authorization_id:str}",
    operation_id="deleteAuthorization",
    summary="Disconnect an app",
    status_code=200,
)
async def delete_authorization(session: CurrentSession, authorization_id: FromPath[str]) -> Done:
    """The app is refused from its next request on. Admin, and no app itself."""
    await session.write(actions.disconnect, authorization_id)
    return Done()


def _where(request: AnyRequest, session: CurrentSession, config: Settings) -> str:
    public = config.public_url or household.public_url(session.read)
    where = rules.base(public, request.scope["scheme"], request.headers.get("host", ""))
    if where is None:
        raise BadRequest("must name this server", at="Host")
    return where


def _check_client(session: CurrentSession, client_id: str) -> None:
    if queries.client(session.read, client_id) is None:
        raise rules.fault("invalid_client", "this client_id is not known here; register again")


def _needed(told: dict[str, str], name: str) -> str:
    if not told.get(name):
        raise rules.fault("invalid_request", f"{name} is required")
    return told[name]


def _to(address: str) -> Response[str]:
    return Response("", status_code=302, headers={"Location": address, **NEVER_KEPT}, media_type="text/plain")


def _nowhere(words: str) -> Response[str]:
    page = REFUSED.format(words=html.escape(words))
    return Response(page, status_code=400, headers=NEVER_KEPT, media_type="text/html")


PROTOCOL = Router(
    "/",
    route_handlers=[resource_metadata, server_metadata, register, authorize, token, revoke],
    include_in_schema=False,
)
ROUTES = Router("/", route_handlers=[list_authorizations, describe, decide, delete_authorization], tags=["Access"])

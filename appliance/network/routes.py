"""REST endpoints of the home network: the home's addresses, its authority, and the connections of devices."""

from typing import Any

from litestar import Request, Response, Router, get, post
from litestar.di import NamedDependency

from appliance.access.middleware import CurrentSession
from appliance.access.rights import ADMIN, DISPLAY, PUBLIC
from appliance.household.routes import Config
from appliance.kernel.errors import NotFound
from appliance.network import actions, certificates, queries, rules, tailscale
from appliance.network.models import Device, DeviceConnection, Home
from appliance.network.presence import Presence
from appliance.network.tailscale import Tailscale

CurrentPresence = NamedDependency[Presence]


@get("/home", operation_id="getHome", summary="Where is this home?", opt=PUBLIC)
async def home(presence: CurrentPresence) -> Home:
    """Origins for other devices, by address and by name; every device in the network can see them. Public."""
    return presence.home()


@get(
    "/home/mantel.crt",
    operation_id="getAuthority",
    summary="The certificate authority, for Android and computers",
    media_type="application/x-x509-ca-cert",
    opt=PUBLIC,
)
async def authority(presence: CurrentPresence) -> Response[bytes]:
    """The certificate in DER, without any secret. 404 while there is none. Public."""
    return _download(presence, "mantel.crt", "application/x-x509-ca-cert")


@get(
    "/home/mantel.mobileconfig",
    operation_id="getAuthorityProfile",
    media_type="application/x-apple-aspen-config",
    summary="The certificate authority, for iPhone and iPad",
    opt=PUBLIC,
)
async def authority_profile(presence: CurrentPresence) -> Response[bytes]:
    """The same certificate as a configuration profile. 404 while there is none. Public."""
    return _download(presence, "mantel.mobileconfig", "application/x-apple-aspen-config")


@post(
    "/home/standing",
    operation_id="noteConnection",
    summary="How is this device connected?",
    status_code=200,
    opt=DISPLAY,
)
async def note_connection(request: Request[Any, Any, Any], session: CurrentSession, config: Config) -> DeviceConnection:
    """The kind of connection by the request's address, which is stored for `/api/home/devices`."""
    connection_kind = rules.connection_kind(request.scope["scheme"], request.headers.get("host", ""), config.public_url)
    return await session.write(actions.note_connection, connection_kind)


@get("/home/devices", operation_id="listDevices", summary="How every device is connected", opt=ADMIN)
async def devices(session: CurrentSession) -> list[Device]:
    """The last connection of each: 0 on the server itself, 1 http, 2 https at home, 3 public address. Admin."""
    return queries.devices(session.read)


@get("/home/tailscale", operation_id="getTailscale", summary="Does Tailscale run here?", opt=ADMIN)
async def find_tailscale(config: Config) -> Tailscale:
    """By its socket on this machine: absent, stopped or running, and whether it serves Mantel. Admin."""
    return await tailscale.find(config.tailscale_socket, config.port)


def _download(presence: Presence, name: str, media_type: str) -> Response[bytes]:
    authority = presence.authority()
    if authority is None:
        raise NotFound("this home has no certificate authority; HTTPS is off, or not ready yet")
    content = authority.certificate if name.endswith(".crt") else certificates.profile(authority.certificate)
    # Inline, because an iPhone offers to install only what it opens.
    return Response(content, media_type=media_type, headers={"Content-Disposition": f'inline; filename="{name}"'})


ROUTES = Router(
    path="/api",
    route_handlers=[home, authority, authority_profile, note_connection, devices, find_tailscale],
    tags=["Home network"],
)

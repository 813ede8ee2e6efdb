"""The REST door of the home network: where the home is, its authority to trust, and where devices stand."""

from typing import Any

from litestar import Request, Response, Router, get, post
from litestar.di import NamedDependency

from appliance.access.middleware import CurrentSession
from appliance.household.routes import Config
from appliance.kernel.errors import NotFound
from appliance.network import actions, certificates, queries, rules
from appliance.network.models import Device, Home, Standing
from appliance.network.presence import Presence

AtHome = NamedDependency[Presence]


@get("/home", operation_id="getHome", summary="Where is this home?")
async def home(presence: AtHome) -> Home:
    """Addresses for other devices, by number and by name: what anybody in the network sees anyway. Public."""
    return presence.home()


@get(
    "/home/mantel.crt",
    operation_id="getAuthority",
    summary="The certificate authority, for Android and computers",
    media_type="application/x-x509-ca-cert",
)
async def authority(presence: AtHome) -> Response[bytes]:
    """The certificate in DER; it holds no secret. 404 while there is none. Public."""
    return _download(presence, "mantel.crt", "application/x-x509-ca-cert")


@get(
    "/home/mantel.mobileconfig",
    operation_id="getAuthorityProfile",
    media_type="application/x-apple-aspen-config",
    summary="The certificate authority, for iPhone and iPad",
)
async def authority_profile(presence: AtHome) -> Response[bytes]:
    """The same certificate as a configuration profile. 404 while there is none. Public."""
    return _download(presence, "mantel.mobileconfig", "application/x-apple-aspen-config")


@post("/home/standing", operation_id="noteStanding", summary="How does this device open Mantel?", status_code=200)
async def stand(request: Request[Any, Any, Any], session: CurrentSession, config: Config) -> Standing:
    """Its rung, judged by the address it called, and kept for `/api/home/devices`."""
    connection_kind = rules.connection_kind(request.scope["scheme"], request.headers.get("host", ""), config.public_url)
    return await session.write(actions.stand, connection_kind)


@get("/home/devices", operation_id="listDevices", summary="How every device opens Mantel")
async def devices(session: CurrentSession) -> list[Device]:
    """The rung each device last stood on: 0 the server itself, 1 http, 2 https at home, 3 public address. Admin."""
    return queries.devices(session.read)


def _download(presence: Presence, name: str, kind: str) -> Response[bytes]:
    found = presence.authority()
    if found is None:
        raise NotFound("this home has no certificate authority; HTTPS is off, or not ready yet")
    content = found.certificate if name.endswith(".crt") else certificates.profile(found.certificate)
    # Inline: an iPhone offers to install only what it opens.
    return Response(content, media_type=kind, headers={"Content-Disposition": f'inline; filename="{name}"'})


ROUTES = Router("/", route_handlers=[home, authority, authority_profile, stand, devices], tags=["Home network"])

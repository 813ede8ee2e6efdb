"""REST endpoints of the server's state: for probes, and for Prometheus."""

from litestar import Response, Router, get
from litestar.di import NamedDependency

from appliance.access.middleware import CurrentSession
from appliance.access.rights import ADMIN, PUBLIC
from appliance.health import metrics
from appliance.health.models import Ready
from appliance.health.server_health import ServerHealth

METRICS = "/metrics"
Health = NamedDependency[ServerHealth]


@get("/api/ready", operation_id="getReady", summary="Can the server do its work?", opt=PUBLIC)
async def ready(health: Health) -> Response[Ready]:
    """The status is 503 while `ready` is false. What is in `degraded` alone does not change the status. Public."""
    found = health.ready()
    return Response(found, status_code=200 if found.ready else 503)


@get(METRICS, include_in_schema=False, media_type="text/plain; version=0.0.4", opt=ADMIN)
async def prometheus(session: CurrentSession, health: Health) -> bytes:
    """For Prometheus, where METRICS is on. Admin."""
    return metrics.text(session, health)


ROUTES = Router(path="/", route_handlers=[ready, prometheus], tags=["Household"])

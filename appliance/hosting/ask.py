"""Answers the edge whether a host name is one of the registry, before it gets a certificate for it."""

from urllib.parse import parse_qs

from appliance.hosting import queries
from appliance.hosting.registry import Registry
from appliance.kernel.http.asgi import App, Receive, Scope, Send, send_response

PATH = "/ask"
# A cell answers anything only with its lease, and its state in place.
READY = "/ready"


def create_ask_app(registry: Registry) -> App:
    """`GET /ask?domain=…`: 200 for the host name of a household, else 404; `GET /ready`: 200. Anybody here may ask."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        if scope["path"] == READY:
            await send_response(send, 200)
            return
        names = parse_qs(scope["query_string"].decode("latin-1")).get("domain", [])
        household = registry.read(queries.find_host_name, names[0]) if scope["path"] == PATH and names else None
        is_known = household is not None and household.state != "deleted"
        await send_response(send, 200 if is_known else 404)

    return answer

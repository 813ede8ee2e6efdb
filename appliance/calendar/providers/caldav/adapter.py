"""The transport below the caldav library: its requests are sent by our outbound client.

The library sends through a `requests` session. The only adapter of that session is this one, so the rules of
`kernel.net.client` hold for every request: the address is checked where it is connected to, the size and the duration
of a response are limited, and no redirect is followed.
"""

import asyncio
import concurrent.futures
from io import BytesIO
from typing import Any
from xml.parsers.expat import ExpatError, ParserCreate

from requests import PreparedRequest, Response
from requests.adapters import BaseAdapter
from requests.structures import CaseInsensitiveDict

from appliance.kernel.errors import BadGateway
from appliance.kernel.net.client import HttpResponse, Net

MAX_BYTES = 30_000_000
SECONDS, SILENCE = 30.0, 20.0
# A server that reads a large collection for the first time sends nothing until it is done.
REPORT_SECONDS, REPORT_SILENCE = 120.0, 100.0
# A few megabytes of XML can hold millions of empty elements. libxml2 reads no document deeper than 256 levels.
MAX_ELEMENTS, DEEPEST = 300_000, 250
SENT_HEADERS = ("accept", "authorization", "content-type", "depth", "if-match", "if-none-match")


class NetAdapter(BaseAdapter):
    """Hands the requests of a worker thread to the event loop and waits for the response. Raises BadGateway."""

    def __init__(self, net: Net, allow_private: bool, loop: asyncio.AbstractEventLoop):
        super().__init__()
        self._net = net
        self._allow_private = allow_private
        self._loop = loop
        self._pending: concurrent.futures.Future[HttpResponse] | None = None
        self._closed = False

    def send(self, request: PreparedRequest, *_: Any, **__: Any) -> Response:
        """Send a request as it is. Proxies, timeouts and TLS settings of `requests` are not used."""
        if self._closed:
            raise BadGateway("the connection to the calendar's server was closed", code="source_failed")
        seconds, silence = (REPORT_SECONDS, REPORT_SILENCE) if request.method == "REPORT" else (SECONDS, SILENCE)
        answer = self._net.request(
            request.method or "",
            request.url or "",
            headers={name: str(value) for name, value in request.headers.items() if name.lower() in SENT_HEADERS},
            body=request.body or None,  # type: ignore[arg-type]
            allow_private=self._allow_private,
            most_bytes=MAX_BYTES,
            seconds=seconds,
            silence=silence,
        )
        self._pending = asyncio.run_coroutine_threadsafe(answer, self._loop)
        if self._closed:  # meanwhile, by another thread
            self._pending.cancel()
        try:
            return self._response(request, self._pending.result())
        except UnicodeEncodeError:
            raise BadGateway(
                "the server cannot be asked in letters that no header can hold", code="source_failed"
            ) from None

    def close(self) -> None:
        """Cancel the pending request; later ones fail."""
        self._closed = True
        if self._pending is not None:
            self._pending.cancel()

    def _response(self, request: PreparedRequest, answer: HttpResponse) -> Response:
        """The response for the library, which parses every body as XML and logs what it cannot parse.

        So it gets a body of XML only in a multistatus, and none with an error.
        """
        response = Response()
        response.request, response.url = request, request.url or ""
        response.connection = self  # type: ignore[assignment]
        response.status_code, response.reason = answer.status, str(answer.status)
        response.headers = CaseInsensitiveDict(answer.headers)
        response.headers["content-type"] = "application/xml" if answer.status == 207 else "text/plain"
        if answer.status == 207:
            check_xml(answer.body)
        response.raw = BytesIO(answer.body if answer.status < 300 else b"")
        return response


def check_xml(body: bytes) -> None:
    """Accept a bounded XML document without a document type. Raises BadGateway.

    The library parses with lxml, which limits neither the number of elements nor the use of entities.
    """
    count = depth = 0

    def start(*_: object) -> None:
        nonlocal count, depth
        count, depth = count + 1, depth + 1
        if count > MAX_ELEMENTS or depth > DEEPEST:
            raise ValueError

    def end(_: str) -> None:
        nonlocal depth
        depth -= 1

    def reject(*_: object) -> None:
        raise ValueError

    parser = ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler, parser.StartDoctypeDeclHandler = start, end, reject
    try:
        parser.Parse(body, True)
    except (ExpatError, LookupError, ValueError):
        raise BadGateway(
            "the server's answer cannot be read; it does not seem to be a CalDAV server", code="not_a_calendar_server"
        ) from None

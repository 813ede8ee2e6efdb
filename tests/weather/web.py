"""A local weather service: answers in Open-Meteo's format, and fails on request."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

FRIDAY = date(2026, 11, 20)
BERLIN = {
    "id": 2950159,
    "name": "Berlin",
    "latitude": 52.52437,
    "longitude": 13.41053,
    "elevation": 74.0,
    "country_code": "de",
    "admin1": "State of Berlin",
    "country": "Germany",
    "timezone": "Europe/Berlin",
}


def forecast(first: date = FRIDAY, days: int = 10, temp: float = 2.5) -> dict[str, Any]:
    """A forecast whose hours are the warmer the later, and whose far end has gaps."""
    dates = [(first + timedelta(days=count)).isoformat() for count in range(days)]
    hours = [f"{day}T{hour:02}:00" for day in dates for hour in range(24)]
    gaps = [None] * 24
    return {
        "latitude": 52.52,
        "longitude": 13.42,
        "utc_offset_seconds": 3600,
        "timezone": "Europe/Berlin",
        "hourly_units": {"temperature_2m": "°C"},
        "hourly": {
            "time": hours,
            "temperature_2m": [temp + int(at[11:13]) for at in hours[:-24]] + gaps,
            "precipitation_probability": [40 for _ in hours[:-24]] + gaps,
            "weather_code": [61 for _ in hours[:-24]] + gaps,
        },
        "daily": {
            "time": dates,
            "weather_code": [3] * (days - 1) + [None],
            "temperature_2m_max": [temp] * (days - 1) + [None],
            "temperature_2m_min": [-temp] * (days - 1) + [None],
            "precipitation_probability_max": [None] * days,
        },
    }


class Web:
    """Answers a path with what `answers` holds for it; keeps every request as (path, query)."""

    def __init__(self) -> None:
        self.status = 200
        self.answers: dict[str, Any] = {"/v1/forecast": forecast(), "/v1/search": {"results": [BERLIN]}}
        self.gate = threading.Event()  # answers wait for it
        self.gate.set()
        self.requests: list[tuple[str, dict[str, str]]] = []
        self.port = 0

    @property
    def url(self) -> str:
        """Its base address."""
        return f"http://127.0.0.1:{self.port}"

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        """One request."""
        parts = urlsplit(request.path)
        self.requests.append((parts.path, dict(parse_qsl(parts.query))))
        self.gate.wait(60)
        answer = self.answers[parts.path]
        body = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        request.send_response(self.status)
        request.send_header("Content-Type", "application/json")
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)


@contextmanager
def serving() -> Iterator[Web]:
    """A server on a free port of this machine."""
    web = Web()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            web.answer(self)

        def log_message(self, format: str, *arguments: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    web.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield web
    finally:
        web.gate.set()
        server.shutdown()
        server.server_close()
        thread.join()

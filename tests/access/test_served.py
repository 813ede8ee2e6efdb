"""The client address in the served process: from the socket, or from a trusted proxy only."""

from collections import Counter
from pathlib import Path

from tests.journeys.mantel_server import plain_client, serving

GUESS = {"code": "WRONG"}


def guesses(url: str, *forwarded: str) -> Counter[int]:
    with plain_client(url) as client:
        return Counter(
            client.post("/api/recovery/login", json=GUESS, headers={"X-Forwarded-For": each}).status_code
            for each in forwarded
        )


def test_a_spoofed_address_does_not_help(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as mantel:
        assert {401: 10, 429: 2} == guesses(mantel.url, *(f"198.51.100.{number}" for number in range(12)))


def test_callers_behind_a_trusted_proxy_are_distinguished(tmp_path: Path) -> None:
    with serving(tmp_path / "data", TRUSTED_PROXIES="127.0.0.1") as mantel:
        assert {401: 10, 429: 1} == guesses(mantel.url, *["1.1.1.1, 198.51.100.1"] * 11)
        assert {401: 1} == guesses(mantel.url, "198.51.100.2")

"""The document of the API, which another process makes."""

from tests.client import Client

# It never ends.
STREAM = "/api/live"


def test_every_described_endpoint_answers(client: Client) -> None:
    described = client.get("/openapi.json")
    assert (200, "application/json") == (described.status_code, described.headers["content-type"])
    paths = {path for path, methods in described.json()["paths"].items() if "get" in methods and "{" not in path}
    assert len(paths) > 40
    failed = {path: answer.text for path in paths - {STREAM} if (answer := client.get(path)).status_code >= 500}
    assert {} == failed

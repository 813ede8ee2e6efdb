"""Lists over REST: ids that do not belong together are a 404 and change nothing."""

import pytest

from tests.client import Client
from tests.lists.fixtures import Changes, a_list, add, on

LISTS: list[tuple[str, str, object]] = [
    ("GET", "/api/lists/{list}", None),
    ("PATCH", "/api/lists/{list}", {}),
    ("DELETE", "/api/lists/{list}", None),
    ("POST", "/api/lists/{list}/items", {"title": "Milk"}),
    ("POST", "/api/lists/{list}/items", []),
    ("POST", "/api/lists/{list}/clear-completed", None),
    ("POST", "/api/lists/{list}/reset", None),
    ("POST", "/api/lists/{list}/reorder", {"itemIds": []}),
    ("PUT", "/api/lists/{list}/groups", {"groups": []}),
]
ITEMS: list[tuple[str, str, object]] = [
    ("PATCH", "/api/lists/{list}/items/{item}", {"done": True}),
    ("DELETE", "/api/lists/{list}/items/{item}", None),
    ("POST", "/api/lists/{list}/items/{item}/steps", {"title": "open"}),
    ("POST", "/api/lists/{list}/items/{item}/steps/reorder", {"stepIds": []}),
]
STEPS = [
    ("PATCH", "/api/lists/{list}/items/{item}/steps/{step}", {"done": True}),
    ("DELETE", "/api/lists/{list}/items/{item}/steps/{step}", None),
]


@pytest.mark.parametrize(("method", "path", "body"), [*LISTS, *ITEMS, *STEPS])
def test_what_does_not_belong_together_is_404(
    client: Client, recorded: Changes, method: str, path: str, body: object
) -> None:
    here, there = a_list(client), a_list(client)
    mine, hers = add(client, here, {"title": "A", "steps": ["a"]}, {"title": "B", "steps": ["b"]})
    known = {"list": here, "item": mine["id"], "step": mine["steps"][0]["id"]}
    wrong = [{"list": "nowhere"}]
    wrong += [{"list": there}, {"item": "nothing"}] if "{item}" in path else []
    wrong += [{"item": hers["id"]}, {"step": "nothing"}, {"step": hers["steps"][0]["id"]}] if "{step}" in path else []
    before = on(client, here)
    recorded()
    for each in wrong:
        more = {} if body is None else {"json": body}
        answer = client.request(method, path.format(**known | each), **more)
        assert (404, {"error": "not found"}) == (answer.status_code, answer.json()), each
    assert before == on(client, here)
    assert [] == recorded()

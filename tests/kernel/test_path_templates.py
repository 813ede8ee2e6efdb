"""Which path template a request path has."""

import pytest

from appliance.kernel.http.path_templates import PathTemplates

TEMPLATES = PathTemplates(
    {
        each: each
        for each in (
            "/api/lists",
            "/api/lists/{list_id}",
            "/api/lists/{list_id}/items",
            "/api/lists/items/{item_id}",
            "/api/lists/reorder",
        )
    }
)


@pytest.mark.parametrize(
    ("path", "template"),
    [
        ("/api/lists", "/api/lists"),
        ("/api/lists/", "/api/lists"),
        ("/api/lists/7", "/api/lists/{list_id}"),
        ("/api/lists/7/", "/api/lists/{list_id}"),
        ("/api/lists/reorder", "/api/lists/reorder"),
        ("/api/lists/7/items", "/api/lists/{list_id}/items"),
        ("/api/lists/items/7", "/api/lists/items/{item_id}"),
        ("/api/lists/items/items", "/api/lists/items/{item_id}"),
        ("/api/lists/" + "é" * 300, "/api/lists/{list_id}"),
        ("/api", None),
        ("/api//lists", None),
        ("/api/lists//items", None),
        ("/api/lists/7/items/8", None),
        ("", None),
    ],
)
def test_a_path_finds_its_template(path: str, template: str | None) -> None:
    assert template == TEMPLATES.find(path)

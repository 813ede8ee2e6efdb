"""The family's lasagne."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.client import Client

Recipe = dict[str, Any]
Add = Callable[..., Recipe]

LASAGNE: Recipe = {
    "title": "Lasagne",
    "photoId": "photo-1",
    "portions": 6,
    "prepMinutes": 30,
    "cookMinutes": 45,
    "ingredients": [
        {"name": "minced beef", "amount": 500, "amountTo": None, "unit": "g", "note": None},
        {"name": "onions", "amount": 1, "amountTo": 2, "unit": None, "note": "chopped"},
        {"name": "salt", "amount": None, "amountTo": None, "unit": None, "note": None},
    ],
    "steps": [
        {"text": "Take the meat out of the freezer.", "timerSeconds": None, "remindBefore": 720},
        {"text": "Bake for 45 minutes.", "timerSeconds": 2700, "remindBefore": None},
    ],
    "tags": ["pasta", "oven"],
    "sourceUrl": "https://example.org/lasagne",
}


@pytest.fixture
def add(client: Client) -> Add:
    """Add a recipe: the lasagne, unless the request says otherwise."""

    def added(**request: Any) -> Recipe:
        answer = client.post("/api/recipes", LASAGNE | request)
        assert 201 == answer.status_code, answer.text
        made: Recipe = answer.json()
        return made

    return added

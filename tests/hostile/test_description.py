"""Random requests that follow /openapi.json: no 5xx, and every answer matches its schema."""

from typing import Any

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase
from schemathesis import Case, GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from appliance.app import Application
from tests.client import Client
from tests.hostile.test_values import ids

CHECKED = [
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
]


@pytest.mark.parametrize("examples", [1, pytest.param(100, marks=pytest.mark.slow)])
@pytest.mark.parametrize("who", ["owner", "wall"])
def test_every_answer_is_as_described(
    populated: Application, owner: Client, wall: Client, who: str, examples: int
) -> None:
    client = {"owner": owner, "wall": wall}[who]
    known = ids(owner)
    described = schemathesis.openapi.from_dict(owner.get("/openapi.json").json())
    answers: list[int] = []

    for found in described.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        names = [each.name for each in operation.path_parameters]
        # A public endpoint without query and body leaves nothing to get wrong: any text is a valid path or header.
        queried = [each for each in operation.iter_parameters() if each.location not in ("path", "header")]
        can_be_wrong = bool(operation.definition.raw.get("security", True) or queried)
        modes = [GenerationMode.POSITIVE, *([GenerationMode.NEGATIVE] if can_be_wrong or operation.body else [])]
        for mode in modes:
            answers += explored(operation.as_strategy(mode), examples, client)
            if names:
                real = {name: known[name] for name in names}
                answers += explored(operation.as_strategy(mode, path_parameters=real), examples, client)

    assert len(answers) > 200 * examples
    assert {200, 400, 403 if who == "wall" else 404} <= set(answers)


def explored(cases: Any, examples: int, client: Client) -> list[int]:
    """The statuses of as many calls; the same calls each time."""
    answers = []

    @hypothesis.given(cases)
    @hypothesis.settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def ask(case: Case[Any]) -> None:
        answers.append(called(case, client))

    ask()
    return answers


def called(case: Case[Any], client: Client) -> int:
    request = case.as_transport_kwargs(base_url="http://wall.test")
    if isinstance(request.get("data"), bytes):
        request["content"] = request.pop("data")
    # Every caller shows its key; without one there is little to see.
    headers = {name: value for name, value in (request.pop("headers") or {}).items() if name.lower() != "authorization"}
    request.pop("cookies", None)
    answer = client.request(request.pop("method"), request.pop("url"), headers=headers, **request)
    # 502 reports errors of other servers: the resolver of the tests knows no name.
    assert answer.status_code < 500 or answer.status_code == 502, (case.as_curl_command(), answer.text)
    case.validate_response(answer, checks=CHECKED)
    return answer.status_code

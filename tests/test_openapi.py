"""The OpenAPI document is valid, and generators create working clients from it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from openapi_spec_validator import OpenAPIV30SpecValidator

from appliance.routes import endpoints
from tests import check
from tests.client import Client

UI = Path(__file__).parent.parent / "appliance" / "ui"
TYPESCRIPT = UI / "node_modules" / "openapi-typescript" / "bin" / "cli.js"
# Files for download; the generator knows only JSON and text.
WITHOUT_A_TYPE = {
    "/api/backups/{name}",
    "/api/home/mantel.crt",
    "/api/home/mantel.mobileconfig",
    "/api/photos/{photo_id}/image",
    "/api/photos/{photo_id}/thumbnail",
}
IMPORT_ALL = """
import importlib, pkgutil, mantel_client
for module in pkgutil.walk_packages(mantel_client.__path__, "mantel_client."):
    importlib.import_module(module.name)
    print(module.name)
"""


@pytest.fixture
def document(anybody: Client) -> dict[str, Any]:
    """What /openapi.json answers."""
    answer = anybody.get("/openapi.json")
    return dict(answer.json())


def operations(document: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [(path, operation) for path, methods in document["paths"].items() for operation in methods.values()]


def test_the_document_is_valid(document: dict[str, Any]) -> None:
    OpenAPIV30SpecValidator(document).validate()


def test_every_schema_has_a_title_of_its_own(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    assert list(schemas) == [schema["title"] for schema in schemas.values()]
    assert all(name.isidentifier() and "_" not in name for name in schemas)


def test_public_endpoints_need_no_key(document: dict[str, Any]) -> None:
    without = {path for path, operation in operations(document) if operation.get("security") == []}
    assert {path for _, path, rights in endpoints() if rights.scope == "public"} == without
    in_query = {path for path, operation in operations(document) if {"keyInQuery": []} in operation.get("security", [])}
    assert {path for _, path, rights in endpoints() if rights.key_in_query} == in_query
    assert [{"key": []}] == document["security"]


def test_a_number_has_one_type(document: dict[str, Any]) -> None:
    def both(value: Any) -> bool:
        if isinstance(value, dict):
            options = [each.get("type") for each in value.get("oneOf", []) + value.get("anyOf", [])]
            return {"integer", "number"} <= set(options) or any(both(each) for each in value.values())
        return isinstance(value, list) and any(both(each) for each in value)

    assert not both(document)


def test_a_python_client_is_generated_whole(document: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "openapi.json").write_text(json.dumps(document))
    (tmp_path / "config.yml").write_text("post_hooks: []\n")
    command = ["generate", "--path", "openapi.json", "--config", "config.yml", "--output-path", "client"]

    said = run([sys.executable, "-m", "openapi_python_client", *command], tmp_path)

    warned = {line.split()[3] for line in said.splitlines() if line.startswith("WARNING parsing")}
    assert WITHOUT_A_TYPE == warned, said
    assert said.count("nable to parse") == 0, said
    modules = run([sys.executable, "-c", IMPORT_ALL], tmp_path / "client").split()
    assert len(operations(document)) == sum(name.count(".") == 3 and ".api." in name for name in modules)


def test_typescript_types_are_generated_and_compile(document: dict[str, Any], tmp_path: Path) -> None:
    if not TYPESCRIPT.exists():
        pytest.skip("openapi-typescript is not installed; run npm ci in appliance/ui")
    (tmp_path / "openapi.json").write_text(json.dumps(document))
    (tmp_path / "use.ts").write_text(
        'import type { paths, components } from "./types"\n'
        'export const method: keyof paths["/api/members"] = "get"\n'
        'export type Member = components["schemas"]["Member"]\n'
        "export const sort = (member: Member): number => member.sort\n"
    )
    node = str(check.node())

    run([node, str(TYPESCRIPT), "openapi.json", "-o", "types.ts"], tmp_path)

    tsc = UI / "node_modules" / "typescript" / "bin" / "tsc"
    run([node, str(tsc), "--strict", "--noEmit", "--skipLibCheck", "false", "types.ts", "use.ts"], tmp_path)


def run(command: list[str], folder: Path) -> str:
    """What a command prints. Raises AssertionError with it when the command fails."""
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, "PYTHONWARNINGS": "ignore"}, text=True, capture_output=True, check=False
    )
    assert 0 == done.returncode, done.stdout + done.stderr
    return done.stdout + done.stderr

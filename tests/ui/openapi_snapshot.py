"""`python -m tests.ui.openapi_snapshot`: writes the API schemas that the UI's types are generated from.

The build of a wheel has no server to ask, so the schemas of /openapi.json are kept in a file beside the UI's sources.
It holds the types only, without texts: rewording a description does not change it.
"""

import json
import logging
import sys
import tempfile
from pathlib import Path
from typing import Any

from appliance.settings import Settings
from tests.building import build
from tests.client import Client, Loop

SNAPSHOT = Path(__file__).resolve().parents[2] / "appliance" / "ui" / "openapi.json"
COMMAND = "python -m tests.ui.openapi_snapshot"
TEXTS = {"description", "examples", "title"}


def main() -> None:
    logging.disable()
    with tempfile.TemporaryDirectory() as folder:
        application = build(Settings(data_dir=Path(folder) / "data"))
        loop = Loop()
        try:
            document = json.loads(Client(application.app, loop).get("/openapi.json").text)
        finally:
            loop.close()
            application.database.close()
    SNAPSHOT.write_text(snapshot(document), "utf-8")
    sys.stdout.write(f"wrote {SNAPSHOT.name}\n")


def snapshot(document: dict[str, Any]) -> str:
    """The component schemas of an OpenAPI document as JSON text, sorted by name."""
    schemas = {name: without_texts(schema) for name, schema in document["components"]["schemas"].items()}
    kept = {
        "openapi": document["openapi"],
        "info": {"title": "Mantel", "version": "1"},
        "paths": {},
        "components": {"schemas": schemas},
    }
    return json.dumps(kept, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def without_texts(schema: Any) -> Any:
    """The schema without its human-readable keywords. Property names are not keywords."""
    if isinstance(schema, list):
        return [without_texts(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: {name: without_texts(each) for name, each in value.items()}
        if key == "properties"
        else without_texts(value)
        for key, value in schema.items()
        if key not in TEXTS
    }


if __name__ == "__main__":
    main()

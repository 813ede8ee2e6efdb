"""A new field of chores is added in two places: the table and the Structs of chores. Everything else takes it along.

The test follows CONTRIBUTING: it adds the field to a copy of the server and uses it in every way that a chore has.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
COLUMN = "ALTER TABLE chores ADD COLUMN effort INTEGER NOT NULL DEFAULT 0;\n"
FIELDS = {"Chore": "effort: int = 0", "NewChore": "effort: int = 0", "ChorePatch": "effort: Maybe[int] = UNSET"}
USES = """
import json, sys
from pathlib import Path
import appliance
from appliance.access import actions as access
from appliance.access.models import NewKey
from appliance.settings import Settings
from tests.building import build
from tests.client import Client, Loop

assert str(Path(appliance.__path__[0]).parent) == sys.argv[1], "the copy is not used"
loop = Loop()

def household(name):
    built = build(Settings(data_dir=Path(sys.argv[1]) / name))
    key = built.database.write_now(access.make_key, NewKey(name="Phone", scope="admin")).key
    return Client(built.app, loop, key)

def call(tool, **arguments):
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    return client.post("/mcp", message).json()["result"]["structuredContent"]["chore"]["effort"]

client, other = household("home"), household("other")
created = client.post("/api/chores", {"title": "Dishes", "dueDate": "2026-11-20", "effort": 2}).json()
path = "/api/chores/" + created["id"]
uses = {"created": created["effort"]}
uses["changed"] = client.patch(path, {"effort": 3}).json()["effort"]
uses["kept"] = client.patch(path, {"title": "Plates"}).json()["effort"]
uses["listed"] = client.get("/api/chores").json()[0]["effort"]
uses["of the day"] = client.get("/api/chores/day?date=2026-11-20").json()[0]["effort"]
uses["copied"] = client.post(path + "/copy", {"memberId": client.post(
    "/api/members", {"name": "Ida", "color": "#112233"}).json()["id"]}).json()["effort"]
uses["created by an agent"] = call("create_chore", title="Floor", effort=4)
uses["changed by an agent"] = call("update_chore", choreId=created["id"], effort=5)
file = client.get("/api/export").json()
uses["exported"] = file["chores"][0]["effort"]
other.post("/api/import", file)
uses["imported"] = other.get("/api/chores").json()[0]["effort"]
print(json.dumps(uses))
loop.close()
"""


def test_a_field_of_a_chore_is_added_in_its_table_and_its_structs_only(tmp_path: Path) -> None:
    server = tmp_path / "appliance"
    shutil.copytree(ROOT / "appliance", server, ignore=shutil.ignore_patterns("ui", "__pycache__"))
    (server / "ui").symlink_to(ROOT / "appliance" / "ui")
    (server / "schema" / "9999_effort.sql").write_text(COLUMN, "utf-8")
    models = server / "chores" / "models.py"
    models.write_text(with_fields(models.read_text("utf-8")), "utf-8")

    environment = os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", USES, str(tmp_path)]
    ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    assert 0 == ran.returncode, ran.stderr
    assert {
        "created": 2,
        "changed": 3,
        "kept": 3,
        "listed": 3,
        "of the day": 3,
        "copied": 3,
        "created by an agent": 4,
        "changed by an agent": 5,
        "exported": 5,
        "imported": 5,
    } == json.loads(ran.stdout)


def with_fields(source: str) -> str:
    """The source with a field at the end of each Struct of `FIELDS`."""
    for name, field in FIELDS.items():
        start = source.index(f"\nclass {name}(")
        end = source.index("\n\n\n", start)
        source = f"{source[:end]}\n    {field}{source[end:]}"
    return source

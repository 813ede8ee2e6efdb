"""The ways to install Mantel: each template has what its platform asks for, and the same version and image."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from appliance.settings import VARIABLES
from release import publication
from release.checkout import check_out
from tests.release.conftest import TREE

IMAGE = "registry.example.org/home/mantel"
COMPOSE = ("compose.yaml", "casaos/docker-compose.yml", "umbrel/mantel/docker-compose.yml")
WORKFLOW = ".github/workflows/release.yml"


@pytest.fixture
def ways(repository: Path, tmp_path: Path) -> Path:
    """The templates with a version, an image and an address in their places."""
    publication.render(check_out("https://home.example.org", IMAGE, repository), tmp_path / "ways")
    return tmp_path / "ways"


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


def test_every_place_is_filled_and_every_image_has_the_version(ways: Path) -> None:
    texts = {path: path.read_text("utf-8") for path in ways.rglob("*") if path.is_file()}
    assert len(texts) > 8
    assert [] == [path for path, text in texts.items() if re.search(r"@[A-Z]+@", text)]
    images = [image for text in texts.values() for image in re.findall(rf"{IMAGE}\S*?(?=[\"<\s])", text)]
    assert [f"{IMAGE}:2.0.0"] * 5 == images


@pytest.mark.parametrize("file", COMPOSE)
def test_compose_files_follow_the_specification(ways: Path, file: str) -> None:
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(ways / file)]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stdout
    [server] = [each for name, each in read(ways / file)["services"].items() if name != "app_proxy"]
    assert ["CMD", "mantel", "health"] == server["healthcheck"]["test"]
    assert set(server.get("environment", {})) <= set(VARIABLES)
    assert any("/data" in str(volume) for volume in server["volumes"])


def test_the_app_of_home_assistant(ways: Path) -> None:
    """Its documented fields: required ones, known ones, and their values."""
    app = read(ways / "home-assistant/mantel/config.yaml")
    assert {"name", "version", "slug", "description", "arch"} <= set(app)
    known = {"url", "init", "host_network", "webui", "ports", "ports_description", "backup", "environment", "map"}
    assert set(app) - {"name", "version", "slug", "description", "arch"} <= known
    assert {"aarch64", "amd64"} == set(app["arch"])
    # Its linter rejects what repeats a default.
    assert ("cold", False, True) == (app["backup"], app["init"], app["host_network"])
    assert "HEALTHCHECK" in (ways / "home-assistant/mantel/Dockerfile").read_text("utf-8")
    assert set(app["environment"]) <= set(VARIABLES)
    assert set(app["ports"]) == set(app["ports_description"])
    assert {"name", "url", "maintainer"} == set(read(ways / "home-assistant/repository.yaml"))


def test_the_app_of_umbrel(ways: Path) -> None:
    app = read(ways / "umbrel/mantel/umbrel-app.yml")
    text = {"id", "category", "name", "version", "tagline", "description", "developer", "website", "repo", "support"}
    text |= {"path", "defaultUsername", "defaultPassword", "releaseNotes", "submitter", "submission"}
    assert {"manifestVersion", "dependencies", "port", "gallery", *text} == set(app)
    assert all(isinstance(app[name], str) for name in text)
    assert re.fullmatch(r"[a-z-]+", app["id"])
    # The folder is the app's id, and the proxy finds the service by both.
    services = read(ways / f"umbrel/{app['id']}/docker-compose.yml")["services"]
    assert f"{app['id']}_server_1" == services["app_proxy"]["environment"]["APP_HOST"]


def test_the_app_of_casaos(ways: Path) -> None:
    app = read(ways / "casaos/docker-compose.yml")
    about = app["x-casaos"]
    assert app["services"][about["main"]]["container_name"] == about["main"]
    assert {"en_US"} == set(about["title"]) == set(about["tagline"]) == set(about["description"])
    assert re.fullmatch(r"[a-z0-9_-]+(\.[a-z0-9_-]+)+", about["id"])
    assert about["category"] in {"Media", "Productivity", "Home", "Networking", "Others"}
    assert {"author", "developer", "icon", "index", "port_map", "scheme", "version"} <= set(about)
    assert {"amd64", "arm64"} == set(about["architectures"])


def test_the_template_of_unraid(ways: Path) -> None:
    template = ElementTree.parse(ways / "unraid/mantel.xml").getroot()
    assert ("Container", "2") == (template.tag, template.get("version"))
    for name in ("Name", "Repository", "Network", "Privileged", "Support", "Overview", "Category", "WebUI", "Icon"):
        assert template.findtext(name), name
    for config in template.findall("Config"):
        assert {"Name", "Target", "Default", "Mode", "Description", "Type", "Display", "Required", "Mask"} <= set(
            config.keys()
        ) | {"Mode"}
        assert config.get("Type") in ("Path", "Port", "Variable", "Label", "Device")
    variables = {config.get("Target") for config in template.findall("Config[@Type='Variable']")}
    assert variables <= set(VARIABLES)


def test_the_workflow_follows_the_schema_of_github_and_actionlint() -> None:
    """It cannot run here; every command in it that is ours exists."""
    schema = ["--builtin-schema", "vendor.github-workflows"]
    check = [sys.executable, "-m", "check_jsonschema", *schema, str(TREE / WORKFLOW)]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stdout
    parts = re.findall(r"\./run release ([a-z ]+)", (TREE / WORKFLOW).read_text("utf-8"))
    known = {"wheel", "onefile", "installed", "oci", "card", "ways", "notes"}
    assert known == {word for part in parts for word in part.split()}
    if actionlint := shutil.which("actionlint"):
        subprocess.run([actionlint, TREE / WORKFLOW], check=True)

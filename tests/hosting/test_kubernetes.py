"""The manifests of deploy/kubernetes: built by kustomize, checked against schemas, and as kubectl reads them.

There is no cluster here: that the pods run was not tried.
"""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import yaml

from appliance.hosting.settings import SECRETS, host_from_environment
from tests.hosting.host import ROOT

FOLDER = ROOT / "deploy/kubernetes"
VALIDATE = Path(sys.executable).with_name("kubernetes-validate")
KUBECTL = shutil.which("kubectl")
pytestmark = pytest.mark.skipif(KUBECTL is None, reason="needs kubectl, as Debian's package kubernetes-client has it")
# What a cluster says about the kinds that the manifests have.
KINDS = {
    "v1": [("namespaces", "Namespace"), ("configmaps", "ConfigMap"), ("services", "Service")],
    "apps/v1": [("statefulsets", "StatefulSet")],
    "policy/v1": [("poddisruptionbudgets", "PodDisruptionBudget")],
    "networking.k8s.io/v1": [("networkpolicies", "NetworkPolicy")],
}


def kubectl(*arguments: str) -> str:
    assert KUBECTL
    done = subprocess.run([KUBECTL, *arguments], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built() -> str:
    return kubectl("kustomize", str(FOLDER))


@pytest.fixture
def objects(built: str) -> dict[tuple[str, str], Any]:
    return {(each["kind"], each["metadata"]["name"]): each for each in yaml.safe_load_all(built)}


@pytest.mark.skipif(not VALIDATE.exists(), reason="needs kubernetes-validate")
def test_every_object_is_what_the_schemas_of_kubernetes_allow(built: str, tmp_path: Path) -> None:
    file = tmp_path / "all.yaml"
    file.write_text(built)
    done = subprocess.run([VALIDATE, "--strict", file], capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stdout + done.stderr


def test_kubectl_reads_every_object(built: str, objects: dict[tuple[str, str], Any], tmp_path: Path) -> None:
    file = tmp_path / "all.yaml"
    file.write_text(built)
    with discovery() as server:
        made = kubectl("--server", server, "create", "--dry-run=client", "--validate=false", "-f", str(file))
    assert len(objects) == made.count("created (dry run)") == 9


def test_the_host_understands_its_variables_and_finds_its_secrets(objects: dict[tuple[str, str], Any]) -> None:
    (settings,) = (value["data"] for (kind, name), value in objects.items() if kind == "ConfigMap" and "host-" in name)
    host, caddy = objects["StatefulSet", "cell"]["spec"]["template"]["spec"]["containers"]
    own = {each["name"]: each.get("value", "cell-0") for each in host["env"]}
    found = host_from_environment(settings | own)
    assert ("cell-0", "/var/lib/mantel-host", "s3://homes/mantel") == (found.cell, found.dir, found.bucket)
    mounts = {each["name"]: each["mountPath"] for each in host["volumeMounts"]}
    assert (found.secrets, found.dir) == (mounts["secrets"], mounts["state"])
    text = (ROOT / "deploy/README.md").read_text("utf-8")
    assert all(f"--from-file={name}" in text for name in SECRETS)
    assert str(caddy["securityContext"]["runAsGroup"]) == found.group
    known = {each["name"] for each in caddy["env"]} | set(settings) | {"HOSTING_DIR", "HOSTING_ASK_PORT"}
    assert set(re.findall(r"\{\$(\w+)", (ROOT / "deploy/caddy/Caddyfile").read_text("utf-8"))) <= known


def test_each_way_takes_ten_commands_at_most() -> None:
    text = (ROOT / "deploy/README.md").read_text("utf-8")
    blocks = re.findall(r"```sh\n(.*?)```", text, re.S)
    assert 2 == len(blocks)
    for block in blocks:
        commands = [line for line in block.replace("\\\n", " ").splitlines() if line and not line.startswith("#")]
        assert len(commands) <= 10, commands


@contextmanager
def discovery() -> Iterator[str]:
    """A server that says which kinds there are, and nothing else."""
    answers: dict[str, Any] = {
        "/api": {"kind": "APIVersions", "versions": ["v1"]},
        "/apis": {
            "kind": "APIGroupList",
            "groups": [
                {
                    "name": version.partition("/")[0],
                    "versions": [{"groupVersion": version, "version": "v1"}],
                    "preferredVersion": {"groupVersion": version, "version": "v1"},
                }
                for version in KINDS
                if "/" in version
            ],
        },
    }
    for version, kinds in KINDS.items():
        resources = [
            {"name": name, "kind": kind, "namespaced": kind != "Namespace", "verbs": ["create", "get"]}
            for name, kind in kinds
        ]
        path = f"/apis/{version}" if "/" in version else f"/api/{version}"
        answers[path] = {"kind": "APIResourceList", "groupVersion": version, "resources": resources}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer = answers.get(self.path.partition("?")[0])
            self.send_response(200 if answer else 404)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(answer or {}).encode())

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()

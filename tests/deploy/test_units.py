"""The systemd unit and the Kubernetes manifests: accepted by their own tools where these are installed."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from api import __version__
from api.cli import main as cli
from store.settings import Settings
from tests.support.stack import ROOT

UNIT = (ROOT / "deploy" / "ludotheque.service").read_text("utf-8")
MANIFESTS = ROOT / "deploy" / "kubernetes"
VARIABLES = {entry[0] for entry in Settings.table()}


def resources() -> list[dict[str, Any]]:
    listed = yaml.safe_load((MANIFESTS / "kustomization.yaml").read_text("utf-8"))["resources"]
    assert {path.name for path in MANIFESTS.iterdir()} == {*listed, "kustomization.yaml"}
    return [part for name in listed for part in yaml.safe_load_all((MANIFESTS / name).read_text("utf-8"))]


RESOURCES = resources()
PODS = {part["metadata"]["name"]: part["spec"]["template"]["spec"] for part in RESOURCES if "template" in part["spec"]}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "ludotheque.service"
    unit.write_text(UNIT.replace("/opt/ludotheque/bin/ludotheque", sys.executable))
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], check=False, capture_output=True, text=True)
    said = [line for line in done.stderr.splitlines() if "ludotheque.service" in line]
    assert (done.returncode, said) == (0, [])


def test_the_unit_calls_a_command_with_settings_that_exist() -> None:
    [command] = re.findall(r"^ExecStart=\S+/ludotheque (\w+)$", UNIT, re.M)
    assert command in cli.commands
    given = dict(word.split("=", 1) for word in re.findall(r"^Environment=(.*)$", UNIT, re.M)[0].split())
    assert {name for name in given if name.startswith("LUDOTHEQUE_")} <= VARIABLES
    Settings.from_environment(given)


def test_the_pods_run_unprivileged_on_a_root_that_cannot_be_written() -> None:
    assert set(PODS) == {"ludotheque-api", "ludotheque-worker", "ludotheque-redis"}
    for pod in PODS.values():
        assert pod["securityContext"]["runAsNonRoot"] is True
        assert pod["automountServiceAccountToken"] is False
        [container] = pod["containers"]
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        if container["image"] == "ludotheque":
            assert container["args"][0] in cli.commands


def test_the_settings_of_the_pods_exist_and_name_the_service() -> None:
    kustomization = yaml.safe_load((MANIFESTS / "kustomization.yaml").read_text("utf-8"))
    [settings] = kustomization["configMapGenerator"]
    given = dict(text.split("=", 1) for text in settings["literals"])
    assert {name.removesuffix("_FILE") for name in given} <= VARIABLES
    file = Path(given.pop("LUDOTHEQUE_SECRET_FILE"))
    services = {part["metadata"]["name"] for part in RESOURCES if part["kind"] == "Service"}
    assert Settings.from_environment(given).redis_url.split("/")[2].split(":")[0] in services
    for name in ("ludotheque-api", "ludotheque-worker"):
        [container] = PODS[name]["containers"]
        assert str(file.parent) in {mount["mountPath"] for mount in container["volumeMounts"]}
    assert kustomization["images"] == [{"name": "ludotheque", "newTag": __version__}]


@pytest.mark.skipif(shutil.which("kubectl") is None, reason="kubectl is not installed")
def test_kustomize_accepts_the_manifests() -> None:
    done = subprocess.run(["kubectl", "kustomize", str(MANIFESTS)], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    made = list(yaml.safe_load_all(done.stdout))
    assert len(made) == len(RESOURCES) + 1


def test_the_manifests_are_what_kubernetes_expects() -> None:
    kubernetes = pytest.importorskip("kubernetes_validate", reason="kubernetes-validate is not installed")
    for resource in RESOURCES:
        kubernetes.validate(resource, kubernetes.latest_version(), strict=True)

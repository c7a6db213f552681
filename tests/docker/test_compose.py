"""compose.yaml, its proxy and its example of an environment belong together."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from api.cli import main as cli
from store.settings import Settings
from tests.support.client import create
from tests.support.stack import ROOT, Stack, free_port
from tests.support.waiting import PATIENCE, wait_until

DOCKER = ROOT / "docker"
TEXT = (DOCKER / "compose.yaml").read_text("utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load(TEXT)
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = [name for name, service in SERVICES.items() if "ludotheque" in service["image"]]
KNOWN = {
    "build": dict, "cap_drop": list, "command": list, "cpu_shares": int, "depends_on": (list, dict),
    "env_file": list, "environment": dict,
    "healthcheck": dict, "image": str, "ports": list, "profiles": list, "read_only": bool, "restart": str,
    "security_opt": list, "tmpfs": list, "volumes": list,
}  # fmt: skip
"""The members of a service that this file uses, as the Compose specification types them."""
VARIABLES = {entry[0] for entry in Settings.table()}


def test_it_is_what_compose_expects() -> None:
    assert set(COMPOSE) == {"name", "services", "volumes", "x-environment", "x-ludotheque"}
    for name, service in SERVICES.items():
        for member, value in service.items():
            assert isinstance(value, KNOWN[member]), f"{name}.{member}"
        assert set(service.get("depends_on", ())) <= set(SERVICES)
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in COMPOSE["volumes"] or (DOCKER / source).is_file(), volume
        for port in service.get("ports", ()):
            assert re.fullmatch(r"((\d+\.){3}\d+:)?(\d+|\$\{\w+:-\d+\}):\d+", port), port
        if name not in OURS:
            assert re.search(r":v?\d+\.\d+", service["image"]), f"{name} is not pinned"


@pytest.mark.skipif(
    subprocess.run(["docker", "compose", "version"], check=False, capture_output=True).returncode != 0
    if shutil.which("docker")
    else True,
    reason="docker compose is not installed",
)
def test_compose_itself_accepts_it(tmp_path: Path) -> None:
    shutil.copytree(DOCKER, tmp_path / "docker")
    (tmp_path / "docker" / ".env").write_text("LUDOTHEQUE_SECRET=" + "s" * 32)
    command = ["docker", "compose", "-f", "docker/compose.yaml", "config", "--quiet"]
    done = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_every_role_comes_from_one_image_and_may_write_nothing() -> None:
    assert {"api", "edge", "worker", "batch"} == set(OURS)
    assert SERVICES["worker"]["environment"]["LUDOTHEQUE_BATCH_WORKERS"] == "0"
    assert SERVICES["batch"]["environment"]["LUDOTHEQUE_WORKERS"] == "0"
    for name in OURS:
        service = SERVICES[name]
        assert service["read_only"] is True
        assert {"/tmp", "/data"} <= set(service["tmpfs"])
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["command"][0] in cli.commands
        assert "ports" not in service  # only the proxy is reached from outside
        assert (DOCKER / service["build"]["context"]).resolve() == ROOT
        assert (ROOT / service["build"]["dockerfile"]).is_file()
    assert SERVICES["redis"]["read_only"] is True
    assert "noeviction" in SERVICES["redis"]["command"]


def test_only_settings_are_set() -> None:
    for name in OURS:
        given = SERVICES[name]["environment"]
        assert set(given) <= VARIABLES
        Settings.from_environment({variable: filled_in(value) for variable, value in given.items()})


def filled_in(value: str) -> str:
    """With the default that stands in it, or with a secret where there is none."""
    return re.sub(r"\$\{\w+:(-|\?)([^}]*)\}", lambda found: found[2] if found[1] == "-" else "s" * 32, value)


def test_the_example_names_exactly_what_has_no_default() -> None:
    lines = (DOCKER / ".env.example").read_text("utf-8").splitlines()
    given = {line.partition("=")[0] for line in lines if line and not line.startswith("#")}
    required = set(re.findall(r"\$\{(\w+):\?", TEXT))
    assert given == required
    assert given <= VARIABLES


# --- the proxy -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def nginx(tmp_path_factory: pytest.TempPathFactory) -> str:
    """nginx of the machine, or unpacked from its Debian package into a folder."""
    if found := shutil.which("nginx"):
        return found
    if not (shutil.which("apt-get") and shutil.which("dpkg")):
        pytest.skip("nginx is not installed, and there is no Debian archive to take it from")
    folder = tmp_path_factory.mktemp("nginx")
    fetch = ["timeout", "30", "apt-get", "download", "nginx"]
    done = subprocess.run(fetch, cwd=folder, check=False, capture_output=True)
    packages = list(folder.glob("nginx_*.deb"))
    if done.returncode or not packages:
        pytest.skip("nginx is not installed, and the Debian archive does not answer")
    subprocess.run(["dpkg", "-x", str(packages[0]), str(folder)], check=True)
    return str(folder / "usr/sbin/nginx")


@pytest.fixture
def proxied(nginx: str, stack: Stack, tmp_path: Path) -> Iterator[str]:
    """The API behind our nginx.conf; only the addresses are those of this machine."""
    port = free_port()
    text = (DOCKER / "nginx.conf").read_text("utf-8")
    for old, new in (
        ("/run/nginx.pid", f"{tmp_path}/nginx.pid"),
        ("listen 8080;", f"listen 127.0.0.1:{port};"),
        ("http://api:8000", stack.url),
        ("http://edge:8000", stack.url),
    ):
        assert old in text
        text = text.replace(old, new)
    temporary = "".join(
        f"{kind}_temp_path {tmp_path}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (tmp_path / "nginx.conf").write_text(text.replace("http {\n", "http {\n" + temporary, 1))
    command = [nginx, "-p", str(tmp_path), "-e", str(tmp_path / "error.log"), "-c", str(tmp_path / "nginx.conf")]
    checked = subprocess.run([*command, "-t"], check=False, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    process = subprocess.Popen([*command, "-g", "daemon off;"], stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    wait_until(lambda: answers(url))
    yield url
    process.send_signal(signal.SIGTERM)
    process.wait(PATIENCE)


def answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/healthz", timeout=2, verify=False).status_code == 200
    except httpx.HTTPError:
        return False


def test_nginx_accepts_its_configuration(nginx: str, tmp_path: Path) -> None:
    text = (DOCKER / "nginx.conf").read_text("utf-8").replace("/run/nginx.pid", f"{tmp_path}/nginx.pid")
    (tmp_path / "nginx.conf").write_text(text)
    command = [nginx, "-t", "-p", str(tmp_path), "-e", str(tmp_path / "error.log"), "-c", str(tmp_path / "nginx.conf")]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    # Its folders for temporary files are the image's; without root they cannot be made here.
    assert "syntax is ok" in done.stderr, done.stderr


def test_a_game_is_played_through_the_proxy(proxied: str) -> None:
    with httpx.Client(base_url=proxied, timeout=40, verify=False) as http:
        _, (table, _) = create(http, "bailouke", {"seats": [{"kind": "human"}, {"kind": "bot"}]})
        first = table.get()
        assert first.headers["ETag"].removeprefix("W/") == f'"{first.json()["version"]}-0"'
        assert table.get(If_None_Match=first.headers["ETag"], Prefer="wait=1").status_code in (200, 304)
        with http.stream("GET", f"{table.path}/events", headers=table.headers(Accept="text/event-stream")) as stream:
            assert stream.status_code == 200
            assert next(line for line in stream.iter_lines() if line.startswith("id:")) == "id: 1"
        assert http.get("/metrics").status_code == 404

"""compose.yaml in real containers: healthy, unprivileged, behind nginx, and each of them can be restarted."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator

import httpx
import pytest

from tests.docker.containers.engine import Engine, missing
from tests.support.client import GameClient, Json, create
from tests.support.stack import ROOT, free_port
from tests.support.waiting import wait_until

CHECKED = ("api_1", "api_2", "edge_1", "redis_1")
OURS = ("api_1", "api_2", "edge_1", "worker_1", "batch_1")


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    folder = tmp_path_factory.mktemp("containers")
    if reason := missing(folder):
        pytest.skip(reason)
    made = not (ROOT / "docker" / ".env").exists()
    if made:
        shutil.copy(ROOT / "docker" / ".env.example", ROOT / "docker" / ".env")
    running = Engine(folder, free_port())
    try:
        running.compose("up", "--detach", "--no-build", "--scale", "api=2")
        yield running
    finally:
        running.remove()
        if made:
            (ROOT / "docker" / ".env").unlink()


@pytest.fixture
def http(engine: Engine) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"http://127.0.0.1:{engine.port}", timeout=10, verify=False) as client:
        wait_until(lambda: status(client, "/readyz") == 200)
        yield client


def status(client: httpx.Client, path: str) -> int:
    try:
        return client.get(path).status_code
    except httpx.HTTPError:
        return 0


def test_every_container_runs_and_is_healthy(engine: Engine, http: httpx.Client) -> None:
    names = engine.containers()
    assert {*OURS, "proxy_1", "redis_1"} == set(names)
    for service in CHECKED:
        engine.podman("healthcheck", "run", names[service])


def test_ours_run_unprivileged_on_a_root_that_cannot_be_written(engine: Engine, http: httpx.Client) -> None:
    names = engine.containers()
    for service in OURS:
        said = engine.podman(
            "exec", names[service], "sh", "-c", "id -u; cat /proc/1/status; touch /opt/x || echo refused"
        )
        lines = said.splitlines()
        assert lines[0] == "10001"
        assert lines[-1] == "refused"
        values = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
        assert int(values["CapEff"], 16) == 0
        assert values["NoNewPrivs"] == "1"


def test_a_bot_answers_behind_the_proxy_while_each_container_restarts(engine: Engine, http: httpx.Client) -> None:
    _, (table, _) = create(http, "bailouke", {"seats": [{"kind": "human"}, {"kind": "bot"}]})
    for service, name in sorted(engine.containers().items()):
        engine.podman("restart", "--time", "20", name)
        wait_until(lambda: status(http, "/readyz") == 200, what=service)
        play_a_turn(table, service)


def play_a_turn(table: GameClient, service: str) -> None:
    """Act, and see the bot act; what a restart has cut is sent again, the act with its key."""
    view = wait_until(lambda: to_play(table), what=service)
    action = wait_until(lambda: answered(lambda: table.get("/actions")), what=service)["actions"][0]
    key = f"turn-{view['version']}"
    wait_until(lambda: answered(lambda: table.act(action, Idempotency_Key=key)), what=service)
    wait_until(lambda: (to_play(table) or view)["version"] > view["version"], what=service)


def to_play(table: GameClient) -> Json | None:
    """The view, once it is the human's turn."""
    view = answered(table.get)
    return view if view and view["to_act"] == [0] else None


def answered(ask: Callable[[], httpx.Response]) -> Json | None:
    """What was answered 200."""
    try:
        answer = ask()
    except httpx.HTTPError:
        return None
    return dict(answer.json()) if answer.status_code == 200 else None


def test_figures_are_read_inside_only(engine: Engine, http: httpx.Client) -> None:
    assert http.get("/metrics").status_code == 404
    ask = "import urllib.request as u; print(u.urlopen('http://api:8000/metrics').read().decode())"
    text = engine.podman("exec", engine.containers()["edge_1"], "python", "-c", ask)
    assert "ludotheque_requests_total" in text

"""``ludotheque up`` as an operator meets it: what stands in the way is said, and yesterday's games are there."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import httpx
import pytest

from store.redis.embedded import EmbeddedServer
from tests.support.client import create
from tests.support.processes import alive, children, command, descendants
from tests.support.stack import ROOT, free_port
from tests.support.waiting import PATIENCE, wait_until


def server_pid(data: Path) -> int:
    """The pid in the lock file, which is empty for a moment while it is written."""
    return int(wait_until((data / "lock").read_text).split()[0])


def environment(data: Path, port: int, **given: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LUDOTHEQUE_", "REDIS_"))}
    return {**kept, "LUDOTHEQUE_DATA": str(data), "LUDOTHEQUE_PORT": str(port), **given}


def refused(*arguments: str, **given: str) -> tuple[int, str]:
    """Run the command until it gives up: its exit code and what it said."""
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        check=False,
        cwd=ROOT,
        env={**os.environ, **given},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr.strip()


def ready(port: int, host: str = "127.0.0.1") -> bool:
    try:
        return httpx.get(f"http://{host}:{port}/readyz", timeout=2, verify=False).status_code == 200
    except httpx.HTTPError:
        return False


@contextmanager
def up(
    data: Path, port: int, host: str = "127.0.0.1", log: IO[bytes] | int = subprocess.PIPE, **given: str
) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "api.cli", "up"],
        cwd=ROOT,
        env=environment(data, port, **given),
        stderr=log,
        start_new_session=True,
    )
    try:
        wait_until(lambda: ready(port, host) or process.poll() is not None)
        yield process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE)
        if process.stderr is not None:
            process.stderr.close()


@pytest.mark.parametrize("command", [("api.cli", "up"), ("api.cli", "api"), ("api.cli", "worker"), ("workers",)])
def test_a_bad_setting_is_named(command: tuple[str, ...]) -> None:
    code, said = refused(*command, LUDOTHEQUE_WORKERS="many")
    assert code == 2
    assert said.endswith("LUDOTHEQUE_WORKERS='many': must be a whole number")


def test_settings_are_read_from_a_file_beside_the_environment(tmp_path: Path) -> None:
    """A setting that cannot be used shows which of the two came first."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LUDOTHEQUE_")}
    for line, given, named in (
        ("LUDOTHEQUE_PORT=0", {}, "LUDOTHEQUE_PORT='0': must be from 1 to 65535"),
        ("LUDOTHEQUE_PORT=0", {"LUDOTHEQUE_PORT": "99999"}, "LUDOTHEQUE_PORT='99999'"),
        ("port 9000", {}, ".env, line 1: must be NAME=value"),
    ):
        (tmp_path / ".env").write_text(line)
        done = subprocess.run(
            [sys.executable, "-m", "api.cli", "up"],
            cwd=tmp_path, env={**kept, "PYTHONPATH": str(ROOT), **given}, capture_output=True, text=True,
            timeout=PATIENCE, check=False,
        )  # fmt: skip
        assert done.returncode == 2
        assert named in done.stderr


def test_a_busy_port_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        code, said = refused("api.cli", "up", LUDOTHEQUE_PORT=port, LUDOTHEQUE_DATA=str(tmp_path), REDIS_URL="")
    assert code == 1
    assert f"port {port} on 127.0.0.1 is in use" in said
    assert "LUDOTHEQUE_PORT" in said


def test_a_data_folder_in_use_is_named(server: EmbeddedServer) -> None:
    assert server.process is not None
    code, said = refused(
        "api.cli", "up", LUDOTHEQUE_PORT=str(free_port()), LUDOTHEQUE_DATA=str(server.data), REDIS_URL=""
    )
    assert code == 1
    assert f"the data folder {server.data} is in use by process {server.process.pid}" in said
    assert "LUDOTHEQUE_DATA" in said


def test_a_second_start_finds_yesterdays_games(tmp_path: Path) -> None:
    port = free_port()
    with up(tmp_path, port), httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, verify=False) as http:
        _, (table, other) = create(http, "bakong", {"seats": [{"kind": "human"}, {"kind": "human"}]})
        assert table.act(table.legal()["actions"][0]).status_code == 200
        yesterday = table.view()
    with (
        up(tmp_path, port) as process,
        httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, verify=False) as http,
    ):
        table.http = other.http = http
        assert table.view() == yesterday
        mover = (table, other)[yesterday["to_act"][0]]
        assert mover.act(mover.legal()["actions"][0]).status_code == 200
        assert process.stderr is not None
        said = ""
        while "Ludothèque serves" not in said:  # `up` announces itself a moment after the API is ready
            said += (line := process.stderr.readline().decode())
            assert line, said
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        said += process.stderr.read().decode()
    assert f"Ludothèque serves http://localhost:{port}" in said
    assert "the games are kept in" in said
    assert not [line for line in said.splitlines() if "Traceback" in line or "error" in line.lower()]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, int, subprocess.Popen[bytes]]]:
    """Everything in one terminal, for tests that kill parts of it: its folder, port and process."""
    data, port = tmp_path_factory.mktemp("up"), free_port()
    with up(data, port, log=subprocess.DEVNULL) as process:
        yield data, port, process


def test_a_dead_embedded_server_is_started_again(running: tuple[Path, int, subprocess.Popen[bytes]]) -> None:
    """Killed twice, it is back twice with the games, and everybody plays on."""
    data, port, _ = running
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, verify=False) as http:
        _, (table, _) = create(http, "bakong", {"seats": [{"kind": "human"}, {"kind": "human"}]})
        before = table.view()
        for _ in range(2):
            pid = server_pid(data)
            os.kill(pid, signal.SIGKILL)
            wait_until(lambda pid=pid: server_pid(data) != pid and ready(port))  # type: ignore[misc]
        assert table.view() == before
        assert table.act(table.legal()["actions"][0]).status_code == 200


def test_three_kills_of_one_api_process_leave_its_sibling_alone(
    running: tuple[Path, int, subprocess.Popen[bytes]],
) -> None:
    _, port, process = running
    [api] = [pid for pid in children(process.pid) if "api.cli" in command(pid)]
    kept, victim = descendants(api)
    for _ in range(3):
        os.kill(victim, signal.SIGKILL)
        wait_until(lambda victim=victim: len(now := descendants(api)) == 2 and victim not in now)  # type: ignore[misc]
        [victim] = [pid for pid in descendants(api) if pid != kept]
    assert process.poll() is None
    assert alive(kept)
    assert ready(port)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the next start ends the server")
def test_a_killed_up_leaves_nothing(tmp_path: Path) -> None:
    port = free_port()
    with up(tmp_path, port) as process:
        family = descendants(process.pid)
        assert server_pid(tmp_path) in family
        assert len(family) >= 8  # the server, the API with two processes, the workers with theirs
        process.kill()
        process.wait()
        wait_until(lambda: not any(alive(pid) for pid in family))
    with socket.create_server(("127.0.0.1", port)):  # the port and the folder are free
        pass
    again = EmbeddedServer(tmp_path)
    again.start()
    again.stop()


@pytest.mark.parametrize(
    ("host", "reason"),
    [
        ("192.0.2.7", "is not an address of this machine"),
        ("no.such.host.invalid", "is neither an address nor a known host name"),
    ],
)
@pytest.mark.parametrize("command", ["up", "api"])
def test_a_bad_host_is_named(tmp_path: Path, host: str, reason: str, command: str) -> None:
    given = {"LUDOTHEQUE_HOST": host, "LUDOTHEQUE_PORT": str(free_port()), "LUDOTHEQUE_DATA": str(tmp_path)}
    code, said = refused("api.cli", command, **given, REDIS_URL="" if command == "up" else "redis://127.0.0.1:1")
    assert code == 1
    assert f"LUDOTHEQUE_HOST={host!r} {reason}" in said
    assert "in use" not in said


def test_a_file_as_data_folder_is_named(tmp_path: Path) -> None:
    file = tmp_path / "data"
    file.write_text("not a folder")
    code, said = refused("api.cli", "up", LUDOTHEQUE_DATA=str(file), LUDOTHEQUE_PORT=str(free_port()), REDIS_URL="")
    assert (code, len(said.splitlines())) == (1, 1)
    assert f"the data folder {file} cannot be used: it is a file, not a folder" in said


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="/proc is a folder in which nobody may write")
def test_a_folder_that_cannot_be_written_is_named() -> None:
    code, said = refused(
        "api.cli", "up", LUDOTHEQUE_DATA="/proc/ludotheque", LUDOTHEQUE_PORT=str(free_port()), REDIS_URL=""
    )
    assert (code, len(said.splitlines())) == (1, 1)
    assert "the data folder /proc/ludotheque cannot be used" in said


def test_it_serves_on_ipv6(tmp_path: Path) -> None:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        pytest.skip("this machine has no IPv6")
    port = free_port()
    with up(tmp_path, port, LUDOTHEQUE_HOST="::1", host="[::1]") as process:
        assert httpx.get(f"http://[::1]:{port}/readyz", verify=False).status_code == 200
        assert process.poll() is None


def test_processes_can_share_one_inherited_socket(server: EmbeddedServer, tmp_path: Path) -> None:
    """As on systems whose kernel does not spread connections: each process serves, and one that dies is replaced."""
    port = free_port()
    script = "from api.server.supervisor import serve; from store.settings import Settings; import sys; "
    process = subprocess.Popen(
        [sys.executable, "-c", script + "sys.exit(serve(Settings.from_environment(), shared=False))"],
        cwd=ROOT,
        env=environment(tmp_path, port, REDIS_URL=server.url, LUDOTHEQUE_API_PROCESSES="2"),
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_until(lambda: ready(port))
        for pid in descendants(process.pid):
            os.kill(pid, signal.SIGKILL)
            wait_until(lambda: ready(port))
        wait_until(lambda: len(descendants(process.pid)) == 2)
    finally:
        process.terminate()
        assert process.wait(30) == 0

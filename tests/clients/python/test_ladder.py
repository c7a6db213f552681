"""The bot of ten lines in the examples enters a ladder; anybody computes its rating from the results."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from ludotheque_client import Bot, Ludotheque

from tests.support.stack import ROOT, Stack
from tests.support.waiting import wait_until

GAMES = 30
LONG = 300
"""Seconds that these games may take on a busy machine."""
SLUG = "bakong"


@pytest.fixture(scope="module")
def entered(stack: Stack, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """The example, as a newcomer starts it, once it has played its games; then it leaves the ladder."""
    folder = tmp_path_factory.mktemp("ladder")
    environment = {**os.environ, "LUDOTHEQUE_URL": stack.url, "PYTHONPATH": str(ROOT / "clients" / "python")}
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "examples" / "ladder_bot.py"), SLUG], cwd=folder, env=environment
    )
    kept, table = folder / "deep-croc.json", f"{stack.url}/v1/ladders/{SLUG}"
    with httpx.Client(verify=False) as http:

        def row() -> dict[str, Any]:
            identifier = json.loads(kept.read_text("utf-8"))["id"] if kept.exists() else ""
            return next((row for row in http.get(table).json()["rows"] if row["bot"] == identifier), {"games": 0})

        def plays(bot: str) -> bool:
            games = http.get(f"{table}/games").json()["games"]
            running = [game["seats"] for game in games if game["status"] == "running"]
            return any(seat["bot"] == bot for seats in running for seat in seats)

        try:
            wait_until(lambda: row()["games"] >= GAMES, LONG, lambda: http.get(table).text)
            bot = json.loads(kept.read_text("utf-8"))
            token = {"Authorization": f"Bearer {bot['token']}"}
            assert http.delete(f"{table}/entries/{bot['id']}", headers=token).status_code == 204
            wait_until(lambda: not plays(bot["id"]))
            yield {"row": row(), "id": bot["id"], "token": token, "folder": folder, "table": table}
        finally:
            process.kill()
            process.wait()


def test_it_has_a_rating_with_its_interval(entered: dict[str, Any]) -> None:
    row = entered["row"]
    assert (row["name"], row["owner"], row["status"]) == ("Deep Croc", "Ana", "left")
    assert row["low"] < row["mu"] < row["high"]
    assert row["sigma"] < 25 / 3
    assert row["rating"] == pytest.approx(row["mu"] - 3 * row["sigma"], abs=1e-3)
    assert row["games"] >= GAMES and row["latency_ms"] is not None


def test_anybody_computes_the_same_table(entered: dict[str, Any], stack: Stack) -> None:
    folder: Path = entered["folder"]
    results, table = folder / "results.ndjson", folder / "table.json"

    def read() -> bool:
        """Both say the same while nobody plays."""
        table.write_bytes(httpx.get(entered["table"], verify=False).content)
        results.write_bytes(httpx.get(f"{entered['table']}/results.ndjson", verify=False).content)
        last = json.loads(results.read_text("utf-8").splitlines()[-1])
        return bool(last["number"] == json.loads(table.read_bytes())["last"])

    wait_until(read)
    lines = [json.loads(line) for line in results.read_text("utf-8").splitlines()]
    assert all(line["replay"]["seed"] == line["seed"] for line in lines if line["void"] is None)
    done = verify(results, "--table", str(table))
    assert done.returncode == 0, done.stderr
    assert f"{len(lines)} games follow from their seeds and actions and give the table" in done.stdout
    assert f"{entered['row']['mu']:.4f}" in done.stdout


@pytest.mark.parametrize("change", ["seed", "ranks", "act", "rating", "order"])
def test_a_changed_file_is_found_out(entered: dict[str, Any], change: str) -> None:
    folder: Path = entered["folder"]
    table = httpx.get(entered["table"], verify=False).json()
    answer = httpx.get(f"{entered['table']}/results.ndjson", verify=False)
    lines = [json.loads(line) for line in answer.text.splitlines()]
    counted = [line for line in lines if line["void"] is None]
    if change == "seed":
        counted[0]["seed"] = "00" * 32
    elif change == "ranks":
        counted[0]["ranks"] = [3 - rank for rank in counted[0]["ranks"]] if counted[0]["ranks"] != [1, 1] else [1, 2]
    elif change == "act":
        counted[0]["replay"]["acts"].pop()
    elif change == "rating":
        table["rows"][0]["mu"] += 0.0001
    else:
        lines.remove(counted[-1])
    results, served = folder / f"{change}.ndjson", folder / f"{change}.json"
    results.write_text("\n".join(map(json.dumps, lines)) + "\n", "utf-8")
    served.write_text(json.dumps(table), "utf-8")
    done = verify(results, "--table", str(served))
    assert done.returncode == 1
    assert "Error" in done.stderr and "Traceback" not in done.stderr


def verify(*arguments: Any) -> subprocess.CompletedProcess[str]:
    """Without any setting of a server."""
    environment = {name: text for name, text in os.environ.items() if not name.startswith(("LUDOTHEQUE", "REDIS"))}
    command = [sys.executable, "-m", "api.cli", "ladder", "verify", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_a_match_with_a_bot_of_the_client(client: Ludotheque, stack: Stack, entered: dict[str, Any]) -> None:
    progress: list[float] = []
    found = client.bakong.match("greedy", entered["id"], games=2, progress=progress.append)
    assert [entry["bot"] for entry in found["entries"]] == ["greedy", entered["id"]]
    assert [game["seats"] for game in found["games"]] == [[0, 1], [1, 0]]
    assert progress[-1] == 1
    for game in found["games"]:
        assert client.bakong.game(game["id"]).replay()["result"]["winners"] == game["winners"]
    assert client.bakong.ladder()["game"] == SLUG


def test_a_bot_enters_by_itself(stack: Stack) -> None:
    bot = Bot("Short Croc", lambda turn: turn.actions[0], games=["mekong"])
    assert bot.enter(stack.url, "mekong", "Ana")["status"] == "active"
    with Ludotheque(stack.url) as client:
        path = f"/v1/ladders/mekong/entries/{bot.id}"
        client.request("DELETE", path, token=bot.document["token"])
        client.request("DELETE", f"/v1/bots/{bot.id}", token=bot.document["token"])

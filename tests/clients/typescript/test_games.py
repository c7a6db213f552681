"""The client plays every game to its end, over the death and return of the server."""

from __future__ import annotations

import json
import signal
import subprocess

import httpx

from engines.kernel.registry import slugs
from tests.clients.typescript.conftest import SCRIPTS
from tests.support.stack import UNLIMITED, Stack
from tests.support.waiting import PATIENCE


def test_five_games_end_although_the_server_is_killed(node: str) -> None:
    with Stack(**UNLIMITED) as stack:
        script = [node, str(SCRIPTS / "five_games.mjs"), stack.url]
        with subprocess.Popen(script, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as playing:
            assert playing.stdout is not None
            turns = [playing.stdout.readline() for _ in range(20)]
            stack.stop("api", signal.SIGKILL)
            stack.start("api", "-m", "api.cli", "api")
            rest, complaints = playing.communicate(timeout=10 * PATIENCE)
        assert turns == ["turn\n"] * 20, complaints
        assert (playing.returncode, complaints) == (0, "")
        games = [json.loads(line) for line in rest.splitlines() if line != "turn"]
        assert sorted(game["slug"] for game in games) == sorted(slugs())
        for game in games:
            view = httpx.get(f"{stack.url}/v1/{game['slug']}/games/{game['id']}", verify=False).json()
            assert (view["status"], view["result"]["ranking"]) == ("finished", game["ranking"])
            assert game["whole"], f"the stream of {game['slug']} lost or repeated events"
            assert game["dice"]["fair"], game

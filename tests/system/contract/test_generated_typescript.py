"""A TypeScript client that ``make contract`` has made of the document, which nobody has touched, plays two games."""

from __future__ import annotations

import json
import shutil
import subprocess

import httpx
import pytest

from tests.support.stack import ROOT, Stack
from tests.support.waiting import PATIENCE

PLAY = ROOT / "build" / "contract" / "made" / "js" / "typescript" / "play.js"


@pytest.mark.skipif(not PLAY.exists() or shutil.which("node") is None, reason="`make contract` makes the client")
def test_the_generated_client_plays_bakong_and_mekong(stack: Stack) -> None:
    played = subprocess.run(
        ["node", PLAY, stack.url], check=False, capture_output=True, text=True, timeout=10 * PATIENCE
    )
    assert played.returncode == 0, played.stderr
    games = [json.loads(line) for line in played.stdout.splitlines()]
    assert sorted(game["slug"] for game in games) == ["bakong", "mekong"]
    for game in games:
        replay = httpx.get(f"{stack.url}/v1/{game['slug']}/games/{game['id']}/replay", verify=False).json()
        assert sorted(seat for group in game["ranking"] for seat in group) == [0, 1]
        assert sum(act["seat"] == 0 for act in replay["acts"]) == game["acts"] > 0

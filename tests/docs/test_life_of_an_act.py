"""docs/life-of-an-act.md names the files that an act really passes, and no more than an engineer can read at once."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import FrameType
from typing import Any

from flask import Flask

from api.accel import accelerated
from api.app import create_app
from store.redis.embedded import EmbeddedServer
from store.settings import Settings
from tests.support.stack import ROOT

PAGE = (ROOT / "docs" / "life-of-an-act.md").read_text("utf-8")
NAMED = list(dict.fromkeys(re.findall(r"`((?:api|store|engines|workers)/[\w<>/]+(?:\.\w+)?/?)`", PAGE)))
MOST = 15
UNSEEN = {
    "api/server/http1/protocol.py",
    "api/server/runner.py",
    "store/redis/scripts/commit.lua",
    "store/changes/outcomes.py",
}
"""The server, which calls no function of ours in this test, a script that Redis runs, and types without functions."""


def test_it_names_at_most_fifteen_files_that_exist() -> None:
    assert 10 <= len(NAMED) <= MOST
    for name in NAMED:
        assert (ROOT / name.replace("<game>", "bakong")).exists(), name


def test_an_act_passes_every_file_that_it_names(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path)
    server.start()
    try:
        passed = files_of_an_act(create_app(Settings(redis_url=server.url, data=tmp_path, log_level="error")))
    finally:
        server.stop()
    for name in set(NAMED) - UNSEEN:
        if accelerated() or "accel" not in name:
            assert any(file.startswith(name.replace("<game>", "bakong")) for file in passed), name


def files_of_an_act(app: Flask) -> set[str]:
    client = app.test_client()
    made: Any = client.post("/v1/bakong/games", json={"seats": [{"kind": "human"}, {"kind": "human"}]}).json
    path = f"/v1/bakong/games/{made['id']}"
    view: Any = client.get(path).json
    token = {"Authorization": f"Bearer {made['seats'][view['to_act'][0]]['token']}"}
    choices: Any = client.get(f"{path}/actions", headers=token).json
    passed: set[str] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        file = Path(frame.f_code.co_filename)
        if event == "call" and file.is_relative_to(ROOT):
            passed.add(str(file.relative_to(ROOT)))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        answer = client.post(f"{path}/actions", json=choices["actions"][0], headers=token)
    finally:
        sys.setprofile(before)
    assert answer.status_code == 200
    return passed

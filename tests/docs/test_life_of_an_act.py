"""docs/life-of-an-act.md names the files that an act really passes: those that decide, in order, and all others."""

from __future__ import annotations

import re
import sys
from types import FrameType
from typing import Any

import pytest
from flask import Flask

from api.app import create_app
from store.redis.embedded import EmbeddedServer
from store.settings import Settings
from tests.support.stack import ROOT

PAGE = (ROOT / "docs" / "life-of-an-act.md").read_text("utf-8")
FILE = re.compile(r"`((?:api|store|engines|workers)/[\w<>/]+(?:\.\w+)?/?)`")
STEPS, HELPERS = (PAGE.split(heading)[number] for heading, number in (("## ", 0), ("## Files on the way", 1)))
NAMED = list(dict.fromkeys(FILE.findall(STEPS)))
ON_THE_WAY = FILE.findall(HELPERS.split("## ")[0])
MOST = 12
OURS = ("api/", "engines/", "store/", "workers/")
UNSEEN = {"api/server/http1/protocol.py", "api/server/runner.py"}
"""The server, which calls no function of ours in this test."""


EARLY = "store/games/repository.py"
"""Says how long a game is kept before it stores one: its first call is none of its step."""


@pytest.fixture(scope="module")
def passed(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The files of ours whose functions an act calls, in the order of their first calls."""
    folder = tmp_path_factory.mktemp("act")
    server = EmbeddedServer(folder)
    server.start()
    try:
        return files_of_an_act(create_app(Settings(redis_url=server.url, data=folder, log_level="error")))
    finally:
        server.stop()


def belongs(file: str, name: str) -> bool:
    return file.startswith(name.replace("<game>", "bakong"))


def test_it_names_at_most_twelve_files_that_decide() -> None:
    assert len(NAMED) - len(UNSEEN) <= MOST
    for name in [*NAMED, *ON_THE_WAY]:
        assert (ROOT / name.replace("<game>", "bakong")).exists(), name


def test_an_act_passes_every_file_that_it_names_in_this_order(passed: list[str]) -> None:
    seen = [name for name in NAMED if name not in UNSEEN]
    first = [next((number for number, file in enumerate(passed) if belongs(file, name)), name) for name in seen]
    assert [name for name in first if isinstance(name, str)] == []
    in_order = [number for number, name in zip(first, seen, strict=True) if name != EARLY]
    assert in_order == sorted(in_order, key=int)


def test_an_act_passes_no_other_file(passed: list[str]) -> None:
    assert [file for file in passed if not any(belongs(file, name) for name in [*NAMED, *ON_THE_WAY])] == []


def files_of_an_act(app: Flask) -> list[str]:
    client = app.test_client()
    made: Any = client.post("/v1/bakong/games", json={"seats": [{"kind": "human"}, {"kind": "human"}]}).json
    path = f"/v1/bakong/games/{made['id']}"
    view: Any = client.get(path).json
    token = {"Authorization": f"Bearer {made['seats'][view['to_act'][0]]['token']}"}
    choices: Any = client.get(f"{path}/actions", headers=token).json
    passed: dict[str, None] = {}

    def note(frame: FrameType, event: str, _: Any) -> None:
        file = frame.f_code.co_filename.removeprefix(f"{ROOT}/")
        if event == "call" and file.startswith(OURS):
            passed[file] = None

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        answer = client.post(f"{path}/actions", json=choices["actions"][0], headers=token)
    finally:
        sys.setprofile(before)
    assert answer.status_code == 200
    return list(passed)

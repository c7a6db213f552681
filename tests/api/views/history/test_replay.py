"""After the end: the full position, the replay, and `ludotheque verify`, which believes nothing that it can check."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import httpx
import msgspec
import pytest
from click.testing import CliRunner

from api.cli import main
from engines.kernel.dice import SeededDice
from engines.kernel.registry import game, slugs
from tests.api.problems import problem, two_humans
from tests.support.client import GameClient, Json, create
from tests.support.stack import Stack


def finished(http: httpx.Client, slug: str, **payload: object) -> GameClient:
    """A game that bots have played to its end."""
    _, tables = create(http, slug, {"seats": [{"kind": "bot"}, {"kind": "bot"}], **payload})
    tables[0].wait_for(lambda view: view["status"] == "finished")
    return tables[0]


def verify(folder: Path, replay: Json) -> tuple[int, str]:
    """Exit code and output of `ludotheque verify`."""
    file = folder / "replay.json"
    file.write_text(json.dumps(replay), "utf-8")
    result = CliRunner().invoke(main, ["verify", str(file)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


class TestWhileTheGameRuns:
    def test_position_and_replay_stay_closed(self, http: httpx.Client) -> None:
        made, ana, _ = two_humans(http)
        for reader in (ana, ana.as_(None), ana.as_(made["host_token"])):
            problem(reader.get("/position"), 409, reason="not_over")
            problem(reader.get("/replay"), 409, reason="not_over")

    def test_the_host_of_a_sandbox_reads_its_position(self, http: httpx.Client) -> None:
        engine = game("bakong")
        position, _ = engine.rules.deal(2, engine.options({}, 2), SeededDice(bytes(32)))
        document = msgspec.json.decode(engine.encode(position))
        made, ana, _ = two_humans(http, position=document)
        answer = ana.as_(made["host_token"]).get("/position")
        assert answer.status_code == 200
        assert answer.json() == document
        assert answer.headers["Cache-Control"] == "private, no-cache"
        problem(ana.get("/position"), 403, "forbidden")
        problem(ana.as_(None).get("/position"), 401, "unauthorized")
        again, *_ = two_humans(http, position=answer.json())
        assert again["view"]["position"] == made["view"]["position"]


@pytest.mark.parametrize("slug", slugs())
def test_a_finished_game_can_be_verified_by_anybody(http: httpx.Client, slug: str, tmp_path: Path) -> None:
    table = finished(http, slug)
    view, response = table.view(), table.get("/replay")
    assert response.headers["Cache-Control"] == "private, no-cache"
    replay = response.json()
    assert (replay["game"], replay["id"], replay["status"], replay["seats"]) == (slug, table.id, "finished", 2)
    assert replay["seed"] == view["seed"]
    assert replay["commitment"] == view["commitment"] == "sha256:" + sha256(bytes.fromhex(view["seed"])).hexdigest()
    assert replay["result"] == view["result"]
    assert replay["opening"] is None
    versions = [act["version"] for act in replay["acts"]]
    assert versions == list(range(2, view["version"] + 1))
    position = table.get("/position")
    assert position.json()["phase"] == "game_over"
    assert replay["acts"][-1]["sha256"] == sha256(position.content).hexdigest()
    code, output = verify(tmp_path, replay)
    assert code == 0, output
    assert f"{len(replay['acts'])} actions" in output


TAMPERINGS: dict[str, Callable[[Json], object]] = {
    "another seed": lambda r: r.update(seed="00" * 32),
    "another commitment": lambda r: r.update(commitment="sha256:" + "0" * 64),
    "a seed and its commitment": lambda r: r.update(
        seed="00" * 32, commitment="sha256:" + sha256(bytes(32)).hexdigest()
    ),
    "a nonce more": lambda r: r.update(nonces=["x"]),
    "a seat more": lambda r: r.update(seats=3),
    "too many seats": lambda r: r.update(seats=99),
    "an option": lambda r: r["options"].update(rounds=2),
    "an unknown option": lambda r: r["options"].update(rng=2),
    "a die of the deal": lambda r: r["deal"]["dice"].__setitem__(0, r["deal"]["dice"][0] ^ 1),
    "the outcomes of a die": lambda r: r["deal"]["outcomes"].__setitem__(0, r["deal"]["outcomes"][0] + 1),
    "outcomes left out": lambda r: r["deal"]["outcomes"].pop(),
    "the hash of the deal": lambda r: r["deal"].update(sha256="0" * 64),
    "an action": lambda r: r["acts"][0].update(action={"type": "end_turn"}),
    "no action at all": lambda r: r["acts"][0].update(action={"type": "fly"}),
    "an action's seat": lambda r: r["acts"][0].update(seat=1 - r["acts"][0]["seat"]),
    "a seat that is not there": lambda r: r["acts"][0].update(seat=7),
    "a hash": lambda r: r["acts"][3].update(sha256="0" * 64),
    "an action left out": lambda r: r["acts"].pop(5),
    "the last action left out": lambda r: r["acts"].pop(),
    "an action twice": lambda r: r["acts"].insert(2, copy.deepcopy(r["acts"][2])),
    "two actions exchanged": lambda r: r["acts"].insert(0, r["acts"].pop(1)),
    "the winner": lambda r: r["result"].update(winners=[]),
    "no result": lambda r: r.update(result=None),
    "another game": lambda r: r.update(game="bakong"),
    "an unknown game": lambda r: r.update(game="chess"),
    "a seed that is none": lambda r: r.update(seed="luck"),
    "a part missing": lambda r: r.pop("acts"),
}


@pytest.fixture(scope="module")
def honest(stack: Stack) -> Json:
    """The replay of one game, as it was served."""
    with httpx.Client(base_url=stack.url, timeout=40, verify=False) as client:
        replay: Json = finished(client, "kimbac", options={"rounds": 1}).get("/replay").json()
        return replay


@pytest.mark.parametrize("name", TAMPERINGS)
def test_a_tampered_replay_is_refused(honest: Json, name: str, tmp_path: Path) -> None:
    assert verify(tmp_path, honest)[0] == 0
    forged = copy.deepcopy(honest)
    TAMPERINGS[name](forged)
    assert forged != honest
    code, output = verify(tmp_path, forged)
    assert code == 1
    assert re.search(r"^Error: .+", output, re.MULTILINE)


def test_what_is_no_replay_is_said_to_be_none(tmp_path: Path) -> None:
    for text in ("", "{", "[]", "[" * 100_000, "\udcff"):
        (tmp_path / "no.json").write_text(text, "utf-8", "surrogateescape")
        result = CliRunner().invoke(main, ["verify", str(tmp_path / "no.json")])
        assert result.exit_code == 1
        assert "is not a replay" in result.output


def test_a_scenario_is_verified_from_its_opening(http: httpx.Client, tmp_path: Path) -> None:
    engine = game("kimbac")
    position, _ = engine.rules.deal(2, engine.options({"rounds": 1}, 2), SeededDice(bytes(32)))
    opening = msgspec.json.decode(engine.encode(position))
    replay = finished(http, "kimbac", position=opening).get("/replay").json()
    assert replay["opening"] == opening
    assert verify(tmp_path, replay)[0] == 0


def test_a_game_with_nonces_is_verified_with_them(http: httpx.Client, tmp_path: Path) -> None:
    seats = [{"kind": "human", "nonce": "mine"}, {"kind": "bot"}]
    _, (ana, _) = create(http, "kimbac", {"seats": seats, "options": {"rounds": 1}})
    ana.put("/seats/0", {"kind": "bot"})
    ana.wait_for(lambda view: view["status"] == "finished")
    replay = ana.get("/replay").json()
    assert replay["nonces"] == ["mine"]
    assert verify(tmp_path, replay)[0] == 0


def test_an_aborted_game_opens_its_replay_too(http: httpx.Client, tmp_path: Path) -> None:
    made, ana, _ = two_humans(http)
    ana.act({"type": "take_object", "object": "rope"})
    http.delete(ana.path, headers={"Authorization": f"Bearer {made['host_token']}"})
    replay = ana.as_(None).get("/replay").json()
    assert (replay["status"], replay["result"], len(replay["acts"])) == ("aborted", None, 1)
    assert replay["acts"][0]["action"] == {"type": "take_object", "object": "rope"}
    assert ana.as_(None).get("/position").json()["phase"] == "choose_start_object"
    assert verify(tmp_path, replay)[0] == 0

"""An operation says who may use it, and nobody else gets in."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from api import routes
from api.app import create_app
from api.http.auth import EVERYBODY, Bearer, Right
from api.http.outcomes import Reply
from api.http.problems import Problem
from api.http.rate_limit import READ
from api.operations.games import game_operation
from api.spec.operation import Answer, Operation, Samples
from api.views.game.access import GameAccess
from engines.kernel.game import Game
from engines.kernel.registry import game
from store.redis.embedded import EmbeddedServer
from store.settings import Settings

UNKNOWN = Right.HOST | Right.SPECTATOR
"""A combination that no operation has, and that nothing was written for."""
SAID: dict[str, Any] = {
    "limit": READ, "task": "play", "verb": "peek{Game}", "samples": Samples("curl", "python", "typescript"),
}  # fmt: skip


def look(*_: Any) -> Reply:
    """Look."""
    return Reply(200, [("Content-Type", "application/json")], b"{}")


def peek(access: GameAccess) -> Operation:
    return game_operation(access, "peek", "GET", "/peek", look, [Answer(200, "All.", None)], admits=UNKNOWN, **SAID)


def service_operations_and(more: Any, engine: Game[Any, Any], access: GameAccess, *rest: Any) -> list[Operation]:
    return [*more(engine, access, *rest), peek(access)]


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FlaskClient]:
    """An application with one more operation."""
    monkeypatch.setattr(routes, "hook_operations", partial(service_operations_and, routes.hook_operations))
    server = EmbeddedServer(tmp_path)
    server.start()
    settings = Settings(redis_url=server.url, data=tmp_path, log_level="error")
    yield create_app(settings, [game("bakong")]).test_client()
    server.stop()


def test_a_combination_of_rights_that_is_new_lets_in_nobody_else(client: FlaskClient) -> None:
    seats = [{"kind": "human"}, {"kind": "human"}]
    made: Any = client.post("/v1/bakong/games", json={"seats": seats, "visibility": "private"}).json
    path = f"/v1/bakong/games/{made['id']}/peek"

    def status(token: str) -> int:
        return client.get(path, headers={"Authorization": f"Bearer {token}"}).status_code

    assert client.get(path).status_code == 404, "a private game is hidden"
    assert status("seat_nobody") == 404
    assert status(made["seats"][0]["token"]) == 403
    assert status(made["host_token"]) == 200
    assert status(made["spectator_token"]) == 200
    public: Any = client.post("/v1/bakong/games", json={"seats": seats}).json
    assert client.get(f"/v1/bakong/games/{public['id']}/peek").status_code == 401


@pytest.mark.parametrize("admits", [Right(2**position) for position in range(5)] + [UNKNOWN])
def test_a_right_admits_its_own_bearers_only(admits: Right) -> None:
    roles = {"guest": Right.ANYONE, "seat": Right.SEAT, "host": Right.HOST, "spectator": Right.SPECTATOR}
    for role, right in {**roles, "bot": Right.BOT}.items():
        bearer = Bearer(role)  # type: ignore[arg-type]
        if right in admits or Right.ANYONE in admits:
            bearer.require(admits)
        else:
            with pytest.raises(Problem):
                bearer.require(admits)


def test_an_operation_must_say_whom_it_admits() -> None:
    declare: Any = partial(Operation, "peek", "GET", "/peek", look, [Answer(200, "All.", None)], **SAID)
    with pytest.raises(TypeError, match="admits"):
        declare()
    for nobody in (Right(0), "seat", None, ("seat", "bot")):
        with pytest.raises(TypeError, match="admits nobody"):
            declare(admits=nobody)
    with pytest.raises(TypeError, match="guard"):
        declare(admits=Right.SEAT)
    assert declare(admits=EVERYBODY).security == [{}, {"seat": []}, {"host": []}, {"spectator": []}, {"bot": []}]


@pytest.mark.parametrize("missing", SAID)
def test_an_operation_says_everything(missing: str) -> None:
    said = {name: value for name, value in SAID.items() if name != missing}
    declare: Any = Operation
    with pytest.raises(TypeError, match=missing):
        declare("peek", "GET", "/peek", look, [], admits=Right.ANYONE, **said)

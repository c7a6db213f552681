"""Make the data folder of a release: `python -m tests.store.releases.make CHECKOUT VERSION`.

CHECKOUT has the release checked out and installed (`make .venv/runtime`). Its server runs on a folder of its own; games
are created and played over HTTP. Seeds, names and choices are fixed, ids and tokens are not.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
from redis import Redis

from tests.store.releases import FOLDER
from tests.support.client import GameClient
from tests.support.stack import free_port
from tests.support.waiting import wait_until

SEED = bytes(range(32)).hex()
HUMAN, OPEN = {"kind": "human"}, {"kind": "open"}
GREEDY, SEARCH = {"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "search", "level": 1}
OPTIONS: dict[str, dict[str, Any]] = {
    "bakong": {"first_seat": 1, "map_colour": "after", "quicksand_loss": "on_crossing", "memory_aid": True},
    "mekong": {"plank_fit": "snug", "plank_attempt": "eyeball", "jump_from_village": False, "round_cap": 12},
    "babord": {"rows": 5, "cols": 4, "wind_die": "four_winds", "restart_fish": 3, "memory_aid": True},
    "kimbac": {"rounds": 2, "reached_bonus": "per_player", "shortfall": "debt", "max_hunt_turns": 30},
    "bailouke": {"first_seat": 1, "wins_needed": 1, "tizeanne_deal": "more", "memory_aid": True},
}
MORE_OPTIONS: dict[str, dict[str, dict[str, Any]]] = {
    "0.1.0": {"mekong": {"colors": ["white", "black"]}},
    "0.2.0": {
        "mekong": {"colours": ["white", "black"]},
        "babord": {"spare_owner": True, "balls_fly": "every_turn", "bermuda_point": "later"},
        "kimbac": {"kimbac_may_stay": True},
    },
}
KEYED = ("open", "running", "takeback")
"""Kinds of games that are created and played with an Idempotency-Key."""
Json = dict[str, Any]


class Maker:
    """Creates games on one running server, and writes down what a test needs to go on with them."""

    def __init__(self, url: str, version: str) -> None:
        self.http = httpx.Client(base_url=url, timeout=60, verify=False)
        self.version = version
        self.choose = random.Random(f"choices of {version}")
        self.games: list[Json] = []
        self.requests: list[Json] = []
        """Requests with an Idempotency-Key, and their responses."""

    def create(self, kind: str, slug: str, seats: list[Json], seeded: bool = True, **more: Any) -> GameClient:
        body = {"seats": seats} | ({"seed": SEED} if seeded else {}) | more
        path = f"/v1/{slug}/games"
        if kind in KEYED:
            return self.remember(kind, slug, self.send(path, body, f"create {kind} {slug}", 201))
        response = self.http.post(path, json=body)
        assert response.status_code == 201, response.text
        return self.remember(kind, slug, response.json())

    def remember(self, kind: str, slug: str, created: Json) -> GameClient:
        self.games.append(
            {
                "kind": kind,
                "slug": slug,
                "id": created["id"],
                "host": created.get("host_token"),
                "seats": [seat.get("token") for seat in created["seats"]],
                "invite": created.get("invite"),
            }
        )
        return GameClient(self.http, slug, created["id"])

    def send(self, path: str, body: Json, key: str, status: int, token: str | None = None) -> Json:
        """Post with an Idempotency-Key, long enough that responses with tokens are repeated under it."""
        key = f"{key} of {self.version}, request {len(self.requests)}".ljust(40, ".")
        bearer = {"Authorization": f"Bearer {token}"} if token else {}
        response = self.http.post(path, json=body, headers={"Idempotency-Key": key} | bearer)
        assert response.status_code == status, response.text
        answer = response.json()
        self.requests.append(
            {"path": path, "body": body, "key": key, "token": token, "status": status, "answer": answer}
        )
        return dict(answer)

    def play(self, acts: int) -> None:
        """So many acts in the game made last, each a random legal one of a human seat; the last may have a key."""
        game = self.games[-1]
        for number in range(acts):
            view = self.wait_for_people()
            if view["status"] != "running":
                return
            seat = self.choose.choice([seat for seat in view["to_act"] if game["seats"][seat]])
            client = GameClient(self.http, game["slug"], game["id"], game["seats"][seat])
            action = self.choose.choice(client.legal()["actions"])
            if number == acts - 1 and game["kind"] in KEYED:
                key = f"act {game['kind']} {game['slug']}"
                self.send(f"{client.path}/actions", action, key, 200, client.token)
            else:
                response = client.act(action)
                assert response.status_code == 200, response.text

    def wait_for_people(self) -> Json:
        """The view of the game made last, once it waits for a human seat or is over."""
        game = self.games[-1]
        client = GameClient(self.http, game["slug"], game["id"])
        return client.wait_for(
            lambda view: view["status"] != "running" or any(game["seats"][seat] for seat in view["to_act"])
        )

    # --- what every release has ----------------------------------------------------------------------------------

    def make(self, slug: str, pull: Json, webhook: Json) -> None:
        self.create("open", slug, [HUMAN, OPEN], seeded=False)
        self.create("private", slug, [HUMAN, OPEN], seeded=False, visibility="private")
        self.create("dealt", slug, [HUMAN, HUMAN | {"nonce": "luck"}], seeded=False)
        self.create("running", slug, [HUMAN, HUMAN, HUMAN])
        self.play(30)
        options = OPTIONS[slug] | MORE_OPTIONS[self.version].get(slug, {})
        self.create("options", slug, [HUMAN, HUMAN], options=options)
        self.play(12)
        self.create("clock", slug, [HUMAN, HUMAN], clock={"turn_seconds": 604800, "bot": "search", "level": 2})
        self.play(3)
        self.create("bots", slug, [HUMAN, GREEDY, SEARCH])
        self.play(4)
        for kind, bot in (("pull", pull), ("webhook", webhook)):
            self.create(kind, slug, [HUMAN, {"kind": "remote", "bot": bot["id"]}])
        self.create("resigned", slug, [HUMAN, HUMAN, HUMAN])
        resigned, self.games[-1]["seats"][1] = self.games[-1]["seats"][1], None
        GameClient(self.http, slug, self.games[-1]["id"], resigned).post("/resign")
        self.play(3)
        finished = self.create("finished", slug, [GREEDY, GREEDY, GREEDY])
        finished.wait_for(lambda view: view["status"] == "finished", 300)
        self.abort(slug)

    def abort(self, slug: str) -> None:
        """A game that its host called off, a rematch of it, and a game from its position."""
        aborted = self.create("aborted", slug, [HUMAN, HUMAN])
        self.play(12)
        host = aborted.as_(self.games[-1]["host"])
        assert self.http.delete(host.path, headers=host.headers()).status_code == 200
        tokens = self.games[-1]["seats"]
        position = host.get("/position").json()
        self.remember("rematch", slug, host.as_(tokens[0]).post("/rematch").json())
        self.games[-1]["seats"] = tokens
        self.play(5)
        self.create("sandbox", slug, [HUMAN, HUMAN], position=position)
        self.play(5)

    # --- what 0.2 added ------------------------------------------------------------------------------------------

    def make_more(self, slug: str, pull: Json, listener: str) -> None:
        running = next(game for game in self.games if (game["kind"], game["slug"]) == ("running", slug))
        finished = next(game for game in self.games if (game["kind"], game["slug"]) == ("finished", slug))
        self.create("fork", slug, [HUMAN, HUMAN, HUMAN], seeded=False, fork={"id": finished["id"], "at": 12})
        self.play(3)
        host = GameClient(self.http, slug, running["id"], running["host"])
        self.send(f"{host.path}/hooks", {"url": listener}, f"hook {slug}", 201, host.token)
        self.create("bank", slug, [HUMAN, HUMAN], clock={"turn_seconds": 604800, "bank_seconds": 600})
        self.play(4)
        self.take_back(slug)
        entries = [{"bot": pull["id"]}, {"bot": "greedy"}]
        self.send(f"/v1/{slug}/matches", {"entries": entries, "games": 2, "seed": SEED}, f"match {slug}", 202)

    def take_back(self, slug: str) -> None:
        """A game of which one act was taken back, where the game allows it."""
        game = self.create("takeback", slug, [HUMAN, HUMAN])
        for _ in range(40):
            self.play(1)
            act = self.requests[-1]
            taken = self.http.delete(
                f"{game.path}/actions/{act['answer']['version']}", headers={"Authorization": f"Bearer {act['token']}"}
            )
            if taken.status_code == 200:
                return
        raise AssertionError(f"nothing can be taken back in {slug}")


class Listener(BaseHTTPRequestHandler):
    """Proves its URL, and puts every turn off."""

    def do_POST(self) -> None:
        call = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        challenge = call.get("challenge")
        body = json.dumps({"challenge": challenge}).encode()
        self.send_response(200 if challenge else 202)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def listening() -> Iterator[str]:
    """A server for webhooks; its URL."""
    server = ThreadingHTTPServer(("127.0.0.1", free_port()), Listener)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


@contextmanager
def running(checkout: Path, data: Path, **settings: str) -> Iterator[str]:
    """The server of a checkout on a data folder; its URL."""
    port = free_port()
    given = {
        "LUDOTHEQUE_PORT": str(port),
        "LUDOTHEQUE_DATA": str(data),
        "LUDOTHEQUE_API_PROCESSES": "1",
        "LUDOTHEQUE_CLIENT_JOBS": "0",
        "LUDOTHEQUE_REMOTE_NETWORKS": "127.0.0.0/8",
        "LUDOTHEQUE_REMOTE_SECONDS": "600",
    }
    with (data / "up.log").open("ab") as log:
        server = subprocess.Popen(
            [checkout / ".venv/bin/ludotheque", "up"],
            cwd=checkout,
            env=os.environ | given | settings,
            stdout=log,
            stderr=log,
        )
        try:
            wait_until(lambda: server.poll() is not None or answers(port), 60, (data / "up.log").read_text)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(60)


def answers(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/readyz", verify=False).status_code == 200
    except httpx.HTTPError:
        return False


def keep_for_ever(data: Path) -> None:
    """Let nothing expire, and write the log anew: the folder must be readable for years, and small."""
    with Redis(unix_socket_path=str(data / "redis" / "redis.sock")) as redis:
        for key in redis.scan_iter("{p*"):
            if b":rate:" not in key:
                redis.persist(key)
        redis.config_set("rdbcompression", "no")  # xz compresses better
        redis.bgrewriteaof()
        wait_until(lambda: not redis.info("persistence")["aof_rewrite_in_progress"], 60, "the log is being rewritten")


def main(checkout: Path, version: str) -> None:
    with tempfile.TemporaryDirectory() as folder, listening() as listener:
        data = Path(folder)
        with running(checkout, data) as url:
            maker = Maker(url, version)
            pull = maker.send("/v1/bots", {"name": "Pull", "concurrent": 1000}, "register", 201)
            webhook = maker.send("/v1/bots", {"name": "Webhook", "url": listener}, "register webhook", 201)
            for slug in OPTIONS:
                maker.make(slug, pull, webhook)
                if version != "0.1.0":
                    maker.make_more(slug, pull, listener)
                order = {"seats": [{"bot": "greedy"}, {"bot": "random"}], "games": 4, "seed": SEED}
                job = maker.send(f"/v1/{slug}/simulations", order, f"simulation {slug}", 202)
                wait_until(
                    lambda job=job: maker.http.get(f"/v1/jobs/{job['id']}").json()["status"] == "done", 60, "simulating"
                )
        with running(checkout, data, LUDOTHEQUE_WORKERS="0", LUDOTHEQUE_THINKING_WORKERS="0") as url:
            maker.http = httpx.Client(base_url=url, timeout=60, verify=False)
            for slug in OPTIONS:  # turns that bots owe while no worker runs
                maker.create("owed", slug, [GREEDY, SEARCH, HUMAN])
            keep_for_ever(data)
        (data / "games.json").write_text(json.dumps({"games": maker.games, "requests": maker.requests}))
        with tarfile.open(FOLDER / f"{version}.tar.xz", "w:xz") as archive:
            for name in ("games.json", "secret", "redis/appendonlydir"):
                archive.add(data / name, name)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])

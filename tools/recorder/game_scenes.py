"""Scenes of the operations of one game, one for every documented status."""

from __future__ import annotations

from typing import Any

from rq.job import Job
from rq.serializers import JSONSerializer

from tools.recorder.history_scenes import HistoryScenes
from tools.recorder.recorder import NOWHERE, SURPRISE, Json


class GameScenes(HistoryScenes):
    """Scenes of the operations of one game, one for every documented status."""

    def record(self) -> None:
        self.sheet()
        self.creation()
        self.acting()
        self.jobs()
        self.analyses()
        self.seats()
        self.ending()
        self.history()
        self.export()

    def sheet(self) -> None:
        self.show("GET", self.base)
        self.show("GET", f"{self.base}/rules")
        self.show("GET", f"{self.base}/rules/{next(iter(self.engine.rulebook))}")
        self.show("GET", f"{self.base}/rules/none")
        for tail in ("", "/rules", f"/rules/{next(iter(self.engine.rulebook))}"):
            self.show("GET", self.base + tail + SURPRISE)
            self.show("GET", self.base + tail, If_None_Match="*")

    def creation(self) -> None:
        payload = {"seats": [{"kind": "human", "name": "Ana"}, {"kind": "bot", "bot": "greedy"}]}
        for _ in range(2):
            self.show("POST", self.games, body=payload, Idempotency_Key=f"new-{self.engine.slug}-8d1e57b0a4c2")
            self.recorder.forget_answers()
        self.show_bad_bodies("POST", self.games, wrong={"seats": 99})
        self.show("GET", f"{self.games}?limit=5")
        self.show("GET", f"{self.games}?limit=0")

    def acting(self) -> None:
        game = self.new("human", "human")
        path, host = game["path"], game["host_token"]
        actions = f"{path}/actions"
        token, action = self.choice(game)
        tag = self.show("GET", path, token).headers["ETag"]
        self.show("GET", path, token, If_None_Match=tag)
        self.strangers("GET", game)
        tag = self.show("GET", actions, token).headers["ETag"]
        self.show("GET", actions, token, If_None_Match=tag)
        for tail in ("", "/actions", "/board.svg", "/board.txt"):
            self.show("GET", f"{path}{tail}?seat=9", token)
        self.show("GET", actions, host)
        self.strangers("GET", game, "/actions")
        self.show("POST", actions, token, action, If_Match=tag)
        self.show("POST", actions, token, action, If_Match=tag)
        self.show("POST", actions, host, action)
        self.strangers("POST", game, "/actions", action)
        self.show_bad_bodies("POST", actions, token, wrong={"type": "dance"})
        self.refusal(game)
        self.taking_back()
        waiting = self.new("human", "open")
        self.show("GET", f"{waiting['path']}/actions", waiting["tokens"][0])

    def taking_back(self) -> None:
        """Act and take it back, until there was an action that reveals nothing and one that does."""
        game, seen = self.new("human", "human"), set[int]()
        actions = f"{game['path']}/actions"
        self.show("DELETE", f"{actions}/1", game["host_token"])
        self.show("DELETE", f"{actions}/1{SURPRISE}", game["tokens"][0])
        self.strangers("DELETE", game, "/actions/1")
        while seen != {200, 409}:
            token, action = self.choice(game)
            acted = self.call("POST", actions, token, action).json or {}
            seen.add(self.show("DELETE", f"{actions}/{acted['version']}", token).status_code)
            if 200 in seen:  # taken back: continue from there
                self.call("POST", actions, *self.choice(game))

    def refusal(self, game: Json) -> None:
        """The same action again and again, until a rule forbids it."""
        while True:
            token, action = self.choice(game)
            for _ in range(2):
                refused = self.call("POST", f"{game['path']}/actions", token, action)
                if refused.status_code == 409:
                    self.show("POST", f"{game['path']}/actions", token, action)
                    return

    def jobs(self) -> None:
        game = self.new("human", "human")
        token, action = self.choice(game)
        actions, queue = f"{game['path']}/actions", self.recorder.services.queue
        job = self.show("POST", actions, token, action, Prefer="respond-async").json or {}
        self.recorder.show_job(job, token)
        Job.fetch(f"act-{job['id']}", connection=queue.redis, serializer=JSONSerializer).perform()
        self.recorder.show_job(job, token)
        self.show("GET", f"/v1/jobs/{NOWHERE}")
        token, action = self.choice(game)
        late = self.call("POST", actions, token, action, Prefer="respond-async").json or {}
        self.show("DELETE", late["url"], token)
        self.recorder.show_job(late, token)
        self.show("DELETE", f"/v1/jobs/{NOWHERE}")
        idle = next(held for held in game["tokens"] if held != token)
        refused = self.call("POST", actions, idle, action, Prefer="respond-async, wait=0", If_Match='"99-0"').json or {}
        Job.fetch(f"act-{refused['id']}", connection=queue.redis, serializer=JSONSerializer).perform()
        self.recorder.show_job(refused, idle)
        for method in ("GET", "DELETE"):
            self.show(method, job["url"] + SURPRISE)

    def analyses(self) -> None:
        """Odds and simulations; the work of the workers is done here."""
        game, undealt = self.new("human", "human"), self.new("human", "open")
        odds, simulations = f"{game['path']}/odds", f"{self.base}/simulations"
        payload = {"seats": [{"bot": "greedy"}, {"bot": "random"}], "games": 24}
        for path, token, body, parts in (
            (odds, game["tokens"][0], {"rollouts": 10}, 1),
            (simulations, "", payload, 2),
        ):
            job = self.show("POST", path, token, body).json or {}
            for part in range(parts):
                self.recorder.show_job(job)
                queue = self.recorder.services.queue.redis
                Job.fetch(f"part-{job['id']}-{part}", queue, serializer=JSONSerializer).perform()
            self.recorder.show_job(job)
            self.show_bad_bodies("POST", path, token)
        self.show("POST", f"{undealt['path']}/odds", undealt["tokens"][0], {})
        self.strangers("POST", game, "/odds", {})

    def seats(self) -> None:
        game = self.new("human", "open")
        seats, [ana, _] = f"{game['path']}/seats", game["tokens"]
        self.show("POST", seats, body={"name": "Bo", "nonce": "my own luck"})
        self.show("POST", seats, body={"name": "Cleo"})
        self.strangers("POST", game, "/seats", {})
        self.show_bad_bodies("POST", seats)
        self.show("PUT", f"{seats}/0", ana, {"kind": "bot", "bot": "greedy"})
        self.show("PUT", f"{seats}/0", body={"kind": "human"})
        self.show("PUT", f"{seats}/1", ana, {"kind": "bot"})
        self.strangers("PUT", game, "/seats/0", {"kind": "human"})
        self.show_bad_bodies("PUT", f"{seats}/0", ana)
        self.resignation(game, ana)
        self.show("PUT", f"{seats}/0", ana, {"kind": "human"})

    def resignation(self, game: Json, token: str) -> None:
        path = f"{game['path']}/resign"
        self.show("POST", path, token, {})
        self.show("POST", path, token, {})
        self.show("POST", path, game["host_token"], {})
        self.strangers("POST", game, "/resign", {})
        self.show_bad_bodies("POST", path, token)

    def ending(self) -> None:
        game = self.new("human", "human", visibility="private")
        path, host, [ana, _] = game["path"], game["host_token"], game["tokens"]
        rematch = f"{path}/rematch"
        self.show("POST", rematch, ana, {})
        self.show("POST", f"{path}/seats", game["spectator_token"], {})
        self.show("DELETE", path, ana)
        self.show("DELETE", path + SURPRISE, host)
        for _ in range(3):
            token, action = self.choice(game)
            self.call("POST", f"{path}/actions", token, action)
        self.show("DELETE", path, host)
        self.show("DELETE", path, host)
        public = self.new("human", "human")
        self.strangers("DELETE", public)
        self.strangers("POST", public, "/rematch", {})
        self.show("POST", rematch, game["spectator_token"], {})
        self.show("POST", rematch, ana, {})
        self.show_bad_bodies("POST", rematch, ana)

    def without_store(self) -> None:
        """The same operations while the store is down."""
        game, body = f"{self.games}/{NOWHERE}", dict[str, Any]()
        self.show("POST", self.games, body=body)
        self.show("GET", self.games)
        self.show("GET", f"{self.base}/export")
        for tail in ("", "/actions", "/events", "/position", "/replay", "/board.svg", "/board.txt"):
            self.show("GET", game + tail)
        for tail in ("/actions", "/seats", "/resign", "/rematch", "/odds"):
            self.show("POST", game + tail, body=body)
        self.show("POST", f"{self.base}/simulations", body={"seats": [{"bot": "greedy"}] * 2})
        self.show("PUT", f"{game}/seats/0", body=body)
        self.show("DELETE", game)
        self.show("DELETE", f"{game}/actions/2")

"""What the scenes of one game share: new games, strangers, and choices."""

from __future__ import annotations

from typing import Any

from engines.kernel.game import Game
from tools.recorder.recorder import NOBODY, NOWHERE, Json, Recorder


class Scenes:
    """Calls about one game."""

    def __init__(self, recorder: Recorder, engine: Game[Any, Any]) -> None:
        self.engine = engine
        self.base = f"/v1/{engine.slug}"
        self.games = f"{self.base}/games"
        self.call, self.show = recorder.call, recorder.show
        self.show_bad_bodies, self.recorder = recorder.show_bad_bodies, recorder

    def new(self, *kinds: str, **more: Any) -> Json:
        """A new game, with its path."""
        names = iter(["Ana", "Bo", "Cleo"])
        seats = [{"kind": kind, "name": next(names)} if kind == "human" else {"kind": kind} for kind in kinds]
        made: Json = self.call("POST", self.games, body={"seats": seats, **more}).json or {}
        tokens = [seat.get("token", "") for seat in made["seats"]]
        return {**made, "path": f"{self.games}/{made['id']}", "tokens": tokens}

    def strangers(self, method: str, game: Json, tail: str = "", body: Any = None) -> None:
        """A token of another game, and a game that does not exist."""
        self.show(method, game["path"] + tail, NOBODY, body)
        self.show(method, f"{self.games}/{NOWHERE}{tail}", game["host_token"], body)

    def choice(self, game: Json) -> tuple[str, Json]:
        """The token of the first seat that owes a decision, and its first legal action."""
        seat = self.call("GET", game["path"], game["host_token"]).json["to_act"][0]  # type: ignore[index]
        token = game["tokens"][seat]
        return token, self.call("GET", f"{game['path']}/actions", token).json["actions"][0]  # type: ignore[index]

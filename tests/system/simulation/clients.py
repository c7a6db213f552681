"""The clients of the simulated world, and what they know: their requests, and what each was answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from api.services import ApiServices
from engines.kernel.registry import game as registered
from store.bots.hooks import EVENTS, Hook
from store.bots.record import RemoteBot
from store.games.changes.actions import SubmitAction
from store.games.changes.create import Opening, SeatPlan, build_game
from store.games.idempotency import IdempotencyKey
from store.games.repository import NoSuchGame
from store.games.views import Reader
from store.ids import hashed, partition_for
from store.model.game import StoredGame
from store.model.outcomes import Accepted, Deferred, Refused, Replayed, TokenRevoked
from store.model.record import Clock
from store.process.clock import now_ms
from store.redis.client import OutcomeUnknown, StoreUnavailable
from tests.support.client import SHORT
from tests.system.faults.players import Diary, Said
from tests.system.simulation.seam import Fault
from tests.system.simulation.world import World

KINDS = {"h": "human", "b": "bot", "o": "open"}
READER = Reader(None, "en")


@dataclass
class PlayedGame(Diary):
    """A game as its players know it."""

    host: str = ""
    tokens: dict[int, str] = field(default_factory=dict)
    promises: list[tuple[int, str, int]] = field(default_factory=list)
    """Changes of seats that were acknowledged: version, type of event, seat."""
    hooks: dict[str, int] = field(default_factory=dict)
    """By hook, the version at which it was there."""
    jobs: dict[str, Said] = field(default_factory=dict)
    """Actions that answer later."""
    synced: int = 0
    """The version that has reached the disk."""
    synced_hooks: set[str] = field(default_factory=set)


@dataclass
class Request:
    """A request with a key, which may be sent again."""

    send: Callable[[ApiServices], bytes | None]
    """Send it once; its answer, or None when it was refused."""
    said: Said | None = None
    answer: bytes | None = None
    synced: bool = False
    """Has what was answered reached the disk?"""

    lost: int = 0
    """How often the server has lost it with its last second."""

    def answered(self, body: bytes) -> None:
        if self.answer is None:
            self.answer, self.synced = body, False


class Clients:
    def __init__(self, world: World) -> None:
        self.world = world
        self.games: list[PlayedGame] = []
        self.requests: list[Request] = []
        self.complaints: list[str] = []
        self.creations: dict[str, list[str]] = {}
        """By key, the ids of the games that were to be made."""
        self._synced: dict[str, int] = {}
        """Versions of these games that have reached the disk: a client may learn of its game later."""
        self._numbers = 0
        world.marked, world.lost_second = self._mark, self._rewind

    # --- the disk ------------------------------------------------------------------------------------------------

    def _mark(self) -> None:
        made = [identifier for ids in self.creations.values() for identifier in ids]
        self._synced = {identifier: self.world.truth.version(identifier) for identifier in made}
        for game in self.games:
            game.synced = self.world.truth.version(game.id)
            game.synced_hooks = set(game.hooks)
        for request in self.requests:
            request.synced = request.answer is not None

    def _rewind(self) -> None:
        """The server has lost what had not reached the disk: so have the clients what it had promised them."""
        seen = self.world.seen
        for game in self.games:
            stored = self.world.truth.version(game.id)
            if stored != game.synced:
                self.complaints.append(f"{game.id} came back with version {stored}, not {game.synced}")
            for said in game.said:
                if said.outcome == "acknowledged" and said.version > stored:
                    said.outcome, said.version = "unknown", 0
                    seen["acknowledged act lost with the last second"] += 1
            game.promises = [promise for promise in game.promises if promise[0] <= stored]
            game.hooks = {hook: at for hook, at in game.hooks.items() if hook in game.synced_hooks}
        for request in self.requests:
            if not request.synced:
                request.answer, request.lost = None, request.lost + 1
        self.games = [game for game in self.games if game.synced]

    # --- requests ------------------------------------------------------------------------------------------------

    def key(self, keyed: bool, what: str) -> IdempotencyKey | None:
        if not keyed:
            return None
        self._numbers += 1
        return IdempotencyKey.of("client", f"key {self._numbers}", what.encode())

    def ask(self, number: int, fault: Fault | None, request: Request, keep: bool) -> bytes | None:
        """Send a request through an API process; its answer, or None when there is none or it is a refusal."""
        if keep and request not in self.requests:
            self.requests.append(request)
        try:
            return self.world.in_api(number, fault, request.send)
        except StoreUnavailable:  # a promise: nothing was changed
            self.world.seen["store unavailable"] += 1
            if request.said is not None and request.said.outcome == "unknown" and not keep:
                request.said.outcome = "refused"
        except OutcomeUnknown:
            self.world.seen["outcome unknown"] += 1
        except NoSuchGame:
            self.world.seen["game gone"] += 1
        return None

    def repeat(self, number: int, fault: Fault | None, request: Request) -> None:
        """Send a request again: what was answered before is answered again, and nothing is done twice."""
        before, lost, unknown = (
            request.answer,
            request.lost,
            request.said is not None and request.said.outcome == "unknown",
        )
        answer = self.ask(number, fault, request, keep=True)
        if before is not None and answer is not None and request.lost == lost:
            self.world.seen["answer repeated"] += 1
            if _lasting(answer) != _lasting(before):
                self.complaints.append(f"a repetition was answered {answer[:300]!r}, first {before[:300]!r}")
        elif answer is not None and unknown:
            self.world.seen["unknown outcome cleared up"] += 1

    def create(self, number: int, fault: Fault | None, slug: str, kinds: str, keyed: bool, clock: Clock | None) -> None:
        key = self.key(keyed, slug)
        seed = self.world.rng.randbytes(32)
        options = {"first_seat": 0} if slug in ("bakong", "babord") else SHORT.get(slug, {})
        partition = None if key is None else partition_for(key.field)

        def send(at: ApiServices) -> bytes | None:
            repeat = None if key is None else at.store.repeat_of_creation(key)
            if repeat is None:
                plans = [SeatPlan(KINDS[letter]) for letter in kinds]  # type: ignore[arg-type]
                opening = Opening(plans, options, seed=seed, clock=clock)
                game, tokens = build_game(registered(slug), self.world.new_id(partition), opening)
                if key is not None:
                    self.creations.setdefault(key.field, []).append(game.id)
                repeat = at.games.create(game, tokens, key)
            if not isinstance(repeat, Accepted | Replayed):  # the record is there, its answer is lost
                return None
            self._learn(slug, kinds, repeat.body, request)
            return repeat.body

        request = Request(send)
        self.ask(number, fault, request, keyed)

    def _learn(self, slug: str, kinds: str, body: bytes, request: Request) -> None:
        made = msgspec.json.decode(body)
        request.answered(body)
        if all(game.id != made["id"] for game in self.games):
            game = PlayedGame(slug, made["id"], {seat for seat, letter in enumerate(kinds) if letter == "h"})
            game.host, game.synced = made["host_token"], self._synced.get(made["id"], 0)
            game.tokens = {seat["seat"]: seat["token"] for seat in made["seats"] if "token" in seat}
            self.games.append(game)

    def act(
        self, number: int, fault: Fault | None, game: PlayedGame, seat: int, action: Any, keyed: bool, later: bool
    ) -> None:
        said = Said(seat, msgspec.to_builtins(action))
        game.said.append(said)
        key = self.key(keyed, f"{game.id} {said.action}")
        token = hashed(game.tokens[seat])

        def send(at: ApiServices) -> bytes | None:
            loaded = self._open(at, game, seat, key, not later)
            if loaded is None:
                said.outcome = "refused" if said.outcome == "unknown" and not keyed else said.outcome
                return None
            submitted = SubmitAction(seat, action, token=token, key=key, respond_async=later)
            outcome = at.games.submit_action(loaded, submitted)
            if isinstance(outcome, Deferred):
                game.jobs[outcome.job.id] = said
                self.world.seen["act deferred"] += 1
                return None
            if isinstance(outcome, Refused):
                if said.outcome == "unknown":
                    said.outcome = "refused"
                if request.answer is not None and not isinstance(outcome.cause, TokenRevoked):
                    self.complaints.append(f"{said} was answered before, and is refused now: {outcome.cause}")
                return None
            if isinstance(outcome, Accepted):
                at.cache.put(outcome.game)
            version = msgspec.json.decode(outcome.body)["version"]
            if said.outcome == "acknowledged" and said.version != version:
                self.complaints.append(f"{said} was answered again with version {version}")
            said.outcome, said.version = "acknowledged", version
            request.answered(outcome.body)
            return outcome.body

        request = Request(send, said)
        self.ask(number, fault, request, keyed)

    def _open(
        self, at: ApiServices, game: PlayedGame, seat: int, key: IdempotencyKey | None, cached: bool
    ) -> StoredGame | None:
        """The game from the cache or the store, as the API finds it; None when the token does not open the seat."""
        engine, token = registered(game.slug), hashed(game.tokens[seat])
        kept = at.cache.take(game.slug, game.id) if cached else None
        if kept is not None and kept.record.seats[seat].token == token:
            self.world.seen["cached game"] += 1
            self.world.seen["stale cached game"] += kept.version != self.world.truth.version(game.id)
            return kept
        loaded = at.store.load(engine, game.id, key)
        return loaded if loaded.record.seats[seat].token == token else None

    def change(
        self,
        number: int,
        fault: Fault | None,
        game: PlayedGame,
        event: str,
        seat: int,
        work: Callable[[ApiServices, StoredGame], object],
        said: Said | None = None,
    ) -> None:
        """A change without a key; ``event`` is the type of event that it makes."""

        def send(at: ApiServices) -> bytes | None:
            outcome = work(at, at.store.load(registered(game.slug), game.id))
            if isinstance(outcome, Refused):
                if said is not None:
                    said.outcome = "refused"
                return None
            if not isinstance(outcome, Accepted):
                raise TypeError(f"a change came to {outcome}")
            if outcome.game.progress.events:
                game.promises.append((outcome.game.version, event, seat))
                self.world.seen[event] += 1
            if said is not None:
                said.outcome, said.version = "acknowledged", outcome.game.version
            return outcome.body

        self.ask(number, fault, Request(send, said), keep=False)

    def take_seat(self, number: int, fault: Fault | None, game: PlayedGame, keyed: bool) -> None:
        key = self.key(keyed, game.id)

        def send(at: ApiServices) -> bytes | None:
            loaded = at.store.load(registered(game.slug), game.id, key)
            outcome = at.games.take_seat(loaded, None, "Guest", None, key)
            if not isinstance(outcome, Accepted | Replayed):
                return None
            taken = msgspec.json.decode(outcome.body)
            game.tokens[taken["seat"]] = taken["token"]
            if (taken["version"], "SeatTaken", taken["seat"]) not in game.promises:
                game.promises.append((taken["version"], "SeatTaken", taken["seat"]))
                self.world.seen["SeatTaken"] += 1
            request.answered(outcome.body)
            return outcome.body

        request = Request(send)
        self.ask(number, fault, request, keyed)

    def add_hook(self, number: int, fault: Fault | None, game: PlayedGame) -> None:
        identifier = self.world.new_id(int(game.id[:2]))

        def send(at: ApiServices) -> bytes | None:
            loaded = at.store.load(registered(game.slug), game.id)
            if loaded.over:
                return None
            bot = RemoteBot(identifier, "Hook", "", [], None, [], 1, now_ms())
            bot.hook = Hook(game.slug, game.id, hashed(game.host), None, list(EVENTS))
            at.remotes.register(bot, None, False)
            at.remotes.hooks.add(game.id, identifier)
            game.hooks[identifier] = self.world.truth.version(game.id)
            self.world.seen["hook added"] += 1
            return b""

        self.ask(number, fault, Request(send), keep=False)


def _lasting(answer: bytes) -> Any:
    """What a repetition must say again: all, or of an act its version and events; its view is the current one."""
    said = msgspec.json.decode(answer)
    if "events" not in said:
        return said
    return said["version"], [(event["seq"], event["type"]) for event in said["events"]]

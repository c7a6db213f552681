"""What must hold in the simulated world: after every step, and when everything has come to rest."""

from __future__ import annotations

from collections import Counter

import msgspec

from engines.kernel.registry import game as registered
from engines.kernel.registry import slugs
from store.games.replay.archive import lines_of
from store.games.repository import NoSuchGame
from store.model.documents.events import ClockRanOut
from store.model.game import StoredGame
from store.model.job import NoSuchJob
from store.redis import keys
from tests.system.faults.audit import audit
from tests.system.simulation.clients import Clients, PlayedGame
from workers.remote.hooks import kind_of


def after_step(clients: Clients) -> list[str]:
    """Each game owes exactly the turns that its position says, and each clock that runs is written down."""
    found = list(clients.complaints)
    for played in clients.games:
        try:
            game = clients.world.truth.load(registered(played.slug), played.id)
        except NoSuchGame:
            found.append(f"{played.id} is gone")
            continue
        found += [f"{played.slug} {played.id} at version {game.version}: {text}" for text in _owes(clients, game)]
    return found


def _owes(clients: Clients, game: StoredGame) -> list[str]:
    tag = keys.tag_of(game.id)
    outbox, deadlines = (
        {entry.decode() for entry in entries if game.id.encode() in entry}
        for entries in clients.world.truth.redis.read(
            ("ZRANGE", keys.outbox(tag), 0, -1), ("ZRANGE", keys.deadlines(tag), 0, -1)
        )
    )
    open_ = [(seat, decision) for seat, decision in enumerate(game.record.decisions) if decision is not None]
    by_bots = {game.turn(seat, decision) for seat, decision in open_ if game.bot_plays(seat)}
    by_people = {game.turn(seat, decision) for seat, decision in open_ if not game.bot_plays(seat)}
    found, turns = [], {turn for turn in outbox if turn.count("/") == 3}
    if turns != by_bots:
        found.append(f"the outbox has {sorted(turns)}, bots owe {sorted(by_bots)}")
    if game.record.clock is not None and deadlines != by_people:
        found.append(f"clocks run for {sorted(deadlines)}, people owe {sorted(by_people)}")
    return found


def at_rest(clients: Clients) -> list[str]:
    """The audit of the fault tests, and what only this world knows, once all that was owed is done."""
    world = clients.world
    versions = {played.id: world.truth.version(played.id) for played in clients.games}
    left = world.settle()
    read_jobs(clients)
    for played in clients.games:  # a request that was repeated late may have come behind those that were sent after it
        played.said.sort(key=lambda said: said.version)
    counters = audit(world.truth, list(clients.games), finished=False)
    found = counters.complaints + [f"still owed: {entry}" for entry in left[:3]]
    for name in ("lost", "doubled", "phantom", "torn"):
        if getattr(counters, name):
            found.append(f"{getattr(counters, name)} {name}")
    for played in clients.games:
        found += _promises(clients, played) + _calls(clients, played, versions[played.id])
    for ids in clients.creations.values():
        if sum(world.truth.version(identifier) > 0 for identifier in ids) > 1:
            found.append(f"one creation made several games: {ids}")
    return found + _archived(clients)


def read_jobs(clients: Clients) -> None:
    """What came of the actions that answer later."""
    for played in clients.games:
        for identifier, said in played.jobs.items():
            try:
                job = clients.world.worker.services.jobs.load(identifier)
            except NoSuchJob:
                continue
            if job.status == "done":
                said.outcome, said.version = "acknowledged", msgspec.json.decode(job.result)["version"]
                clients.world.seen["deferred act played"] += 1
            elif job.status == "failed" and said.outcome == "unknown":
                said.outcome = "refused"
                if msgspec.json.decode(job.problem)["kind"] == "internal":
                    clients.complaints.append(f"job {identifier} failed")


def _promises(clients: Clients, played: PlayedGame) -> list[str]:
    events = clients.world.history.events(played.slug, played.id, 0, 1_000_000)
    clients.world.seen["clock ran out"] += any(isinstance(event, ClockRanOut) for event in events)
    made = {(event.version, type(event).__name__, getattr(event, "seat", 0)) for event in events}
    return [f"{played.id}: {promise} is not in the log" for promise in played.promises if promise not in made]


def _calls(clients: Clients, played: PlayedGame, until: int) -> list[str]:
    """Each hook was called for what happened since it was there, up to a version."""
    game = clients.world.truth.load(registered(played.slug), played.id)
    events = clients.world.history.events(played.slug, played.id, 0, 1_000_000)
    kinds = ((event, kind_of(event)) for event in events)
    wanted = {(event.version or 0, kind, getattr(event, "seat", None)) for event, kind in kinds if kind is not None}
    if not game.over:
        wanted |= {(decision, "turn", seat) for seat, decision in enumerate(game.record.decisions) if decision}
    found, called = [], clients.world.called
    for hook, since in played.hooks.items():
        for version, kind, seat in wanted:
            about = f"{game.turn(0, version)}/hook/{hook}/{kind}/{seat}"
            if since < version <= until and not called[about]:
                found.append(f"hook was not called: {about}")
            clients.world.seen["hook called twice"] += called[about] > 1
            clients.world.seen["hook called"] += called[about] > 0
    return found


def _archived(clients: Clients) -> list[str]:
    """Each public game that is finished is in the archive once."""
    world = clients.world
    world.wait(5000)
    world.keep_archive()
    archived = Counter(
        msgspec.json.decode(line)["id"] for path in world.archive.rglob("*.ndjson.gz") for line in lines_of(path)
    )
    lists = [keys.listing(tag, slug, "finished") for tag in keys.tags() for slug in slugs()]
    replies = world.truth.redis.read(*[("ZRANGE", name, 0, -1) for name in lists])
    finished = Counter(entry.decode() for reply in replies for entry in reply)
    world.seen["game archived"] += len(archived)
    return [] if archived == finished else [f"the archive has {archived}, finished are {finished}"]

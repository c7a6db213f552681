"""Plays every scene against the real application on its own store.

Only the clock and the source of ids, tokens and seeds are fixed. No example is typed by hand.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import orjson

from api.app import Ludotheque, create_app
from api.http.rate_limit import CLASSES
from engines.kernel.registry import game, slugs
from store.redis.embedded import EmbeddedServer
from store.settings import Settings
from tools.recorder.bot_scenes import BotScenes
from tools.recorder.fixed import FixedSource, fix_time_and_chance
from tools.recorder.game_scenes import GameScenes
from tools.recorder.ladder_scenes import LadderScenes
from tools.recorder.recorder import NOWHERE, SURPRISE, Json, Recorder

SECRET = "the secret with which the examples are recorded"  # noqa: S105


def turned_away(examples: dict[str, Json]) -> None:
    """Every operation after its client has used up the minute; nothing else is read then, not even the store."""
    limits: Json = {f"limit_{name}": 1 for name in CLASSES}
    app = create_app(Settings(redis_url="unix:///nowhere", secret=SECRET, log_level="error", **limits))
    recorder, services = Recorder(app), app.extensions["services"]
    for name in CLASSES:
        services.rates.take(name, "127.0.0.1", 1)
    known = {
        "id": NOWHERE,
        "game": NOWHERE,
        "bot": NOWHERE,
        "slug": "kimbac",
        "hook": NOWHERE,
        "seat": 0,
        "version": 2,
        "rule_id": "none",
        "name": "none",
    }
    for rule in app.url_map.iter_rules():
        operation = rule.endpoint.rpartition(".")[2]
        if operation not in examples or operation in ("health", "ready"):
            continue
        path = recorder.routes.build(rule.endpoint, {name: known[name] for name in rule.arguments})
        [method] = (rule.methods or set()) - {"HEAD", "OPTIONS"}
        recorder.show(method, path)
    for operation, entry in recorder.examples.items():
        examples[operation]["responses"] |= entry["responses"]


def record(app: Ludotheque, server: EmbeddedServer, source: FixedSource) -> dict[str, Json]:
    """Every example of the document; the server is stopped at the end, for the last ones."""
    recorder = Recorder(app)
    scenes = [GameScenes(recorder, game(slug)) for slug in slugs()]
    recorder.show("GET", "/v1")
    recorder.show("GET", "/v1", If_None_Match="*")
    recorder.show("GET", "/v1/games")
    recorder.show("GET", "/healthz")
    recorder.show("GET", "/readyz")
    recorder.show("GET", "/problems/conflict")
    recorder.show("GET", "/problems/none")
    for path in ("/v1", "/v1/games", "/problems/conflict"):
        recorder.show("GET", path + SURPRISE)
    for scene in scenes:
        source.begin(scene.engine.slug)
        scene.record()
    source.begin("bots")
    bots = BotScenes(recorder)
    bots.record()
    source.begin("ladders")
    ladders = LadderScenes(recorder)
    ladders.record()
    server.stop()
    bots.without_store()
    ladders.without_store()
    recorder.show("GET", "/v1/games")
    recorder.show("GET", "/readyz")
    recorder.show("GET", f"/v1/jobs/{NOWHERE}")
    recorder.show("DELETE", f"/v1/jobs/{NOWHERE}")
    for scene in scenes:
        scene.without_store()
    turned_away(recorder.examples)
    return recorder.examples


def recorded() -> bytes:
    """The examples file, recorded again."""
    with tempfile.TemporaryDirectory(prefix="ludotheque-record-") as folder:
        server = EmbeddedServer(Path(folder))
        server.start()
        # The worker's part reads its settings from the environment.
        os.environ |= {"REDIS_URL": server.url, "LUDOTHEQUE_SECRET": SECRET, "LUDOTHEQUE_DATA": folder}
        try:
            source = fix_time_and_chance()
            app = create_app(Settings(redis_url=server.url, secret=SECRET, data=Path(folder), log_level="error"))
            examples = record(app, server, source)
        finally:
            server.stop()
    options = orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE
    return orjson.dumps(examples, option=options)

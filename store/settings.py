"""Everything that an operator may set, by environment, in one place; a bad value is named at start."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from store.process import setting_values as values
from store.process.environment import BadSetting, given_settings
from store.redis.urls import several

MOST = 1_000_000_000
DURABILITY = ("fast", "safe", "replicated")


def _limit(what: str) -> str:
    return f"{what} of one client in a minute; 0 = no limit"


def _setting(variable: str, default: Any, read: Callable[[str], Any], says: str, secret: bool = False) -> Any:
    return field(default=default, metadata={"variable": variable, "read": read, "says": says, "secret": secret})


@dataclass(frozen=True)
class Settings:
    """The settings of one installation."""

    port: int = _setting("LUDOTHEQUE_PORT", 8000, values.whole_number(1, 65535), "port of the API")
    host: str = _setting("LUDOTHEQUE_HOST", "127.0.0.1", str, "address on which the API listens")
    data: Path = _setting(
        "LUDOTHEQUE_DATA", Path("var/data"), Path, "folder of the embedded server's data and of the server secret"
    )
    content: str = _setting(
        "LUDOTHEQUE_CONTENT",
        "",
        values.folder,
        "folder with content files that replace those of the games, `<slug>.toml` each; empty = none",
    )
    redis_url: str = _setting(
        "REDIS_URL",
        "",
        values.redis_url("cluster"),
        "Redis for games, or `redis+cluster://host:port,host:port`; empty = an embedded server",
        secret=True,
    )
    queue_url: str = _setting(
        "LUDOTHEQUE_QUEUE_URL",
        "",
        values.redis_url("sentinel"),
        "Redis for the queue, or `redis+sentinel://host:port,host:port/name`; empty = the one for games",
        secret=True,
    )
    durability: str = _setting(
        "LUDOTHEQUE_DURABILITY",
        "fast",
        values.one_of(*DURABILITY),
        "`fast` (fsync every second), `safe` (fsync always), `replicated` (on the disks of replicas, too)",
    )
    replicas: int = _setting(
        "LUDOTHEQUE_REPLICAS", 1, values.whole_number(1, 5), "replicas that must confirm a commit at level `replicated`"
    )
    replica_wait_ms: int = _setting(
        "LUDOTHEQUE_REPLICA_WAIT_MS", 3000, values.whole_number(10, 30000), "how long a commit waits for them"
    )
    memory_mb: int = _setting(
        "LUDOTHEQUE_MEMORY_MB",
        1024,
        values.whole_number(64, 1048576),
        "memory of the embedded server in MB; while it is used up, changes are refused with 503",
    )
    api_processes: int = _setting("LUDOTHEQUE_API_PROCESSES", 2, values.whole_number(1, 64), "API processes")
    api_threads: int = _setting(
        "LUDOTHEQUE_API_THREADS",
        16,
        values.whole_number(2, 256),
        "threads of an API process, where replicas confirm or on a Cluster, over TLS",
    )
    waiters: int = _setting(
        "LUDOTHEQUE_WAITERS", 8, values.whole_number(0, 255), "waiting reads that one API process holds at once"
    )
    games_at_hand: int = _setting(
        "LUDOTHEQUE_GAMES_AT_HAND",
        500,
        values.whole_number(0, 100000),
        "running games that one API process keeps in memory from one act to the next; 0 = none",
    )
    replay_mb: int = _setting(
        "LUDOTHEQUE_REPLAY_MB",
        32,
        values.whole_number(1, 65536),
        "memory in MB in which one API process keeps the games that were looked back at last",
    )
    workers: int = _setting(
        "LUDOTHEQUE_WORKERS",
        1,
        values.whole_number(0, 64),
        "worker processes for turns that take milliseconds, and clocks",
    )
    thinking_workers: int = _setting(
        "LUDOTHEQUE_THINKING_WORKERS", 1, values.whole_number(0, 64), "worker processes for turns of the searching bot"
    )
    batch_workers: int = _setting(
        "LUDOTHEQUE_BATCH_WORKERS",
        1,
        values.whole_number(0, 64),
        "worker processes for odds and simulations, at low priority",
    )
    remote_seconds: int = _setting(
        "LUDOTHEQUE_REMOTE_SECONDS",
        30,
        values.whole_number(1, 600),
        "time of a remote bot for one decision, round trip included",
    )
    remote_calls: int = _setting(
        "LUDOTHEQUE_REMOTE_CALLS", 64, values.whole_number(1, 1024), "calls to remote bots at once"
    )
    remote_networks: str = _setting(
        "LUDOTHEQUE_REMOTE_NETWORKS",
        "",
        values.networks,
        "networks (`10.0.0.0/8`, separated by spaces) in which remote bots may live though they are not public",
    )
    remote_idle_seconds: int = _setting(
        "LUDOTHEQUE_REMOTE_IDLE_SECONDS",
        900,
        values.whole_number(1, 2592000),
        "a game in which a remote bot was not asked for so long takes none of its places",
    )
    remote_loopback: int = _setting(
        "LUDOTHEQUE_REMOTE_LOOPBACK",
        0,
        values.whole_number(0, 1),
        "1 = anybody may register remote bots on loopback addresses of the machine where the workers run; 0 = only who "
        "asks from this machine itself, while the API listens on loopback and no proxy is trusted",
    )
    remote_ports: str = _setting(
        "LUDOTHEQUE_REMOTE_PORTS", "80 443 1024-65535", values.ports, "ports on which remote bots may be called"
    )
    secret_overlap_seconds: int = _setting(
        "LUDOTHEQUE_SECRET_OVERLAP_SECONDS",
        86400,
        values.whole_number(1, 2592000),
        "how long calls are also signed with the secret that was replaced",
    )
    secret: str = _setting(
        "LUDOTHEQUE_SECRET",
        "",
        values.secret_text,
        "secret that seals stored tokens; empty = made once in the data folder",
        secret=True,
    )
    cors_origins: str = _setting(
        "LUDOTHEQUE_CORS_ORIGINS",
        "*",
        str,
        "origins that browsers may call from, separated by spaces; `*` = all, empty = none",
    )
    limit_read: int = _setting("LUDOTHEQUE_LIMIT_READ", 60000, values.whole_number(0, MOST), _limit("reads"))
    limit_act: int = _setting(
        "LUDOTHEQUE_LIMIT_ACT", 15000, values.whole_number(0, MOST), _limit("acts and other changes of a game")
    )
    limit_create: int = _setting("LUDOTHEQUE_LIMIT_CREATE", 3000, values.whole_number(0, MOST), _limit("new games"))
    limit_job: int = _setting("LUDOTHEQUE_LIMIT_JOB", 600, values.whole_number(0, MOST), _limit("new jobs"))
    limit_bot: int = _setting(
        "LUDOTHEQUE_LIMIT_BOT",
        600,
        values.whole_number(0, MOST),
        _limit("registrations, changes and tests of remote bots"),
    )
    trusted_proxies: int = _setting(
        "LUDOTHEQUE_TRUSTED_PROXIES",
        0,
        values.whole_number(0, 10),
        "proxies before the API that write X-Forwarded-For; the client is the address that the farthest of them saw",
    )
    client_games: int = _setting(
        "LUDOTHEQUE_CLIENT_GAMES",
        5000,
        values.whole_number(0, MOST),
        "unfinished games that one client has created; 0 = no limit",
    )
    client_bots: int = _setting(
        "LUDOTHEQUE_CLIENT_BOTS",
        200,
        values.whole_number(0, MOST),
        "remote bots that one client has registered; 0 = no limit",
    )
    client_hooks: int = _setting(
        "LUDOTHEQUE_CLIENT_HOOKS",
        200,
        values.whole_number(0, MOST),
        "hooks of games that one client has made; 0 = no limit",
    )
    client_jobs: int = _setting(
        "LUDOTHEQUE_CLIENT_JOBS",
        4,
        values.whole_number(0, MOST),
        "odds and simulations of one client that are open; 0 = no limit",
    )
    client_streams: int = _setting(
        "LUDOTHEQUE_CLIENT_STREAMS",
        2000,
        values.whole_number(1, 65535),
        "streams and waiting reads of one client, in each process",
    )
    streams: int = _setting(
        "LUDOTHEQUE_STREAMS", 10000, values.whole_number(1, 65535), "streams and waiting reads that one process holds"
    )
    game_events: int = _setting(
        "LUDOTHEQUE_GAME_EVENTS",
        20000,
        values.whole_number(100, MOST),
        "events of one game; with the last of them it is called off",
    )
    body_bytes: int = _setting(
        "LUDOTHEQUE_BODY_BYTES", 262144, values.whole_number(1024, 16777216), "largest request body"
    )
    body_seconds: int = _setting(
        "LUDOTHEQUE_BODY_SECONDS", 20, values.whole_number(1, 600), "how long the body of a request may take to arrive"
    )
    keep_finished_hours: int = _setting(
        "LUDOTHEQUE_KEEP_FINISHED_HOURS", 720, values.whole_number(1, 87600), "how long a game is kept once it is over"
    )
    keep_idle_hours: int = _setting(
        "LUDOTHEQUE_KEEP_IDLE_HOURS",
        720,
        values.whole_number(1, 87600),
        "how long a game is kept after its last change",
    )
    archive: str = _setting(
        "LUDOTHEQUE_ARCHIVE", "", str, "folder in which the sweeper keeps public finished games as files; empty = none"
    )
    answer_seconds: int = _setting(
        "LUDOTHEQUE_ANSWER_SECONDS",
        600,
        values.whole_number(1, 86400),
        "how long answers are kept for repeated Idempotency-Keys",
    )
    job_seconds: int = _setting(
        "LUDOTHEQUE_JOB_SECONDS", 3600, values.whole_number(60, 604800), "how long the outcome of a job is kept"
    )
    odds_rollouts: int = _setting(
        "LUDOTHEQUE_ODDS_ROLLOUTS", 5000, values.whole_number(10, 1000000), "most rollouts of one request for odds"
    )
    simulation_games: int = _setting(
        "LUDOTHEQUE_SIMULATION_GAMES", 10000, values.whole_number(1, 1000000), "most games of one simulation"
    )
    simulation_seconds: int = _setting(
        "LUDOTHEQUE_SIMULATION_SECONDS",
        3600,
        values.whole_number(1, 10000000),
        "most worker seconds that one simulation may need, by a rough estimate from its bots",
    )
    match_games: int = _setting("LUDOTHEQUE_MATCH_GAMES", 200, values.whole_number(1, 10000), "most games of one match")
    ladder_games: int = _setting(
        "LUDOTHEQUE_LADDER_GAMES",
        4,
        values.whole_number(0, 1000),
        "games of one ladder that are played at once; 0 = none",
    )
    ladder_entries: int = _setting(
        "LUDOTHEQUE_LADDER_ENTRIES", 200, values.whole_number(1, 10000), "bots that one ladder takes"
    )
    ladder_entry_games: int = _setting(
        "LUDOTHEQUE_LADDER_ENTRY_GAMES",
        60,
        values.whole_number(1, 10000),
        "games for which an entry is paired; with more it plays only as the opponent of others",
    )
    ladder_results: int = _setting(
        "LUDOTHEQUE_LADDER_RESULTS",
        2000,
        values.whole_number(10, 100000),
        "results that a ladder keeps, with their replays; ratings follow from these",
    )
    ladder_anchors: str = _setting(
        "LUDOTHEQUE_LADDER_ANCHORS",
        "random greedy search:1 search:4",
        values.anchors,
        "built-in bots that play in every ladder, separated by spaces",
    )
    accelerate: int = _setting(
        "LUDOTHEQUE_ACCELERATE",
        1,
        values.whole_number(0, 1),
        "1 = shortcuts around Flask for known versions; 0 = none",
    )
    traces: int = _setting(
        "LUDOTHEQUE_TRACES",
        0,
        values.traces,
        "1 = send traces by OpenTelemetry (extra `otel`), to where its `OTEL_EXPORTER_OTLP_ENDPOINT` says; 0 = none",
    )
    log_level: str = _setting(
        "LUDOTHEQUE_LOG_LEVEL", "info", values.one_of("debug", "info", "warning", "error"), "least level that is logged"
    )
    log_format: str = _setting(
        "LUDOTHEQUE_LOG_FORMAT", "json", values.one_of("json", "text"), "`json` lines or coloured `text`"
    )

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """Read and check every setting; raises BadSetting with the variable's name."""
        settings = cls(**given_settings(fields(cls), os.environ if environment is None else environment))
        if settings.waiters >= settings.api_threads:
            raise BadSetting(
                f"LUDOTHEQUE_WAITERS={settings.waiters}: must be less than LUDOTHEQUE_API_THREADS="
                f"{settings.api_threads}, or waiting reads leave no thread to answer"
            )
        if settings.clustered and not settings.queue_url:
            raise BadSetting("LUDOTHEQUE_QUEUE_URL: must be set, for the queue cannot lie on a Cluster as REDIS_URL is")
        return settings

    @property
    def clustered(self) -> bool:
        """Do the games lie on a Cluster?"""
        return several(self.redis_url) is not None

    @property
    def queue(self) -> str:
        """Where the queue lies."""
        return self.queue_url or self.redis_url

    @classmethod
    def table(cls) -> list[tuple[str, str, str]]:
        """Variable, default and meaning of every setting, for the documentation."""
        return [(entry.metadata["variable"], str(entry.default), entry.metadata["says"]) for entry in fields(cls)]

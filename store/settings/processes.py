"""Settings of the API and worker processes."""

from __future__ import annotations

from dataclasses import dataclass

from store.settings import values
from store.settings.declare import number, setting


@dataclass(frozen=True)
class ProcessSettings:
    """Processes"""

    port: int = number("LUDOTHEQUE_PORT", 8000, 1, 65535, "port of the API")
    host: str = setting("LUDOTHEQUE_HOST", "127.0.0.1", str, "address on which the API listens")
    trusted_proxies: int = number(
        "LUDOTHEQUE_TRUSTED_PROXIES",
        0, 0, 10,
        "number of proxies in front of the API that write X-Forwarded-For; the client is the address seen by the "
        "outermost of them",
    )  # fmt: skip
    cors_origins: str = setting(
        "LUDOTHEQUE_CORS_ORIGINS",
        "*",
        str,
        "origins that browsers may call from, separated by spaces; `*` = all, empty = none",
    )
    api_processes: int = number("LUDOTHEQUE_API_PROCESSES", 2, 1, 64, "API processes")
    api_threads: int = number(
        "LUDOTHEQUE_API_THREADS",
        16, 2, 256,
        "threads of an API process for commits that replicas confirm, or to a Cluster, over TLS",
    )  # fmt: skip
    game_cache: int = number(
        "LUDOTHEQUE_GAME_CACHE", 500, 0, 100000, "running games that one API process caches between acts; 0 = none"
    )
    replay_mb: int = number(
        "LUDOTHEQUE_REPLAY_MB", 32, 1, 65536, "memory in MB in which one API process caches past versions of games"
    )
    workers: int = number("LUDOTHEQUE_WORKERS", 1, 0, 64, "worker processes for quick bot turns and expired clocks")
    thinking_workers: int = number(
        "LUDOTHEQUE_THINKING_WORKERS", 1, 0, 64, "worker processes for turns of the bot `search`"
    )
    batch_workers: int = number(
        "LUDOTHEQUE_BATCH_WORKERS", 1, 0, 64, "worker processes for odds and simulations, at low priority"
    )
    traces: int = setting(
        "LUDOTHEQUE_TRACES",
        0,
        values.traces,
        "1 = send OpenTelemetry traces (extra `otel`) to `OTEL_EXPORTER_OTLP_ENDPOINT`; 0 = none",
    )
    log_level: str = setting(
        "LUDOTHEQUE_LOG_LEVEL",
        "info",
        values.one_of("debug", "info", "warning", "error"),
        "lowest level that is logged",
    )
    log_format: str = setting(
        "LUDOTHEQUE_LOG_FORMAT", "json", values.one_of("json", "text"), "`json` lines or coloured `text`"
    )

"""Settings of Redis and of what is kept there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from store.settings import values
from store.settings.declare import number, setting

DURABILITY = ("fast", "safe", "replicated")


@dataclass(frozen=True)
class StorageSettings:
    """Storage"""

    data: Path = setting(
        "LUDOTHEQUE_DATA", Path("var/data"), Path, "folder of the embedded server's data and of the server secret"
    )
    content: str = setting(
        "LUDOTHEQUE_CONTENT",
        "",
        values.folder,
        "folder with `<slug>.toml` files that replace the content of games; empty = none",
    )
    redis_url: str = setting(
        "REDIS_URL",
        "",
        values.redis_url("cluster"),
        "Redis for games, or `redis+cluster://host:port,host:port`; empty = an embedded server",
        secret=True,
    )
    queue_url: str = setting(
        "LUDOTHEQUE_QUEUE_URL",
        "",
        values.redis_url("sentinel"),
        "Redis for the queue, or `redis+sentinel://host:port,host:port/name`; empty = the Redis for games",
        secret=True,
    )
    secret: str = setting(
        "LUDOTHEQUE_SECRET",
        "",
        values.secret_text,
        "secret that encrypts stored tokens; empty = generated once in the data folder",
        secret=True,
    )
    durability: str = setting(
        "LUDOTHEQUE_DURABILITY",
        "fast",
        values.one_of(*DURABILITY),
        "`fast` (fsync every second), `safe` (fsync always) or `replicated` (also on the disks of replicas)",
    )
    replicas: int = number("LUDOTHEQUE_REPLICAS", 1, 1, 5, "replicas that must confirm a commit at level `replicated`")
    replica_wait_ms: int = number(
        "LUDOTHEQUE_REPLICA_WAIT_MS", 3000, 10, 30000, "how long a commit waits for its replicas, in milliseconds"
    )
    memory_mb: int = number(
        "LUDOTHEQUE_MEMORY_MB",
        1024, 64, 1048576,
        "memory of the embedded server in MB; when it is full, changes are refused with 503",
    )  # fmt: skip
    keep_finished_hours: int = number(
        "LUDOTHEQUE_KEEP_FINISHED_HOURS", 720, 1, 87600, "how long a finished game is kept"
    )
    keep_idle_hours: int = number(
        "LUDOTHEQUE_KEEP_IDLE_HOURS", 720, 1, 87600, "how long a game is kept after its last change"
    )
    archive: str = setting(
        "LUDOTHEQUE_ARCHIVE", "", str, "folder in which the sweeper archives public finished games; empty = none"
    )
    answer_seconds: int = number(
        "LUDOTHEQUE_ANSWER_SECONDS",
        600,
        1,
        86400,
        "how long responses with tokens are kept for repeated Idempotency-Keys; those to acts are rebuilt",
    )
    job_seconds: int = number("LUDOTHEQUE_JOB_SECONDS", 3600, 60, 604800, "how long the result of a job is kept")

"""Settings of what one client, process, game or request may use."""

from __future__ import annotations

from dataclasses import dataclass

from store.settings.declare import MOST, limit, number


@dataclass(frozen=True)
class LimitSettings:
    """Limits"""

    limit_read: int = limit("LUDOTHEQUE_LIMIT_READ", 60000, "reads of one client per minute")
    limit_act: int = limit("LUDOTHEQUE_LIMIT_ACT", 15000, "acts and other changes of games of one client per minute")
    limit_create: int = limit("LUDOTHEQUE_LIMIT_CREATE", 3000, "new games of one client per minute")
    limit_job: int = limit("LUDOTHEQUE_LIMIT_JOB", 600, "new jobs of one client per minute")
    limit_bot: int = limit(
        "LUDOTHEQUE_LIMIT_BOT", 600, "registrations, changes and tests of remote bots of one client per minute"
    )
    client_games: int = limit("LUDOTHEQUE_CLIENT_GAMES", 5000, "unfinished games created by one client")
    client_stored_mb: int = limit(
        "LUDOTHEQUE_CLIENT_STORED_MB", 256, "MB that the games of one client take in the store"
    )
    client_bots: int = limit("LUDOTHEQUE_CLIENT_BOTS", 200, "remote bots registered by one client")
    client_entries: int = limit("LUDOTHEQUE_CLIENT_ENTRIES", 20, "bots of one client in one ladder")
    client_hooks: int = limit("LUDOTHEQUE_CLIENT_HOOKS", 200, "hooks created by one client")
    client_jobs: int = limit("LUDOTHEQUE_CLIENT_JOBS", 4, "unfinished odds, simulations and matches of one client")
    client_streams: int = number(
        "LUDOTHEQUE_CLIENT_STREAMS", 2000, 1, 65535, "streams and waiting reads of one client, in each process"
    )
    streams: int = number("LUDOTHEQUE_STREAMS", 10000, 1, 65535, "streams and waiting reads of one process")
    client_connections: int = number(
        "LUDOTHEQUE_CLIENT_CONNECTIONS",
        2500, 1, 65535,
        "connections of one client, in each process; behind trusted proxies these must bound them",
    )  # fmt: skip
    client_unsent_mb: int = number(
        "LUDOTHEQUE_CLIENT_UNSENT_MB",
        8, 1, 65536,
        "MB that wait in one process for one client that does not read; beyond them, its oldest blocked connection is "
        "closed",
    )  # fmt: skip
    unsent_mb: int = number(
        "LUDOTHEQUE_UNSENT_MB",
        64, 1, 65536,
        "MB that wait in one process for all clients that do not read; beyond them, the oldest blocked connection is "
        "closed",
    )  # fmt: skip
    game_events: int = number(
        "LUDOTHEQUE_GAME_EVENTS",
        20000, 100, MOST,
        "events of one game; from half of them on nothing is taken back, and when it reaches them, the game is aborted",
    )  # fmt: skip
    body_bytes: int = number("LUDOTHEQUE_BODY_BYTES", 262144, 1024, 16777216, "largest request body")
    body_seconds: int = number("LUDOTHEQUE_BODY_SECONDS", 20, 1, 600, "how long a request body may take to arrive")
    odds_rollouts: int = number("LUDOTHEQUE_ODDS_ROLLOUTS", 5000, 10, 1000000, "most rollouts of one odds request")
    simulation_games: int = number("LUDOTHEQUE_SIMULATION_GAMES", 10000, 1, 1000000, "most games of one simulation")
    simulation_seconds: int = number(
        "LUDOTHEQUE_SIMULATION_SECONDS",
        3600, 1, 10000000,
        "most worker seconds of one simulation, by a rough estimate from its bots",
    )  # fmt: skip

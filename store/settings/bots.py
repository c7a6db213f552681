"""Settings of remote bots, matches and ladders."""

from __future__ import annotations

from dataclasses import dataclass

from store.settings import values
from store.settings.declare import number, setting


@dataclass(frozen=True)
class BotSettings:
    """Bots, matches and ladders"""

    remote_seconds: int = number(
        "LUDOTHEQUE_REMOTE_SECONDS", 30, 1, 600, "time of a remote bot for one decision, round trip included"
    )
    remote_calls: int = number(
        "LUDOTHEQUE_REMOTE_CALLS", 64, 1, 1024, "simultaneous calls to remote bots, at most half of them for one client"
    )
    remote_networks: str = setting(
        "LUDOTHEQUE_REMOTE_NETWORKS",
        "",
        values.networks,
        "non-public networks (`10.0.0.0/8`, separated by spaces) in which remote bots are allowed",
    )
    remote_idle_seconds: int = number(
        "LUDOTHEQUE_REMOTE_IDLE_SECONDS",
        900, 1, 2592000,
        "a game in which a remote bot was not asked for this long does not count for its `concurrent`",
    )  # fmt: skip
    remote_loopback: int = number(
        "LUDOTHEQUE_REMOTE_LOOPBACK",
        0, 0, 1,
        "1 = programs and pages of this machine may register remote bots on its loopback addresses: the request comes "
        "from loopback, names it as `Host` and, if at all, as `Origin`, and no proxy is trusted; 0 = nobody; "
        "`make run` sets 1",
    )  # fmt: skip
    remote_ports: str = setting(
        "LUDOTHEQUE_REMOTE_PORTS", "80 443 1024-65535", values.ports, "ports on which remote bots may be called"
    )
    secret_overlap_seconds: int = number(
        "LUDOTHEQUE_SECRET_OVERLAP_SECONDS", 86400, 1, 2592000, "how long calls are also signed with a replaced secret"
    )
    match_games: int = number("LUDOTHEQUE_MATCH_GAMES", 200, 1, 10000, "most games of one match")
    ladder_games: int = number(
        "LUDOTHEQUE_LADDER_GAMES",
        4,
        0,
        1000,
        "simultaneous games of one ladder, at most half of them with bots of one client; 0 = none",
    )
    ladder_entries: int = number("LUDOTHEQUE_LADDER_ENTRIES", 200, 1, 10000, "most bots of one ladder")
    ladder_entry_games: int = number(
        "LUDOTHEQUE_LADDER_ENTRY_GAMES",
        60, 1, 10000,
        "games for which an entry is paired; after that it only plays as an opponent",
    )  # fmt: skip
    ladder_bench_hours: int = number(
        "LUDOTHEQUE_LADDER_BENCH_HOURS", 24, 1, 87600, "how long a benched bot stays in a ladder"
    )
    ladder_results: int = number(
        "LUDOTHEQUE_LADDER_RESULTS",
        2000, 10, 100000,
        "results that a ladder keeps, with their replays; its ratings are computed from these",
    )  # fmt: skip
    ladder_anchors: str = setting(
        "LUDOTHEQUE_LADDER_ANCHORS",
        "random greedy search:1 search:4",
        values.anchors,
        "built-in bots that play in every ladder, separated by spaces",
    )

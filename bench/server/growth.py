"""Does an act cost the same in a long game and in a full store? CPU and Redis bytes per act, first to last.

Logs are padded with real entries to 10, 100, 1,000 and 10,000 events. A second store is filled with copies of real
games, listed and with their time to live, to 10, 1,000 and 100,000. The same acts of the same games are played in
interleaved slices; a ratio is the median over the rounds. CPU is that of the application and of the server together.
Fails when the last row is above 1.15 times the first.

``python -m bench.server.growth [--most 100000] [--rounds 25] [--game bakong]``
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator, Sequence

from bench.support.growing import ACTS, Row, ServerStack, Templates, names, pad, stack, used
from bench.support.player import Player, call, get, timed
from bench.support.stack import stop_servers_on_sigterm
from engines.kernel.registry import game, slugs
from store.redis import keys

LIMIT = 1.15
LENGTHS = (10, 100, 1_000, 10_000)
STORED = (10, 1_000, 100_000)
SETTLED = 1.2
"""Seconds after which the server has written to disk what was padded or filled in."""


# --- long games ------------------------------------------------------------------------------------------------------


def long_games(own: ServerStack, rounds: int) -> list[Row]:
    rows = [Row(f"log of {length:,}", []) for length in LENGTHS]
    for seed in own.lasting(rounds):
        games = [(row, own.ready(seed, length)) for row, length in zip(rows, LENGTHS, strict=True)]
        time.sleep(SETTLED)
        for row, ready in random.sample(games, len(games)):
            row.costs.append(own.act(ready))
    return rows


def page_of_a_long_game(own: ServerStack) -> None:
    """A page of a long history is a page: the rest is not read."""
    player = own.player
    player.open_game()
    pad(own.client, player.id, LENGTHS[-1])
    before = own.client.info("stats")["total_net_output_bytes"]
    status, page = call(
        own.app, get(f"/v1/{player.slug}/games/{player.id}/events?after=9000&limit=50", player.tokens[0])
    )
    spent = own.client.info("stats")["total_net_output_bytes"] - before
    whole = own.client.memory_usage(keys.log(player.id), samples=0)
    assert (status, page["next_after"], page["more"]) == (200, 9050, True)
    print(f"\na page of 50 events of a log of {LENGTHS[-1]:,}: {spent:,} bytes from the server; the log has {whole:,}")


# --- a full store ----------------------------------------------------------------------------------------------------


def full_store(
    few: ServerStack, many: ServerStack, seeds: Sequence[int], most: int
) -> Iterator[tuple[Row, Row, float]]:
    """For each size: an act in a store with ten games, one in the full store, and the memory of a stored game."""
    Templates(few).fill(STORED[0])
    templates = Templates(many)
    many.client.config_set("auto-aof-rewrite-percentage", 0)  # no rewriting of the log while it is measured
    empty = many.memory()
    for stored in [count for count in STORED if count <= most]:
        templates.fill(stored)
        time.sleep(SETTLED)
        each = (many.memory() - empty) / stored
        first, row = Row(f"{STORED[0]:,} games stored", []), Row(f"{stored:,} games stored", [])
        for seed in seeds:
            for at, costs in random.sample([(few, first.costs), (many, row.costs)], 2):
                costs.append(at.act(at.ready(seed)))
        yield first, row, each


def sizes_at_rest(own: ServerStack) -> None:
    print(f"\ngame        snapshot   head   log   acts   whole game in Redis after {ACTS} acts (bytes)")
    for slug in slugs():
        player = Player(own.app, slug)
        timed(own.app, list(player.acts(ACTS)))
        name, logged, acts = names(player.id)
        parts = [own.client.memory_usage(key, samples=0) for key in (logged, acts)]
        print(
            f"{slug:<10} {own.client.hstrlen(name, 'pos'):9} {own.client.hstrlen(name, 'head'):6} "
            f"{parts[0]:5} {parts[1]:6} {used(own.client, player.id):9}"
        )


# --- the report ------------------------------------------------------------------------------------------------------


def heading(title: str) -> None:
    print(f"\n{title:<24} app us  server us   CPU x first   bytes   x first")


def line(row: Row, first: Row) -> bool:
    cpu, memory = row.ratio(first, "cpu"), row.ratio(first, "memory")
    print(
        f"{row.name:<24} {row.median('app') * 1e6:6.0f} {row.median('server') * 1e6:10.0f} {cpu:13.2f} "
        f"{row.median('memory'):7.0f} {memory:9.2f}"
    )
    return cpu <= LIMIT and memory <= LIMIT


def main() -> int:
    stop_servers_on_sigterm()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=STORED[-1])
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--game", default="bakong")
    arguments = parser.parse_args()
    slug = game(arguments.game).slug
    with stack(slug) as few, stack(slug) as many:
        timed(few.app, list(few.player.acts(100)))
        timed(many.app, list(many.player.acts(100)))
        rows = long_games(few, arguments.rounds)
        heading("log length")
        flat = [line(row, rows[0]) for row in rows][-1]
        page_of_a_long_game(few)
        sizes_at_rest(few)
        heading("games stored")
        memory, as_before = list[str](), True
        for first, row, each in full_store(few, many, few.lasting(arguments.rounds), arguments.most):
            as_before = line(row, first)
            memory.append(f"{row.name}: {each:,.0f} bytes of memory each, {ACTS} acts played")
        print("\n" + "\n".join(memory))
    return 0 if flat and as_before else 1


if __name__ == "__main__":
    sys.exit(main())

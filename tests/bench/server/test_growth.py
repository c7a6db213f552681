"""The growth bench pads and fills real stores, and judges the last row by the first."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from werkzeug.test import EnvironBuilder

from bench.server.growth import LENGTHS, line, long_games
from bench.support.growing import Cost, Row, ServerStack, Templates, names, pad, stack
from bench.support.player import call, get
from engines.kernel.registry import slugs
from store.redis import keys


@pytest.fixture(scope="module")
def own() -> Iterator[ServerStack]:
    with stack("bakong") as made:
        yield made


def test_a_padded_game_goes_on_where_its_history_ends(own: ServerStack) -> None:
    seed = own.lasting(1)[0]
    ready = own.ready(seed, 300)
    assert own.client.llen(keys.log(ready.id)) == 300
    assert own.client.llen(keys.acts(ready.id)) > 290
    player = own.player
    status, page = call(own.app, get(f"/v1/bakong/games/{ready.id}/events?after=298&limit=9", player.tokens[0]))
    assert (status, [event["seq"] for event in page["events"]]) == (200, [299, 300])
    cost = own.act(ready)
    assert cost.app > 0
    assert cost.memory > 50
    assert not own.client.exists(*names(ready.id))


def test_every_length_plays_the_same_acts(own: ServerStack) -> None:
    rows = long_games(own, 1)
    assert [row.name for row in rows] == [f"log of {length:,}" for length in LENGTHS]
    assert [len(row.costs) for row in rows] == [1] * len(LENGTHS)


def test_padding_leaves_a_longer_history_alone(own: ServerStack) -> None:
    own.player.open_game()
    identifier = own.player.id
    before = own.client.lrange(keys.log(identifier), 0, -1)
    pad(own.client, identifier, 1)
    assert own.client.lrange(keys.log(identifier), 0, -1) == before


def test_a_store_is_filled_with_games_that_can_be_read(own: ServerStack) -> None:
    listed = {slug: len(listing(own, slug)) for slug in slugs()}
    Templates(own).fill(20)
    for slug in slugs():
        found = listing(own, slug)
        assert len(found) == listed[slug] + 5  # the template and its four copies
        for entry in found[:3]:
            status, _ = call(own.app, EnvironBuilder(f"/v1/{slug}/games/{entry['id']}").get_environ())
            assert status == 200


def listing(own: ServerStack, slug: str) -> list[dict[str, str]]:
    status, page = call(own.app, EnvironBuilder(f"/v1/{slug}/games?status=running&limit=100").get_environ())
    assert status == 200
    found: list[dict[str, str]] = page["games"]
    return found


@pytest.mark.parametrize(
    ("last", "flat"),
    [
        (Cost(1.0, 0.1, 600), True),
        (Cost(1.2, 0.1, 600), False),
        (Cost(1.0, 0.3, 600), False),
        (Cost(1.0, 0.1, 700), False),
    ],
)
def test_a_row_is_flat_when_cpu_and_bytes_are(last: Cost, flat: bool) -> None:
    first = Row("first", [Cost(1.0, 0.1, 600)] * 3)
    assert line(Row("last", [last, last, Cost(9.0, 9.0, 9000)]), first) == flat

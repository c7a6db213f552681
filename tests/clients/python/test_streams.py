"""Streams through the client: live events, taken up again where they were cut, and the export of finished games."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from ludotheque_client import Ludotheque

from tests.support.stack import Stack


def test_a_game_is_watched_to_its_end(client: Ludotheque) -> None:
    game = client.watch(client.bakong.create("random", "random").url)
    events = list(game.events())
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert events[-1]["type"] == "game_over"
    assert all(event["sentence"] for event in events)
    assert list(game.events(after=events[-2]["seq"])) == events[-1:]
    assert list(game.events(after=events[-1]["seq"])) == []
    assert game.wait()["result"]["ranking"] == game.result.ranking


class Cut(httpx.BaseTransport):
    """The wire to the server: it breaks in long answers, later each time, and swallows half of the others."""

    def __init__(self) -> None:
        self.inner = httpx.HTTPTransport(verify=False)
        self.count = 0
        self.size = 2000

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.count += 1
        reply = self.inner.handle_request(request)
        if "stream" in request.headers.get("Accept", "") or "export" in request.url.path:
            self.size *= 2
            return httpx.Response(reply.status_code, headers=reply.headers, stream=Torn(reply.stream, self.size))
        if self.count % 2:
            reply.read()
            reply.close()
            raise httpx.ReadError("the connection was lost")
        return reply

    def close(self) -> None:
        self.inner.close()


class Torn(httpx.SyncByteStream):
    def __init__(self, inner: httpx.SyncByteStream, size: int) -> None:
        self.inner = inner
        self.size = size

    def __iter__(self) -> Iterator[bytes]:
        sent = 0
        for part in self.inner:
            yield part[: self.size - sent]
            sent += len(part)
            if sent > self.size:
                raise httpx.ReadError("the connection was lost")

    def close(self) -> None:
        self.inner.close()


@pytest.fixture
def shaky(stack: Stack) -> Iterator[Ludotheque]:
    with Ludotheque(stack.url, http=httpx.Client(transport=Cut(), timeout=40)) as client:
        yield client


def test_lost_answers_are_neither_lost_nor_played_twice(shaky: Ludotheque, client: Ludotheque) -> None:
    game = shaky.bakong.create("Ana", "random")
    played = 0
    for turn in game.seat(0):
        turn.play(turn.actions[0])
        played += 1
    acts = client.bakong.game(game.id).replay()["acts"]
    assert sum(act["seat"] == 0 for act in acts) == played
    whole = list(client.bakong.game(game.id).events())
    assert list(shaky.bakong.game(game.id).events()) == whole
    assert shaky.http._transport.count > 2 * played  # type: ignore[attr-defined]


def test_an_export_is_taken_up_where_it_was_cut(shaky: Ludotheque, client: Ludotheque) -> None:
    ids = []
    for _ in range(3):
        game = client.babord.create("random", "random")
        game.wait()
        ids.append(game.id)
    exported = shaky.babord.export(until="9999-01-01T00:00:00Z")  # without a bound the last second is left out
    assert [replay["id"] for replay in exported if replay["id"] in ids] == ids

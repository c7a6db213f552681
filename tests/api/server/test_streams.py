"""Open event streams: what they tell, from where they go on, and when they end."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import httpx
import pytest
from redis import Redis

from api.server.sse import HEARTBEAT
from api.server.watchers import MOST_QUEUED, News, Watcher, Watching
from engines.kernel.registry import game
from store.redis import keys
from tests.api.problems import first_action, two_humans
from tests.support.client import GameClient, Json, create
from tests.support.stack import Stack
from tests.support.waiting import PATIENCE, wait_until
from tests.system.bots.players import bearer, register


class Reader:
    """Reads a stream on a thread: the ids that came, and whether it has ended."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self.ids: list[int] = []
        self.ended = threading.Event()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        try:
            for line in self.response.iter_lines():
                if line.startswith("id: "):
                    self.ids.append(int(line[4:]))
        except httpx.HTTPError:
            return  # we have hung up ourselves
        self.ended.set()

    def wait_for(self, ids: list[int]) -> None:
        wait_until(lambda: self.ids == ids, what=lambda: (self.ids, ids))

    def catch_up(self, table: GameClient) -> None:
        """Wait until it has heard all that happened; a bot may add to that meanwhile."""
        wait_until(lambda: self.ids == list(range(1, last_event(table) + 1)), what=lambda: self.ids)


@contextmanager
def reading(table: GameClient, query: str = "", **headers: str) -> Iterator[Reader]:
    given = table.headers(Accept="text/event-stream", **headers)
    with table.http.stream("GET", f"{table.path}/events{query}", headers=given) as response:
        assert response.status_code == 200
        assert response.headers["Content-Type"].startswith("text/event-stream")
        yield Reader(response)


def last_event(table: GameClient) -> int:
    return int(table.get("/events").json()["next_after"])


def test_a_stream_tells_all_and_goes_on_where_its_reader_left_off(http: httpx.Client) -> None:
    _, ana, _ = two_humans(http)
    began = last_event(ana)
    with reading(ana) as whole, reading(ana, Last_Event_ID=str(began)) as rest:  # the second is told nothing at first
        whole.wait_for(list(range(1, began + 1)))
        ana.act(first_action(ana))
        end = last_event(ana)
        whole.wait_for(list(range(1, end + 1)))
        rest.wait_for(list(range(began + 1, end + 1)))
    with reading(ana, "?after=1") as later:
        later.wait_for(list(range(2, end + 1)))


def frames_up_to_turn(table: GameClient, query: str = "") -> list[tuple[str, str, Json]]:
    """The frames of a stream until its reader hears of its turn, but for heartbeats: id, name and data of each."""
    given = table.headers(Accept="text/event-stream")
    found: list[tuple[str, str, Json]] = []
    with table.http.stream("GET", f"{table.path}/events{query}", headers=given) as response:
        fields: dict[str, str] = {}
        for line in response.iter_lines():
            name, _, value = line.partition(": ")
            if line:
                fields[name] = value
            elif "data" in fields:
                found.append((fields.get("id", ""), fields.get("event", ""), json.loads(fields["data"])))
                if found[-1][2]["type"] == "turn":
                    return found
            if not line:
                fields = {}
    raise AssertionError(f"the stream ended after {found}")


def test_a_seat_hears_that_its_decision_opens(http: httpx.Client) -> None:
    _, ana, ben = two_humans(http)
    began = last_event(ana)
    told = frames_up_to_turn(ana)
    assert [id_ for id_, _, _ in told] == [*map(str, range(1, began + 1)), ""]
    assert told[-1] == ("", "turn", {"type": "turn", "seat": 0, "decision": 1})
    with ThreadPoolExecutor() as pool:
        heard = pool.submit(frames_up_to_turn, ben)
        ana.act(first_action(ana))
        assert heard.result()[-1][2] == {"type": "turn", "seat": 1, "decision": 2}


def test_events_without_names_are_messages(http: httpx.Client) -> None:
    _, ana, _ = two_humans(http)
    named, bare = frames_up_to_turn(ana), frames_up_to_turn(ana, "?named=0")
    assert {name for _, name, _ in bare} == {""}
    assert [(id_, data) for id_, _, data in bare] == [(id_, data) for id_, _, data in named]


def test_a_stream_ends_with_its_game(http: httpx.Client) -> None:
    made, ana, _ = two_humans(http)
    with reading(ana) as reader, reading(ana.as_(None)) as guest:
        assert http.delete(ana.path, headers=bearer(made["host_token"])).status_code == 200
        for each in (reader, guest):
            assert each.ended.wait(PATIENCE)
            assert each.ids[-1] == last_event(ana)
    again = ana.get("/events", Accept="text/event-stream", Last_Event_ID=str(last_event(ana)))
    assert again.status_code == 204


def test_opening_a_seat_ends_the_streams_of_its_old_token_only(http: httpx.Client) -> None:
    _, ana, ben = two_humans(http)
    with reading(ana) as hers, reading(ben) as his, reading(ana.as_(None)) as guest:
        guest.wait_for(hers.ids or [1])
        before = len(his.ids)
        assert ben.put("/seats/1", {"kind": "open"}).status_code == 200
        assert his.ended.wait(PATIENCE)
        assert len(his.ids) == before, "not even what ended it"
        ana.act(first_action(ana))
        end = last_event(ana)
        hers.wait_for(list(range(1, end + 1)))
        guest.wait_for(list(range(1, end + 1)))


@pytest.mark.parametrize("to", [{"kind": "human"}, {"kind": "bot"}])
def test_a_bot_that_loses_its_seat_hears_no_more(http: httpx.Client, stack: Stack, to: dict[str, str]) -> None:
    """The holder takes the seat back or gives it to another bot: stream and waiting read of the first one end."""
    bot = register(http, name="Listener")
    _, ana, ben = two_humans(http, "kimbac")
    assert ben.put("/seats/1", {"kind": "remote", "bot": bot["id"]}).status_code == 200
    playing = ben.as_(bot["token"])
    tag, answers = playing.get().headers["ETag"], []
    waiting = threading.Thread(
        target=lambda: answers.append(playing.get("", If_None_Match=tag, Prefer="wait=20")), daemon=True
    )
    with reading(playing) as its, reading(ben) as his, reading(ana) as hers:
        waiting.start()
        stack.wait_until_watched(ben.id)
        hers.wait_for(list(range(1, last_event(ana) + 1)))
        assert ben.put("/seats/1", to).status_code == 200
        assert its.ended.wait(PATIENCE)
        waiting.join(PATIENCE)
        assert [answer.status_code for answer in answers] == [401]
        ana.act(first_action(ana))
        for each in (his, hers):  # whose seat it is may always look
            each.catch_up(ana)
            assert not each.ended.is_set()


def test_a_bot_with_two_seats_hears_only_of_the_one_that_it_keeps(http: httpx.Client) -> None:
    bot = register(http, name="Twins")
    seat = {"kind": "remote", "bot": bot["id"]}
    made, (ana, *_) = create(http, "kimbac", {"seats": [{"kind": "human"}, seat, seat]})
    playing, host = ana.as_(bot["token"]), ana.as_(made["host_token"])
    with reading(playing, "?seat=1") as lost, reading(playing, "?seat=2") as kept:
        assert host.put("/seats/1", {"kind": "bot"}).status_code == 200
        assert lost.ended.wait(PATIENCE)
        kept.catch_up(ana)
        assert not kept.ended.is_set()


def test_a_lost_connection_to_redis_loses_no_event(http: httpx.Client, stack: Stack) -> None:
    """The process hears on one connection; when that is cut, streams and waiting reads go on."""
    _, ana, _ = two_humans(http)
    with reading(ana) as reader, Redis.from_url(stack.server.url) as redis:
        reader.wait_for(list(range(1, last_event(ana) + 1)))
        for _ in range(3):
            assert redis.execute_command("CLIENT", "KILL", "TYPE", "PUBSUB") >= 1
            player = ana if ana.view()["to_act"] == [0] else None
            if player is not None:
                player.act(first_action(player))
            reader.wait_for(list(range(1, last_event(ana) + 1)))
            stack.wait_until_watched(ana.id)  # it has connected anew
        assert not reader.ended.is_set()


def test_one_connection_serves_every_reader(http: httpx.Client, stack: Stack) -> None:
    tables = [two_humans(http)[1] for _ in range(6)]
    with Redis.from_url(stack.server.url) as redis, ExitStack() as open_:
        for table in tables:
            open_.enter_context(reading(table)).wait_for(list(range(1, last_event(table) + 1)))
        heard = redis.pubsub_shardnumsub(*[keys.wake(table.id) for table in tables])
        assert [listeners for _, listeners in heard] == [1] * 6
        assert max(int(client["ssub"]) for client in redis.client_list(_type="pubsub")) >= 6


def test_who_does_not_read_has_few_bytes_queued_and_is_told_the_rest_later() -> None:
    watcher = Watcher(Watching(game("bakong"), "id", None, "", "en", 0))
    piece = b"x" * (MOST_QUEUED // 4 + 1)
    for number in range(5):
        if watcher.accepts_news():
            watcher.push(News(number, number + 1, [(number + 1, piece)], piece))
    assert watcher.sent == 4
    assert watcher.behind
    assert len(asyncio.run(watcher.next())) == 4 * len(piece)
    assert watcher.accepts_news()


def test_news_are_told_once_to_readers_at_different_places() -> None:
    news = News(2, 5, [(3, b"c"), (5, b"e")], b"ce")
    received = []
    for after in range(6):
        watcher = Watcher(Watching(game("bakong"), "id", None, "", "en", after))
        watcher.push(news)
        watcher.push(news)
        watcher.close()
        received.append(asyncio.run(watcher.next()))
    assert received == [b"ce", b"ce", b"ce", b"e", b"e", b""]


def test_a_new_stream_begins_with_its_news_and_not_with_a_heartbeat() -> None:
    """Its news are read meanwhile; else two equal streams would differ by chance."""
    watcher = Watcher(Watching(game("bakong"), "id", None, "", "en", 0))
    watcher.heartbeat()
    assert watcher.waiting == 0
    watcher.heartbeat()
    assert watcher.waiting == len(HEARTBEAT)

"""Places for calls: nobody takes them all, and the time of a turn does not run while it waits for one."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from store.bots.record import RemoteBot
from store.ids import hashed, new_id
from store.model.game import StoredGame
from store.model.record import Clock
from store.process.clock import iso, now_ms
from tests.support.waiting import PATIENCE
from tests.system.bots.players import WebhookBot, serving
from tests.workers.services import LocalWorker
from workers.remote.calls import Calls
from workers.remote.places import Places
from workers.remote.selftest.games import new_test_game
from workers.remote.turns import RemoteTurns


def bot_of(client: str, url: str | None = None) -> RemoteBot:
    bot = RemoteBot(new_id(), "Croc", "", [], url, ["kimbac"], 100, now_ms(), local=True)
    bot.client = hashed(client)
    return bot


class Crowd:
    """Calls that hold places, or wait for one."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.held: dict[str, list[AsyncExitStack]] = {}

    async def call(self, client: str) -> None:
        stack = AsyncExitStack()
        await stack.enter_async_context(self.places.hold(bot_of(client)))
        self.held.setdefault(client, []).append(stack)

    async def calls(self, client: str, number: int) -> list[asyncio.Task[None]]:
        calls = [asyncio.create_task(self.call(client)) for _ in range(number)]
        await settled()
        return calls

    async def end(self, client: str) -> None:
        await self.held[client].pop().aclose()
        await settled()

    def count(self) -> dict[str, int]:
        return {client: len(stacks) for client, stacks in self.held.items()}


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_each_client_takes_at_most_half_of_what_is_free() -> None:
    async def crowd() -> dict[str, int]:
        held = Crowd(Places(16))
        for client in ("Ana", "Ben", "Cleo", "Dan", "Eve"):
            await held.calls(client, 20)
        return held.count()

    assert asyncio.run(crowd()) == {"Ana": 8, "Ben": 4, "Cleo": 2, "Dan": 1, "Eve": 1}


def test_one_place_serves_all_in_turn() -> None:
    async def crowd() -> None:
        held = Crowd(Places(1))
        await held.calls("Ana", 2)
        await held.calls("Ben", 1)
        assert held.count() == {"Ana": 1}
        await held.end("Ana")
        await held.end("Ana" if held.count().get("Ana") else "Ben")
        assert sum(held.count().values()) == 1

    asyncio.run(crowd())


def test_a_free_place_goes_to_the_client_with_the_fewest() -> None:
    async def crowd() -> None:
        held = Crowd(Places(4))
        await held.calls("Ana", 5)
        await held.calls("Ben", 5)
        await held.calls("Cleo", 1)
        assert held.count() == {"Ana": 2, "Ben": 1, "Cleo": 1}
        await held.calls("Dan", 1)
        await held.end("Ana")
        assert held.count() == {"Ana": 1, "Ben": 1, "Cleo": 1, "Dan": 1}

    asyncio.run(crowd())


def test_a_call_that_is_cancelled_leaves_no_trace() -> None:
    async def crowd() -> None:
        held = Crowd(Places(1))
        await held.calls("Ana", 1)
        waiting = await held.calls("Ben", 2)
        waiting[0].cancel()
        await held.held["Ana"].pop().aclose()  # before the call has noticed
        await settled()
        assert held.count()["Ben"] == 1
        await held.end("Ben")
        await held.calls("Cleo", 1)
        assert held.count()["Cleo"] == 1

    asyncio.run(crowd())


def test_the_time_of_a_turn_does_not_run_while_it_waits(worker: LocalWorker) -> None:
    """Its clock is shorter than the wait; still the bot is called and has its whole time."""
    remotes, store, places = worker.at.remotes, worker.at.store, Places(1)

    def stored(game: StoredGame) -> StoredGame:
        return store.load(game.engine, game.id)

    async def play(bot: RemoteBot, game: StoredGame) -> None:
        calls = Calls(worker.at)
        calls.places = places
        turn = f"{game.turn(seat, game.record.decisions[seat] or 0)}/remote"
        async with places.hold(bot_of("Ben")):
            playing = asyncio.create_task(RemoteTurns(calls).play(turn))
            await until(calls, lambda: (stored(game).record.deadlines[seat] or 0) > first + 1000)
        await playing
        calls.close()

    async def until(calls: Calls, condition: object) -> None:
        async with asyncio.timeout(PATIENCE):
            while not await calls.do(condition):  # type: ignore[arg-type]
                await settled()

    with serving(WebhookBot()) as listener:
        bot = bot_of("Ana", listener.url)
        remotes.register(bot, None, local=True)
        game = new_test_game("kimbac", bot, Clock(2, "bot"))
        worker.at.games.create(game, None)
        [seat, *_] = game.to_act()
        first = game.record.deadlines[seat] or 0
        asyncio.run(play(bot, game))
        [call] = listener.turns()
        assert call.json["deadline"] > iso(first)
    after = stored(game)
    assert after.record.decisions[seat] != game.record.decisions[seat]
    assert remotes.health.of(bot.id).failures == 0
    assert [entry.fault for entry in remotes.deliveries.newest(bot.id)] == [None]

"""Greenlets that run one call after the other."""

from __future__ import annotations

from contextvars import ContextVar

from greenlet import getcurrent, greenlet

from store.redis.greenlets import MOST_IDLE, GreenletPool

SEEN: ContextVar[str] = ContextVar("seen", default="nothing")


def test_a_greenlet_that_is_done_runs_the_next_call() -> None:
    pool, used = GreenletPool(), list[greenlet]()
    for _ in range(3):
        pool.run(lambda: used.append(getcurrent()))
    assert used[0] is used[1] is used[2]
    assert used[0] is not getcurrent()


def test_calls_that_wait_have_greenlets_of_their_own_and_go_on_in_any_order() -> None:
    pool, waiting, done = GreenletPool(), list[greenlet](), list[str]()

    def wait(name: str) -> None:
        waiting.append(getcurrent())
        done.append(name + getcurrent().parent.switch())

    for name in ("a", "b"):
        pool.run(wait, name)
    waiting[1].switch("1")
    pool.run(wait, "c")
    waiting[0].switch("2")
    waiting[2].switch("3")
    assert done == ["b1", "a2", "c3"]
    assert waiting[2] is waiting[1] is not waiting[0]


def test_each_call_has_a_context_of_its_own() -> None:
    pool, seen = GreenletPool(), list[str]()

    def look() -> None:
        seen.append(SEEN.get())
        SEEN.set("something")

    pool.run(look)
    pool.run(look)
    assert seen == ["nothing", "nothing"]


def test_only_so_many_idle_greenlets_are_kept() -> None:
    pool, waiting = GreenletPool(), list[greenlet]()

    def wait() -> None:
        waiting.append(getcurrent())
        getcurrent().parent.switch()

    for _ in range(MOST_IDLE + 2):
        pool.run(wait)
    for each in waiting:
        each.switch()
    assert sum(each.dead for each in waiting) == 2

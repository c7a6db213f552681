"""Bytes that wait for clients that do not read: the oldest blocked connection is closed beyond a bound."""

from __future__ import annotations

from api.server.http1.unsent import UnsentBytes
from store.settings import Settings

MB = 1_000_000


class Blocked:
    def __init__(self, client: str, size: int) -> None:
        self.client = client
        self.size = size
        self.closed = False

    def unsent_bytes(self) -> int:
        return self.size

    def abort(self) -> None:
        self.closed = True


def blocked(unsent: UnsentBytes, *sizes: tuple[str, int]) -> list[Blocked]:
    connections = [Blocked(client, size) for client, size in sizes]
    for connection in connections:
        unsent.add(connection)
    return connections


def test_beyond_its_bound_the_longest_blocked_connection_of_a_client_is_closed() -> None:
    unsent = UnsentBytes(Settings(client_unsent_mb=2, unsent_mb=100))
    other, first, second, third = blocked(unsent, ("b", MB), ("a", MB), ("a", MB), ("a", MB))
    assert [one.closed for one in (other, first, second, third)] == [False, True, False, False]
    assert (unsent.total, unsent.of_client) == (3 * MB, {"a": 2 * MB, "b": MB})


def test_beyond_the_bound_of_the_process_the_longest_blocked_connection_of_all_is_closed() -> None:
    unsent = UnsentBytes(Settings(client_unsent_mb=2, unsent_mb=3))
    connections = blocked(unsent, *[(str(number), MB) for number in range(5)])
    assert [one.closed for one in connections] == [True, True, False, False, False]


def test_who_reads_again_no_longer_counts() -> None:
    unsent = UnsentBytes(Settings(client_unsent_mb=2))
    [first] = blocked(unsent, ("a", 2 * MB))
    unsent.discard(first)
    [second] = blocked(unsent, ("a", 2 * MB))
    assert not first.closed
    assert not second.closed
    unsent.discard(second)
    assert (unsent.total, unsent.of_client) == (0, {})


def test_a_response_beyond_the_bound_closes_its_own_connection() -> None:
    unsent = UnsentBytes(Settings(client_unsent_mb=1))
    [large] = blocked(unsent, ("a", 2 * MB))
    assert large.closed
    assert unsent.total == 0

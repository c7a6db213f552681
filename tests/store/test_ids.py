"""Ids of games and jobs."""

from __future__ import annotations

from collections import Counter

from store.ids import ALPHABET, PARTITIONS, new_id, partition_of


def test_an_id_names_its_partition_and_then_draws_from_the_whole_alphabet() -> None:
    drawn = [new_id(7) for _ in range(400)]
    assert {partition_of(identifier) for identifier in drawn} == {"07"}
    assert len(set(drawn)) == len(drawn)
    counts = Counter("".join(identifier[2:] for identifier in drawn))
    assert set(counts) == set(ALPHABET)
    assert max(counts.values()) < 2 * min(counts.values())  # about 289 each; 200 would be five deviations off


def test_without_a_partition_any_may_come() -> None:
    assert {partition_of(new_id()) for _ in range(2000)} == {f"{number:02d}" for number in range(PARTITIONS)}

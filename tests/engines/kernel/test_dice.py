"""The dice: the documented derivation, its test vectors, and fairness."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from engines.kernel.dice import Draws, SeededDice, block, commitment, stream_key
from tests.support.kit.properties import critical

PAGE = (Path(__file__).parents[3] / "docs" / "dice.md").read_text("utf-8")


def vectors() -> dict[str, str]:
    block = PAGE.split("<!-- vectors -->")[1].split("<!-- end of vectors -->")[0]
    rows = [line.strip() for line in block.strip().splitlines()]
    return {row[:27].strip(): row[27:].strip() for row in rows}


def stream(key: bytes, count: int) -> bytes:
    """The stream as the page describes it, written down a second time."""
    blocks = (hmac.new(key, index.to_bytes(8, "big"), hashlib.sha256).digest() for index in range(count // 32 + 1))
    return b"".join(blocks)[:count]


@pytest.mark.parametrize("length", [0, 1, 32, 63, 64, 65, 200])
def test_a_block_is_the_hmac_of_its_number(length: int) -> None:
    key = bytes(range(length))
    assert b"".join(block(key, index) for index in range(4)) == stream(key, 128)
    assert block(key, 2**64 - 1) == hmac.digest(key, b"\xff" * 8, "sha256")


def test_the_vectors_of_the_page_hold() -> None:
    given = vectors()
    seed = bytes.fromhex(given["seed"])
    assert commitment(seed) == given["commitment"]
    assert stream(seed, 40).hex() == given["first 40 bytes"]
    dice = SeededDice(seed)
    assert " ".join(str(dice.roll(6)) for _ in range(20)) == given["20 x roll(6)"]
    assert str(dice.counter) == given["bytes consumed by them"]
    dice, items = SeededDice(seed), list(range(10))
    dice.shuffle(items)
    assert " ".join(map(str, items)) == given["shuffle of 0..9"]
    assert str(dice.counter) == given["bytes consumed by it"]
    key = stream_key(seed, ["ana", "my own luck"])
    assert key.hex() == given["key"] == hmac.new(seed, b"ana\nmy own luck", hashlib.sha256).hexdigest()
    dice = SeededDice(key)
    assert " ".join(str(dice.roll(6)) for _ in range(20)) == given["20 x roll(6) with it"]


def test_the_stream_goes_on_where_it_stopped() -> None:
    whole, key = SeededDice(b"k" * 32), b"k" * 32
    expected = [whole.below(200) for _ in range(100)]
    first = SeededDice(key)
    start = [first.below(200) for _ in range(37)]
    second = SeededDice(key, first.counter)
    assert start + [second.below(200) for _ in range(63)] == expected
    assert second.drawn == expected[37:]


def test_bytes_above_the_last_whole_multiple_are_rejected() -> None:
    key = b"r" * 32
    raw = [byte for byte in stream(key, 400) if byte < 252]
    dice = SeededDice(key)
    assert [dice.below(6) for _ in range(200)] == [byte % 6 for byte in raw[:200]]


@pytest.mark.parametrize("n", [0, -1, 257])
def test_below_refuses_what_a_byte_cannot_give(n: int) -> None:
    with pytest.raises(ValueError, match="1 to 256"):
        SeededDice(bytes(32)).below(n)


def test_one_possible_result_still_takes_a_byte() -> None:
    dice = SeededDice(bytes(32))
    assert dice.below(1) == 0
    assert dice.counter == 1


def test_without_nonces_the_key_is_the_seed() -> None:
    assert stream_key(b"s" * 32, []) == b"s" * 32
    assert stream_key(b"s" * 32, ["a"]) != stream_key(b"s" * 32, ["b"])


def test_shuffle_is_fair() -> None:
    dice, draws = SeededDice(b"fair" * 8), 6000
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(draws):
        items = [0, 1, 2, 3]
        dice.shuffle(items)
        seen[tuple(items)] += 1
    assert len(seen) == len(list(permutations(range(4))))
    assert sum((count - draws / 24) ** 2 / (draws / 24) for count in seen.values()) < critical(23)


def test_choose_and_roll_stay_in_their_bounds() -> None:
    dice = SeededDice(b"b" * 32)
    assert {dice.roll(6) for _ in range(200)} == set(range(1, 7))
    assert {dice.choose("abc") for _ in range(100)} == set("abc")


@pytest.mark.parametrize("length", [0, 1, 2, 36, 256])
def test_a_shuffle_is_one_draw_after_another(length: int) -> None:
    written_out, plain = SeededDice(b"deck"), SeededDice(b"deck")
    for _ in range(3):
        items, others = list(range(length)), list(range(length))
        written_out.shuffle(items)
        Draws.shuffle(plain, others)
        assert items == others
    assert (written_out.drawn, written_out.outcomes) == (plain.drawn, plain.outcomes)
    assert written_out.counter == plain.counter
    with pytest.raises(ValueError, match="at most 256"):
        written_out.shuffle(list(range(257)))

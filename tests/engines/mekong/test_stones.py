"""The cards "Placez 1 pierre" and "Placez 2 pierres" (MEK-30 to MEK-38)."""

from __future__ import annotations

import pytest

from engines.mekong.actions import PlaceStone
from engines.mekong.events import CardVoid, StonePlaced
from engines.mekong.pieces import ISLANDS
from engines.mekong.rules import spans, stones
from tests.engines.mekong.positions import RED, actor, carrying_out, legal, play, refusal, table


def islands(*without: str) -> list[PlaceStone]:
    return [PlaceStone(island) for island in ISLANDS if island not in without]


@pytest.mark.rule("MEK-30", "MEK-36")
def test_one_stone_on_any_free_island() -> None:
    position = carrying_out(table(stones="i05 i20"), "red", "place_1_stone")
    assert legal(position) == islands("i05", "i20")
    assert play(position, PlaceStone("i13")) == [StonePlaced(round=1, step=1, seat=RED, island="i13")]
    assert position.stones == ["i05", "i13", "i20"]
    assert (position.turn, actor(position)) == (1, 1)


@pytest.mark.rule("MEK-31", "MEK-32", "MEK-30")
def test_not_on_a_village_nor_twice_on_an_island() -> None:
    position = carrying_out(table(stones="i05"), "red", "place_1_stone")
    assert refusal(position, PlaceStone("v_red")) == ("MEK-31", "illegal")
    assert refusal(position, PlaceStone("i05")) == ("MEK-32", "illegal")
    assert refusal(position, PlaceStone("i28")) == ("MEK-30", "illegal")


@pytest.mark.rule("MEK-34")
def test_two_stones_are_two_decisions_on_two_islands() -> None:
    position = carrying_out(table(), "red", "place_2_stones")
    play(position, PlaceStone("i07"))
    assert position.pending is not None
    assert (position.pending.remaining, position.phase, actor(position)) == (1, "place_stone", RED)
    assert refusal(position, PlaceStone("i07")) == ("MEK-32", "illegal")
    play(position, PlaceStone("i02"))
    assert (position.stones, actor(position)) == (["i02", "i07"], 1)


@pytest.mark.rule("MEK-35", "MEK-118", "MEK-95")
def test_two_stones_when_one_is_left() -> None:
    position = table(stones=" ".join(ISLANDS[:25]))
    position = carrying_out(position, "red", "place_2_stones")
    events = play(position, PlaceStone("i27"))
    assert events[:2] == [
        StonePlaced(round=1, step=1, seat=RED, island="i27"),
        StonePlaced(round=1, step=1, seat=RED, island="i26", auto=True),
    ]
    position = carrying_out(table(stones=" ".join(ISLANDS[1:])), "red", "place_2_stones")
    assert legal(position) == [PlaceStone("i01")]
    events = play(position, PlaceStone("i01"))
    assert events[:2] == [
        StonePlaced(round=1, step=1, seat=RED, island="i01"),
        CardVoid(round=1, step=1, seat=RED, card="place_2_stones", reason="no_stone", unused=1),
    ]
    assert position.stones == list(ISLANDS)


@pytest.mark.rule("MEK-35", "MEK-109")
def test_without_stones_the_card_does_nothing() -> None:
    position = carrying_out(table(stones=" ".join(ISLANDS[1:])), "red", "place_1_stone")
    for player in position.players[1:]:
        player.program = ["place_2_stones", "move_1", "move_2", "jump", "remove"]
    events = play(position, PlaceStone("i01"))
    assert [event for event in events if isinstance(event, CardVoid)][:2] == [
        CardVoid(round=1, step=1, seat=1, card="place_2_stones", reason="no_stone", unused=2),
        CardVoid(round=1, step=1, seat=2, card="place_2_stones", reason="no_stone", unused=2),
    ]


@pytest.mark.rule("MEK-33")
def test_nobody_owns_or_moves_a_stone() -> None:
    position = carrying_out(table(stones="i05"), "blue", "place_1_stone")
    play(position, PlaceStone("i06"))
    assert position.stones == ["i05", "i06"]
    assert set(position.players[0].__struct_fields__) == {"colour", "pawn", "reserve", "program"}


@pytest.mark.rule("MEK-38", "MEK-104")
def test_no_stone_under_a_plank(monkeypatch: pytest.MonkeyPatch) -> None:
    """No span of this board has an island under it; a board where i15 lies under i11-v_red would have."""
    under = list(spans.UNDER)
    under[spans.NUMBER["i11", "v_red"]] = ("i15",)
    monkeypatch.setattr(spans, "UNDER", tuple(under))
    monkeypatch.setattr(stones, "_islands_under", stones._islands_under.__wrapped__)  # nothing kept from other boards
    position = carrying_out(table(stones="i11", planks="red_2 v_red-i11"), "red", "place_1_stone")
    assert legal(position) == islands("i11", "i15")
    assert refusal(position, PlaceStone("i15")) == ("MEK-38", "illegal")
    everywhere = " ".join(island for island in ISLANDS if island not in ("i15", "i27"))
    position = carrying_out(table(stones=everywhere, planks="red_2 v_red-i11"), "red", "place_2_stones")
    assert play(position, PlaceStone("i27"))[1] == CardVoid(
        round=1, step=1, seat=RED, card="place_2_stones", reason="no_island", unused=1
    )

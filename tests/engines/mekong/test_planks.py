"""The cards "Placez 1 planche" and "Placez 2 planches" (MEK-40 to MEK-54)."""

from __future__ import annotations

import pytest

from engines.kernel.dice import SeededDice
from engines.kernel.records import Action
from engines.mekong import engine
from engines.mekong.actions import ChoosePlank, PlacePlank
from engines.mekong.events import CardVoid, PlankChosen, PlankLost, PlankPlaced
from engines.mekong.parts import Pending
from engines.mekong.pieces import PLANKS, SUPPORTS
from engines.mekong.position import MekongPosition
from engines.mekong.rules import planks, spans
from tests.engines.mekong.positions import RED, actor, carrying_out, legal, pairs, play, refusal, table
from tests.support.kit.play import opening, pick


def choosing(stones: str = "", laid: str = "", card: str = "place_1_plank", **more: object) -> MekongPosition:
    return carrying_out(table(3, stones, laid, **more), "red", card)  # type: ignore[arg-type]


def placing(plank: str, stones: str, laid: str = "", **more: object) -> MekongPosition:
    """Red has chosen the plank and must place it."""
    position = choosing(stones, laid, **more)
    position.pending, position.phase = Pending("place_1_plank", 1, plank), "place_plank"
    return position


def places(position: MekongPosition) -> set[str]:
    return {"-".join(action.supports) for action in legal(position)}  # type: ignore[attr-defined]


def at(place: str) -> PlacePlank:
    a, b = place.split("-")
    return PlacePlank((a, b))


@pytest.mark.rule("MEK-45", "MEK-95")
def test_the_only_place_is_taken_automatically() -> None:
    position = choosing("i11")
    assert play(position, ChoosePlank("red_2")) == [
        PlankChosen(round=1, step=1, seat=RED, plank="red_2"),
        PlankPlaced(round=1, step=1, seat=RED, plank="red_2", supports=("i11", "v_red"), auto=True),
    ]
    assert position.planks == {"red_2": ("i11", "v_red")}
    assert position.players[RED].reserve == ["red_1", "red_3", "red_4", "red_5", "red_6"]
    assert (position.turn, actor(position), position.phase) == (1, 1, "place_stone")


@pytest.mark.rule("MEK-49", "MEK-68")
def test_a_plank_without_a_place_is_lost_for_good() -> None:
    position = choosing("i11")
    assert play(position, ChoosePlank("red_1")) == [
        PlankChosen(round=1, step=1, seat=RED, plank="red_1"),
        PlankLost(round=1, step=1, seat=RED, plank="red_1", reason="no_place", supports=None),
    ]
    assert (position.lost, position.planks) == (["red_1"], {})
    assert position.players[RED].reserve == ["red_2", "red_3", "red_4", "red_5", "red_6"]
    assert actor(position) == 1
    position = choosing("i11")
    play(position, ChoosePlank("red_6"))
    assert (position.phase, position.pending) == ("place_plank", Pending("place_1_plank", 1, "red_6"))
    assert places(position) == {"i11-v_red", "i11-v_yellow"}


@pytest.mark.rule("MEK-46", "MEK-47")
def test_no_crossing_and_one_plank_per_pair() -> None:
    position = placing("red_6", "i10 i11 i15", "blue_1 i11-i15")
    six = {"i10-i11", "i10-i15", "i10-v_yellow", "i11-v_red", "i11-v_yellow", "i15-v_red"}
    assert places(position) == six
    assert refusal(position, at("v_red-i10")) == ("MEK-46", "illegal")
    assert refusal(position, at("i11-i15")) == ("MEK-47", "illegal")
    assert places(placing("red_6", "i10 i11 i15")) == six | {"i10-v_red", "i11-i15"}


@pytest.mark.rule("MEK-44")
def test_three_planks_on_a_village() -> None:
    position = placing("red_6", "i10 i11 i15 i18", "red_2 v_red-i11, red_3 v_red-i15, blue_3 v_red-i18")
    assert refusal(position, at("v_red-i10")) == ("MEK-44", "illegal")
    assert len(places(position)) == 8
    assert not any("v_red" in place for place in places(position))


@pytest.mark.rule("MEK-43")
def test_three_planks_on_a_stone() -> None:
    position = placing("red_6", "i10 i11 i15 i18", "red_1 i11-i15, red_2 i10-i15, blue_2 i15-i18")
    assert refusal(position, at("v_red-i15")) == ("MEK-43", "illegal")
    assert not any("i15" in place for place in places(position))
    position = placing("red_6", "i10 i11 i15 i18", "red_1 i11-i15, red_2 i10-i15")
    assert "i15-v_red" in places(position)


@pytest.mark.rule("MEK-41")
def test_two_stones_or_a_village_and_a_stone() -> None:
    position = placing("red_6", "i10 i11")
    for place in ("v_red-v_black", "i11-i15", "v_red-i15", "i11-i11", "v_red-v_red", "i12-i13"):
        assert refusal(position, at(place)) == ("MEK-41", "illegal")


@pytest.mark.rule("MEK-45")
def test_long_enough_in_either_order() -> None:
    position = placing("red_2", "i10 i11 i15")
    assert refusal(position, at("i10-i11")) == ("MEK-45", "illegal")
    assert refusal(position, at("v_red-i15")) == ("MEK-45", "illegal")
    assert at("v_red-i11") == at("i11-v_red")
    assert play(position, at("v_red-i11")) == [
        PlankPlaced(round=1, step=1, seat=RED, plank="red_2", supports=("i11", "v_red"))
    ]


@pytest.mark.rule("MEK-41", "MEK-45")
def test_the_first_broken_rule_is_named() -> None:
    """A bare island before the length, the length before a crossing, a crossing before a full support."""
    full = "red_2 v_red-i11, red_3 v_red-i15, blue_3 v_red-i18, blue_1 i11-i15"
    assert refusal(placing("red_5", "i11 i15 i18", full), at("v_red-i10")) == ("MEK-41", "illegal")
    assert refusal(placing("red_5", "i10 i11 i15 i18", full), at("v_red-i10")) == ("MEK-45", "illegal")
    assert refusal(placing("red_6", "i10 i11 i15 i18", full), at("v_red-i10")) == ("MEK-46", "illegal")
    assert refusal(placing("red_6", "i10 i11 i15 i18", full), at("v_red-i11")) == ("MEK-47", "illegal")


@pytest.mark.rule("MEK-40", "MEK-110")
def test_any_plank_of_the_own_reserve_may_be_chosen() -> None:
    position = choosing("i11", reserves={"red": "red_1 red_4 blue_5"})
    assert legal(position) == [ChoosePlank("red_1"), ChoosePlank("red_4"), ChoosePlank("blue_5")]
    assert refusal(position, ChoosePlank("red_2")) == ("MEK-40", "illegal")
    assert refusal(position, ChoosePlank("blue_1")) == ("MEK-40", "illegal")


@pytest.mark.rule("MEK-50", "MEK-40")
def test_the_choice_cannot_be_taken_back() -> None:
    position = choosing("i11 i15")
    play(position, ChoosePlank("red_6"))
    assert position.players[RED].reserve[-1] == "red_6"
    assert refusal(position, ChoosePlank("red_1")) == ("MEK-16", "wrong_phase")


@pytest.mark.rule("MEK-51", "MEK-47", "MEK-49")
def test_the_second_plank_has_no_place_any_more() -> None:
    position = choosing("i11 i15", card="place_2_planks", reserves={"red": "red_1 red_3"})
    play(position, ChoosePlank("red_3"))
    assert play(position, at("i11-i15"))[:3] == [
        PlankPlaced(round=1, step=1, seat=RED, plank="red_3", supports=("i11", "i15")),
        PlankChosen(round=1, step=1, seat=RED, plank="red_1", auto=True),
        PlankLost(round=1, step=1, seat=RED, plank="red_1", reason="no_place", supports=None, auto=True),
    ]
    assert position.lost[-1] == "red_1"
    position = choosing("i11 i15", card="place_2_planks", reserves={"red": "red_1 red_3"})
    play(position, ChoosePlank("red_1"))  # laid on i11-i15, then red_3 is the only plank
    play(position, at("v_red-i15"))
    assert position.planks == pairs("red_1 i11-i15, red_3 v_red-i15")


@pytest.mark.rule("MEK-51")
def test_a_lost_first_plank_does_not_stop_the_second() -> None:
    position = choosing("i11", card="place_2_planks")
    play(position, ChoosePlank("red_1"))
    assert (position.phase, position.pending, actor(position)) == ("choose_plank", Pending("place_2_planks", 1), RED)
    play(position, ChoosePlank("red_2"))
    assert (position.lost, position.planks) == (["red_1"], {"red_2": ("i11", "v_red")})
    assert actor(position) == 1


@pytest.mark.rule("MEK-52")
def test_with_an_empty_reserve_the_card_does_nothing_more() -> None:
    position = choosing("i11", card="place_2_planks", reserves={"red": "red_2"})
    assert play(position, ChoosePlank("red_2"))[2:] == [
        CardVoid(round=1, step=1, seat=RED, card="place_2_planks", reason="no_plank", unused=1, auto=True)
    ]
    assert position.players[RED].reserve == []


@pytest.mark.rule("MEK-53", "MEK-54")
def test_planks_are_listed_without_their_places_and_no_stone_moves() -> None:
    position = choosing("i11 i15")
    assert legal(position) == [ChoosePlank(f"red_{size}") for size in range(1, 7)]
    play(position, ChoosePlank("red_1"))
    assert position.planks == {"red_1": ("i11", "i15")}
    assert position.stones == ["i11", "i15"]


@pytest.mark.rule("MEK-102")
def test_snug_takes_three_sizes_per_gap() -> None:
    expected = {
        "red_1": {"i11-i15"},
        "red_4": {"i11-v_red", "i15-v_red"},
        "red_5": {"i15-v_red"},
        "red_6": {"i11-v_yellow"},
    }
    for plank, found in expected.items():
        assert places(placing(plank, "i11 i15", plank_fit="snug")) == found
    assert refusal(placing("red_5", "i11 i15", plank_fit="snug"), at("i11-v_red")) == ("MEK-45", "illegal")


@pytest.mark.rule("MEK-103", "MEK-53")
def test_a_misjudged_attempt_loses_the_plank() -> None:
    assert refusal(placing("red_1", "i11 i15"), at("v_red-i11")) == ("MEK-45", "illegal")
    position = placing("red_1", "i11 i15", plank_attempt="eyeball")
    assert "i11-v_red" in places(position)
    assert "i11-v_green" in places(position)
    assert play(position, at("v_red-i11")) == [
        PlankLost(round=1, step=1, seat=RED, plank="red_1", reason="misfit", supports=("i11", "v_red"))
    ]
    assert (position.lost, position.planks, actor(position)) == (["red_1"], {}, 1)
    assert "red_1" not in position.players[RED].reserve
    position = placing("red_2", "i11 i15", plank_attempt="eyeball")
    assert play(position, at("v_red-i11"))[0] == PlankPlaced(
        round=1, step=1, seat=RED, plank="red_2", supports=("i11", "v_red")
    )


@pytest.mark.rule("MEK-103", "MEK-95")
def test_by_eye_even_the_only_place_is_left_to_the_player() -> None:
    crowded = "red_2 v_red-i11, red_3 i05-i11, blue_3 i10-i11, white_2 v_yellow-i05, white_3 i05-i10"
    position = choosing("i11", plank_attempt="eyeball")
    play(position, ChoosePlank("red_1"))
    assert (position.phase, len(legal(position))) == ("place_plank", 6)
    position = choosing("i05 i10 i11", crowded, plank_attempt="eyeball")
    assert refusal(placing("red_1", "i05 i10 i11", crowded, plank_attempt="eyeball"), at("i11-v_green"))[0] == "MEK-43"
    assert refusal(placing("red_1", "i05 i10 i11", crowded, plank_attempt="eyeball"), at("i10-i11"))[0] == "MEK-47"
    assert refusal(placing("red_1", "i05 i10 i11", crowded, plank_attempt="eyeball"), at("i05-i12"))[0] == "MEK-41"
    position = choosing("", plank_attempt="eyeball")
    play(position, ChoosePlank("red_6"))
    assert position.lost == ["red_6"]


def shown(position: MekongPosition, action: Action) -> list[str]:
    """What keeps an action from being taken back."""
    before = position.copy()
    return engine.rules.revealed(before, action, [], play(position, action))


@pytest.mark.rule("MEK-50", "MEK-53")
def test_no_plank_is_tried() -> None:
    """A choice stays, a lost plank stays lost; only a plank that lies on one of its listed places is taken back."""
    assert shown(choosing("i11 i15"), ChoosePlank("red_3")) == ["plank_chosen"]
    assert shown(choosing(), ChoosePlank("red_3")) == ["plank_chosen", "plank_lost"]
    assert shown(placing("red_3", "i11 i15"), at("i11-i15")) == []
    assert shown(placing("red_3", "i11 i15", plank_attempt="eyeball"), at("i11-i15")) == ["plank_placed"]
    assert shown(placing("red_1", "i11 i15", plank_attempt="eyeball"), at("v_red-i11")) == ["plank_lost"]
    second = choosing("i10 i11 i15", card="place_2_planks", reserves={"red": "red_3 red_6"})
    play(second, ChoosePlank("red_3"))
    assert shown(second, at("i11-i15")) == ["plank_chosen"], "the only plank that is left shows its places"


@pytest.mark.rule("MEK-48", "MEK-104")
def test_by_eye_a_plank_may_not_pass_over_a_third_stone() -> None:
    pair = next(pair for pair, under in zip(spans.PAIRS, spans.UNDER, strict=True) if len(under) == 1)
    (between,) = spans.UNDER[spans.NUMBER[pair]]
    ends = " ".join(end for end in pair if end.startswith("i"))
    position = placing("red_1", ends, plank_attempt="eyeball")
    assert PlacePlank(pair) in legal(position)
    position = placing("red_1", f"{ends} {between}", plank_attempt="eyeball")
    assert PlacePlank(pair) not in legal(position)
    assert refusal(position, PlacePlank(pair)) == ("MEK-48", "illegal")


@pytest.mark.rule("MEK-45", "MEK-48")
def test_the_fast_list_of_places_is_the_plain_rule() -> None:
    """In positions of play: the places by masks are exactly those without an objection."""
    rng, checked = SeededDice(b"places"), 0
    for number, options in enumerate(({}, {"plank_fit": "snug"}, {"plank_attempt": "eyeball", "round_cap": 9})):
        position, _, dice = opening(engine, 3 + number, options, bytes([number]))
        while position.phase != "game_over" and position.round < 9:
            for plank in PLANKS[:6]:
                plain = {
                    (a, b)
                    for i, a in enumerate(SUPPORTS)
                    for b in SUPPORTS[i + 1 :]
                    if position.phase == "place_plank" and checked < 40 and _unopposed(position, plank, (a, b))
                }
                if position.phase == "place_plank" and checked < 40:
                    mask = planks.open_places(position, plank)
                    assert plain == {pair for n, pair in enumerate(spans.PAIRS) if mask >> n & 1}
                    checked += 1
            seat = engine.rules.to_act(position)[0]
            engine.rules.apply(position, seat, pick(engine, position, seat, ("random", "greedy")[seat % 2], rng), dice)
    assert checked == 40


def _unopposed(position: MekongPosition, plank: str, pair: spans.Pair) -> bool:
    by_eye = position.options.plank_attempt == "eyeball"
    return all(by_eye and rule == "MEK-45" for rule, _ in planks.objections(position, plank, pair))

"""The fight hand to hand (BAB-67 to BAB-72)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.babord.actions import Attack, Observe
from engines.babord.position import BabordPosition
from tests.engines.babord.positions import boat, changed, fields, legal, play, refused, sea, types


def duel(attacker: dict[str, Any], victim: dict[str, Any], **rest: Any) -> BabordPosition:
    return sea(boat((5, 5), **attacker), boat((5, 4), "se", **victim), carrier=1, hole=(4, 4), **rest)


@pytest.mark.rule("BAB-68")
@pytest.mark.parametrize("knife", [0, 1])
@pytest.mark.parametrize(("mine", "theirs", "wins"), [(2, 1, True), (1, 1, False), (0, 1, False), (0, 0, False)])
def test_with_equal_arms_strictly_more_experience_wins(knife: int, mine: int, theirs: int, wins: bool) -> None:
    """E8."""
    position = duel({"knife": knife, "xp": mine}, {"knife": knife, "xp": theirs})
    events = play(position, Attack(1))
    assert types(events) == ["treasure_stolen" if wins else "attack_failed"]
    assert position.treasure.carrier == (0 if wins else 1)


@pytest.mark.rule("BAB-69")
def test_a_knife_beats_any_experience() -> None:
    """E9."""
    position = duel({"knife": 1}, {"xp": 9})
    assert types(play(position, Attack(1))) == ["treasure_stolen"]


@pytest.mark.rule("BAB-70", "BAB-117")
def test_against_a_knife_no_experience_helps() -> None:
    position = duel({"xp": 9}, {"knife": 1})
    assert types(play(position, Attack(1))) == ["attack_failed"]


@pytest.mark.rule("BAB-71")
def test_success_passes_the_treasure_on_and_changes_nothing_else() -> None:
    position = duel({"knife": 1, "xp": 2}, {"xp": 1})
    assert changed(position, Attack(1)) == {"/treasure/carrier": 0, "/current/attacked": True}
    (event,) = play(duel({"knife": 1}, {}), Attack(1))
    assert fields(event) == {"seat": 0, "victim": 1}


@pytest.mark.rule("BAB-72")
def test_failure_changes_nothing_and_one_attack_per_window() -> None:
    position = duel({}, {}, phase="before_action")
    assert changed(position, Attack(1)) == {"/current/attacked": True}
    assert refused(position, Attack(1)) == ("BAB-72", "illegal")
    assert legal(position, Attack) == []
    (event,) = play(duel({}, {}), Attack(1))
    assert fields(event) == {"seat": 0, "target": 1}
    play(position, Observe((3, 3)))
    assert types(play(position, Attack(1)))[0] == "attack_failed"


@pytest.mark.rule("BAB-67")
def test_an_attack_needs_the_same_place() -> None:
    position = sea(boat((5, 5), knife=1), boat((5, 6), "se"), carrier=1, hole=(4, 4))
    assert refused(position, Attack(1)) == ("BAB-67", "illegal")
    assert legal(position, Attack) == []
    position.current.attacked = True
    assert refused(position, Attack(1)) == ("BAB-67", "illegal")


@pytest.mark.rule("BAB-67")
def test_attacks_in_a_port_in_the_hole_and_after_the_action() -> None:
    port = sea(boat((1, 10), knife=1), boat((1, 11), "se"), carrier=1, hole=(4, 4), phase="after_action")
    assert types(play(port, Attack(1))) == ["treasure_stolen"]
    hole = sea(boat((8, 8), knife=1), boat((9, 9), "se"), carrier=1, hole=(4, 4))
    assert types(play(hole, Attack(1))) == ["treasure_stolen"]
    assert (hole.treasure.carrier, hole.treasure.hole) == (0, (4, 4))


@pytest.mark.rule("BAB-119")
def test_only_the_carrier_may_be_attacked() -> None:
    nobody = sea(boat((5, 5), knife=1), boat((5, 4), "se"))
    assert refused(nobody, Attack(1)) == ("BAB-119", "illegal")
    third = sea(boat((5, 5), knife=1), boat((5, 4), "se"), boat((4, 4), "ne"), carrier=2, hole=(4, 4))
    assert refused(third, Attack(1)) == ("BAB-119", "illegal")
    assert refused(third, Attack(3)) == ("BAB-119", "illegal")
    assert legal(third, Attack) == [Attack(2)]


@pytest.mark.rule("BAB-67", "BAB-119")
def test_nobody_attacks_the_own_boat() -> None:
    position = sea(boat((5, 5), knife=1), boat((5, 4), "se"), carrier=0, hole=(4, 4))
    assert refused(position, Attack(0)) == ("BAB-67", "illegal")
    assert refused(position, Attack(1)) == ("BAB-119", "illegal")
    assert legal(position, Attack) == []


@pytest.mark.rule("BAB-75", "BAB-71")
def test_a_theft_at_the_own_jetty_wins_the_game() -> None:
    """T18."""
    position = sea(boat((1, 1), knife=1), boat((0, 1), "se"), carrier=1, hole=(4, 4))
    events = play(position, Attack(1))
    assert types(events) == ["treasure_stolen", "game_over"]
    assert position.result is not None
    assert (position.result.winners, position.result.reason) == ([0], "treasure_home")

"""Wrong seat, wrong moment: every phase knows its own actions and refuses all others."""

from __future__ import annotations

import pytest

from engines.bakong import engine
from engines.bakong.actions import (
    Discard,
    Flip,
    FlipSecond,
    LoseObject,
    Move,
    Pass,
    Reroll,
    TakeBigEmerald,
    TakeEmeralds,
    TakeObject,
)
from engines.bakong.legal import DECISIONS, PHASE_ACTIONS
from engines.bakong.parts import Flipped, Incoming
from engines.kernel.refusals import Illegal
from tests.engines.bakong.positions import LoadedDice, legal, player, refusal, table, track

ONE_OF_EACH = [
    TakeObject("rope"),
    Reroll(),
    Flip(3),
    FlipSecond(9),
    Move(5),
    LoseObject("rope"),
    TakeEmeralds(1, 0),
    TakeBigEmerald(17),
    Discard("x1"),
    Pass(),
]
WALKED = {"flip_die": 3, "move_die": 5, "steps": 5, "steps_left": 0}


def chosen():
    """The turn of a seat on slot 2 that has turned slot 5 with its 3."""
    return {"flip_die": 3, "move_die": 5, "flipped": Flipped(5, "jungle", "river")}


EXAMPLES = {
    "choose_start_object": lambda: table(dice=None, turn=0),
    "choose_flip": lambda: table(player(2, "journal"), player()),
    "map_flip": lambda: table(player(2, "map"), player(), track=track("river:t13", at=5), current=chosen()),
    "choose_steps": lambda: table(
        player(2, "machete", "compass"), player(), track=track("river:t13", at=5), current=chosen()
    ),
    "quicksand": lambda: table(player(7, "rope", "map"), player(), track=track("quicksand", at=7), current=WALKED),
    "camp": lambda: table(
        player(7, "map"), player(), track=track("abandoned_camp", at=7), current={**WALKED, "at": "abandoned_camp"}
    ),
    "choose_split": lambda: table(
        player(7), player(), track=track("cave", at=7), current={**WALKED, "at": "cave", "cave": (6, 6)}
    ),
    "choose_big_emerald": lambda: table(player(25, direction="return"), player(), current={**WALKED, "at": "temple"}),
    "temple_pick": lambda: table(
        player(25, big=13), player(20, big=17), left=[("rope", 1)], current={**WALKED, "at": "temple"}
    ),
    "make_room": lambda: table(
        player(7, "rope", "journal", x1=8, big=13),
        player(),
        track=track("cave", at=7),
        current={**WALKED, "at": "cave", "cave": (3, 3), "incoming": [Incoming("x3")]},
    ),
}


def in_phase(phase: str):
    """A small position of play in each phase."""
    game = EXAMPLES[phase]()
    game.phase = phase
    return game


@pytest.mark.parametrize("phase", list(PHASE_ACTIONS))
def test_the_examples_of_each_phase_are_positions_of_play(phase):
    game = in_phase(phase)
    engine.rules.check(game)
    assert game.phase == phase
    assert len(legal(game)) > 1


@pytest.mark.rule("BAK-11")
@pytest.mark.parametrize("phase", list(PHASE_ACTIONS))
def test_every_phase_refuses_the_actions_of_others(phase):
    game = in_phase(phase)
    for action in ONE_OF_EACH:
        if isinstance(action, PHASE_ACTIONS[phase]):
            continue
        rule = "BAK-40" if isinstance(action, Reroll) and phase != "choose_start_object" else "BAK-11"
        if isinstance(action, FlipSecond) and phase == "choose_steps":
            rule = "BAK-45"  # there is no map
        assert refusal(game, action) == (rule, "wrong_phase")


@pytest.mark.rule("BAK-9")
@pytest.mark.parametrize("phase", list(PHASE_ACTIONS))
def test_nobody_acts_out_of_turn(phase):
    game = in_phase(phase)
    for action in [*ONE_OF_EACH, *legal(game)]:
        assert refusal(game, action, seat=1) == ("BAK-9", "not_to_act")
    assert engine.rules.legal(game, 1).actions == []
    assert engine.rules.to_act(game) == (0,)


def test_each_phase_lists_only_actions_that_it_knows():
    assert tuple(DECISIONS) == tuple(PHASE_ACTIONS) == engine.rules.phases
    for phase, known in PHASE_ACTIONS.items():
        assert {type(action) for action in legal(in_phase(phase))} == set(known)


@pytest.mark.parametrize(
    ("phase", "action", "words"),
    [
        ("choose_flip", Flip(1), "BAK-12: the dice show 3 and 5, not 1"),
        ("choose_flip", Move(5), "BAK-11: this is not the moment for it: the game waits for choose_flip"),
        ("choose_steps", Reroll(), "BAK-40: the dice can be rolled again only before a tile is turned"),
        ("choose_steps", Move(3), "BAK-19: the move die shows 5, not 3"),
        ("choose_split", TakeEmeralds(2, 1), "BAK-96: 6 are granted: take as many as the supply allows, not 7"),
        ("make_room", Discard("big"), "BAK-55: a big emerald can never be thrown out"),
        ("camp", TakeObject("map"), "BAK-46: the backpack holds a map already"),
        ("quicksand", LoseObject("torch"), "BAK-35: there is no torch in the backpack to give up"),
        ("temple_pick", TakeObject("torch"), "BAK-62: no torch lies on the temple tile"),
        ("choose_big_emerald", TakeBigEmerald(9), "BAK-60: no big emerald of value 9 lies at the temple"),
        ("map_flip", FlipSecond(1), "BAK-44: slot 1 is not another tile ahead of the same colour as the first"),
    ],
)
def test_refusals_say_why(phase, action, words):
    with pytest.raises(Illegal) as caught:
        engine.rules.apply(in_phase(phase), 0, action, LoadedDice())
    assert str(caught.value) == words

"""What the kit must know of Bakong."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from engines.bakong import engine
from engines.bakong.actions import Flip, TakeObject
from engines.bakong.events import MoveDeclared, ObjectTaken, SlotEntered, TileTurned, TurnStarted
from engines.bakong.parts import Player
from engines.bakong.pieces import BIG_VALUES, COPIES, JUNGLE_SLOTS, TILES
from engines.bakong.position import BakongPosition
from engines.bakong.rules.advancing import step_counts
from engines.bakong.rules.backpack import fits
from engines.bakong.rules.turning import map_targets
from engines.kernel.records import Action
from tests.engines.bakong.foreseen import FORESEEN
from tests.engines.bakong.positions import table, track
from tests.support.kit.profile import Profile, Small, Step


def invariants(game: BakongPosition) -> None:
    """What holds in every position."""
    incoming = game.current.incoming if game.current else []
    set_aside = game.current.set_aside if game.current else []
    objects = Counter(game.supply.objects)
    objects.update(name for player in game.players for name in player.objects)
    objects.update(left.object for left in game.temple.objects)
    objects.update(set_aside)
    objects.update(piece.object for piece in incoming if piece.object)
    assert objects == COPIES
    kinds = Counter(piece.kind for piece in incoming)
    assert sum(player.x1 for player in game.players) + game.supply.x1 + kinds["x1"] == 20
    assert sum(player.x3 for player in game.players) + game.supply.x3 + kinds["x3"] == 20
    assert sum(player.ouch for player in game.players) + game.supply.ouch == 12
    emeralds = [*game.temple.big_emeralds, *(player.big for player in game.players), *(p.value for p in incoming)]
    assert sorted(filter(None, emeralds), reverse=True) == list(BIG_VALUES[: len(game.players)])
    assert sorted(tile.tile for tile in game.track) == list(TILES)
    for player in game.players:
        assert len(set(player.objects)) == len(player.objects) <= 5
        assert fits(player.big, player.objects, player.x1 + player.x3)
    homes = [player for player in game.players if player.first_home]
    assert len(homes) == (game.phase == "game_over")
    assert all(player.big and player.slot == 0 for player in homes)


def progress(player: Player) -> int:
    return player.slot if player.direction == "outward" else 50 - player.slot


def step_invariants(step: Step) -> None:
    """What holds in every action."""
    before, after = step.before, step.after
    turned = [event for event in step.events if isinstance(event, TileTurned)]
    assert all(event.slot in JUNGLE_SLOTS for event in turned)
    for old, new in zip(before.track, after.track, strict=True):
        assert old.tile == new.tile
        assert new.seen or not old.seen
        assert new.seen or old.side == new.side
    actors = {step.seat} | {event.seat for event in step.events if hasattr(event, "seat")}
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        assert progress(new) >= progress(old)
        assert old.big is None or new.big == old.big
        if seat not in actors:
            assert old == new
        if not any(isinstance(event, ObjectTaken) and event.seat == seat for event in step.events):
            assert set(new.objects) <= set(old.objects) | {
                piece.object for piece in (before.current.incoming if before.current else [])
            }
    check_story(step)


def check_story(step: Step) -> None:
    """At most two tiles a turn, all ahead of the mover; a declared move enters at least one slot, the next one."""
    pawns = [(player.slot, player.direction) for player in step.before.players]
    turned = 0
    for event, following in pairwise([*step.events, None]):
        if isinstance(event, TurnStarted):
            turned = 0
        elif isinstance(event, TileTurned):
            slot, direction = pawns[event.seat]
            turned += 1
            assert turned <= 2
            assert event.slot > slot if direction == "outward" else event.slot < slot
        elif isinstance(event, MoveDeclared):
            assert isinstance(following, SlotEntered)
        elif isinstance(event, SlotEntered):
            slot, direction = pawns[event.seat]
            assert event.slot == slot + (1 if direction == "outward" else -1)
            pawns[event.seat] = (event.slot, "return" if event.slot == 25 else direction)


def reveals(game: BakongPosition, seat: int, action: Action) -> bool:
    """An unseen tile may be turned by this action, or by throws of doubles in the turns that follow at once."""
    if isinstance(action, TakeObject) and game.phase == "choose_start_object":
        return bool(game.players[(seat + 1) % len(game.players)].objects)
    if not isinstance(action, Flip):
        return True
    slot = game.ahead(seat, action.die)
    if slot in JUNGLE_SLOTS and not game.track[slot - 1].seen:
        return True
    after = game.copy()
    list(engine.rules.moves[Flip](after, seat, action, None))
    return not map_targets(after, seat) and len(step_counts(after, seat)) == 1


def shown(*slots: int):
    return lambda game: tuple(game.track[slot - 1].tile for slot in slots)


# Unseen: t01 and t02 (camp over quicksand), t03 (camp over river), t19 (jungle over emerald); slots 1-3 show camps or
# their backs, so the deals can be counted by hand.
THREE_CAMPS = table(track=track("abandoned_camp:t01 abandoned_camp:t03 quicksand:t02 jungle:t19", unseen={1, 2, 3, 4}))
TWO_ALIKE = table(track=track("jungle:t13 river:t14 jungle:t15 cliff:t16", unseen={1, 2, 3, 4}))

PROFILE = Profile(
    engine=engine,
    options=[
        {},
        {"map_colour": "after", "first_seat": 1},
        {"quicksand_loss": "after_move"},
        {"memory_aid": False},
        {"quicksand_loss": "after_move", "map_colour": "after", "memory_aid": False},
    ],
    invariants=invariants,
    step_invariants=step_invariants,
    reveals=reveals,
    small=[
        # t03 must lie where a camp shows (slot 1 or 2); t01 and t02 share the other camp and the quicksand
        Small(
            "camps",
            THREE_CAMPS,
            0,
            shown(1, 2, 3, 4),
            {
                ("t01", "t03", "t02", "t19"): 1 / 4,
                ("t02", "t03", "t01", "t19"): 1 / 4,
                ("t03", "t01", "t02", "t19"): 1 / 4,
                ("t03", "t02", "t01", "t19"): 1 / 4,
            },
        ),
        # the river is t13 or t14, the cliff t15 or t16; the two others lie on the jungle slots in either order
        Small(
            "rivers and cliffs",
            TWO_ALIKE,
            None,
            shown(1, 2, 3, 4),
            {
                (first, river, second, cliff): 1 / 8
                for river, left in (("t13", "t14"), ("t14", "t13"))
                for cliff, over in (("t15", "t16"), ("t16", "t15"))
                for first, second in ((left, over), (over, left))
            },
        ),
    ],
    foreseen=FORESEEN,
    longest=900,
    examples=60,
)

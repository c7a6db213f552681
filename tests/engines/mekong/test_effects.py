"""What the effects of an action may tell: nothing that is to be judged by eye."""

from __future__ import annotations

import re

import pytest

from engines.mekong import engine
from engines.mekong.actions import ChoosePlank
from engines.mekong.position import MekongPosition
from engines.mekong.rules import spans
from engines.mekong.rules.planks import plain_pairs, sound_places
from tests.engines.mekong.positions import RED, carrying_out, play, table

PLAYERS = ["Ana", "Ben", "Cleo"]
STONES = "i01 i02 i05 i06 i09 i10 i11 i14 i18 i22"


def choosing(**options: str) -> MekongPosition:
    return carrying_out(table(stones=STONES, **options), "red", "place_1_plank")


def ghosts(position: MekongPosition) -> set[str]:
    view = engine.visibility.view(position, RED)
    effects = [engine.effects(view, RED, action, "en", PLAYERS) for action in engine.rules.legal(position, RED).actions]
    return {piece for listed in effects for effect in listed for piece in effect.pieces}


@pytest.mark.rule("MEK-53")
@pytest.mark.parametrize("attempt", ["guided", "eyeball"])
def test_choosing_a_plank_says_nothing_about_where_it_fits(attempt: str) -> None:
    """A plank that fits somewhere, and one that fits nowhere: the same effects but for its name."""
    position = choosing(plank_attempt=attempt)
    view = engine.visibility.view(position, RED)
    fits = {plank: bool(sound_places(position, plank)) for plank in position.players[RED].reserve}
    assert set(fits.values()) == {True, False}
    told = set()
    for plank in fits:
        [effect] = engine.effects(view, RED, ChoosePlank(plank), "en", PLAYERS)
        assert effect.pieces == [f"plank-{plank}"]
        told.add((effect.kind, effect.amount, effect.left, effect.chance, re.sub(r"\d", "", effect.sentence)))
    assert len(told) == 1


@pytest.mark.rule("MEK-50")
def test_a_chosen_plank_has_a_ghost_wherever_it_fits() -> None:
    position = choosing()
    plank = next(plank for plank in position.players[RED].reserve if sound_places(position, plank).bit_count() > 1)
    play(position, ChoosePlank(plank))
    fitting = {f"ghost-{a}-{b}" for a, b in spans.among(sound_places(position, plank), spans.PAIRS)}
    assert ghosts(position) == fitting == drawn_ghosts(position)


@pytest.mark.rule("MEK-103")
def test_by_eye_every_pair_that_may_be_named_looks_alike() -> None:
    position = choosing(plank_attempt="eyeball")
    plank = position.players[RED].reserve[0]
    play(position, ChoosePlank(plank))
    plain = {f"ghost-{a}-{b}" for a, b in spans.among(plain_pairs(position), spans.PAIRS)}
    assert len(plain) > len(spans.among(sound_places(position, plank), spans.PAIRS))
    assert ghosts(position) == plain == drawn_ghosts(position)
    view = engine.visibility.view(position, RED)
    told = {
        (effect.kind, effect.what, effect.left, effect.chance, effect.sentence)
        for action in engine.rules.legal(position, RED).actions
        for effect in engine.effects(view, RED, action, "en", PLAYERS)
    }
    assert len(told) == 1


def drawn_ghosts(position: MekongPosition) -> set[str]:
    picture = engine.renderer.svg(engine.visibility.view(position, RED), PLAYERS, "en")
    return set(re.findall(r'class="ghost [^"]*" id="([^"]+)"', picture))

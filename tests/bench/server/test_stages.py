"""The stages of an act are those of the real thing: each takes time, and the game is played on."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bench.server.stages import STAGES, measure, opened, played
from bench.support.scripts import script
from engines.kernel.registry import game, slugs
from store.games.repository import GameRepository
from store.settings import Settings


@pytest.fixture
def store(tmp_path: Path) -> GameRepository:
    return GameRepository(Settings(data=tmp_path, redis_url="unix:///nowhere"))


def test_every_stage_of_an_act_is_measured(store: GameRepository) -> None:
    stages = measure(store, "kimbac", loops=1)
    assert len(stages) == len(STAGES)
    assert all(seconds > 0 for seconds in stages)


@pytest.mark.parametrize("slug", slugs())
def test_the_acts_are_played(store: GameRepository, slug: str) -> None:
    each = script(slug, 1, 10)
    table = opened(each)
    types = {kind.__struct_config__.tag: kind for kind in game(slug).rules.action_types}
    for seat, action in each.steps:
        played(store, table, seat, msgspec.json.decode(action, type=types[msgspec.json.decode(action)["type"]]))
    assert table.version == 1 + len(each.steps)

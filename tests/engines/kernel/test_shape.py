"""All five games have the same files for the same jobs, and a game that lacks a part cannot be made."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from engines.kernel.protocols.bot import Bot
from engines.kernel.protocols.render import Renderer
from engines.kernel.protocols.rules import Rules, TurnRules
from engines.kernel.protocols.visibility import Visibility
from engines.kernel.registry import game, slugs

ENGINES = Path(__file__).parents[3] / "engines"
SHARED = {
    ".": {
        *("__init__.py", "parts.py", "position.py", "actions.py", "events.py", "pieces.py", "legal.py", "view.py"),
        *("determinize.py", "content.toml", "rules.toml", "words.toml", "guide.toml"),
    },
    "validation": {"__init__.py", "pieces.py", "turn.py", "outcome.py"},
    "render": {"__init__.py", "svg.py", "text.py", "panels.py", "icons.py", "captions.py", "elements.py", "changes.py"},
}
"""The files of every game, by folder. ``rules/`` has the chapters of the game's own rulebook."""
UPGRADES = {"upgrade.py"}
"""Only games whose stored layout has changed have it."""
BOT = {"__init__.py", "greedy.py", "estimate.py"}
"""Besides these ``bot/`` has what the game's own player needs."""
GAMES = [slug for slug in slugs() if (ENGINES / slug).is_dir()]


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize("folder", SHARED)
@pytest.mark.parametrize("slug", GAMES)
def test_the_games_have_the_same_files(slug: str, folder: str) -> None:
    assert files(ENGINES / slug / folder) - UPGRADES == SHARED[folder]


@pytest.mark.parametrize("slug", GAMES)
def test_the_games_have_the_same_folders(slug: str) -> None:
    folders = {path.name for path in (ENGINES / slug).iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders == {"bot", "render", "rules", "validation"}
    assert files(ENGINES / slug / "bot") >= BOT
    assert 5 <= len(files(ENGINES / slug / "rules") - {"__init__.py"}) <= 12


@pytest.mark.parametrize("slug", GAMES)
def test_every_action_of_a_game_has_effects(slug: str) -> None:
    rules, words = game(slug).rules, game(slug).words
    assert tuple(rules.effects) == rules.action_types
    assert all(entry["en"] and entry["fr"] for entry in words.effects.values())


@pytest.mark.parametrize("slug", GAMES)
def test_the_tables_of_a_game_stand_in_one_file(slug: str) -> None:
    legal = import_module(f"engines.{slug}.legal")
    actions = {action for group in legal.PHASE_ACTIONS.values() for action in group}
    assert set(legal.DECISIONS) <= set(legal.PHASE_ACTIONS) == set(game(slug).rules.phases)
    assert actions <= set(legal.MOVES) == set(legal.EFFECTS) == set(game(slug).rules.action_types)


@pytest.mark.parametrize("part", [Rules, TurnRules, Visibility, Bot, Renderer])
def test_a_part_without_its_methods_cannot_be_made(part: Any) -> None:
    incomplete = type("Incomplete", (part,), {})
    with pytest.raises(TypeError, match="abstract"):
        incomplete()


@pytest.mark.parametrize("lacking", [{"forced": lambda self, position: None}, {"forced_phases": frozenset({"play"})}])
def test_forced_actions_and_their_phases_are_named_together(lacking: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="`forced` and `forced_phases`"):
        type("Incomplete", (Rules,), lacking)


def test_a_missing_method_is_named() -> None:
    class TextOnly(Renderer[Any]):
        def text(self, view: Any, players: Sequence[str], language: str) -> str:
            return ""

    with pytest.raises(TypeError, match="svg"):
        TextOnly("tests.support.sample")  # type: ignore[abstract]

"""The pages beside system tests say which test shows what: each test that they name exists."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.support.stack import ROOT

TESTS = ROOT / "tests"
FEWEST = {"bots": 100, "browser": 25, "contract": 60}
"""By folder of tests/system: how many tests its page names at least."""


@cache
def there() -> set[str]:
    """The names of all tests."""
    texts = (path.read_text("utf-8") for path in TESTS.rglob("test_*.py"))
    return {name for text in texts for name in re.findall(r"^(?:    )?def (test_\w+)", text, re.M)}


def test_every_page_is_checked() -> None:
    assert {path.parent.name for path in (TESTS / "system").rglob("README.md")} == set(FEWEST)


@pytest.mark.parametrize("folder", FEWEST)
def test_the_tests_that_a_page_names_exist(folder: str) -> None:
    named = set(re.findall(r"`(test_\w+)`", (TESTS / "system" / folder / "README.md").read_text("utf-8")))
    assert named - there() == set()
    assert len(named) >= FEWEST[folder]


@pytest.mark.parametrize("folder", FEWEST)
def test_every_line_of_a_page_names_a_test(folder: str) -> None:
    page = (TESTS / "system" / folder / "README.md").read_text("utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ") and not line.endswith(("shown by |", "test |"))]
    assert [row for row in rows if not re.search(r"`(test_\w+|make \w+)`", row)] == []

"""The fuzz runs last: everything that is quicker to fail comes first."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name == "test_fuzz.py")

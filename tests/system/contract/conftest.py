"""The fuzz begins first: it takes longest, and the other worker does the rest beside it."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name != "test_fuzz.py")

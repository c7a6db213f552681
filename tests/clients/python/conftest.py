from __future__ import annotations

from collections.abc import Iterator

import pytest
from ludotheque_client import Ludotheque

from tests.support.stack import Stack


@pytest.fixture
def client(stack: Stack) -> Iterator[Ludotheque]:
    with Ludotheque(stack.url) as client:
        yield client

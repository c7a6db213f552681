"""Fixtures: an embedded server of a test's own."""

from tests.store.conftest import server

__all__ = ["server"]

"""The app on a real store, and an API process beside it; an operator has let bodies be large, so that the parser sees
all of them."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from api.app import create_app
from store.settings import Settings
from tests.support.stack import Stack
from tests.support.waiting import PATIENCE
from tests.system.access.conftest import WIDE
from tests.system.access.games import ApiCaller
from tools.in_process import InProcessServer

BODY_BYTES = 4_000_000


@pytest.fixture(scope="session")
def api_process() -> Iterator[Stack]:
    """As `make run` starts it."""
    limits = {f"LUDOTHEQUE_{name.upper()}": str(value) for name, value in WIDE.items()}
    with Stack(workers=0, LUDOTHEQUE_BODY_BYTES=str(BODY_BYTES), LUDOTHEQUE_LOG_LEVEL="error", **limits) as stack:
        yield stack
        assert "Traceback" not in stack.log("api")


@pytest.fixture(scope="session")
def socket_client(api_process: Stack) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=api_process.url, timeout=PATIENCE, verify=False) as client:
        yield client


@pytest.fixture(scope="session")
def open_caller(api_process: Stack) -> Iterator[ApiCaller]:
    url, folder = api_process.server.url, api_process.folder
    app = create_app(Settings(redis_url=url, data=folder, log_level="error", body_bytes=BODY_BYTES, **WIDE))
    in_process = InProcessServer(app)
    yield ApiCaller(in_process.client())
    in_process.close()

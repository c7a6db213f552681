"""The client follows the API's version and needs httpx only."""

from __future__ import annotations

import json

import ludotheque_client

from api import __version__
from api.spec.document import COMMITTED
from tools.python_client import PACKAGE, files

MADE = files(json.loads(COMMITTED.read_bytes()))


def test_nothing_else_is_in_the_generated_folder() -> None:
    assert set((PACKAGE / "sync").glob("*.py")) == {path for path in MADE if path.parent.name == "sync"}


def test_it_has_the_version_of_the_api() -> None:
    assert ludotheque_client.__version__ == __version__
    assert json.loads(COMMITTED.read_bytes())["info"]["version"] == __version__


def test_it_needs_httpx_only() -> None:
    for path in PACKAGE.rglob("*.py"):
        assert not {"api", "engines", "store", "click"} & {
            line.split()[1].partition(".")[0]
            for line in path.read_text("utf-8").splitlines()
            if line.startswith(("import ", "from "))
        }, path

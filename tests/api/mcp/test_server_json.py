"""server.json, which describes the server for registries, agrees with the server."""

from __future__ import annotations

import json

from api import __version__
from api.mcp.words import WORDS
from tests.support.stack import ROOT


def test_the_description_for_registries_is_that_of_the_server() -> None:
    described = json.loads((ROOT / "server.json").read_text("utf-8"))
    assert described["version"] == __version__
    assert described["title"] == WORDS["server"]["title"]["en"]
    assert described["description"] == WORDS["server"]["description"]["en"]
    assert len(described["description"]) <= 100
    [remote] = described["remotes"]
    assert remote["type"] == "streamable-http"
    assert remote["url"].endswith("/mcp")

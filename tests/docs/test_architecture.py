"""The module map of docs/architecture.md: it names every module, and nothing that is not there."""

from __future__ import annotations

import re

from tests.support.stack import ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
MAP = PAGE.partition("## Module map")[2].partition("\n## ")[0]
NAMED = set(re.findall(r"`((?:api|store|workers|engines|tools)/[\w<>/.]*)`", MAP))
PACKAGES = ("api", "store", "workers", "tools")


def test_everything_that_the_map_names_exists() -> None:
    for name in NAMED:
        for slug in ("bakong", "bailouke") if "<game>" in name else ("",):
            assert (ROOT / name.replace("<game>", slug)).exists(), name


def test_every_module_is_in_the_map() -> None:
    """By its own name, or by that of its folder."""
    folders = tuple(name for name in NAMED if name.endswith("/"))
    modules = [str(path.relative_to(ROOT)) for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    missing = [name for name in modules if name not in NAMED and not name.startswith(folders)]
    assert [name for name in missing if not name.endswith("__init__.py")] == []

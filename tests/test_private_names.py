"""No module of ours uses private names of other packages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.support.stack import ROOT

FOLDERS = ("adapters", "api", "bench", "clients/python/ludotheque_client", "engines", "store", "tools", "workers")
OURS = {folder.split("/")[-1] for folder in FOLDERS}
DOCUMENTED = {
    ("os", "_exit"),
    ("sys", "_getframe"),
    ("self", "_accumulate_rewards"),
    ("self", "_was_dead_step"),
    ("super()", "_deserialize"),
}
"""Names with an underscore that their packages document: the standard library, PettingZoo for environments, marshmallow
for fields."""
FLASKS_OWN = {
    "_after_request_functions", "_compile_builder", "_cv_app", "_cv_request", "_cv_tokens", "_list", "_on_close",
    "_session", "_status", "_status_code",
}  # fmt: skip
"""Of Flask and Werkzeug, which a subclass of ours could set."""
BY_NAME = {"getattr": 1, "setattr": 1, "hasattr": 1, "delattr": 1, "attrgetter": 0, "methodcaller": 0}
"""Functions that name an attribute by a string, and the place of that argument."""


def private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def defined(tree: ast.AST) -> set[str]:
    """Names with an underscore that a module defines itself: functions, classes, variables, attributes, slots."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and owner_of(node) in ("self", "cls"):
            found.add(node.attr)
        elif isinstance(node, ast.Assign) and any(getattr(target, "id", "") == "__slots__" for target in node.targets):
            found |= {each.value for each in ast.walk(node.value) if isinstance(each, ast.Constant)}
    return {name for name in found if private(name)}


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def modules(*folders: str) -> Iterator[Path]:
    return (path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def owner_of(node: ast.Attribute) -> str:
    return ast.unparse(node.value) if isinstance(node.value, ast.Name | ast.Call | ast.Attribute) else ""


def of_self(node: ast.Attribute) -> bool:
    return owner_of(node).split(".")[0] in ("self", "cls")


def named(node: ast.Call) -> list[str]:
    """The attributes that ``getattr`` and its kind name by a string, each part of a path by itself."""
    place = BY_NAME.get(ast.unparse(node.func).rpartition(".")[2])
    texts = [] if place is None else [str(getattr(given, "value", "")) for given in node.args[place:]]
    return [part for text in texts for part in text.split(".")]


def foreign(path: Path, also: frozenset[str] = frozenset()) -> list[str]:
    """Private names that a module takes from packages that are not ours, or from whatever is no part of ``also``."""
    tree, found = parsed(path), []
    known = defined(tree) | also
    if "flask" in path.read_text("utf-8"):  # a subclass may set what its base class has
        known -= FLASKS_OWN
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] not in OURS:
            found += [alias.name for alias in node.names if private(alias.name)]
            found += [part for part in (node.module or "").split(".") if private(part)]
        elif isinstance(node, ast.Import):
            found += [part for alias in node.names for part in alias.name.split(".") if private(part)]
        elif isinstance(node, ast.Call):
            found += [name for name in named(node) if private(name) and name not in known]
        elif isinstance(node, ast.Attribute) and (owner_of(node), node.attr) not in DOCUMENTED:
            found += [node.attr] * (private(node.attr) and node.attr not in (known if of_self(node) else also))
    return found


def test_private_names_of_other_packages_are_used_nowhere() -> None:
    used = {str(path.relative_to(ROOT)): names for path in modules(*FOLDERS) if (names := foreign(path))}
    assert used == {}


def test_neither_tests_nor_examples_use_any() -> None:
    """They may look into parts of our own, whichever module defines them; named tuples document ``_replace``."""
    users = [path for path in modules("tests", "examples") if re.search(r"\._[a-z]", path.read_text("utf-8"))]
    ours = {name for path in (*modules(*FOLDERS), *users) for name in defined(parsed(path))}
    used = {
        str(path.relative_to(ROOT)): names for path in users if (names := foreign(path, frozenset(ours | {"_replace"})))
    }
    assert used == {}


def test_the_search_finds_what_it_looks_for(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        "from flask.globals import _cv_app\nimport redis._cache\nredis.Redis()._parse()\nresponse._status = 1\n"
        "getattr(response, '_headers')\nself._own = self._own or 1\nresponse._own\ncast(Any, request)._cached\n"
        "operator.attrgetter('headers._list')(response)\nclass Field:\n    def _bind(self): super()._bind()\n"
    )
    expected = ["_bind", "_cache", "_cached", "_cv_app", "_headers", "_list", "_own", "_parse", "_status"]
    assert sorted(foreign(module)) == expected

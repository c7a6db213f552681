"""Habits: tests wait for conditions, not for a clock; code and pages use the words of HTTP, Redis and the games."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest

from tests.support.stack import ROOT

CLOCKS = {"time", "asyncio", "gevent"}
MAY_SLEEP = {"tests/support/waiting.py", "tests/support/session.py"}
MAY_YIELD = {
    "tests/api/server/test_http_protocol.py": "an event loop with a clock of its own",
    "tests/workers/remote/test_client.py": "a peer that sends in pieces",
}
"""Tests that sleep inside an event loop, and what for."""
MAY_SPEND = {
    "tests/support/proxy.py": "a slow wire",
    "tests/store/redis/test_pipeliner.py": "the age of a connection",
    "tests/system/bots/playing/test_crowd.py": "bots that hang",
    "tests/system/bots/playing/test_faults.py": "bots that hang",
    "tests/system/bots/playing/test_recovery.py": "a slow bot",
    "tests/system/bots/registering/test_registration.py": "a secret that expires",
    "tests/system/cluster/test_play.py": "how long faults last",
    "tests/system/faults/broken.py": "a commit in two halves",
    "tests/system/faults/players.py": "players that try again",
    "tests/system/faults/storm.py": "how long faults last",
    "tests/system/mutation/run.py": "processes that are looked at again",
    "tests/system/mutation/test_mutation.py": "a test that hangs",
    "tests/system/partitions/cases.py": "how long a line is cut",
    "tests/system/partitions/players.py": "players that try again",
    "tests/system/release.py": "a server that is asked again",
    "tests/test_session.py": "a run that hangs",
    "tests/workers/remote/test_selftest.py": "a slow bot",
    "tests/workers/test_kills.py": "moments at which workers are killed",
}
"""Where the length of time is the input of a test, and what it stands for."""


def sleeps(node: ast.AST) -> bool:
    if isinstance(node, ast.ImportFrom):
        return node.module in CLOCKS and any(name.name == "sleep" for name in node.names)
    return isinstance(node, ast.Attribute) and node.attr == "sleep" and getattr(node.value, "id", "") in CLOCKS


def spends(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "spend"


@cache
def texts() -> dict[str, str]:
    """Every file of the tests."""
    return {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py")}


def files_with(habit: Callable[[ast.AST], bool], word: str) -> set[str]:
    """Files with such a node; only those that have its word are parsed."""
    known = {path: text for path, text in texts().items() if word in text}
    return {path for path, text in known.items() if any(map(habit, ast.walk(ast.parse(text))))}


def test_only_the_helpers_sleep() -> None:
    assert files_with(sleeps, "sleep") <= MAY_SLEEP | MAY_YIELD.keys(), "use tests.support.waiting.wait_until"


def test_time_is_spent_only_where_its_length_is_the_input() -> None:
    assert files_with(spends, "spend") <= set(MAY_SPEND)


def reads_certificates(node: ast.AST) -> bool:
    """A client of httpx that reads the certificates of the machine: a tenth of a second of CPU, for plain HTTP."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return False
    known = {keyword.arg for keyword in node.keywords}
    makes_client = node.func.attr in {"get", "post", "put", "delete", "request", "stream", "Client", "AsyncClient"}
    return getattr(node.func.value, "id", "") == "httpx" and makes_client and not known & {"verify", "transport"}


def test_no_client_reads_certificates_that_it_does_not_need() -> None:
    assert files_with(reads_certificates, "httpx.") == set(), "verify=False"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("import time\ntime.sleep(1)", True),
        ("from time import monotonic, sleep", True),
        ("lambda: time.sleep(1)", True),
        ("async def wait():\n    await asyncio.sleep(1)", True),
        ("'time.sleep(1)'", False),
        ("time.monotonic()", False),
    ],
)
def test_a_sleep_is_found(code: str, found: bool) -> None:
    assert any(sleeps(node) for node in ast.walk(ast.parse(code))) == found


METAPHORS = re.compile(
    r"\b(house|doors?|ears?|bells?|knock\w*|errands?|convoy|baggage|shel(f|ves)|surroundings|messenger|traveller|crowds?"
    r"|rehearsal|asked_to_\w+|makes_way|laid aside|lay aside|hand(ed|s)? over|at hand|wish(es)?|somebody|whoever)\b",
    re.I,
)
SPEAKING = (
    "adapters", "api", "bench", "clients/python", "clients/typescript/src", "docs", "examples", "store", "tools",
    "workers", "CHANGELOG.md", "CONTRIBUTING.md", "README.md", "SECURITY.md",
)  # fmt: skip
SUFFIXES = (".js", ".lua", ".md", ".py", ".sh", ".ts")
OF_GAMES = ("docs/readings", "docs/strength.md", "docs/add-a-game.md", "clients/python/ludotheque_client/models.py")
"""Texts about the games, which have houses and errands."""


def test_the_code_speaks_without_metaphors() -> None:
    paths = [path for name in SPEAKING for path in ([ROOT / name] if "." in name else (ROOT / name).rglob("*"))]
    found = [
        f"{path.relative_to(ROOT)}: {word[0]}"
        for path in paths
        if path.suffix in SUFFIXES and not str(path.relative_to(ROOT)).startswith(OF_GAMES)
        for word in METAPHORS.finditer(path.read_text("utf-8"))
    ]
    assert found == []


LONGEST_FILE, LONGEST_TEST, LONGEST_FUNCTION = 250, 400, 45
LONGER = {"bench/support/turn_costs.py": 260}
"""It runs alone, on the code of another version."""
GENERATED = ("clients/python/ludotheque_client/models.py", "api/web/ludotheque.js", "api/web/ludotheque-board.js")
OURS = ("adapters", "api", "clients/python", "engines", "store", "tools", "workers")
WRITTEN = (*OURS, "bench", "tests", "clients/typescript/src")


def longest(name: str) -> int:
    return LONGER.get(name, LONGEST_TEST if name.startswith("tests/") else LONGEST_FILE)


def long_functions(text: str) -> list[str]:
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return [node.name for node in functions if (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION]


def test_files_and_functions_stay_short() -> None:
    long = []
    for path in (path for folder in WRITTEN for path in (ROOT / folder).rglob("*")):
        name = str(path.relative_to(ROOT))
        if path.suffix not in (".py", ".js", ".ts") or name in GENERATED:
            continue
        text = path.read_text("utf-8")
        if text.count("\n") > longest(name):
            long.append(name)
        if path.suffix == ".py":
            long += [f"{name}:{function}" for function in long_functions(text)]
    assert long == []


MOST_MODULES = 12


def test_folders_stay_small() -> None:
    """Five to twelve modules; ``tests/engines`` has a file for each chapter of a rulebook."""
    folders = Counter(
        str(path.parent.relative_to(ROOT))
        for package in (*OURS, "bench", "tests")
        for path in (ROOT / package).rglob("*.py")
        if path.name != "__init__.py"
    )
    large = {name for name, count in folders.items() if count > MOST_MODULES and not name.startswith("tests/engines/")}
    assert large == set()


def handles_signals(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "signal" and getattr(node.value, "id", "") == "signal"


def test_signals_are_handled_in_one_place() -> None:
    """A handler that takes a lock may wait for itself: ``StopSignal`` takes none."""
    files = [path for package in OURS for path in (ROOT / package).rglob("*.py")]
    handling = {
        str(path.relative_to(ROOT))
        for path in files
        if any(handles_signals(node) for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    }
    assert handling == {"store/process/stopping.py", "store/process/supervision.py"}

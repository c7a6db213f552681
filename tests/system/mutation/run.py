"""Plays the mutants of one engine against its tests. See the package for how to call it."""

from __future__ import annotations

import argparse
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from tests.support.waiting import spend
from tests.system.mutation.mutants import Mutant, mutants

ROOT = Path(__file__).parents[3]
QUIET = [
    "-x",
    "-q",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:schemathesis",
    "-W",
    "ignore::pytest.PytestAssertRewriteWarning",
]
WARM = (
    "pytest",
    "hypothesis",
    "hypothesis.strategies",
    "msgspec",
    "tests.support.kit.play",
    "tests.support.kit.properties",
)
MEMORY = 3 * 2**30


@dataclass(frozen=True)
class Target:
    """A game: the modules to break, and the tests that must notice, cheapest first."""

    slug: str
    modules: dict[str, Path]
    stages: tuple[list[str], ...]


def target_of(slug: str) -> Target:
    kit = ["tests/engines/kernel/test_kit.py", "-k", slug]
    if slug == "cups":
        return Target(slug, {"tests.support.sample": ROOT / "tests/support/sample/__init__.py"}, (kit,))
    modules = {}
    for path in sorted((ROOT / "engines" / slug).rglob("*.py")):
        if draws(path):
            continue
        parts = path.relative_to(ROOT).with_suffix("").parts
        modules[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    if not modules:
        raise SystemExit(f"engines/{slug} has no modules")
    own = f"tests/engines/{slug}"
    own_tests = [own, f"--ignore={own}/test_board.py"]
    return Target(slug, modules, ((own_tests, kit) if any((ROOT / own).glob("test_*.py")) else (kit,)))


def draws(path: Path) -> bool:
    """Pictures are judged by looking at them: a line drawn two points lower is no fault of the rules."""
    return path.name != "__init__.py" and "from engines.kernel.drawing import" in path.read_text("utf-8")


def all_mutants(target: Target) -> list[Mutant]:
    return [
        mutant
        for module, path in target.modules.items()
        for mutant in mutants(module, str(path.relative_to(ROOT)), path.read_text())
    ]


class Swap(importlib.abc.MetaPathFinder):
    """Finds one module by its name and gives it other source."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if name != self.mutant.module:
            return None
        file = str(ROOT / self.mutant.file)
        places = [str(Path(file).parent)] if file.endswith("__init__.py") else None
        loader = Swapped(name, file, self.mutant.source)
        return importlib.util.spec_from_file_location(name, file, loader=loader, submodule_search_locations=places)


class Swapped(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, file: str, source: str) -> None:
        super().__init__(name, file)
        self.source = source

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.source, self.path, "exec", dont_inherit=True), module.__dict__)


def warm(target: Target) -> None:
    """Import what every child needs and no mutant touches; forget nothing, replay nothing, shrink nothing."""
    for name in WARM:
        importlib.import_module(name)
    from hypothesis import Phase, settings

    phases = [Phase.explicit, Phase.generate]
    settings.register_profile("mutation", database=None, derandomize=True, phases=phases, deadline=None)
    settings.load_profile("mutation")
    early = [module for module in target.modules if module in sys.modules]
    assert not early, f"{early} imported before the mutants"


def start(target: Target, mutant: Mutant | None, timeout: float, output: Path | str = os.devnull) -> int:
    """Fork a child that runs the tests with one module swapped, and exits with pytest's code."""
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid
    code = 3
    try:
        os.setsid()
        sink = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(sink, 1)
        os.dup2(sink, 2)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (int(timeout) + 1, int(timeout) + 2))
        sys.dont_write_bytecode = True
        if mutant is not None:
            sys.meta_path.insert(0, Swap(mutant))
        code = tests(target)
    finally:
        os._exit(code)


def tests(target: Target) -> int:
    import pytest

    os.chdir(ROOT)
    os.environ["KIT_GAMES"] = "3"
    for stage in target.stages:
        code = int(pytest.main([*stage, *QUIET]))
        if code:
            return code
    return 0


def finished(pid: int, deadline: float) -> int | None:
    """The child's exit status; a hanging child is ended and counts as a failure; None while it still runs."""
    done, status = os.waitpid(pid, os.WNOHANG)
    if done:
        return status
    if time.monotonic() < deadline:
        return None
    stop(pid)
    return -1


def stop(pid: int) -> None:
    """End one child of ours, and what it started."""
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:  # it has not made its own group yet
        os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def play(target: Target, chosen: Sequence[Mutant], jobs: int, timeout: float) -> Iterator[tuple[Mutant, bool]]:
    """Every mutant, with True when the tests noticed it, as they finish."""
    waiting = list(reversed(chosen))
    running: dict[int, tuple[Mutant, float]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                mutant = waiting.pop()
                running[start(target, mutant, timeout)] = (mutant, time.monotonic() + timeout)
            for pid, (mutant, deadline) in list(running.items()):
                status = finished(pid, deadline)
                if status is not None:
                    del running[pid]
                    yield mutant, status != 0
            spend(0.01)
    finally:
        for pid in running:
            stop(pid)


def baseline(target: Target, timeout: float) -> float:
    """How long the tests take; without a green run no mutant says anything."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, "baseline")
        began = time.monotonic()
        pid = start(target, None, 10 * timeout, output)
        while (status := finished(pid, began + 10 * timeout)) is None:
            spend(0.01)
        if status:
            raise SystemExit(f"the tests fail without any mutant:\n{output.read_text()[-4000:]}")
    return time.monotonic() - began


def report(target: Target, seed: int, results: list[tuple[Mutant, bool]], out: Path) -> float:
    """Print the table and the survivors, write them down, return the percentage killed."""
    total = Counter(mutant.file for mutant, _ in results)
    killed = Counter(mutant.file for mutant, dead in results if dead)
    survivors = sorted((m for m, dead in results if not dead), key=lambda m: (m.file, m.line))
    score = 100 * killed.total() / max(1, len(results))
    print(f"\n{'module':44} mutants  killed  survived")
    for file in [*sorted(total), "all"]:
        of, dead = (total.total(), killed.total()) if file == "all" else (total[file], killed[file])
        print(f"{file:44} {of:7} {dead:7} {of - dead:9}")
    print(f"killed {score:.1f} %\n")
    print(*survivors, sep="\n")
    lines = [{"file": m.file, "line": m.line, "original": m.original, "mutated": m.mutated} for m in survivors]
    modules = {file: {"mutants": total[file], "killed": killed[file]} for file in sorted(total)}
    out.parent.mkdir(parents=True, exist_ok=True)
    summary = {"slug": target.slug, "seed": seed, "mutants": len(results), "killed": killed.total()}
    document = {**summary, "percent": round(score, 1), "modules": modules, "survivors": lines}
    out.write_text(json.dumps(document, indent=2) + "\n")
    return score


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.system.mutation.run", description=__doc__)
    parser.add_argument("slug")
    parser.add_argument("--sample", type=int, default=300, help="how many mutants to play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=60, help="seconds after which a mutant counts as killed")
    parser.add_argument("--at-least", type=float, default=90, help="percentage that must be killed")
    parser.add_argument("--match", default="", help="only mutants whose line in the report contains this")
    parser.add_argument("--out", type=Path, help="where to write the report")
    given = parser.parse_args(arguments)
    target = target_of(given.slug)
    every = [mutant for mutant in all_mutants(target) if given.match in str(mutant)]
    chosen = Random(given.seed).sample(every, min(given.sample, len(every)))
    warm(target)
    print(
        f"{given.slug}: {len(chosen)} of {len(every)} mutants; the tests take {baseline(target, given.timeout):.1f} s"
    )
    results: list[tuple[Mutant, bool]] = []
    for result in play(target, chosen, given.jobs, given.timeout):
        results.append(result)
        if len(results) % 10 == 0:
            alive = sum(not dead for _, dead in results)
            print(f"{len(results)}/{len(chosen)}, {alive} alive", flush=True)
    score = report(target, given.seed, results, given.out or ROOT / "var/mutation" / f"{given.slug}.json")
    return int(score < given.at_least)


if __name__ == "__main__":
    sys.exit(main())

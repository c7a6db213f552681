"""What the locks say, and what is known of it from the installed packages."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution, packages_distributions
from typing import NamedTuple

from tests.support.stack import ROOT

OURS = ("api", "clients/python", "engines", "store", "tools", "workers")
LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-otel.lock", "requirements-uv.lock")
LICENCES = ROOT / "docs" / "licences.md"


class Pin(NamedTuple):
    """One package of a lock."""

    name: str
    rest: str
    """Version and condition."""
    hashes: int


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(lock: str) -> list[Pin]:
    entries = (ROOT / lock).read_text("utf-8").replace("\\\n", " ").splitlines()
    found = []
    for entry in filter(None, map(str.strip, entries)):
        name, rest = re.match(r"([\w.-]+)(.*)", entry).groups()  # type: ignore[union-attr]
        found.append(Pin(canonical(name), rest.partition("--hash")[0].strip(), rest.count("--hash=sha256:")))
    return found


def declared(extra: str | None = None) -> set[str]:
    """The packages that the project itself asks for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = project["dependencies"] if extra is None else project["optional-dependencies"][extra]
    return {canonical(re.split(r"[\s<>=!~\[;]", entry)[0]) for entry in wanted}


def needed(names: set[str]) -> set[str]:
    """The packages and all that they need in turn."""
    found: set[str] = set()
    rest = list(names)
    while rest:
        name = rest.pop()
        if name in found:
            continue
        found.add(name)
        try:
            wants = distribution(name).requires or []
        except PackageNotFoundError:  # for another platform
            continue
        rest += [canonical(re.split(r"[\s<>=!~\[;(]", want)[0]) for want in wants]
    return found


def imported() -> set[str]:
    """The packages that our code imports."""
    owners = packages_distributions()
    modules = {name for folder in OURS for file in (ROOT / folder).rglob("*.py") for name in _imports(file.read_text())}
    return {canonical(owner) for module in modules for owner in owners.get(module, ())}


def _imports(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def licence(name: str) -> str:
    """As the package itself says it, in short."""
    try:
        package = distribution(name).metadata
    except PackageNotFoundError:  # this Python does without it: the page keeps what another one found
        recorded = re.search(rf"^\| {re.escape(name)} \| (.+) \|$", LICENCES.read_text("utf-8"), re.MULTILINE)
        return recorded[1] if recorded else "unknown"
    classified = [line.rpartition(" :: ")[2] for line in package.get_all("Classifier") or [] if "License" in line]
    said = (
        package.get("License-Expression") or ", ".join(classified) or (package.get("License") or "").partition("\n")[0]
    )
    return said[:60] or "unknown"


def licence_page() -> str:
    lines = [
        "# Licences",
        "",
        "Of the packages in `requirements.lock`, as each says itself. Written by `python -m tests.system.audit.locks`.",
        "",
        "| package | licence |",
        "|---|---|",
    ]
    lines += [f"| {pin.name} | {licence(pin.name)} |" for pin in pins(LOCKS[0])]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    LICENCES.write_text(licence_page(), "utf-8")

"""Dependencies without asking the world: pinned by hash, each needed, each with a reason and a licence."""

from __future__ import annotations

import re

import pytest

from tests.support.stack import ROOT
from tests.system.audit.locks import LICENCES, LOCKS, declared, imported, licence_page, needed, pins

RUNTIME, DEVELOPMENT, OTEL, UV = LOCKS
LEAST = {RUNTIME: 21, DEVELOPMENT: 21, OTEL: 11, UV: 1}
"""So many packages a lock has at least."""
FREE = re.compile(r"MIT|BSD|Apache|Python Software Foundation|PSF|MPL|ISC|Unlicense|0BSD|CC0|LGPL", re.IGNORECASE)


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_is_pinned_to_one_version_by_its_hash(lock: str) -> None:
    found = pins(lock)
    assert len(found) >= LEAST[lock]
    for pin in found:
        assert re.match(r"==[\w.!+]+( ;|$)", pin.rest), pin
        assert pin.hashes, pin
    assert len({pin.name for pin in found}) == len(found)
    assert not re.search(r"https?://|git\+|@ file", (ROOT / lock).read_text()), "from the index alone"


def test_the_locks_agree() -> None:
    runtime, development, traces, _ = ({pin.name: pin.rest.partition(" ")[0] for pin in pins(lock)} for lock in LOCKS)
    assert runtime.items() <= development.items()
    assert {name: development[name] for name in traces.keys() & development.keys()}.items() <= traces.items()
    assert declared("otel") <= traces.keys()


def test_nothing_is_locked_that_nobody_needs_and_nothing_needed_is_missing() -> None:
    runtime = {pin.name for pin in pins(RUNTIME)}
    installed = declared() | declared("embedded") | declared("terminal") | declared("build")
    assert installed <= runtime
    assert runtime <= needed(installed), "locked, but nobody asks for it"
    development = {pin.name for pin in pins(DEVELOPMENT)}
    assert declared("dev") <= development
    assert development <= needed(installed | declared("dev") | declared("rl"))


def test_every_declared_package_is_used_and_has_its_reason() -> None:
    used = imported()
    wanted = declared() | declared("embedded") | declared("terminal")
    assert wanted <= used
    page = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    rows = page[page.index("| dependency | why |") :].partition("\n\n")[0].lower()
    for name in wanted:
        assert re.search(rf"[| ,]{re.escape(name)}[,| ]", rows), f"{name} has no line in docs/dependencies.md"


def test_what_our_code_imports_is_declared() -> None:
    """A package that only comes along with another may go away with it."""
    along = {"werkzeug": "Flask's own foundation, in its public interface"}
    ours = {"ludotheque", "ludotheque-client"}
    # One name space of many packages, which the tests of traces put on the path.
    traces = {pin.name for pin in pins(OTEL)}
    assert imported() - declared() - declared("embedded") - declared("terminal") - traces - ours <= set(along)


def test_every_licence_is_listed_and_free() -> None:
    assert LICENCES.read_text("utf-8") == licence_page(), "run `python -m tests.system.audit.locks`"
    for line in licence_page().splitlines()[6:]:
        _, name, said, _ = (part.strip() for part in line.split("|"))
        assert FREE.search(said), f"{name}: {said}"

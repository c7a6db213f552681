"""docs/architecture.md maps every module, docs/glossary.md explains words of the code: nothing that is not there."""

from __future__ import annotations

import re

import pytest

from tests.support.stack import ROOT

GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")
TERM = re.compile(r"^\| (?!term \|)(?:`?)([a-z][\w -]*?)(?: \((\w+)\))? \| ", re.M)
SECTIONS = {section.split("\n", 1)[0]: TERM.findall(section) for section in GLOSSARY.split("\n## ")[1:]}
QUOTED = re.findall(r"`([^`]+)`", GLOSSARY)
FILES = {name for name in QUOTED if re.fullmatch(r"[\w/]+(\.py|\.toml|/)", name)}
NAMES = {part for name in QUOTED if re.fullmatch(r"[A-Z]\w+(\.\w+)?|[a-z]+_\w+", name) for part in name.split(".")}

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


@pytest.mark.parametrize("section", SECTIONS)
def test_terms_are_in_order(section: str) -> None:
    terms = [term for term, _ in SECTIONS[section]]
    assert len(terms) > 5
    assert terms == sorted(terms)


def test_a_term_of_two_sections_says_which() -> None:
    """`view` of the engines and `view (API)`: one of both at least is marked."""
    plain = [term for terms in SECTIONS.values() for term, of in terms if not of]
    assert sorted({term for term in plain if plain.count(term) > 1}) == []


@pytest.mark.parametrize("name", sorted(FILES))
def test_the_files_are_there(name: str) -> None:
    assert (ROOT / name).exists() or (ROOT / "engines" / "bakong" / name).exists()


def test_the_names_are_there() -> None:
    folders = ("api", "engines", "store", "workers")
    text = "\n".join(path.read_text("utf-8") for folder in folders for path in (ROOT / folder).rglob("*.py"))
    words = set(re.findall(r"\w+", text))
    assert NAMES - words == set()

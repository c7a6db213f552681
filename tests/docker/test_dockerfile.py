"""The Dockerfile: pinned, unprivileged, complete."""

from __future__ import annotations

import re
from fnmatch import fnmatch

import pytest

from tests.docker.dockerfile import bases, read, stages
from tests.support.stack import ROOT

DOCKERFILE = ROOT / "docker" / "Dockerfile"
INSTRUCTIONS = read(DOCKERFILE)
FINAL = stages(INSTRUCTIONS)[-1]


def named(name: str) -> list[str]:
    return [instruction.text for instruction in INSTRUCTIONS if instruction.name == name]


def copied() -> list[str]:
    return [
        source
        for instruction in INSTRUCTIONS
        if instruction.name == "COPY" and "from" not in instruction.options
        for source in instruction.arguments[:-1]
    ]


def test_base_images_are_pinned() -> None:
    found = bases(INSTRUCTIONS)
    assert found
    assert [base for base in found if not re.fullmatch(r"[\w./-]+:\d+\.\d+[\w.-]*", base)] == []
    assert len(set(found)) == 1  # what is built on one is run on the same


def test_it_runs_unprivileged_and_in_exec_form() -> None:
    users = [instruction.text for instruction in FINAL if instruction.name == "USER"]
    assert [user for user in users if user.isdecimal() and int(user) > 0] == users != []
    last_root = max(number for number, instruction in enumerate(FINAL) if instruction.name == "RUN")
    assert last_root < next(number for number, instruction in enumerate(FINAL) if instruction.name == "USER")
    for name in ("ENTRYPOINT", "CMD"):
        assert all(instruction.is_exec_form for instruction in FINAL if instruction.name == name)
    [health] = named("HEALTHCHECK")
    assert " CMD [" in health


def test_nothing_is_fetched_that_is_not_locked() -> None:
    assert named("ADD") == []
    for command in named("RUN"):
        assert not re.search(r"curl|wget|apt-get|apk |sudo|:latest", command), command
        if " install" in command:
            assert "--require-hashes" in command or "--no-deps" in command, command


@pytest.mark.parametrize("path", copied())
def test_what_is_copied_exists_and_reaches_the_builder(path: str) -> None:
    assert (ROOT / path).exists()
    assert f"!{path}" in (ROOT / ".dockerignore").read_text("utf-8").splitlines()


def test_the_builder_gets_no_more() -> None:
    lines = [line for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line[:1] == "!"]
    assert sorted(line[1:] for line in lines) == sorted(copied())


def test_every_package_is_in_the_image() -> None:
    packages = [path.parent.name for path in ROOT.glob("*/__init__.py")]
    pyproject = (ROOT / "pyproject.toml").read_text("utf-8")
    patterns = re.findall(r'"([\w*]+)"', re.search(r"packages = .*", pyproject)[0])  # type: ignore[index]
    wanted = [name for name in packages if any(fnmatch(name, pattern) for pattern in patterns)]
    assert len(wanted) >= 4
    assert [name for name in wanted if name not in copied()] == []

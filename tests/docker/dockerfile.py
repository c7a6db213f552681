"""A Dockerfile read into its instructions, and carried out in a folder: a venv takes the place of the image."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Instruction:
    name: str
    text: str

    @property
    def words(self) -> list[str]:
        """In exec form (a JSON list), or split as a shell would."""
        return list(json.loads(self.text)) if self.text.startswith("[") else shlex.split(self.text)

    @property
    def options(self) -> dict[str, str]:
        found = [word[2:].partition("=") for word in shlex.split(self.text) if word.startswith("--")]
        return {name: value for name, _, value in found}

    @property
    def arguments(self) -> list[str]:
        return [word for word in shlex.split(self.text) if not word.startswith("--")]

    @property
    def is_exec_form(self) -> bool:
        return self.text.startswith("[")


def read(path: Path) -> list[Instruction]:
    text = re.sub(r"^\s*#.*\n", "", path.read_text("utf-8"), flags=re.M)
    lines = [line.strip() for line in text.replace("\\\n", " ").splitlines() if line.strip()]
    return [Instruction(*re.split(r"\s+", line, maxsplit=1)) for line in lines]


def stages(instructions: list[Instruction]) -> list[list[Instruction]]:
    found: list[list[Instruction]] = []
    for instruction in instructions:
        if instruction.name == "FROM":
            found.append([])
        if found:  # before the first there are only arguments
            found[-1].append(instruction)
    return found


def bases(instructions: list[Instruction]) -> list[str]:
    """The images on which the stages are built, arguments filled in."""
    given = dict(i.text.split("=", 1) for i in instructions if i.name == "ARG" and "=" in i.text)
    names = [i.text.split()[0] for i in instructions if i.name == "FROM"]
    return [re.sub(r"\$\{(\w+)\}", lambda found: given[found[1]], name) for name in names]


@dataclass
class Built:
    """An image as a folder."""

    root: Path
    environment: dict[str, str] = field(default_factory=dict)
    folder: str = "/"
    ran: list[str] = field(default_factory=list)

    def inside(self, path: str) -> Path:
        return self.root / (path if path.startswith("/") else f"{self.folder}/{path}").strip("/")

    def moved(self, text: str) -> str:
        """Absolute paths of the image as they are here."""
        return re.sub(r"(?<![\w/.])(/(?:opt|src|data)\b)", lambda found: f"{self.root}{found[1]}", text)


def build(path: Path, context: Path, root: Path, python: str) -> Built:
    """Carry out every instruction of every stage. All stages share the root, since a venv cannot be moved."""
    built = Built(root)
    tools = root / "tools"
    tools.mkdir(parents=True)
    (tools / "python").symlink_to(python)
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("LUDOTHEQUE_", "PYTHON"))}
    for stage in stages(read(path)):
        built.environment = {**clean, "PATH": f"{tools}:{os.environ['PATH']}"}
        for instruction in stage:
            _carry_out(built, instruction, context)
    return built


def _carry_out(built: Built, instruction: Instruction, context: Path) -> None:
    if instruction.name == "WORKDIR":
        built.folder = instruction.text
        built.inside(instruction.text).mkdir(parents=True, exist_ok=True)
    elif instruction.name == "ENV":
        given = dict(word.split("=", 1) for word in instruction.words)
        for name, value in given.items():
            built.environment[name] = built.moved(value).replace("$PATH", built.environment["PATH"])
    elif instruction.name == "COPY":
        *sources, target = instruction.arguments
        for source in sources:
            _copy(built, source, target, None if "from" in instruction.options else context)
    elif instruction.name == "RUN":
        _run(built, instruction.text)


def _copy(built: Built, source: str, target: str, context: Path | None) -> None:
    place = built.inside(target)
    if context is None:  # from another stage, which has the same root here
        assert built.inside(source) == place
        assert place.exists()
    elif (context / source).is_dir():
        shutil.copytree(context / source, place, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    else:
        shutil.copy(context / source, place / source if place.is_dir() else place)


def _run(built: Built, command: str) -> None:
    moved = built.moved(command)
    if command.startswith("useradd"):
        if os.geteuid() != 0:
            return  # only root may add users, here as in the image
        (built.root / "etc").mkdir(exist_ok=True)
        moved = command.replace("useradd", f"useradd --prefix {built.root}", 1)
    done = subprocess.run(
        ["sh", "-ec", moved],
        cwd=built.inside(built.folder), env=built.environment, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, f"RUN {command}\n{done.stdout}{done.stderr}"
    built.ran.append(command)

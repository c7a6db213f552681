"""Sources of settings besides plain variables: a file `.env`, and files with secrets (`..._FILE`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import Field
from pathlib import Path
from typing import Any


class BadSetting(Exception):
    """A setting that cannot be used; the message names it."""


def given_settings(entries: Iterable[Field[Any]], environment: Mapping[str, str]) -> dict[str, Any]:
    """The settings given by the environment. Raises BadSetting."""
    given = {}
    for entry in entries:
        variable, secret = entry.metadata["variable"], entry.metadata["secret"]
        text = _from_file(variable, environment) if secret else None
        text = environment.get(variable) if text is None else text
        if text is None:
            continue
        try:
            given[entry.name] = entry.metadata["read"](text)
        except ValueError as error:
            # A URL may contain a password: the message does not quote secrets.
            raise BadSetting(f"{variable}{'' if secret else f'={text!r}'}: {error}") from error
    return given


def _from_file(variable: str, environment: Mapping[str, str]) -> str | None:
    """The content of the file that `<variable>_FILE` names."""
    name = f"{variable}_FILE"
    if name not in environment:
        return None
    if variable in environment:
        raise BadSetting(f"{name}: {variable} is set, too; set one of the two")
    try:
        return Path(environment[name]).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(f"{name}={environment[name]!r}: cannot be read: {error}") from error


def read_env_file(path: Path) -> dict[str, str]:
    """The `NAME=value` lines of a file, without quotes around values; empty if there is no file.

    Raises BadSetting, which names the line.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
    except FileNotFoundError:
        return {}
    found = {}
    for number, line in enumerate(lines, 1):
        text = line.strip().removeprefix("export ")
        if not text or text.startswith("#"):
            continue
        name, equals, value = text.partition("=")
        if not (equals and name.strip().isidentifier()):
            raise BadSetting(f"{path}, line {number}: must be NAME=value")
        value = value.strip()
        quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "'\""
        found[name.strip()] = value[1:-1] if quoted else value
    return found

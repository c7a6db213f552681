"""The file `.env`: one setting a line, as docker compose reads it."""

from __future__ import annotations

from pathlib import Path

import pytest

from store.settings.environment import BadSetting, read_env_file


def test_lines_are_settings(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text(
        "# the port\nLUDOTHEQUE_PORT=9000\n\nexport LUDOTHEQUE_HOST = '0.0.0.0'\nREDIS_URL=\"redis://h/0?a=b\"\nEMPTY=\n"
    )
    assert read_env_file(file) == {
        "LUDOTHEQUE_PORT": "9000",
        "LUDOTHEQUE_HOST": "0.0.0.0",
        "REDIS_URL": "redis://h/0?a=b",
        "EMPTY": "",
    }
    assert read_env_file(tmp_path / "none") == {}


def test_another_line_is_named(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("LUDOTHEQUE_PORT=9000\nwhat is this\n")
    with pytest.raises(BadSetting, match="line 2: must be NAME=value"):
        read_env_file(tmp_path / ".env")

"""The built client has a type for every schema, and a new build writes the same files."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from api import __version__
from api.spec.document import COMMITTED
from tests.support.stack import ROOT

CLIENT = ROOT / "clients" / "typescript"
AGAIN = "run `make typescript` and commit what it wrote"


def test_every_schema_has_a_type() -> None:
    schemas = json.loads(Path(COMMITTED).read_text("utf-8"))["components"]["schemas"]
    types = set(re.findall(r"^        (\w+):", (CLIENT / "types" / "contract.d.ts").read_text("utf-8"), re.M))
    assert set(schemas) <= types, AGAIN


def test_the_version_follows_the_api() -> None:
    package = json.loads((CLIENT / "package.json").read_text("utf-8"))
    assert package["version"] == __version__
    assert "dependencies" not in package


def without_comments(path: Path) -> str:
    return re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.S)


def test_a_new_build_writes_the_same(tmp_path: Path) -> None:
    if shutil.which("node") is None or not (CLIENT / "node_modules").is_dir():
        pytest.skip("the tools are not installed: npm ci in clients/typescript")
    copy = tmp_path / "clients" / "typescript"
    shutil.copytree(CLIENT, copy, symlinks=True, ignore=shutil.ignore_patterns("node_modules"))
    (copy / "node_modules").symlink_to(CLIENT / "node_modules")
    (tmp_path / "openapi").symlink_to(ROOT / "openapi")
    done = subprocess.run(["node", "build.mjs"], cwd=copy, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    for path in [*(copy / "dist").iterdir(), *(copy / "types").glob("*.d.ts")]:
        assert without_comments(path) == without_comments(CLIENT / path.relative_to(copy)), f"{path.name}: {AGAIN}"

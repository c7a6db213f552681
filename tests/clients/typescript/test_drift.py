"""The generated and the built files of the client are those of the document and the sources beside them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from api import __version__
from api.spec.document import COMMITTED
from tests.support.stack import ROOT

CLIENT = ROOT / "clients" / "typescript"
SHAPE = {"$ref", "type", "const", "enum", "required", "items", "oneOf", "anyOf", "allOf", "additionalProperties"}
"""What types depend on, as in ``build.mjs``; descriptions may change without a new build."""
BUILT = ("ludotheque.js", "ludotheque-board.js")
AGAIN = "run `make typescript` and commit what it wrote"


def shape(schema: Any) -> Any:
    if isinstance(schema, list):
        return [shape(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: shape(value) for key, value in schema.items() if key in SHAPE}
    return kept | ({"properties": shapes(schema["properties"])} if "properties" in schema else {})


def shapes(schemas: dict[str, Any]) -> dict[str, Any]:
    return {name: shape(schema) for name, schema in schemas.items()}


def test_the_types_are_those_of_the_document() -> None:
    schemas = json.loads(Path(COMMITTED).read_text("utf-8"))["components"]["schemas"]
    canonical = json.dumps(shapes(schemas), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    recorded = (CLIENT / "types" / "contract.sha256").read_text("utf-8").strip()
    assert sha256(canonical.encode()).hexdigest() == recorded, AGAIN


def test_every_schema_has_a_type() -> None:
    schemas = json.loads(Path(COMMITTED).read_text("utf-8"))["components"]["schemas"]
    types = set(re.findall(r"^        (\w+):", (CLIENT / "types" / "contract.d.ts").read_text("utf-8"), re.M))
    assert set(schemas) <= types, AGAIN


@pytest.mark.parametrize("name", BUILT)
def test_the_built_files_are_those_of_the_sources(name: str) -> None:
    sources = b"".join(path.read_bytes() for path in sorted((CLIENT / "src").iterdir()))
    banner = f"// ludotheque-client {__version__}, made of src {sha256(sources).hexdigest()}\n"
    built = (CLIENT / "dist" / name).read_text("utf-8")
    assert built.startswith(banner), AGAIN
    assert (ROOT / "api" / "web" / name).read_text("utf-8") == built, AGAIN


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
    (tmp_path / "api" / "web").mkdir(parents=True)
    done = subprocess.run(["node", "build.mjs"], cwd=copy, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    for path in [*(copy / "dist").iterdir(), *(copy / "types").glob("*.d.ts")]:
        assert without_comments(path) == without_comments(CLIENT / path.relative_to(copy)), f"{path.name}: {AGAIN}"

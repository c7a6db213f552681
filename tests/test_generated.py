"""Every generated file in the repository is what its command writes now."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from typing import Any

import orjson
import pytest

from api import __version__
from api.spec.document import COMMITTED, document, document_text
from api.spec.shape.nodes import webhook_operations
from api.spec.webhooks import CALL_IDS
from tests.support.stack import ROOT
from tests.system.contract.answers import OPERATIONS, bare_app, committed, declared
from tools.python_client import files
from tools.readings import readings_page
from tools.reference import settings_page

TYPESCRIPT = ROOT / "clients" / "typescript"
SHAPE = {"$ref", "type", "const", "enum", "required", "items", "oneOf", "anyOf", "allOf", "additionalProperties"}
"""What types depend on, as in ``build.mjs``; descriptions may change without a new build."""


def shape(schema: Any) -> Any:
    if isinstance(schema, list):
        return [shape(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: shape(value) for key, value in schema.items() if key in SHAPE}
    return kept | ({"properties": shapes(schema["properties"])} if "properties" in schema else {})


def shapes(schemas: dict[str, Any]) -> dict[str, Any]:
    return {name: shape(schema) for name, schema in schemas.items()}


def contract_digest() -> str:
    """Hash what the TypeScript types are made from."""
    schemas = orjson.loads(COMMITTED.read_bytes())["components"]["schemas"]
    canonical = json.dumps(shapes(schemas), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(canonical.encode()).hexdigest() + "\n"


def banner() -> str:
    """The first line of a built file: it names the sources."""
    sources = b"".join(path.read_bytes() for path in sorted((TYPESCRIPT / "src").iterdir()))
    return f"// ludotheque-client {__version__}, made of src {sha256(sources).hexdigest()}\n"


@cache
def recorded() -> Any:
    recorder = subprocess.run([sys.executable, "-m", "tools.recorder"], check=True, stdout=subprocess.PIPE)
    return orjson.loads(recorder.stdout)


def generated() -> Iterator[tuple[str, str, Callable[[], str]]]:
    """Path, command and the text that the file must have, or begin with."""
    yield "openapi/openapi.json", "ludotheque openapi --write", lambda: document_text(document(bare_app(), recorded()))
    for path, text in files(orjson.loads(COMMITTED.read_bytes())).items():
        yield str(path.relative_to(ROOT)), "ludotheque openapi --write", lambda text=text: text
    yield "docs/settings.md", "ludotheque reference --write", settings_page
    yield "docs/readings.md", "ludotheque reference --write", lambda: readings_page("en")
    yield "docs/readings.fr.md", "ludotheque reference --write", lambda: readings_page("fr")
    yield "clients/typescript/types/contract.sha256", "make typescript", contract_digest
    yield "clients/typescript/dist/ludotheque.js", "make typescript", banner
    yield "clients/typescript/dist/ludotheque-board.js", "make typescript", banner


@pytest.mark.parametrize(("path", "command", "fresh"), [pytest.param(*one, id=one[0]) for one in generated()])
def test_the_file_is_not_stale(path: str, command: str, fresh: Callable[[], str]) -> None:
    text, wanted = (ROOT / path).read_text("utf-8"), fresh()
    current = text.startswith(wanted) if path.endswith((".js", ".json")) else text == wanted
    assert current, f"{path} is stale: run `{command}`"


def test_nothing_is_recorded_that_is_not_documented() -> None:
    documented = OPERATIONS | webhook_operations(committed())
    for name, entry in recorded().items():
        said = set(documented[CALL_IDS[name] if name in CALL_IDS else declared()[name].operation_id]["responses"])
        assert set(entry["responses"]) <= said if name.startswith("webhook_") else set(entry["responses"]) == said, name


def test_the_served_script_is_the_built_one() -> None:
    for name in ("ludotheque.js", "ludotheque-board.js"):
        assert (ROOT / "api" / "web" / name).resolve() == TYPESCRIPT / "dist" / name

"""The commands of ``ludotheque`` that print or write generated files: contract, settings, reference pages."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import orjson

from api.app import create_app
from api.spec.document import COMMITTED, RELEASED, document, document_text, document_yaml, part_bytes
from store.settings import Settings
from tools.python_client import files
from tools.readings import readings_page
from tools.reference import settings_page, settings_tables


@click.group()
def commands() -> None:
    """Generated files."""


@commands.command()
@click.option("--write", is_flag=True, help="Record the examples; write openapi/openapi.json and the client's types.")
@click.option("--yaml", is_flag=True, help="Print YAML.")
@click.option("--release", is_flag=True, help="Keep the document as the released one, too.")
def openapi(write: bool, yaml: bool, release: bool) -> None:
    """Print the OpenAPI document, or write it and the files generated from it."""
    app = create_app(Settings(redis_url="unix:///nowhere", log_level="error"))
    if release:
        RELEASED.write_bytes(part_bytes(document(app), "lean") + b"\n")
    if write:
        spec = document(app, recorded_examples())
        COMMITTED.write_text(document_text(spec) + "\n", "utf-8")
        click.echo(f"wrote {COMMITTED}")
        for path, text in files(spec).items():
            path.write_text(text, "utf-8")
            click.echo(f"wrote {path}")
    else:
        click.echo(document_yaml(app) if yaml else document_text(document(app, recorded_examples())))


def recorded_examples() -> dict[str, Any]:
    """Record in a process of its own, since the recorder fixes the clock and the source of ids."""
    recorder = subprocess.run([sys.executable, "-m", "tools.recorder"], check=True, stdout=subprocess.PIPE)
    return dict(orjson.loads(recorder.stdout))


@commands.command("settings")
def show_settings() -> None:
    """Print every setting with its default, as in docs/settings.md."""
    click.echo(settings_tables())


@commands.command()
@click.option("--write", is_flag=True, help="Write the pages where they are committed instead of printing them.")
def reference(write: bool) -> None:
    """Print the generated pages of the documentation: settings, readings and reconstructions."""
    pages = {
        "docs/settings.md": settings_page(),
        "docs/readings.md": readings_page("en"),
        "docs/readings.fr.md": readings_page("fr"),
    }
    if not write:
        click.echo("\n".join(pages.values()), nl=False)
        return
    for name, text in pages.items():
        Path(name).write_text(text, "utf-8")
        click.echo(f"wrote {name}")


if __name__ == "__main__":
    commands(prog_name="ludotheque")

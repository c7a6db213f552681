"""The commands of ``ludotheque`` that print or write generated files: contract, settings, reference pages."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import click

from api.app import create_app
from api.spec.document import COMMITTED, RELEASED, document_bytes, document_yaml, part_bytes
from store.settings import Settings
from tools.python_client import files
from tools.readings import readings_page
from tools.reference import settings_page, settings_tables


@click.group()
def commands() -> None:
    """Generated files."""


@commands.command()
@click.option("--record", is_flag=True, help="Record the examples anew from the running app first.")
@click.option("--write", is_flag=True, help="Write openapi/openapi.json instead of printing.")
@click.option("--yaml", is_flag=True, help="Print YAML.")
@click.option("--release", is_flag=True, help="Keep the document as the released one, too.")
def openapi(record: bool, write: bool, yaml: bool, release: bool) -> None:
    """Print the OpenAPI document, or write it and the files generated from it."""
    if record:
        subprocess.run([sys.executable, "-m", "tools.recorder"], check=True)

    app = create_app(Settings(redis_url="unix:///nowhere", log_level="error"))
    if release:
        RELEASED.write_bytes(part_bytes(app, "lean") + b"\n")
    data = document_yaml(app).encode() if yaml else document_bytes(app)
    if write and not yaml:
        COMMITTED.write_bytes(data)
        click.echo(f"wrote {COMMITTED}")
        for path, text in files(json.loads(data)).items():
            path.write_text(text, "utf-8")
            click.echo(f"wrote {path}")
    else:
        sys.stdout.buffer.write(data)


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

"""The command ``ludotheque``: serve, verify, export the contract."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import msgspec

from api import __version__
from engines.kernel.registry import game, slugs
from engines.kernel.verification import Mismatch, ReplayFile, verify
from store.settings import BadSetting, Settings


class BadSettings(click.ClickException):
    """A setting that cannot be used."""

    exit_code = 2


def read_settings() -> Settings:
    try:
        return Settings.from_environment()
    except BadSetting as error:
        raise BadSettings(str(error)) from error


@click.group()
@click.version_option(__version__, package_name="ludotheque")
def main() -> None:
    """Five French board games, playable over HTTP with every rule enforced."""


@main.command()
def up() -> None:
    """Serve everything from one terminal: embedded server, API and workers."""
    from api.server.up import run_all

    sys.exit(run_all(read_settings()))


@main.command()
def api() -> None:
    """Serve the API alone (REDIS_URL names the server)."""
    from api.server.supervisor import CannotListen, serve
    from store.redis.checks import LevelNotKept

    settings = read_settings()
    if not settings.redis_url:
        raise click.ClickException("REDIS_URL is not set; `ludotheque up` brings a server of its own")
    try:
        sys.exit(serve(settings))
    except (CannotListen, LevelNotKept) as error:
        raise click.ClickException(str(error)) from error


@main.command()
def worker() -> None:
    """Run the workers alone (REDIS_URL names the server)."""
    if not read_settings().redis_url:
        raise click.ClickException("REDIS_URL is not set; `ludotheque up` brings a server of its own")
    os.execv(sys.executable, [sys.executable, "-m", "workers"])  # noqa: S606


@main.command()
def repair() -> None:
    """Cut half-written changes off the end of the embedded server's log; a copy is kept."""
    from store.redis.embedded.repair import CannotRepair
    from store.redis.embedded.repair import repair as repair_folder

    try:
        click.echo(repair_folder(read_settings().data))
    except CannotRepair as error:
        raise click.ClickException(str(error)) from error


@main.command(context_settings={"ignore_unknown_options": True}, add_help_option=False)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def simulate(arguments: tuple[str, ...]) -> None:
    """Let bots play many games on this machine, without a server; see --help."""
    os.execv(sys.executable, [sys.executable, "-m", "workers.simulate.cli", *arguments])  # noqa: S606


@main.command()
@click.option("--record", is_flag=True, help="Record the examples anew from the running app first.")
@click.option("--write", is_flag=True, help="Write openapi/openapi.json instead of printing.")
@click.option("--yaml", is_flag=True, help="Print YAML.")
def openapi(record: bool, write: bool, yaml: bool) -> None:
    """Print the OpenAPI document, or write it where it is committed."""
    from api.spec.document import COMMITTED, document_bytes, document_yaml

    if record:
        subprocess.run([sys.executable, "-m", "tools.recorder"], check=True)
    from api.app import create_app

    app = create_app(Settings(redis_url="unix:///nowhere", log_level="error"))
    data = document_yaml(app).encode() if yaml else document_bytes(app)
    if write and not yaml:
        COMMITTED.write_bytes(data)
        click.echo(f"wrote {COMMITTED}")
    else:
        sys.stdout.buffer.write(data)


@main.command("settings")
def show_settings() -> None:
    """Print every setting with its default, as the table of the README."""
    from tools.reference import settings_table

    click.echo(settings_table())


@main.command()
@click.option("--write", is_flag=True, help="Write the pages where they are committed instead of printing them.")
def reference(write: bool) -> None:
    """Print the pages of the documentation that follow from the code: settings, readings and reconstructions."""
    from tools.readings import readings_page
    from tools.reference import settings_page, settings_table

    pages = {
        "docs/settings.md": settings_page(),
        "docs/readings.md": readings_page("en"),
        "docs/readings.fr.md": readings_page("fr"),
    }
    if not write:
        click.echo("\n".join(pages.values()), nl=False)
        return
    readme = Path("README.md").read_text("utf-8")
    before, mark, rest = readme.partition("<!-- settings -->\n")
    _, end, after = rest.partition("<!-- end of settings -->")
    pages["README.md"] = f"{before}{mark}{settings_table()}\n{end}{after}"
    for name, text in pages.items():
        Path(name).write_text(text, "utf-8")
        click.echo(f"wrote {name}")


@main.command("verify")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def verify_file(file: Path) -> None:
    """Run a finished game again from its replay and check commitment, dice and positions."""
    try:
        replay = msgspec.json.decode(file.read_bytes(), type=ReplayFile)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise click.ClickException(f"{file} is not a replay: {error}") from error
    if replay.game not in slugs():
        raise click.ClickException(f"unknown game {replay.game!r}")
    try:
        for checked in verify(game(replay.game), replay):
            click.secho(f"ok  {checked}", fg="green")
    except Mismatch as error:
        raise click.ClickException(str(error)) from error


if __name__ == "__main__":
    main()

"""The command ``ludotheque``: serve, verify, export the contract."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zlib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import click
import msgspec

from api import __version__
from engines.kernel.registry import game, slugs
from engines.kernel.verification import Mismatch, ReplayFile, verify
from store.settings import Settings
from store.settings.environment import BadSetting, read_env_file

CLIENT = Path(__file__).parents[1] / "clients" / "python"


class BadSettings(click.ClickException):
    """A setting with a bad value."""

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
    """Serve everything from one terminal: embedded server, API and workers.

    Also reads settings from a file .env in the current folder; the environment takes precedence.
    """
    from api.server.up import run_all

    try:
        for name, value in read_env_file(Path(".env")).items():
            os.environ.setdefault(name, value)
    except BadSetting as error:
        raise BadSettings(str(error)) from error
    sys.exit(run_all(read_settings()))


@main.command()
def api() -> None:
    """Serve the API alone (REDIS_URL names the server)."""
    from api.server.supervisor import CannotListen, serve
    from store.redis.checks import LevelNotKept

    settings = read_settings()
    if not settings.redis_url:
        raise click.ClickException("REDIS_URL is not set; `ludotheque up` starts an embedded server")
    try:
        sys.exit(serve(settings))
    except (CannotListen, LevelNotKept) as error:
        raise click.ClickException(str(error)) from error


@main.command()
def worker() -> None:
    """Run the workers alone (REDIS_URL names the server)."""
    if not read_settings().redis_url:
        raise click.ClickException("REDIS_URL is not set; `ludotheque up` starts an embedded server")
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
    """Play many games between bots on this machine, without a server; see --help."""
    os.execv(sys.executable, [sys.executable, "-m", "workers.simulate.cli", *arguments])  # noqa: S606


def _client(*arguments: str) -> None:
    """Run the Python client in place of this process: the installed one, or that of this clone."""
    environment = dict(os.environ)
    if find_spec("ludotheque_client") is None and CLIENT.exists():
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, [str(CLIENT), environment.get("PYTHONPATH", "")]))
    elif find_spec("ludotheque_client") is None:
        raise click.ClickException("the package ludotheque-client is not installed: pip install ludotheque-client")
    os.execve(sys.executable, [sys.executable, "-m", "ludotheque_client", *arguments], environment)  # noqa: S606


@main.command(context_settings={"ignore_unknown_options": True}, add_help_option=False)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def play(arguments: tuple[str, ...]) -> None:
    """Play in the terminal: `ludotheque play kimbac --against search:4`; see --help."""
    _client("play", *arguments)


@main.command(context_settings={"ignore_unknown_options": True}, add_help_option=False)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def watch(arguments: tuple[str, ...]) -> None:
    """Watch a game in the terminal: `ludotheque watch URL`; see --help."""
    _client("watch", *arguments)


@main.command()
@click.option("--record", is_flag=True, help="Record the examples anew from the running app first.")
@click.option("--write", is_flag=True, help="Write openapi/openapi.json instead of printing.")
@click.option("--yaml", is_flag=True, help="Print YAML.")
@click.option("--release", is_flag=True, help="Keep the document as the released one, too.")
def openapi(record: bool, write: bool, yaml: bool, release: bool) -> None:
    """Print the OpenAPI document, or write it and the files generated from it."""
    from api.spec.document import COMMITTED, RELEASED, document_bytes, document_yaml, part_bytes

    if record:
        subprocess.run([sys.executable, "-m", "tools.recorder"], check=True)
    from api.app import create_app
    from tools.python_client import files

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


@main.command("settings")
def show_settings() -> None:
    """Print every setting with its default, as in docs/settings.md."""
    from tools.reference import settings_tables

    click.echo(settings_tables())


@main.command()
@click.option("--write", is_flag=True, help="Write the pages where they are committed instead of printing them.")
def reference(write: bool) -> None:
    """Print the generated pages of the documentation: settings, readings and reconstructions."""
    from tools.readings import readings_page
    from tools.reference import settings_page

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


@main.command("archive")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def archive_games(folder: Path) -> None:
    """Archive public finished games as compressed NDJSON files, one per game and day; existing files are kept."""
    from store.history import History
    from store.replay.archive import archive
    from store.repository import GameRepository

    settings = read_settings()
    if not settings.redis_url:
        raise click.ClickException("REDIS_URL is not set; set it to the server with the games")
    store = GameRepository(settings)
    click.echo(f"{archive(store, History(store), folder)} games added to {folder}")


@main.command("verify")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def verify_files(files: tuple[Path, ...]) -> None:
    """Replay finished games from replays or archives; check commitments, dice and positions."""
    if len(files) == 1 and files[0].name.endswith(".json"):
        for checked in _verified(files[0].read_bytes(), str(files[0])):
            click.secho(f"ok  {checked}", fg="green")
        return
    games = 0
    with click.progressbar(files, label="verifying", item_show_func=lambda path: str(path or "")) as listed:
        for path in listed:
            for number, line in enumerate(_lines(path), 1):
                for _ in _verified(line, f"{path}, line {number}"):
                    pass
                games += 1
    click.secho(f"ok  {games} games follow from their seeds and actions", fg="green")


@main.group()
def ladder() -> None:
    """Ladders of bots."""


@ladder.command("verify")
@click.argument("results", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--table", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="A table to compare with.")
def verify_ladder(results: Path, table: Path | None) -> None:
    """Replay every game of results.ndjson, and compute the table from the results alone."""
    from store.ladders import verification

    try:
        with results.open("rb") as file:
            lines = list(verification.read_lines(file))
        with click.progressbar(lines, label="verifying") as listed:
            for line in listed:
                verification.check(line)
        rows = verification.table_from(lines)
        if table is not None:
            verification.compare(rows, json.loads(table.read_bytes()))
    except (Mismatch, OSError, ValueError) as error:
        raise click.ClickException(f"{results}: {error}") from error
    click.echo(f"{'rating':>8} {'mu':>8} {'sigma':>7} {'games':>6} {'wins':>6}  bot")
    for row in rows:
        rate = f"{row.win_rate:.0%}" if row.win_rate is not None else "-"
        shown = row.name if row.name == row.bot else f"{row.name} ({row.bot})"
        click.echo(f"{row.rating:8.4f} {row.mu:8.4f} {row.sigma:7.4f} {row.games:6} {rate:>6}  {shown}")
    same = " and give the table" if table is not None else ""
    click.secho(f"ok  {len(lines)} games follow from their seeds and actions{same}", fg="green")


def _lines(path: Path) -> Iterator[bytes]:
    """The replays of a file: NDJSON, compressed or not, or a single replay."""
    from store.replay.archive import lines_of

    if path.name.endswith(".json"):
        yield path.read_bytes()
        return
    try:
        if path.name.endswith(".gz"):
            yield from lines_of(path)
        else:
            with path.open("rb") as file:
                yield from file
    except (OSError, EOFError, zlib.error) as error:
        raise click.ClickException(f"{path} cannot be read: {error}") from error


def _verified(data: bytes, where: str) -> Iterator[str]:
    try:
        replay = msgspec.json.decode(data, type=ReplayFile)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise click.ClickException(f"{where} is not a replay: {error}") from error
    if replay.game not in slugs():
        raise click.ClickException(f"{where}: unknown game {replay.game!r}")
    try:
        yield from verify(game(replay.game), replay)
    except Mismatch as error:
        raise click.ClickException(f"{where}: {error}") from error


if __name__ == "__main__":
    main()

"""The command ``ludotheque``: serve, verify, export the contract."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path

import click

from api import __version__
from api.verify import ladder, verify_files
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


def _run(*arguments: str) -> None:
    """Run Python in place of this process: the command line imports neither workers nor tools."""
    os.execv(sys.executable, [sys.executable, *arguments])  # noqa: S606


def _run_tool(*arguments: str) -> None:
    """A folder ``tools`` of the user's is not meant, so the current folder is not searched (``-P``)."""
    _run("-P", "-m", "tools", *arguments)


@click.group()
@click.version_option(__version__, package_name="ludotheque")
def main() -> None:
    """Five French board games, playable over HTTP with every rule enforced."""


@main.command()
@click.option("--local-bots", is_flag=True, help="LUDOTHEQUE_REMOTE_LOOPBACK=1, unless it is set.")
def up(local_bots: bool) -> None:
    """Serve everything from one terminal: embedded server, API and workers.

    Also reads settings from a file .env in the current folder; the environment takes precedence.
    """
    from api.server.up import run_all

    try:
        for name, value in read_env_file(Path(".env")).items():
            os.environ.setdefault(name, value)
    except BadSetting as error:
        raise BadSettings(str(error)) from error
    if local_bots:
        os.environ.setdefault("LUDOTHEQUE_REMOTE_LOOPBACK", "1")
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
    _run("-m", "workers")


@main.command()
def repair() -> None:
    """Cut half-written changes off the end of the embedded server's log; a copy is kept."""
    from store.redis.embedded.repair import CannotRepair
    from store.redis.embedded.repair import repair as repair_folder

    try:
        click.echo(repair_folder(read_settings().data))
    except CannotRepair as error:
        raise click.ClickException(str(error)) from error


@main.command()
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
def check(data: Path) -> None:
    """Load every game of a data folder, before an upgrade; names the games that this version cannot read.

    The server of the older version may run meanwhile. Exits with 1 if a game cannot be read.
    """
    from store.games.check import check_folder
    from store.redis.embedded import ServerFailed

    games = unreadable = 0
    try:
        for game in check_folder(data):
            games += 1
            if game.fault is not None:
                unreadable += 1
                click.echo(f"{game.id}: {game.fault}")
    except (ServerFailed, OSError) as error:
        raise click.ClickException(f"{data} cannot be checked: {error}") from error
    if unreadable:
        raise click.ClickException(f"{unreadable} of {games} games cannot be read")
    click.secho(f"ok  {games} games can be read", fg="green")


@main.command(context_settings={"ignore_unknown_options": True}, add_help_option=False)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def simulate(arguments: tuple[str, ...]) -> None:
    """Play many games between bots on this machine, without a server; see --help."""
    _run("-m", "workers.simulate.cli", *arguments)


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


@main.command(context_settings={"ignore_unknown_options": True}, add_help_option=False)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def openapi(arguments: tuple[str, ...]) -> None:
    """Print the OpenAPI document, or write it and the files generated from it; see --help."""
    _run_tool("openapi", *arguments)


@main.command("settings")
def show_settings() -> None:
    """Print every setting with its default, as in docs/settings.md."""
    _run_tool("settings")


@main.command(context_settings={"ignore_unknown_options": True}, add_help_option=False)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def reference(arguments: tuple[str, ...]) -> None:
    """Print the generated pages of the documentation, or write them; see --help."""
    _run_tool("reference", *arguments)


@main.command("archive")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def archive_games(folder: Path) -> None:
    """Archive public finished games as compressed NDJSON files, one per game and day; existing files are kept."""
    from store.games.history import History
    from store.games.replay.archive import archive
    from store.games.repository import GameRepository

    settings = read_settings()
    if not settings.redis_url:
        raise click.ClickException("REDIS_URL is not set; set it to the server with the games")
    store = GameRepository(settings)
    click.echo(f"{archive(store, History(store), folder)} games added to {folder}")


main.add_command(verify_files)
main.add_command(ladder)

if __name__ == "__main__":
    main()

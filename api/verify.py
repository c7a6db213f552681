"""The commands that verify finished games and ladders, without a server."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from engines.kernel.registry import game, slugs
from engines.kernel.verification import Mismatch, ReplayFile, verify


@click.command("verify")
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


@click.group()
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
    from store.games.replay.archive import lines_of

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

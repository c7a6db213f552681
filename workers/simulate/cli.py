"""``ludotheque simulate``: games between bots on this machine, without a server; a table, JSON, CSV and a picture."""

from __future__ import annotations

import csv
import secrets
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import click
import msgspec

from engines.kernel.registry import game, slugs
from store.errors import BadOpening
from store.jobs.analysis import Simulation, SimulationOrder
from store.model.builtin import BOTS, LEVELS, BuiltIn, built_in
from workers.simulate import tournament
from workers.simulate.kept import KeptGames
from workers.simulate.plot import picture

BAR = 30


def players(_: click.Context, __: click.Parameter, text: str) -> list[BuiltIn]:
    """``search:4,greedy``: bots by name, `search` with its level."""
    found = []
    for word in text.split(","):
        bot, level = (*word.strip().split(":", 1), "")[:2]
        if level and (not level.isdecimal() or int(level) not in LEVELS):
            raise click.BadParameter(f"{word.strip()!r}: a level is a number from {LEVELS[0]} to {LEVELS[-1]}")
        try:
            found.append(built_in(bot or "nobody", int(level) if level else None, ""))
        except BadOpening as error:
            raise click.BadParameter(f"{word.strip()!r}: {error.detail}") from error
    return found


def seed_text(_: click.Context, __: click.Parameter, text: str | None) -> str | None:
    if text is None:
        return None
    if len(text) != 64 or any(letter not in "0123456789abcdef" for letter in text):
        raise click.BadParameter("must be 64 hex digits")
    return text


def options_of(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> dict[str, object]:
    """``name=value``, the value as JSON or as plain text."""
    found: dict[str, object] = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not equals:
            raise click.BadParameter(f"{word!r} is not name=value")
        try:
            found[name] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            found[name] = value
    return found


FILE = click.Path(dir_okay=False, writable=True, path_type=Path)


@click.command("simulate")
@click.argument("slug", metavar="GAME", type=click.Choice(slugs()))
@click.option("--seats", required=True, callback=players, help=f"Who plays: {', '.join(BOTS)}; as in search:4,greedy.")
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="How many games.")
@click.option("--seed", callback=seed_text, help="64 hex digits; the same seed gives the same games.")
@click.option("--option", "options", multiple=True, callback=options_of, help="An option of the game: name=value.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1, 64), help="Processes that play.")
@click.option("--json", "json_file", type=FILE, help="Write what was found, as the API says it.")
@click.option("--keep", "kept_file", type=FILE, help="Keep finished games here; the same command goes on with them.")
@click.option("--csv", "csv_file", type=FILE, help="Write a line for every game.")
@click.option("--svg", "svg_file", type=FILE, help="Draw win rates, lengths and scores.")
def main(
    slug: str,
    seats: list[BuiltIn],
    games: int,
    seed: str | None,
    options: dict[str, object],
    jobs: int,
    json_file: Path | None,
    kept_file: Path | None,
    csv_file: Path | None,
    svg_file: Path | None,
) -> None:
    """Play many games between bots, with seats in rotation, and count."""
    kept = KeptGames(kept_file)
    order = SimulationOrder(slug, seats, games, options, seed or kept.seed() or secrets.token_hex(32))
    try:
        order.resolved(game(slug))
    except BadOpening as error:
        raise click.ClickException(f"{error.field.lstrip('/')}: {error.detail}") from error
    progress = Bar(games) if sys.stderr.isatty() else Lines(games)
    played = play(order, jobs, progress.step, kept)
    found = tournament.summarize(game(slug), order, played)
    click.echo(table(found))
    if json_file:
        json_file.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")
    if csv_file:
        write_csv(csv_file, order, played)
    if svg_file:
        svg_file.write_text(picture(found) + "\n", "utf-8")


class Bar:
    """A progress bar on a terminal."""

    def __init__(self, games: int) -> None:
        self.games, self.done = games, 0

    def step(self, more: int) -> None:
        self.done += more
        full = self.done * BAR // self.games
        end = "\n" if self.done == self.games else ""
        click.echo(f"\r[{'#' * full}{'.' * (BAR - full)}] {self.done}/{self.games} games{end}", err=True, nl=False)


class Lines:
    """Progress without a terminal: one line for each tenth, for logs."""

    def __init__(self, games: int) -> None:
        self.games, self.done, self.tenths = games, 0, 0

    def step(self, more: int) -> None:
        self.done += more
        if (tenths := self.done * 10 // self.games) > self.tenths:
            self.tenths = tenths
            click.echo(f"{self.done}/{self.games} games", err=True)


def play(order: SimulationOrder, jobs: int, step: Callable[[int], None], kept: KeptGames) -> list[tournament.Played]:
    """All games, in order, in one process or several; those in the file are not played again."""
    played = kept.games_of(order)
    if played:
        step(len(played))
    there = {one.number for one in played}
    for some in _parts(order, jobs, [number for number in range(order.games) if number not in there]):
        played += some
        kept.add(some)
        step(len(some))
    return sorted(played, key=lambda one: one.number)


def _parts(order: SimulationOrder, jobs: int, missing: list[int]) -> Iterator[list[tournament.Played]]:
    if jobs == 1 or not missing:
        for number in missing:
            yield [tournament.game(game(order.slug), order, number, _never_cancelled)]
        return
    size = order.games_per_part
    parts = [missing[first : first + size] for first in range(0, len(missing), size)]
    with ProcessPoolExecutor(min(jobs, len(parts))) as pool:
        for done in as_completed([pool.submit(_part, order, part) for part in parts]):
            yield done.result()


def _part(order: SimulationOrder, numbers: list[int]) -> list[tournament.Played]:
    return list(tournament.games(game(order.slug), order, numbers, _never_cancelled))


def _never_cancelled() -> None:
    """Only Ctrl-C cancels it."""


def table(found: Simulation) -> str:
    lines = [f"{found.game}: {found.games} games, seed {found.seed}", ""]
    lines.append(f"{'bot':<12}{'wins':>9}{'rate':>9}   {'95 % interval':<18}{'points (q1 median q3)':<22}")
    for one in found.bots:
        points = "" if one.scores is None else f"{one.scores.q1:g}  {one.scores.median:g}  {one.scores.q3:g}"
        name, between = str(BuiltIn(one.bot, one.level)), f"{one.low:.1%} - {one.high:.1%}"
        lines.append(f"{name:<12}{one.wins:>9g}{one.win_rate:>9.1%}   {between:<18}{points:<22}".rstrip())
    spread = found.lengths
    lines += [
        "",
        f"actions in a game: {spread.min} to {spread.max}, quartiles {spread.q1:g} {spread.median:g} {spread.q3:g}",
    ]
    if found.undecided:
        lines.append(f"undecided: {found.undecided}")
    if found.cut_short:
        lines.append(f"decisions cut short by the clock: {found.cut_short}; a repetition may differ")
    return "\n".join(lines)


def write_csv(path: Path, order: SimulationOrder, played: list[tournament.Played]) -> None:
    """One line per game and seat."""
    with path.open("w", encoding="utf-8", newline="") as file:
        sheet = csv.writer(file)
        sheet.writerow(["game", "seed", "seat", "bot", "won", "score", "actions"])
        for one in played:
            for seat, player in enumerate(one.players):
                won = round(1 / len(one.winners), 4) if seat in one.winners else 0
                score = one.scores[seat] if one.scores else ""
                seed = tournament.seed_of(order, one.number).hex()
                sheet.writerow([one.number, seed, seat, order.players[player], won, score, one.length])


if __name__ == "__main__":
    main(prog_name="ludotheque simulate")

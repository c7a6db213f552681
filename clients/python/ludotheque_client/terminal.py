"""Play and watch in a terminal: a board of text, numbered choices in words, news as they happen; also over a pipe."""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from ludotheque_client.documents import Json, bot_seat, game_url, person
from ludotheque_client.errors import LudothequeError, Problem
from ludotheque_client.phrases import phrases
from ludotheque_client.sync.games import Ludotheque
from ludotheque_client.sync.playing import Game, Seat, Turn

RESET, BOLD, DIM, RED, GREEN, CYAN = "\033[0m", "\033[1m", "\033[2m", "\033[31m", "\033[32m", "\033[36m"
AnyGame = Game[Json, Json, Json]
AnySeat = Seat[Json, Json, Json]
AnyTurn = Turn[Json, Json, Json]


class Left(Exception):
    """The player has left the table; the game is kept."""


class Screen:
    """Writes lines, in colour if enabled."""

    def __init__(self, colour: bool, language: str) -> None:
        self.colour = colour
        self.words = phrases(language)
        self.lock = threading.Lock()

    def show(self, text: str, style: str = "") -> None:
        with self.lock:
            print(f"{style}{text}{RESET}" if self.colour and style else text, flush=True)  # noqa: T201

    def say(self, phrase: str, style: str = "", **gaps: object) -> None:
        self.show(self.words[phrase].format(**gaps), style)

    def ask(self, phrase: str) -> str:
        """Read a line from the player."""
        with self.lock:
            print(self.words[phrase], end=" ", flush=True)  # noqa: T201
        line = sys.stdin.readline()
        if not line:
            raise Left
        return line.strip()

    def progress(self, share: float) -> None:
        if self.colour:
            bar = "#" * int(share * 20)
            print(f"\r[{bar:.<20}] {share:4.0%}", end="\r" if share < 1 else "\n", flush=True)  # noqa: T201


class News(threading.Thread):
    """Shows the events of a game while its player decides or waits."""

    def __init__(self, reader: AnyGame | AnySeat, screen: Screen, you: int = -1) -> None:
        super().__init__(daemon=True)
        self.reader, self.screen, self.you = reader, screen, you
        self.decision = 0
        self.more = threading.Condition()

    def run(self) -> None:
        try:
            for event in self.reader.events(turns=True):
                if event["type"] != "turn":
                    self.screen.show(f"  {event['sentence']}", GREEN if event.get("seat") == self.you else CYAN)
                    continue
                with self.more:
                    self.decision = event["decision"]
                    self.more.notify_all()
        except LudothequeError as error:
            self.screen.show(str(error), RED)

    def wait_for(self, decision: int, seconds: float = 2) -> None:
        """Return once everything before this decision was shown."""
        with self.more:
            self.more.wait_for(lambda: self.decision >= decision, seconds)


def choose(turn: AnyTurn, screen: Screen) -> Json:
    """Ask until the answer is one of the choices, or an action as JSON."""
    for number, label in enumerate(turn.labels, 1):
        screen.show(f"{number:3}  {label}", BOLD)
    screen.say("all" if turn.complete else "some", DIM)
    while True:
        line = screen.ask("prompt")
        if line.isdecimal() and 1 <= int(line) <= len(turn.actions):
            return turn.actions[int(line) - 1]
        if line.startswith("{"):
            try:
                action: Json = json.loads(line)
                return action
            except ValueError as error:
                screen.show(str(error), RED)
        elif line:
            answer(line, turn, screen)


def answer(line: str, turn: AnyTurn, screen: Screen) -> None:
    """Run the command of a letter."""
    if line == "q":
        raise Left
    if line == "b":
        screen.show(turn.seat.board())
    elif line == "o":
        for chance in turn.seat.odds(200, screen.progress)["chances"]:
            screen.say("chance", seat=chance["seat"] + 1, chance=f"{chance['chance']:.0%}")
    else:
        screen.say("unknown", RED, last=len(turn.actions))


def play(seat: AnySeat, screen: Screen) -> None:
    """Every turn of a seat, to the end of the game."""
    news = News(seat, screen, seat.number)
    news.start()
    seen = 0
    for turn in seat:
        news.wait_for(turn.decision)
        if turn.version > seen:
            screen.show("\n" + seat.board())
            seen = turn.version
        try:
            turn.play(choose(turn, screen))
        except Problem as problem:
            if problem.status not in (400, 409, 412, 422):
                raise
            screen.show(str(problem), RED)
    news.join(10)
    finish(seat.game, seat.view(), screen)


def finish(game: AnyGame, view: Json, screen: Screen) -> None:
    """The last board and the ranking."""
    screen.show("\n" + game.board())
    if view["result"] is None:
        screen.say("aborted", BOLD)
        return
    scores = view["result"]["scores"]
    for place, group in enumerate(view["result"]["ranking"], 1):
        for seat in group:
            points = screen.words["points"].format(points=scores[seat]) if scores else ""
            screen.show(f"{place}. {view['seats'][seat]['name']}{points}", BOLD)


def watch(game: AnyGame, screen: Screen) -> None:
    """The board as it is, what happened and happens, and the last board."""
    if game.view()["status"] not in ("finished", "aborted", "open"):
        screen.show(game.board())
    news = News(game, screen)
    news.run()
    finish(game, game.view(), screen)


def parser() -> argparse.ArgumentParser:
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--url", default=os.environ.get("LUDOTHEQUE_URL", "http://localhost:8000"), help="the server")
    shared.add_argument("--lang", choices=("en", "fr"), help="the language; that of LANG unless given")
    shared.add_argument("--colour", choices=("auto", "always", "never"), default="auto")
    shared.add_argument("--token", help="the token of a seat, to go on with it, or of a spectator")
    commands = argparse.ArgumentParser(program(), description=__doc__)
    subcommands = commands.add_subparsers(dest="command", required=True)
    playing = subcommands.add_parser("play", parents=[shared], help="play a game against bots")
    playing.add_argument("game", help="bakong, mekong, babord, kimbac or bailouke; or the link of a game, with --token")
    playing.add_argument("--against", action="append", metavar="BOT", help="random, greedy, search:1 to search:8, or a "
                         "bot's id; may be repeated (greedy unless given)")  # fmt: skip
    playing.add_argument("--name", default=os.environ.get("USER") or "Ana", help="your name at the table")
    playing.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    watching = subcommands.add_parser("watch", parents=[shared], help="watch a game")
    watching.add_argument("game", metavar="URL", help="the link of a game, that of the API or of the web table")
    return commands


def program() -> str:
    """The name of the command: the client's own, or the server's, which runs the client as a module."""
    called = Path(sys.argv[0]).name
    return called if called == "ludotheque-client" else "ludotheque"


def language_of(environment: dict[str, str]) -> str:
    said = environment.get("LC_ALL") or environment.get("LC_MESSAGES") or environment.get("LANG") or ""
    return "fr" if said.startswith("fr") else "en"


def option(text: str) -> tuple[str, object]:
    """``rounds=1`` as a name and a value of JSON."""
    name, _, value = text.partition("=")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def main(arguments: Sequence[str] | None = None) -> int:
    given = parser().parse_args(arguments)
    language = given.lang or language_of(dict(os.environ))
    wanted = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    screen = Screen(given.colour == "always" or (given.colour == "auto" and wanted), language)
    seat: AnySeat | None = None
    try:
        with Ludotheque(given.url, language=language, patience=60) as client:
            if given.command == "watch":
                watch(client.watch(given.game, given.token), screen)
                return 0
            seat = taken(client, given, screen)
            play(seat, screen)
    except (LudothequeError, ValueError) as error:
        screen.show(str(error), RED)
        return 1
    except (Left, KeyboardInterrupt):
        if seat is not None:
            screen.say("left", program=program(), url=seat.url, token=seat.token)
        return 1
    return 0


def seated(bot: str, screen: Screen) -> Json:
    """The seat of a bot; raises ValueError if there is none of this name."""
    seat = bot_seat(bot)
    if seat is None:
        raise ValueError(screen.words["no_bot"].format(bot=bot))
    return seat


def taken(client: Ludotheque, given: argparse.Namespace, screen: Screen) -> AnySeat:
    """The seat of a new game, or that of a link and a token."""
    if "/" in given.game:
        game = client.watch(given.game, given.token)
        return game.seat(game.view()["you"] or 0, given.token)
    bots = [seated(bot, screen) for bot in given.against or ["greedy"]]
    game = client.table(given.game).create(person(given.name), *bots, options=dict(map(option, given.option)))
    server, slug, identifier = game_url(game.url)
    screen.say("welcome", link=f"{server}/#/{slug}/{identifier}")
    return game.seat(0)

"""Small values that the clients share: seats in short forms, results, the lines of a stream."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
Seating: TypeAlias = str | Json
BOT = re.compile(r"(random|greedy|search)(?::([1-8]))?")
BOTS = "random, greedy, search, search:1 to search:8, or the id of a registered bot"
BOT_LIKE = re.compile(r"[a-z0-9_-]+|[^:]*:.*")
"""Texts that are not taken for a person's name."""
REMOTE = re.compile(r"[0-9]{2}[a-z0-9]{26}")
GAME = re.compile(r"(.*?)/(?:#/|v1/|embed/)?([a-z]+)/(?:games/)?([0-9]{2}[a-z0-9]{26})(?:[/?#].*)?")


def seat_request(seat: Seating) -> Json:
    """A seat from its short form.

    ``"search:4"`` is a bot and its level, ``"open"`` a seat for others, a bot's id that bot. A name in small letters,
    or with a colon, that is none of these raises ValueError. All else is a person's name; ``person`` takes any name.
    """
    if isinstance(seat, dict):
        return seat
    if seat == "open":
        return {"kind": "open"}
    if (bot := bot_seat(seat)) is not None:
        return bot
    if BOT_LIKE.fullmatch(seat):
        raise ValueError(f"there is no bot {seat!r}; the bots are {BOTS}. A person of this name: person({seat!r})")
    return person(seat)


def person(name: str) -> Json:
    """A seat for a person with any name, even `open` or that of a bot."""
    return {"kind": "human", "name": name}


def bot_seat(bot: str) -> Json | None:
    """The seat of a built-in or registered bot; None if it is neither."""
    if REMOTE.fullmatch(bot):
        return {"kind": "remote", "bot": bot}
    return {"kind": "bot", **bot_request(bot)} if BOT.fullmatch(bot) else None


def bot_request(bot: str) -> Json:
    """``"search:4"`` as the fields of a bot."""
    name, _, level = bot.partition(":")
    return {"bot": name, "level": int(level)} if level else {"bot": name}


def game_url(url: str) -> tuple[str, str, str]:
    """The server, the kind and the id in a link to a game: that of the API, or that of the web table."""
    found = GAME.fullmatch(url)
    if found is None:
        raise ValueError(f"{url} is no link to a game, such as http://localhost:8000/v1/kimbac/games/…")
    return found[1], found[2], found[3]


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    winners: list[int]
    ranking: list[list[int]]
    """Groups of seats, best first."""
    scores: list[int]
    reason: str
    document: Json

    @classmethod
    def of(cls, document: Json) -> Result:
        return cls(document["winners"], document["ranking"], document["scores"], document["reason"], document)


class EventLines:
    """Parses the lines of a stream of Server-Sent Events."""

    def __init__(self) -> None:
        self.data: list[str] = []

    def take(self, line: str) -> Json | None:
        """The event that this line ends."""
        if line.startswith("data:"):
            self.data.append(line[5:].removeprefix(" "))
        elif not line and self.data:
            event: Json = json.loads("\n".join(self.data))
            self.data = []
            return event
        return None

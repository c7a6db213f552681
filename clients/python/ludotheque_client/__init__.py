"""A client of Ludothèque: five French board games over HTTP, every rule enforced."""

from ludotheque_client.aio.games import AsyncLudotheque, AsyncTable
from ludotheque_client.aio.playing import AsyncGame, AsyncSeat, AsyncTurn
from ludotheque_client.bot import Bot, BotTurn
from ludotheque_client.dice import verify
from ludotheque_client.documents import Result, person
from ludotheque_client.errors import Late, LudothequeError, Mismatch, NotOver, Problem, Refused, Unreachable
from ludotheque_client.sync.games import Ludotheque, Table
from ludotheque_client.sync.playing import Game, Seat, Turn
from ludotheque_client.version import __version__

__all__ = [
    "AsyncGame", "AsyncLudotheque", "AsyncSeat", "AsyncTable", "AsyncTurn", "Bot", "BotTurn", "Game", "Late",
    "Ludotheque", "LudothequeError", "Mismatch", "NotOver", "Problem", "Refused", "Result", "Seat", "Table", "Turn",
    "Unreachable", "__version__", "person", "verify",
]  # fmt: skip

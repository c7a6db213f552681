"""Classes of bot turns, so that one client's bots do not delay others', and searches do not delay quick turns.

- ``interactive``: quick turns (milliseconds) in games with people, of clients within their share;
- ``quick``: other quick turns: games of bots only, matches, ladders, clients beyond their share;
- ``thinking``: turns of `search` in games with people, of clients within their share;
- ``spare``: all other turns of `search`.

Quick workers process expired clocks, then ``interactive``, then ``quick``; search workers ``thinking``, then
``spare``. A commit writes each turn into the outbox under the class that follows from the game; the worker that takes
it checks the client's share and moves it if necessary.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from msgspec import Struct, convert

from store.model.builtin import SEARCH_BOT
from store.model.record import GameRecord
from store.redis import keys

TurnClass = Literal["interactive", "quick", "thinking", "spare"]
Work = Literal["clock", "interactive", "quick", "thinking", "spare"]
"""Work that a partition can be ready with: expired clocks, or turns of a class."""


class WorkerPool(Struct, frozen=True):
    """The workers that do some kinds of work."""

    name: str
    """Also the RQ queue of their drains."""
    kinds: tuple[Work, ...]
    """The work of their drains, most urgent first."""
    urgent_queue: str
    """The RQ queue of single jobs; a drain ends when one waits there."""


QUICK = WorkerPool("quick", ("clock", "interactive", "quick"), "acts")
THINKING = WorkerPool("thinking", ("thinking", "spare"), "clocks")
POOLS = (QUICK, THINKING)
_POOLS = {kind: pool for pool in POOLS for kind in pool.kinds}


def pool_of(work: Work) -> WorkerPool:
    return _POOLS[work]


def class_of_game(record: GameRecord, seat: int) -> TurnClass:
    """The class of a bot's turn, as far as its game determines it."""
    people = not record.low and any(other.kind != "bot" for other in record.seats)
    if record.seats[seat].bot == SEARCH_BOT:
        return "thinking" if people else "spare"
    return "interactive" if people else "quick"


def owner_of(record: GameRecord, game: str) -> str:
    """The client whose share a game uses: its creator; a game of an older version has its own share."""
    return record.client or game


# --- the outbox ------------------------------------------------------------------------------------------------------

CLASS_MS = 10**13
"""More than any time in milliseconds: the scores of a class lie between its number times this and the next."""
CLASSES: tuple[TurnClass, ...] = get_args(TurnClass)
NUMBERS = {"task": 0} | {kind: number for number, kind in enumerate(CLASSES, 1)}
CLAIM_MS = {"quick": 2000, "thinking": 8000}
"""By pool: how long a worker has for what it took; a search is cut short long before."""
CLOCK_MS = 5000
"""How long the claim of an expired clock lasts."""


class OutboxEntry(NamedTuple):
    """An entry that a commit writes into the outbox."""

    text: str
    kind: TurnClass | Literal["task"]
    """The class of a built-in bot's turn; `task`: a remote bot's turn or a notice, for the dispatcher."""


class WorkPartition(NamedTuple):
    """One kind of work in one partition."""

    work: Work
    number: str
    """Of the partition, two digits."""


class Turn(Struct, frozen=True):
    """One decision that a seat owes, by game, seat and the version at which it opened."""

    slug: str
    game: str
    seat: int
    decision: int
    remote: bool = False
    """True for the dispatcher's task of a remote bot's turn."""

    @classmethod
    def parse(cls, text: str) -> Turn:
        slug, game, seat, decision, *rest = text.split("/")
        return cls(slug, game, int(seat), int(decision), rest == ["remote"])

    def __str__(self) -> str:
        return f"{self.key}/remote" if self.remote else self.key

    @property
    def key(self) -> str:
        """The turn as deadlines and offers name it, whichever bot owes it."""
        return f"{self.slug}/{self.game}/{self.seat}/{self.decision}"


class NoticeTask(Struct, frozen=True, array_like=True):
    """The dispatcher's task to tell a remote bot that a game starts or ends."""

    slug: str
    game: str
    seat: int
    version: int
    event: Literal["start", "end"]
    bot: str

    @classmethod
    def parse(cls, text: str) -> NoticeTask:
        return convert(text.split("/"), cls, strict=False)

    def __str__(self) -> str:
        return f"{self.slug}/{self.game}/{self.seat}/{self.version}/{self.event}/{self.bot}"


class HookTask(Struct, frozen=True):
    """The dispatcher's task to call the hooks of a game for the events of a version."""

    slug: str
    game: str
    version: int

    @classmethod
    def parse(cls, text: str) -> HookTask:
        slug, game, _, version, _ = text.split("/")
        return cls(slug, game, int(version))

    def __str__(self) -> str:
        return f"{self.slug}/{self.game}/0/{self.version}/hook"


def partition_of(turn: str, work: Work) -> WorkPartition:
    """The partition of a turn or clock."""
    return WorkPartition(work, keys.partition(tag_of_turn(turn)))


def for_dispatcher(turn: str) -> bool:
    """Does this turn (or notice) concern a remote bot?"""
    return turn.count("/") > 3


def score_of(kind: str, milliseconds: int) -> int:
    """The score of an entry of the outbox."""
    return NUMBERS[kind] * CLASS_MS + milliseconds


def tag_of_turn(turn: str) -> str:
    """The hash tag of a turn's game."""
    return keys.tag_of(turn.split("/")[1])

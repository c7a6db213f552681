"""A game is the composition of four parts: rules, visibility, bot and renderer.

The API, the store, the workers and the tests know a game only through ``Game``.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import cached_property
from hashlib import sha256
from typing import Any, Generic, TypeVar, cast

import msgspec
from msgspec import convert

from engines.kernel import content as contents
from engines.kernel import notation
from engines.kernel.content import Content, Rule
from engines.kernel.effects import ActionEffect, Effects, nothing
from engines.kernel.layouts import FIRST_LAYOUT, LAYOUT
from engines.kernel.protocols.bot import Bot
from engines.kernel.protocols.render import Renderer
from engines.kernel.protocols.rules import Rules
from engines.kernel.protocols.visibility import Visibility
from engines.kernel.records import Action, Position, Record
from engines.kernel.refusals import Message
from engines.kernel.strict import StrictUnion
from engines.kernel.words import Words, words

P = TypeVar("P", bound=Position)
V = TypeVar("V", bound=Record)

_encode = msgspec.json.Encoder(order="sorted").encode


class Game(Generic[P, V]):
    """One board game."""

    def __init__(
        self,
        package: str,
        rules: Rules[P],
        visibility: Visibility[P, V],
        bot: Bot[P, V],
        renderer: Renderer[V],
        content: Content | None = None,
    ) -> None:
        self.package = package
        """Where content.toml, rules.toml and words.toml are: ``engines.<slug>``."""
        self.rules, self.visibility, self.bot, self.renderer = rules, visibility, bot, renderer
        self.content = contents.load(package) if content is None else content
        self.slug: str = self.content["game"]["slug"]
        players = self.content["players"]
        self.seats = range(players["min"], players["max"] + 1)
        self._decode = msgspec.json.Decoder(rules.position_type).decode
        self._usual: dict[int, Record] = {}
        """By number of seats: the options of a game for which none are given."""

    def options(self, given: dict[str, Any], seats: int) -> Record:
        """All options: the given ones, the others at their default; raises ``InvalidOptions``."""
        usual = None if given else self._usual.get(seats)
        if usual is not None:
            return copy(usual)
        options = contents.resolve(self.content, self.rules.options_type, given, seats)
        self.rules.check_options(options, seats)
        if not given:
            self._usual[seats] = copy(options)
        return options

    def recorded_options(self, recorded: dict[str, Any], seats: int) -> Record:
        """The options of a game as it recorded them: one that it did not know yet has the value that absence means."""
        self.options(recorded, seats)
        return convert(recorded, self.rules.options_type)

    def upgraded(self, data: bytes, layout: int) -> bytes:
        """A position or event, as an earlier layout stored it, in the present layout."""
        return _encode(self.rules.upgrade(msgspec.json.decode(data), layout))

    def is_hash_of(self, sha256: str, snapshot: bytes) -> bool:
        """Was this hash taken of the position, in the present layout or an earlier one?"""
        if fingerprint(snapshot) == sha256:
            return True
        position = msgspec.json.decode(snapshot)
        return any(
            fingerprint(_encode(self.rules.downgrade(position, old))) == sha256 for old in range(FIRST_LAYOUT, LAYOUT)
        )

    def encode(self, position: P) -> bytes:
        """The position as canonical JSON (sorted keys, no spaces, UTF-8), so that equal positions hash alike."""
        return _encode(position)

    def decode(self, data: bytes) -> P:
        return cast(P, self._decode(data))

    @cached_property
    def strict_actions(self) -> StrictUnion[Action]:
        """The actions as the schema lists them, with the names of pieces."""
        return StrictUnion(self.rules.action_types)

    def effects(self, view: V, seat: int, action: Action, language: str, players: Sequence[str]) -> list[ActionEffect]:
        """What a legal action would do, as far as its seat may see."""
        declared: Effects = self.rules.effects.get(type(action), nothing)
        foreseen = list(declared(view, seat, action))
        for effect in foreseen:
            effect.sentence = self.words.clause(cast(Message, effect.sentence), language, players)
        return foreseen

    def notation(self, position: P) -> str:
        """The position in one line of text (``engines.kernel.notation``)."""
        return notation.write(position, self.slug)

    def parse(self, text: str) -> P:
        """The position that such a text describes; raises ``InvalidPosition`` for a text that cannot be read."""
        return cast(P, notation.read(text, self.rules.position_type, self.slug))

    @property
    def rulebook(self) -> dict[str, Rule]:
        """The rules as data, by id."""
        return contents.rulebook(self.package)

    @property
    def sections(self) -> dict[str, dict[str, str]]:
        """The headings of the rulebook by key, in both languages."""
        return contents.sections(self.package)

    @cached_property
    def words(self) -> Words:
        return words(self.package)


def fingerprint(snapshot: bytes) -> str:
    """The sha256 of an encoded position, as replays quote it."""
    return sha256(snapshot).hexdigest()

"""The dice of docs/dice.md, written from that page alone: nothing of the games' own code is used here.

It derives every draw of a game from its seed and its events, and checks what the events and positions say came of it.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

Json = dict[str, Any]

FACES = [
    *[["mine", 2]] * 4, *[["iceberg", 1]] * 3, *[["pirates", 0]] * 2, *[["bermuda", 0]] * 2, *[["tornado", 0]] * 2,
    *[["spyglass", 0]] * 3, *[["palm", 0]] * 3, *[["sea", 1]] * 4, *[["fish", 2]] * 2, *[["fish", 3]] * 2, ["fish", 4],
    *[["shark", 3]] * 2, ["whale", 5],
]  # fmt: skip
DECK = sorted([*range(8)] * 4 + [8, 9, 10, 11] * 3 + [12, 13, 24] * 2)


class Stream:
    """Bytes of HMAC-SHA256, and the draws from them."""

    def __init__(self, seed: str, nonces: Sequence[str]) -> None:
        self.key = bytes.fromhex(seed)
        if nonces:
            self.key = hmac.new(self.key, "\n".join(nonces).encode(), sha256).digest()
        self.used = 0
        self.dice: list[int] = []
        self.outcomes: list[int] = []

    def byte(self) -> int:
        block = hmac.new(self.key, (self.used // 32).to_bytes(8, "big"), sha256).digest()
        self.used += 1
        return block[(self.used - 1) % 32]

    def below(self, n: int) -> int:
        byte = self.byte()
        while byte >= 256 - 256 % n:
            byte = self.byte()
        self.dice.append(byte % n)
        self.outcomes.append(n)
        return byte % n

    def roll(self, sides: int) -> int:
        return 1 + self.below(sides)

    def choose(self, items: Sequence[Any]) -> Any:
        return items[self.below(len(items))]

    def shuffle(self, items: list[Any]) -> None:
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


@dataclass
class Verifier:
    """Follows one game through its events."""

    slug: str
    seats: int
    options: Json
    stream: Stream
    pile: list[int] = field(default_factory=list)
    """Of Kim-Bac."""
    hands: list[list[int]] = field(default_factory=list)
    cards: list[int] = field(default_factory=list)
    """The values of Baïlouké's cards."""
    seen: set[tuple[str, str]] = field(default_factory=set)

    def step(self, events: list[Json], before: Json | None, after: Json) -> tuple[list[int], list[int]]:
        """The results and the outcomes of all draws of the deal or of an action; positions as JSON."""
        self.stream.dice, self.stream.outcomes = [], []
        for event in events:
            draw = DRAWS.get((self.slug, event["type"]))
            if draw is not None:
                self.seen.add((self.slug, event["type"]))
                draw(self, event, before or {}, after)
            elif self.slug == "kimbac":
                self.follow_cards(event)
        if self.slug == "bailouke":
            assert self.cards == after["cards"]
        return self.stream.dice, self.stream.outcomes

    @property
    def seat_is_drawn(self) -> bool:
        return self.options.get("first_seat", 0) is None

    # --- Bakong ------------------------------------------------------------------------------------------------------

    def lay_track(self, event: Json, before: Json, after: Json) -> None:
        tiles = [f"t{number:02}" for number in range(1, 25)]
        self.stream.shuffle(tiles)
        sides = [self.stream.choose(["a", "b"]) for _ in tiles]
        assert [(slot["tile"], slot["side"]) for slot in after["track"]] == list(zip(tiles, sides, strict=True))
        if self.seat_is_drawn:
            assert after["active_seat"] == self.stream.below(self.seats)

    def two_dice(self, event: Json, before: Json, after: Json) -> None:
        assert event["dice"] == [self.stream.roll(6), self.stream.roll(6)]

    # --- Mékong ------------------------------------------------------------------------------------------------------

    def statuette(self, event: Json, before: Json, after: Json) -> None:
        if self.seat_is_drawn:
            assert event["statuette"] == self.stream.below(self.seats)

    # --- Babord ------------------------------------------------------------------------------------------------------

    def lay_sea(self, event: Json, before: Json, after: Json) -> None:
        faces = list(FACES)
        self.stream.shuffle(faces)
        faces = [*faces[: self.options["rows"] * self.options["cols"] - 5], ["treasure", 0]]
        self.stream.shuffle(faces)
        tiles = {f"t{number:02}": face for number, face in enumerate(faces, 1)}
        assert {name: [tile["kind"], tile["fish"]] for name, tile in after["tiles"].items()} == tiles
        if self.seat_is_drawn:
            assert after["active_seat"] == self.stream.below(self.seats)

    def wind(self, event: Json, before: Json, after: Json) -> None:
        assert event["face"] == self.stream.roll(4 if self.options["wind_die"] == "four_winds" else 6)

    # --- Kim-Bac -----------------------------------------------------------------------------------------------------

    def new_pile(self, event: Json, before: Json, after: Json) -> None:
        self.pile = sorted([*range(1, 19)] * 2)
        self.stream.shuffle(self.pile)
        self.hands = [[] for _ in range(self.seats)]

    def first_roll(self, event: Json, before: Json, after: Json) -> None:
        assert [throw["value"] for throw in event["throws"]] == [self.stream.roll(6) for _ in event["throws"]]

    def pile_of_hands(self, event: Json, before: Json, after: Json) -> None:
        self.pile = sorted(card for hand in self.hands for card in hand)
        self.stream.shuffle(self.pile)
        self.hands = [[] for _ in range(self.seats)]

    def chest(self, event: Json, before: Json, after: Json) -> None:
        assert event["ordinary"] == self.stream.roll(6)
        assert event["special"] == self.stream.choose([0, 0, 6, 6, 12, 12])

    def follow_cards(self, event: Json) -> None:
        """A card that is drawn is the top of the pile; the pair of a chest leaves the hand."""
        if event["type"] == "card_drawn":
            assert event["number"] == self.pile.pop(0)
            self.hands[event["seat"]].append(event["number"])
        elif event["type"] == "chest_taken":
            hand = self.hands[event["seat"]]
            self.hands[event["seat"]] = [card for card in hand if card != event["monument"]]

    # --- Baïlouké ----------------------------------------------------------------------------------------------------

    def first_seat(self, event: Json, before: Json, after: Json) -> None:
        if self.seat_is_drawn:
            assert event["first_seat"] == self.stream.below(self.seats)

    def deck(self, event: Json, before: Json, after: Json) -> None:
        self.cards = list(DECK)
        self.stream.shuffle(self.cards)

    def zone(self, event: Json, before: Json, after: Json) -> None:
        zone = before["players"][event["target_seat"]]["zone"]
        values = [self.cards[card] for card in zone]
        if len(values) > 1:
            self.stream.shuffle(values)
        for card, value in zip(zone, values, strict=True):
            self.cards[card] = value


DRAWS: dict[tuple[str, str], Callable[[Verifier, Json, Json, Json], None]] = {
    ("bakong", "game_started"): Verifier.lay_track,
    ("bakong", "dice_rolled"): Verifier.two_dice,
    ("bakong", "dice_rerolled"): Verifier.two_dice,
    ("bakong", "cave_rolled"): Verifier.two_dice,
    ("mekong", "game_started"): Verifier.statuette,
    ("babord", "game_started"): Verifier.lay_sea,
    ("babord", "wind_rolled"): Verifier.wind,
    ("kimbac", "round_started"): Verifier.new_pile,
    ("kimbac", "first_roll"): Verifier.first_roll,
    ("kimbac", "hands_reshuffled"): Verifier.pile_of_hands,
    ("kimbac", "chest_shaken"): Verifier.chest,
    ("bailouke", "game_started"): Verifier.first_seat,
    ("bailouke", "round_started"): Verifier.deck,
    ("bailouke", "zone_shuffled"): Verifier.zone,
}

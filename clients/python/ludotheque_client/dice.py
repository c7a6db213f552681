"""The dice of a game, checked by docs/dice.md alone: nothing of the server's code is used here."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from ludotheque_client.errors import Mismatch

FACES: list[list[Any]] = [
    *[["mine", 2]] * 4, *[["iceberg", 1]] * 3, *[["pirates", 0]] * 2, *[["bermuda", 0]] * 2, *[["tornado", 0]] * 2,
    *[["spyglass", 0]] * 3, *[["palm", 0]] * 3, *[["sea", 1]] * 4, *[["fish", 2]] * 2, *[["fish", 3]] * 2, ["fish", 4],
    *[["shark", 3]] * 2, ["whale", 5],
]  # fmt: skip
DECK = sorted([*range(8)] * 4 + [8, 9, 10, 11] * 3 + [12, 13, 24] * 2)


class Stream:
    """The bytes that follow from a seed, and the draws from them."""

    def __init__(self, seed: str, nonces: Sequence[str] = ()) -> None:
        self.key = bytes.fromhex(seed)
        if nonces:
            self.key = hmac.new(self.key, "\n".join(nonces).encode(), sha256).digest()
        self.used = 0

    def below(self, n: int) -> int:
        while True:
            byte = hmac.new(self.key, (self.used // 32).to_bytes(8, "big"), sha256).digest()[self.used % 32]
            self.used += 1
            if byte < 256 - 256 % n:
                return byte % n


class Draws:
    """Recorded draws, read in order."""

    def __init__(self, results: Sequence[int]) -> None:
        self.results = list(results)

    def below(self) -> int:
        if not self.results:
            raise Mismatch("an event shows a die that was not drawn")
        return self.results.pop(0)

    def rolls(self, count: int) -> list[int]:
        return [1 + self.below() for _ in range(count)]

    def shuffle(self, items: list[Any]) -> list[Any]:
        for last in range(len(items) - 1, 0, -1):
            other = self.below()
            items[last], items[other] = items[other], items[last]
        return items


def commitment(seed: str) -> str:
    return f"sha256:{sha256(bytes.fromhex(seed)).hexdigest()}"


def verify(
    replay: dict[str, Any],
    promised: str | None = None,
    events: Sequence[dict[str, Any]] = (),
    deal: dict[str, Any] | None = None,
) -> list[str]:
    """Check a replay: the seed, every draw, what its events say of them, and the position that was dealt.

    Returns what was checked, and raises `Mismatch` at the first thing that is wrong.
    """
    expect("the commitment", promised or replay["commitment"], commitment(replay["seed"]))
    said = ["the seed is the one that was promised"]
    stream = Stream(replay["seed"], replay["nonces"])
    parts = [("the deal", replay["deal"])]
    parts += [(f"action {number}", act) for number, act in enumerate(replay["acts"], 1)]
    for what, part in parts:
        expect(f"the draws of {what}", part["dice"], [stream.below(n) for n in part["outcomes"]])
    said.append(f"{sum(len(part['dice']) for _, part in parts)} draws follow from it")
    drawn = {act["version"]: act["dice"] for act in replay["acts"]}
    shown = 0
    dealt = next((event["version"] for event in events if event["type"] == "game_started"), None)
    if dealt is not None:
        drawn[dealt] = replay["deal"]["dice"]
    for version in {event["version"]: None for event in events}:
        draws, of_version = Draws(drawn.get(version, [])), [e for e in events if e["version"] == version]
        for event in of_version:
            shown += check_event(replay, event, draws, deal if version == dealt else None)
    if events:
        said.append(f"{shown} events show what was drawn")
    return said


def check_event(replay: dict[str, Any], event: dict[str, Any], draws: Draws, deal: dict[str, Any] | None) -> bool:
    """Compare what one event, or the deal, shows with its draws; False where it shows none."""
    slug, kind, options = replay["game"], event["type"], replay["options"]
    where = f"event {event['seq']}"
    if kind in ("dice_rolled", "dice_rerolled", "cave_rolled"):
        expect(where, event["dice"], draws.rolls(2))
    elif kind == "wind_rolled":
        expect(where, [event["face"]], draws.rolls(1))
    elif kind == "first_roll":
        expect(where, [throw["value"] for throw in event["throws"]], draws.rolls(len(event["throws"])))
    elif kind == "chest_shaken":
        throw = [1 + draws.below(), [0, 0, 6, 6, 12, 12][draws.below()]]
        if event["ordinary"] is not None:  # else only the one who looked knows
            expect(where, [event["ordinary"], event["special"]], throw)
    elif kind == "round_started" and slug == "kimbac" and replay["opening"] is None:
        draws.shuffle(sorted([*range(1, 19)] * 2))
    elif kind == "round_started" and slug == "bailouke" and draws.results:
        cards = draws.shuffle(list(DECK))
        if deal is not None:
            expect("the cards", deal["cards"], cards)
    elif kind == "game_started" and replay["opening"] is None:
        check_deal(slug, options, draws, deal)
    else:
        return False
    return True


def check_deal(slug: str, options: dict[str, Any], draws: Draws, deal: dict[str, Any] | None) -> None:
    """The pieces that were laid out before the first action."""
    if slug == "bakong":
        tiles = draws.shuffle([f"t{number:02}" for number in range(1, 25)])
        track = [(tile, "ab"[draws.below()]) for tile in tiles]
        if deal is not None:
            expect("the track", [(slot["tile"], slot["side"]) for slot in deal["track"]], track)
    elif slug == "babord":
        faces = draws.shuffle(list(FACES))[: options["rows"] * options["cols"] - 5]
        faces = draws.shuffle([*faces, ["treasure", 0]])
        if deal is not None:
            sea = {name: [tile["kind"], tile["fish"]] for name, tile in deal["tiles"].items()}
            expect("the sea", sea, {f"t{number:02}": face for number, face in enumerate(faces, 1)})
    if options.get("first_seat", 0) is None:
        seat = draws.below()
        if deal is not None and slug in ("bakong", "babord"):
            expect("who begins", deal["active_seat"], seat)


def expect(what: str, said: Any, found: Any) -> None:
    if said != found:
        raise Mismatch(f"{what}: the server said {str(said)[:200]}, the seed gives {str(found)[:200]}")

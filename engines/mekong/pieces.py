"""The pieces: colours, cards, planks, islands and villages, read once from the content."""

from __future__ import annotations

from engines.kernel.content import load

CONTENT = load("engines.mekong")


def _items(table: str) -> list[dict[str, str]]:
    return list(CONTENT[table]["items"])


COLOURS = tuple(item["id"] for item in _items("colours"))
OPPOSITE = {item["id"]: item["opposite"] for item in _items("colours")}
COLOURS_BY_COUNT: dict[int, tuple[str, ...]] = {
    item["players"]: tuple(item["colours"]) for item in CONTENT["player_counts"]["items"]
}

BOARD: str = CONTENT["board"]["id"]
ISLANDS = tuple(item["id"] for item in _items("islands"))
"""Where the content file puts them: the picture of the board is lost (MEK-100)."""
VILLAGES = tuple(item["id"] for item in _items("villages"))
"""All six, at every number of players: supports and places for pawns (MEK-9, MEK-112)."""
SHORE = frozenset(VILLAGES)
SUPPORTS = ISLANDS + VILLAGES
HOME = {item["colour"]: item["id"] for item in _items("villages")}
GOAL = {colour: HOME[OPPOSITE[colour]] for colour in COLOURS}
"""The village opposite, also when nobody plays its colour (MEK-8)."""
STONES: int = CONTENT["counts"]["stones"]

SIZES: tuple[int, ...] = tuple(item["size"] for item in CONTENT["plank_sizes"]["items"])
REACH = {item["size"]: item["reach"] for item in CONTENT["plank_sizes"]["items"]}
"""By size, how far apart the two supports of a plank may be, in units of the board (MEK-45)."""
PLANKS = tuple(f"{colour}_{size}" for colour in COLOURS for size in SIZES)
SIZE = {f"{colour}_{size}": size for colour in COLOURS for size in SIZES}
COLOUR = {f"{colour}_{size}": colour for colour in COLOURS for size in SIZES}
PLACES = PLANKS + VILLAGES
ORDER = {name: number for number, name in enumerate(ISLANDS + PLACES)}

CARDS = tuple(item["id"] for item in _items("cards"))
KIND = {item["id"]: item["kind"] for item in _items("cards")}
DRAGONS = {item["id"]: item["target"] for item in _items("cards") if item["kind"] == "dragon"}
DRAGON_ON = {colour: card for card, colour in DRAGONS.items()}
ACTION_CARDS = tuple(card for card in CARDS if card not in DRAGONS)
AMOUNT: dict[str, int] = {item["id"]: item.get("amount", 0) for item in CONTENT["cards"]["items"]}
PIECES = {card: AMOUNT[card] if KIND[card] in ("stone", "plank") else 1 for card in ACTION_CARDS}

PROGRAM_LENGTH: int = CONTENT["limits"]["program_length"]
DRAGONS_PER_PROGRAM: int = CONTENT["limits"]["max_dragons_per_program"]
PLANKS_PER_STONE: int = CONTENT["limits"]["max_planks_per_stone"]
PLANKS_PER_VILLAGE: int = CONTENT["limits"]["max_planks_per_village"]
COLOURS_IN_RESERVE: int = CONTENT["limits"]["max_colours_in_reserve"]


def cards_of(colour: str, colours: tuple[str, ...]) -> tuple[str, ...]:
    """The cards of a colour: the eight actions and a dragon for each other colour in play (MEK-5)."""
    return tuple(
        card for card in CARDS if card not in DRAGONS or (DRAGONS[card] in colours and DRAGONS[card] != colour)
    )


HANDS = {
    players: {colour: cards_of(colour, colours) for colour in colours} for players, colours in COLOURS_BY_COUNT.items()
}
"""By number of players and colour: all the cards of a seat."""
HELD = {players: {colour: frozenset(hand) for colour, hand in hands.items()} for players, hands in HANDS.items()}
"""The same cards, to ask whether a card is among them."""

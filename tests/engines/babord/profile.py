"""What the kit must know of Babord."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from engines.babord import engine
from engines.babord.actions import Fish, Jump, Observe, Peek, Sail
from engines.babord.parts import Tile
from engines.babord.pieces import ORDINARY_FACES, TRACKS, TREASURE, board, place_of
from engines.babord.position import BabordPosition
from engines.kernel.records import Action
from tests.engines.babord.foreseen import FORESEEN
from tests.engines.babord.positions import boat, sea
from tests.support.kit.profile import Profile, Small, Step


def invariants(position: BabordPosition) -> None:
    check_tiles(position)
    check_boats(position)
    treasure = position.treasure
    assert (treasure.carrier is None) == (treasure.hole is None)
    if treasure.carrier is not None:
        assert not position.players[treasure.carrier].sunk
    for seat in range(len(position.players)):
        assert sum(ball.owner == seat for ball in position.balls) <= 2
    table = board(position.options.rows, position.options.cols)
    assert all(table.has(ball.place) for ball in position.balls)
    assert (position.result is None) == (position.phase != "game_over")
    assert 1 <= position.round <= position.options.max_rounds


def check_tiles(position: BabordPosition) -> None:
    table = board(position.options.rows, position.options.cols)
    laid = [name for row in position.grid for name in row]
    treasure = position.treasure
    assert all(position.grid[row][col] == f"port_{port}" for port, (row, col) in table.ports.items())
    in_play = [name for name in laid if name is not None and not name.startswith("port_")]
    if treasure.carrier is not None:
        in_play.append(treasure.tile)
    assert sorted(in_play) == sorted(position.tiles)
    assert laid.count(None) == (0 if treasure.hole is None else 1)
    assert [name for name, tile in position.tiles.items() if tile.kind == TREASURE] == [treasure.tile]
    faces = Counter((tile.kind, tile.fish) for tile in position.tiles.values())
    assert not faces - Counter(ORDINARY_FACES) - Counter({(TREASURE, 0): 1})
    everyone = tuple(range(len(position.players)))
    assert all(tile.seen_by == everyone for tile in position.tiles.values() if tile.revealed)


def check_boats(position: BabordPosition) -> None:
    table = board(position.options.rows, position.options.cols)
    boats = [player.boat for player in position.players if player.boat is not None]
    assert len(set(boats)) == len(boats)
    assert set(boats) <= set(table.points)
    for player in position.players:
        assert all(0 <= getattr(player, name) <= track.max for name, track in TRACKS.items())
        assert (player.hull == 0) == player.sunk
        assert not (player.sunk and player.boat)


def step_invariants(step: Step) -> None:
    for name, tile in step.before.tiles.items():
        assert set(tile.seen_by) <= set(step.after.tiles[name].seen_by)
        assert (tile.kind, tile.fish) == (step.after.tiles[name].kind, step.after.tiles[name].fish)
    for before, after in zip(step.before.players, step.after.players, strict=True):
        if before.boat != after.boat and after.boat is not None and before.boat is not None:
            assert place_of(after.boat) != step.before.treasure.hole
    assert step.after.round >= step.before.round


def reveals(position: BabordPosition, seat: int, action: Action) -> bool:
    """Arrivals and catches show a tile that not everybody has seen; looks show one that the seat has not seen."""
    if isinstance(action, Observe | Peek):
        return seat not in tile_on(position, action.tile).seen_by
    if isinstance(action, Sail | Jump):
        return not tile_on(position, place_of(action.to)).revealed
    if isinstance(action, Fish):
        point = position.players[seat].boat
        assert point is not None
        return not tile_on(position, place_of(point)).revealed
    return False


def tile_on(position: BabordPosition, place: tuple[int, int]) -> Tile:
    """Ports and the hole hide nothing."""
    return position.tiles.get(position.grid[place[0]][place[1]] or "", Tile("sea", 1, (0, 1, 2, 3), True))


def two_hidden() -> Small:
    """A board of 3 x 3: three of five tiles seen; the others are the treasure and any tile of the box."""
    faces = [("mine", 2), ("fish", 4), ("spyglass", 0)]
    position = sea(
        boat((1, 1)),
        boat((4, 4), "se"),
        tiles=dict(zip([(0, 1), (1, 0), (1, 1)], faces, strict=True)) | {(1, 2): ("palm", 0), (2, 1): ("treasure", 0)},
        rows=3,
        cols=3,
    )
    for name in ("t01", "t02", "t03"):
        tile = position.tiles[name]
        position.tiles[name] = Tile(tile.kind, tile.fish, (1,), False)
    left = Counter(ORDINARY_FACES) - Counter(faces)
    return Small(
        "two hidden",
        position,
        1,
        lambda p: (
            p.treasure.tile,
            *((t.kind, t.fish) for n, t in p.tiles.items() if n > "t03" and t.kind != TREASURE),
        ),
        {(name, face): count / 28 / 2 for name in ("t04", "t05") for face, count in left.items()},
    )


def one_hidden() -> Small:
    """The treasure is aboard; a spectator knows all but one tile, whatever the seats have seen."""
    position = sea(boat((3, 3)), boat((4, 4), "se"), carrier=0, hole=(1, 1), rows=3, cols=3)
    everyone = (0, 1)
    for name in ("t01", "t02", "t04", "t05"):
        tile = position.tiles[name]
        position.tiles[name] = Tile(tile.kind, tile.fish, everyone, name != "t05")
    seen = Counter((position.tiles[name].kind, position.tiles[name].fish) for name in ("t01", "t02", "t04"))
    left = Counter(ORDINARY_FACES) - seen
    return Small(
        "one hidden",
        position,
        None,
        lambda p: (p.tiles["t05"].kind, p.tiles["t05"].fish),
        {face: count / 28 for face, count in left.items()},
    )


def three_hidden() -> Small:
    """The whole board: three tiles unseen, and it is known which faces are missing."""
    faces = [("treasure", 0), ("whale", 5), ("pirates", 0)]
    position = sea(boat((1, 1)), tiles=dict(zip([(2, 2), (3, 3), (4, 4)], faces, strict=True)))
    hidden = [str(position.grid[n][n]) for n in (2, 3, 4)]
    for name, tile in position.tiles.items():
        if name not in hidden:
            position.tiles[name] = Tile(tile.kind, tile.fish, (0,), False)
    return Small(
        "three hidden",
        position,
        0,
        lambda p: tuple((p.tiles[name].kind, p.tiles[name].fish) for name in hidden),
        dict.fromkeys(permutations(faces), 1 / 6),
    )


PROFILE = Profile(
    engine=engine,
    options=[
        {},
        {"max_rounds": 25},
        {"max_rounds": 20, "rows": 3, "cols": 3},
        {"max_rounds": 20, "rows": 4, "cols": 3, "memory_aid": True},
        {"max_rounds": 25, "rows": 3, "cols": 6, "wind_mode": "once", "arrival_fish": False},
        {"max_rounds": 25, "blocked_push": "forbidden", "restart_fish": 0},
        {"max_rounds": 25, "rows": 5, "cols": 5, "wind_die": "four_winds", "memory_aid": True},
        {"max_rounds": 25, "rows": 4, "cols": 4, "blocked_push": "forbidden", "wind_mode": "once"},
        {"max_rounds": 40, "rows": 3, "cols": 4, "last_afloat_wins": True, "spare_owner": True},
        {"max_rounds": 25, "rows": 3, "cols": 3, "bermuda_effect": False, "bermuda_point": "later", "first_seat": 0},
        {"max_rounds": 25, "rows": 4, "cols": 3, "bermuda_point": "later", "balls_fly": "every_turn"},
        {"max_rounds": 1},
    ],
    invariants=invariants,
    step_invariants=step_invariants,
    reveals=reveals,
    small=[two_hidden(), one_hidden(), three_hidden()],
    foreseen=FORESEEN,
    longest=4000,
    examples=12,
)

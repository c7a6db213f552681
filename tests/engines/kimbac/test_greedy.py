"""The greedy player: what it sees in a position, and what it does with it."""

from __future__ import annotations

import pytest

from engines.kernel.dice import SeededDice
from engines.kernel.game import fingerprint
from engines.kernel.records import Action
from engines.kimbac import engine
from engines.kimbac.actions import BecomeKimbac, EndTurn, MovePawn, PlacePawn, Renounce, TakeChest
from engines.kimbac.bot.distances import FOOT_NODE, KIMBAC_STEPS, NODE, PLACES, RUN, STEPS, WALK
from engines.kimbac.bot.greedy import PATIENCE, gate_worth, prospects, spread
from engines.kimbac.bot.pursuing import Pack, closing_steps, ground_left, hunt, nodes, pack, suspected_feet
from engines.kimbac.bot.running import WIDTH, can_fill, safe_ground, taken_by
from engines.kimbac.parts import Options
from engines.kimbac.pieces import BONUS, TAELS
from engines.kimbac.position import KimbacPosition
from tests.engines.kimbac.positions import finder, hunting, legal, search
from tests.support.kit.play import opening, steps


def choice(game: KimbacPosition, rng: bytes = b"luck") -> Action:
    seat = engine.rules.to_act(game)[0]
    return engine.bot.greedy(
        engine.visibility.knowledge(game, seat), seat, engine.rules.legal(game, seat), SeededDice(rng)
    )


def at(*places: str) -> tuple[int, ...]:
    return tuple(NODE[place] for place in places)


def named(found: dict[int, int]) -> dict[str, int]:
    return {PLACES[node]: value for node, value in found.items()}


# --- distances ---------------------------------------------------------------------------------------------------


def test_distances_with_and_without_bridges() -> None:
    x402, x502, gate = at("x402", "x502", "A")
    assert WALK[x402][x502] == 1
    assert RUN[x402][x502] == 14
    assert WALK[gate][NODE["x102"]] == WALK[gate][NODE["x103"]] == 1
    assert WALK[gate][NODE["x302"]] == 3
    assert {PLACES[way] for way in STEPS[x402]} == {"x301", "x302", "x403", "x502"}
    assert {PLACES[way] for way in KIMBAC_STEPS[x402]} == {"x301", "x302", "x403"}
    assert KIMBAC_STEPS[gate] == ()
    assert len(WALK) == 87
    assert len(WALK[0]) == 75


# --- running -----------------------------------------------------------------------------------------------------


def test_those_who_wait_come_one_step_sooner_than_those_who_are_done() -> None:
    x402, x403, x301 = at("x402", "x403", "x301")
    assert first_taken(taken_by([x403], []), x402) == 1
    assert first_taken(taken_by([], [x403]), x402) == 2
    both = taken_by([x301], [x403])
    assert first_taken(both, x402) == 1
    assert first_taken(both, x403) == 1
    assert taken_by([], []) == 0


def first_taken(taken: int, crossroad: int) -> int:
    """The first step of the Kim-Bac before which a pursuer can stand there."""
    return next(step for step in range(99) if taken >> WIDTH * step + crossroad & 1)


@pytest.mark.parametrize("place", ["A", "x402", "x609"])
def test_a_crossroad_is_taken_from_the_distance_of_a_pursuer_on(place: str) -> None:
    node = NODE[place]
    distances = WALK[node]
    assert [first_taken(taken_by([node], []), crossroad) for crossroad in range(WIDTH)] == distances
    assert [first_taken(taken_by([], [node]), crossroad) for crossroad in range(WIDTH)] == [n + 1 for n in distances]


def test_safe_ground_ends_where_a_pursuer_is_as_fast() -> None:
    x402 = NODE["x402"]
    assert named(safe_ground(x402, taken_by([], at("x301", "x302", "x403")))) == {"x402": 0}
    open_side = named(safe_ground(x402, taken_by([], at("x301", "x302", "x404"))))
    assert open_side == {"x402": 0, "x403": 1, "x203": 2, "x103": 3, "x105": 4}
    assert named(safe_ground(x402, taken_by(at("x201", "x202", "x404"), []))) == {"x402": 0}
    assert len(safe_ground(x402, taken_by([], []))) == 75


def test_exits_need_a_pursuer_each() -> None:
    exits = KIMBAC_STEPS[NODE["x402"]]
    assert can_fill(exits, at("x201", "x202", "x404"))
    assert not can_fill(exits, at("x201", "x404"))
    assert not can_fill(exits, at("x201", "x202", "x406"))
    assert can_fill((), ())
    assert not can_fill(at("x301"), at("x301"))


# --- pursuing ----------------------------------------------------------------------------------------------------

NET = {1: {1: "x201", 2: "x202", 3: "x404", 4: "x811", 5: "x712", 6: "x710"}}


def test_the_pack_is_split_by_who_has_stepped() -> None:
    pawns = [["x402", "removed"], ["x301", "A"], ["x302", "B"], ["x403", "C"]]
    team = pack(pawns, (0, 1), 2, 2)
    assert team == Pack(NODE["x402"], at("x301", "A", "x302"), at("B"), at("x403", "C"))
    assert nodes(["x402", "removed", None]) == (NODE["x402"], -1, -1)


def test_the_pack_closes_the_net_in_number_order() -> None:
    game = hunting(2, at="x402", pursuers=NET, phase="hunt_pursuit", active_seat=1, next_pawn=1)
    for pawn, to in ((1, "x301"), (2, "x302"), (3, "x403")):
        assert choice(game) == MovePawn(pawn, to)
        engine.rules.apply(game, 1, MovePawn(pawn, to), SeededDice(b""))
    while game.phase == "hunt_pursuit":
        engine.rules.apply(game, 1, choice(game), SeededDice(b""))
    assert game.round_results[0].outcome == "captured"


def test_steps_that_keep_the_net_closable() -> None:
    team = Pack(NODE["x402"], (), at("x201", "x202", "x404", "x811", "x712", "x710"), ())
    assert closing_steps(team, STEPS[NODE["x201"]]) == list(at("x301"))
    far = Pack(NODE["x402"], (), at("x811", "x202", "x404", "x710", "x712", "x810"), ())
    assert closing_steps(far, STEPS[NODE["x811"]]) == []
    later = Pack(NODE["x402"], at("x302"), at("x201", "x811"), at("x404", "x710"))
    assert closing_steps(later, STEPS[NODE["x201"]]) == list(at("x301"))
    gone = Pack(NODE["x402"], at("x302"), at("x201", "x811"), at("x710", "x711"))
    assert closing_steps(gone, STEPS[NODE["x201"]]) == []


def test_a_pawn_on_an_exit_must_leave_it_unless_it_is_blocked() -> None:
    leaves = Pack(NODE["x402"], (), at("x201", "x302", "x404"), ())
    assert closing_steps(leaves, STEPS[NODE["x201"]]) == []
    blocked = Pack(NODE["x402"], at("x403", "x202"), at("x201", "x302"), ())
    assert closing_steps(blocked, at("x102", "x301")) == list(at("x301"))
    relieved = Pack(NODE["x402"], at("x403"), at("x201", "x302", "x202"), ())
    assert closing_steps(relieved, at("x102", "x301")) == list(at("x102", "x301"))


def test_suspicion_grows_where_the_kimbac_has_come_nearer() -> None:
    start = suspected_feet(12, FOOT_NODE[12])
    assert sum(map(bool, start)) == 17
    assert start[FOOT_NODE[11]] == 4
    assert start[FOOT_NODE[1]] == 11 * 4
    moved = suspected_feet(12, NODE["x609"])
    assert moved[FOOT_NODE[13]] == 1 * (4 + 2)
    assert moved[FOOT_NODE[14]] == 2 * (4 - 1)
    assert suspected_feet(12, FOOT_NODE[9])[FOOT_NODE[9]] == 0


def test_every_step_is_weighed_by_the_ground_that_it_leaves() -> None:
    team = Pack(NODE["x402"], at("x301", "x302"), at("x404"), ())
    others, feet = taken_by((), team.done), [0] * len(WALK[0])
    feet[NODE["x403"]] = 5
    assert ground_left(team.kimbac, others, NODE["x403"], feet) == 12
    assert ground_left(team.kimbac, others, NODE["x304"], feet) > 12 * 3
    worth = hunt((("x402", "removed", "removed"), ("x301", "x302", "x404")), (0, 1), 1, 3, ("x403", "x304"), 12)
    assert worth[0] == 1_000_000 - 10 * 12 - 1
    assert worth[1] < -10 * 36


# --- the search --------------------------------------------------------------------------------------------------


@pytest.mark.rule("KIM-4")
def test_it_places_near_the_monuments_and_apart() -> None:
    first = engine.rules.deal(3, Options(), SeededDice(bytes(32)))[0]
    assert choice(first) == PlacePawn(1, "I")
    away = {gate: -gate_worth(NODE[gate], []) / 18 for gate in "IL"}
    assert {gate: round(value, 1) for gate, value in away.items()} == {"I": 5.3, "L": 7.1}
    assert gate_worth(NODE["H"], at("I")) - gate_worth(NODE["H"], []) == 2 * 2


def test_it_walks_to_the_monument_of_its_pair_and_takes_the_chest() -> None:
    game = search(2, {0: {1: "x306"}}, {0: [5, 5, 9]})
    assert choice(game) == MovePawn(1, "x406")
    engine.rules.apply(game, 0, MovePawn(1, "x406"), SeededDice(b""))
    assert choice(game) == TakeChest(5)


def test_it_takes_the_chest_at_the_end_of_the_turn_or_ends_it() -> None:
    fields = {"phase": "search_end", "next_pawn": None}
    assert choice(search(3, {0: {3: "x406"}}, {0: [5, 5]}, **fields)) == TakeChest(5)
    assert choice(search(3, {0: {3: "x406"}}, {0: [5, 6]}, **fields)) == EndTurn()


@pytest.mark.rule("KIM-32", "KIM-41")
def test_it_leaves_the_chest_alone_when_it_could_not_renounce_and_is_surrounded() -> None:
    fields = {"hands": {0: [5, 5]}, "face_up": {1: [3]}, "renounced_by": 1, "phase": "search_end", "next_pawn": None}
    ring = {1: {1: "x306", 2: "x404", 3: "x407"}}
    assert choice(search(2, {0: {1: "x406"}, **ring}, **fields)) == EndTurn()
    assert choice(search(2, {0: {1: "x406"}}, **fields)) == TakeChest(5)


@pytest.mark.rule("KIM-126")
def test_it_does_not_wait_for_room_until_its_pair_is_reshuffled() -> None:
    fields = {"hands": {0: [5, 5]}, "face_up": {1: [3]}, "renounced_by": 1, "phase": "search_end", "next_pawn": None}
    surrounded = {0: {1: "x406"}, 1: {1: "x306", 2: "x404", 3: "x407"}}
    assert choice(search(2, surrounded, dry_turns=2 * PATIENCE - 1, **fields)) == EndTurn()
    assert choice(search(2, surrounded, dry_turns=2 * PATIENCE, **fields)) == TakeChest(5)


@pytest.mark.rule("KIM-44")
def test_it_weighs_the_throw() -> None:
    assert choice(finder(2, secret=12, cache=11)) == BecomeKimbac()
    wall = {1: {1: "x508", 2: "x609", 3: "x510", 4: "x707", 5: "x706", 6: "x808"}}
    assert choice(finder(2, secret=12, cache=1, pawns=wall)) == BecomeKimbac()
    assert choice(finder(2, secret=17, cache=1, pawns=wall, hands={1: [1, 1]})) == Renounce()


def test_prospects_are_the_odds_to_come_out_ahead() -> None:
    def chance(game: KimbacPosition) -> int:
        knowledge = engine.visibility.knowledge(game, 0)
        return prospects(knowledge, 0, knowledge.chest)

    assert chance(finder(2, secret=9, cache=8)) == 92
    assert chance(finder(2, secret=12, cache=11)) == 90
    assert chance(finder(2, secret=9, cache=8, hands={0: [8, 8], 1: [4, 5, 6]})) == 92
    assert chance(finder(2, secret=9, cache=8, hands={0: [8], 1: [1, 2, 3, 4, 5, 6, 7, 10, 11, 12]})) == 92 * 70 // 100
    assert chance(finder(2, secret=9, cache=8, hands={0: [8], 1: [1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13]})) == 0
    wall = {1: {1: "x609", 2: "x510", 3: "x711", 4: "x707", 5: "x706", 6: "x808"}}
    assert chance(finder(2, secret=12, cache=3, pawns=wall)) == 46


def test_where_the_unseen_cards_of_the_cache_may_be() -> None:
    assert spread(0, 7, 20) == (100,)
    assert spread(1, 5, 20) == (75, 25)
    assert spread(2, 5, 20) == (55, 40, 5)
    assert spread(2, 0, 30) == (100, 0, 0)


# --- the hunt ----------------------------------------------------------------------------------------------------


def test_the_kimbac_steps_onto_the_cache() -> None:
    assert choice(hunting(2, at="x407", secret=12, cache=5)) == MovePawn(1, "x406")


def test_the_kimbac_does_not_step_onto_a_cache_that_pays_nothing() -> None:
    """With an empty pile the others hold both cards, and their bonus takes the whole treasure."""
    rich, poor = (hunting(2, at="x407", secret=secret, cache=5) for secret in (10, 9))
    for game in (rich, poor):
        game.hands[1], game.pile = sorted([*game.hands[1], *game.pile]), []
    assert [game.chest and game.chest.treasure for game in (rich, poor)] == [2 * BONUS + TAELS, 2 * BONUS]
    assert choice(rich) == MovePawn(1, "x406")
    assert choice(poor) != MovePawn(1, "x406")
    poor.hands[1].remove(5)
    poor.hands[0].append(5)
    assert choice(poor) == MovePawn(1, "x406")


def test_the_kimbac_takes_the_shortest_safe_way() -> None:
    game = hunting(2, at="x310", secret=9, cache=7)
    assert choice(game) == MovePawn(1, "x210")


def test_the_kimbac_does_not_step_into_a_trap() -> None:
    """From x403 the way to cache 1 leads over x402, which the pursuers can close behind him."""
    trap = {1: {1: "x201", 2: "x202", 3: "x404"}}
    game = hunting(2, at="x403", secret=5, cache=18, pursuers=trap)
    assert MovePawn(1, "x402") in legal(game, 0)
    assert choice(game) == MovePawn(1, "x203")


def test_it_knows_no_more_than_its_view() -> None:
    """The same choice whatever lies hidden."""
    game = hunting(3, at="x411", secret=12, cache=5, phase="hunt_pursuit", active_seat=1)
    other = hunting(3, at="x411", secret=12, cache=17, phase="hunt_pursuit", active_seat=1)
    other.pile.reverse()
    assert choice(game) == choice(other)


def test_once_the_pile_is_empty_it_has_whims() -> None:
    hands = {0: [*range(1, 19)], 1: [*range(1, 19)]}
    game = search(2, {0: {1: "x406"}}, hands)
    chosen = {choice(game, bytes([seed])) for seed in range(60)}
    assert chosen == set(legal(game, 0))
    del game.hands[1][0]
    game.pile = [1]
    assert len({choice(game, bytes([seed])) for seed in range(60)}) == 1


# --- whole games -------------------------------------------------------------------------------------------------


def played(seats: int, policies: list[str], seed: int, **options: object) -> tuple[KimbacPosition, int]:
    position, _, dice = opening(engine, seats, options, seed.to_bytes(32, "big"))
    count = sum(1 for _ in steps(engine, position, dice, SeededDice(seed.to_bytes(4, "big")), policies))
    return position, count


def test_it_beats_random_play() -> None:
    won = 0
    for seed in range(20):
        seat = seed % 2
        policies = ["random", "random"]
        policies[seat] = "greedy"
        position, _ = played(2, policies, seed)
        won += position.result.winners == [seat]
    assert won >= 16


@pytest.mark.rule("KIM-126", "KIM-29")
@pytest.mark.parametrize("seed", [12, 87, 100])
def test_a_round_that_nobody_could_end_is_not_void(seed: int) -> None:
    kept, _ = played(4, ["greedy"] * 4, seed, rounds=1, empty_pile="keep")
    assert kept.round_results[0].outcome == "void"
    reshuffled, _ = played(4, ["greedy"] * 4, seed, rounds=1)
    assert reshuffled.round_results[0].outcome in ("reached", "captured")


GAMES = {
    (2, 1): "712 0bb568b6a6949ba0",
    (2, 2): "1371 ada37c29b3c10546",
    (3, 3): "840 aa798e6df7b4fb16",
    (3, 4): "544 84bf8b6eca8a469b",
    (4, 5): "659 292eaf4246039062",
    (4, 6): "455 7a96584ed73be990",
}


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_a_game_played_before_is_played_the_same_again(seats: int, seed: int) -> None:
    """The whole course of a game of three rounds; a change of rules, chance or judgement shows here.

    The games are older than the option `empty_pile`, and have no value for it.
    """
    position, count = played(seats, ["greedy"] * seats, seed, rounds=3, empty_pile="keep")
    assert f"{count} {fingerprint(engine.encode(position))[:16]}" == GAMES[seats, seed]

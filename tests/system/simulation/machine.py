"""What may happen in the simulated world, as rules of a Hypothesis state machine."""

from __future__ import annotations

from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engines.kernel.registry import game as registered
from engines.kernel.registry import slugs
from store.model.game import StoredGame
from store.model.record import Clock
from tests.system.faults.players import Said
from tests.system.simulation import checks
from tests.system.simulation.clients import READER, Clients, PlayedGame
from tests.system.simulation.seam import KINDS, Fault
from tests.system.simulation.world import World

faults = st.one_of(st.none(), st.builds(Fault, st.sampled_from(KINDS), st.sampled_from((0, 1, 1, 0, 2, 3))))
late_faults = st.one_of(st.none(), st.builds(Fault, st.sampled_from(KINDS), st.integers(0, 14)))
"""For tasks that take many exchanges."""
processes = st.integers(0, 1)
places = st.integers(0, 5)
choices = st.integers(0, 50)
clocks = st.one_of(
    st.none(), st.builds(Clock, st.just(30), st.sampled_from(("bot", "random", "abort")), bank_seconds=st.just(5))
)
MOST_GAMES = 3
CLOCK_MS = 36_000
has_games = precondition(lambda self: bool(self.clients.games))


class Simulation(RuleBasedStateMachine):
    """One history of the world; at its end everything comes to rest and is checked."""

    world: ClassVar[World]

    def __init__(self) -> None:
        super().__init__()
        self.world.begin()
        self.clients = Clients(self.world)

    def _game(self, place: int) -> PlayedGame:
        return self.clients.games[place % len(self.clients.games)]

    def _stored(self, played: PlayedGame) -> StoredGame:
        return self.world.truth.load(registered(played.slug), played.id)

    # --- players -------------------------------------------------------------------------------------------------

    @initialize(
        slug=st.sampled_from(slugs()), clock=clocks, kinds=st.sampled_from(("hb", "hh", "hbo")), hook=st.booleans()
    )
    def first_game(self, slug: str, kinds: str, clock: Clock | None, hook: bool) -> None:
        self.clients.create(0, None, slug, kinds, False, clock)
        if hook:
            self.clients.add_hook(0, None, self.clients.games[0])
        self.world.mark()

    @precondition(lambda self: len(self.clients.games) < MOST_GAMES)
    @rule(
        number=processes, fault=faults, slug=st.sampled_from(slugs()), clock=clocks, keyed=st.booleans(),
        kinds=st.sampled_from(("hh", "hb", "ho", "hbo")),
    )  # fmt: skip
    def create(self, number: int, fault: Fault | None, slug: str, kinds: str, keyed: bool, clock: Clock | None) -> None:
        self._with_rival(number, 0)
        self.clients.create(number, fault, slug, kinds, keyed, clock)

    @has_games
    @rule(
        number=processes, fault=faults, place=places, choice=choices, keyed=st.booleans(),
        later=st.sampled_from((False, False, False, True)),
    )  # fmt: skip
    def act(self, number: int, fault: Fault | None, place: int, choice: int, keyed: bool, later: bool) -> None:
        played = self._game(place)
        if (found := self._action(played, choice)) is not None:
            self._with_rival(1 - number, place, played, choice + 1)
            self.clients.act(number, fault, played, *found, keyed, later)

    @has_games
    @rule(number=processes, place=places, choice=choices, most=st.integers(1, 12))
    def play_on(self, number: int, place: int, choice: int, most: int) -> None:
        """Some acts without any fault, so that games get further."""
        played = self._game(place)
        for _ in range(most):
            if (found := self._action(played, choice)) is None:
                while self.world.work():
                    pass
                continue
            self.clients.act(number, None, played, *found, False, False)

    @has_games
    @rule(number=processes, fault=faults, place=places, choice=choices)
    def act_and_repeat(self, number: int, fault: Fault | None, place: int, choice: int) -> None:
        """An act with a key whose sender insists."""
        self.act(number, fault, place, choice, True, False)
        if self.clients.requests:
            self.clients.repeat(1 - number, None, self.clients.requests[-1])

    def _action(self, played: PlayedGame, choice: int) -> tuple[int, Any] | None:
        """An action that one of the players may think legal."""
        stored = self._stored(played)
        seats = [seat for seat in stored.to_act() if seat in played.tokens]
        if not seats:
            return None
        seat = seats[choice % len(seats)]
        actions = stored.engine.rules.legal(stored.position, seat).actions
        return seat, actions[choice % len(actions)]

    def _with_rival(self, number: int, place: int, played: PlayedGame | None = None, choice: int = 0) -> None:
        """What the other process does in mid-step, where that is planned: another act in the same game."""

        def rival() -> None:
            if played is not None and played in self.clients.games:
                found = self._action(played, choice)
                if found is not None:
                    self.clients.act(number, None, played, *found, False, False)

        for process in self.world.api:
            process.seam.rival = rival

    @precondition(lambda self: bool(self.clients.requests))
    @rule(number=processes, fault=faults, place=choices)
    def repeat(self, number: int, fault: Fault | None, place: int) -> None:
        """The latest requests are repeated most."""
        requests = self.clients.requests[-6:]
        self._with_rival(number, 0)
        self.clients.repeat(number, fault, requests[-1 - place % len(requests)])

    @has_games
    @rule(number=processes, fault=faults, place=places)
    def take_back(self, number: int, fault: Fault | None, place: int) -> None:
        played = self._game(place)
        last = next((said for said in reversed(played.said) if said.outcome == "acknowledged" and said.action), None)
        if last is None:
            return
        said = Said(last.seat, None)
        played.said.append(said)
        self._with_rival(1 - number, place, played, 1)
        self.clients.change(
            number, fault, played, "ActionTakenBack", last.seat,
            lambda at, game: at.games.take_back(game, last.seat, last.version, at.past, READER), said,
        )  # fmt: skip

    # --- seats ---------------------------------------------------------------------------------------------------

    @has_games
    @rule(number=processes, fault=faults, place=places, keyed=st.booleans())
    def take_seat(self, number: int, fault: Fault | None, place: int, keyed: bool) -> None:
        played = self._game(place)
        if any(seat.kind == "open" for seat in self._stored(played).record.seats):
            self._with_rival(1 - number, place, played)
            self.clients.take_seat(number, fault, played, keyed)

    @has_games
    @rule(
        number=processes, fault=faults, place=places, seat=places,
        kind=st.sampled_from(("bot", "human", "bot", "human", "open")),
    )  # fmt: skip
    def change_seat(self, number: int, fault: Fault | None, place: int, seat: int, kind: Any) -> None:
        played = self._game(place)
        if not played.tokens:
            return
        chosen = sorted(played.tokens)[seat % len(played.tokens)]
        self._with_rival(1 - number, place, played, seat)
        self.clients.change(
            number, fault, played, "SeatChanged", chosen,
            lambda at, game: at.games.change_seat(game, chosen, chosen, kind, None, READER),
        )  # fmt: skip

    @has_games
    @rule(number=processes, fault=faults, place=places)
    def abort(self, number: int, fault: Fault | None, place: int) -> None:
        played = self._game(place)
        if self._stored(played).version > 6:
            self.clients.change(number, fault, played, "GameAborted", 0, lambda at, game: at.games.abort(game, READER))

    @has_games
    @rule(number=processes, fault=faults, place=places)
    def add_hook(self, number: int, fault: Fault | None, place: int) -> None:
        played = self._game(place)
        if len(played.hooks) < 2:
            self.clients.add_hook(number, fault, played)

    # --- workers and time ----------------------------------------------------------------------------------------

    @rule(milliseconds=st.sampled_from((100, 500, 1500, 4000, CLOCK_MS)))
    def wait(self, milliseconds: int) -> None:
        self.world.wait(milliseconds)

    @rule(fault=late_faults, task=st.sampled_from(("work", "work", "dispatch", "dispatch", "sweep", "keep_archive")))
    def let_worker(self, fault: Fault | None, task: str) -> None:
        getattr(self.world, task)(fault)

    @rule(fault=late_faults, later=late_faults)
    def run_out(self, fault: Fault | None, later: Fault | None) -> None:
        """The clocks of people who do nothing run out."""
        self.world.wait(CLOCK_MS)
        self.world.sweep(fault)
        self.world.work(later)
        self.world.dispatch(later)

    @has_games
    @rule(number=processes, place=places, choice=choices)
    def lose_known_second(self, number: int, place: int, choice: int) -> None:
        """The server loses an act that one process has in its cache; the other process plays another instead."""
        played, lost = self._game(place), False
        for process, chosen in ((number, choice), (1 - number, choice + 1), (number, choice)):
            found = self._action(played, chosen) if played in self.clients.games else None
            if found is None:
                return
            self.clients.act(process, None, played, *found, False, False)
            if not lost:
                self.world.restart(True)
                lost = True

    @rule(disaster=st.sampled_from(("queue", "server", "second")))
    def lose(self, disaster: str) -> None:
        """The queue is lost; or the server goes down, and comes back with its last second or without."""
        if disaster == "queue":
            self.world.lose_queue()
        else:
            self.world.restart(disaster == "second")

    # --- what must hold ------------------------------------------------------------------------------------------

    @invariant()
    def every_turn_is_owed(self) -> None:
        found = checks.after_step(self.clients)
        assert not found, "\n".join(found)

    def teardown(self) -> None:
        found = checks.at_rest(self.clients)
        assert not found, "\n".join(found)


def simulation(world: World) -> type[Simulation]:
    """The machine over this world."""
    return type("Simulation", (Simulation,), {"world": world})

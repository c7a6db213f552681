"""The whole document fuzzed against the real app on a real store with real workers.

Every other request goes over the socket of an API process as `make run` starts it, the rest to the Flask app itself.

`FUZZ_MINUTES` says for how long, beside the minute that one round of everything takes (0.05 in `make test`, 20 in
`make fuzz`). Every operation gets a share of the time for
generated requests, valid and not; every phase of every game a share for legal actions sent untouched, mutated and
generated; every game a share for walks along the links of the document.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import FlakyStrategyDefinition
from schemathesis import GenerationMode

from api.app import create_app
from engines.kernel.registry import game, slugs
from store.settings import Settings
from tests.support.stack import ROOT, Stack
from tests.system.contract.fuzzing import (
    ACTS_SHARE,
    HAPPY,
    LABELS,
    NAMES,
    OPERATIONS_SHARE,
    PHASES,
    PLAIN,
    SECRET,
    SEED,
    SETTINGS,
    WALKS_SHARE,
    WIDE,
    FuzzedApp,
    authorize,
    authorize_elsewhere,
    committed_statuses,
    modes,
    refused_for_a_reason,
    rounds,
    send_known,
    tame,
)
from tests.system.contract.reach import BEARERS, KINDS, LiveGame, Reach, mutated
from tools.in_process import InProcessServer


@pytest.fixture(scope="module")
def services() -> Iterator[FuzzedApp]:
    limits = {f"LUDOTHEQUE_{name.upper()}": str(value) for name, value in WIDE.items()}
    limits["LUDOTHEQUE_LADDER_GAMES"] = "0"  # nobody plays for the bots that enter
    with Stack(LUDOTHEQUE_SECRET=SECRET, LUDOTHEQUE_LOG_LEVEL="error", **limits) as stack:
        given = {"redis_url": stack.server.url, "data": stack.folder, "log_level": "error", "secret": SECRET}
        in_process = InProcessServer(create_app(Settings(**given, **WIDE)))
        yield FuzzedApp(in_process, stack.url)
        in_process.close()
        assert "Traceback" not in stack.log("api")


@pytest.mark.parametrize("name", LABELS)
def test_an_operation_keeps_its_word(services: FuzzedApp, name: str) -> None:
    operation = services.operations[name]
    tag = operation.definition.raw["tags"][0]
    at_table = "/games/{id}" in operation.path
    send_known(services, name, tag)
    for number in rounds(OPERATIONS_SHARE, len(LABELS)):
        for mode in modes(operation):

            @seed(SEED * 1000 + number)
            @settings(SETTINGS, max_examples=4)
            @given(operation.as_strategy(generation_mode=mode), st.sampled_from(KINDS), st.sampled_from(BEARERS))
            def send(case: Any, kind: str, bearer: str) -> None:
                if at_table and services.rng.random() < 0.5:
                    kind, bearer = HAPPY[name.partition("_")[2]]
                if at_table and services.rng.random() < 0.9:
                    authorize(services, case, services.reach.table(tag, kind, services.rng), bearer)
                elif not at_table:
                    authorize_elsewhere(services, case, bearer)
                response = services.send(name, case, [refused_for_a_reason])
                if at_table and bearer == "stranger":  # whatever else is wrong, the token is looked at first
                    assert response.status_code in (400, 401, 404)

            send()


class Turn:
    """A seat that owes a choice, in a fresh game that stands in the phase."""

    def __init__(self, services: FuzzedApp, slug: str, phase: str) -> None:
        self.services, self.slug, self.phase = services, slug, phase
        self.table = services.reach.table(slug, "running", services.rng, phase)
        self.seat = services.rng.choice(self.table.to_act)

    def legal(self) -> Any:
        return self.services.rng.choice(self.services.reach.legal(self.table, self.seat))

    def send(self, kind: str, body: Any) -> None:
        """Act; whatever is refused names its rule or field and leaves the game as it was."""
        name, before = f"{self.slug}_act", self.services.reach.version(self.table)
        case = self.services.operations[name].Case(
            path_parameters={"id": self.table.id},
            headers={"Authorization": f"Bearer {self.table.tokens[self.seat]}"},
            body=body,
            media_type="application/json",
        )
        response = self.services.send(name, case)
        self.services.reach.saw_act(self.slug, self.phase, kind, response.status_code)
        if response.status_code == 200:
            assert response.json()["version"] == before + 1
            return
        refusals = {"untouched": (), "mutated": (409, 422), "generated": (409,)}[kind]
        assert response.status_code in refusals, response.text
        if response.status_code == 409:
            problem = response.json()
            assert problem["rule"] in game(self.slug).rulebook
            assert problem["reason"] in ("illegal", "wrong_phase", "not_to_act")
        assert self.services.reach.version(self.table) == before


@pytest.mark.parametrize(("slug", "phase"), PHASES)
def test_actions_of_a_phase(services: FuzzedApp, slug: str, phase: str) -> None:
    strategy = services.operations[f"{slug}_act"].as_strategy(generation_mode=GenerationMode.POSITIVE)
    for number in rounds(ACTS_SHARE, len(PHASES)):
        turn = Turn(services, slug, phase)
        turn.send("untouched", turn.legal())
        for _ in range(4):
            turn = Turn(services, slug, phase)
            turn.send("mutated", mutated(slug, turn.legal(), services.rng))

        @seed(SEED * 1000 + number)
        @settings(SETTINGS, max_examples=3)
        @given(strategy)
        def send(case: Any) -> None:
            Turn(services, slug, phase).send("generated", case.body)

        send()


@pytest.mark.parametrize("slug", slugs())
def test_mutated_actions_are_refused_by_schema_and_by_rule(services: FuzzedApp, slug: str) -> None:
    """However few rounds the time allowed, each game refuses some by its schema (422) and some by a rule (409)."""
    phases = game(slug).rules.phases
    for number in range(500):
        refused = sum((services.reach.acts[slug, phase, "mutated"] for phase in phases), Counter[int]())
        if refused[409] and refused[422]:
            return
        turn = Turn(services, slug, phases[number % len(phases)])
        turn.send("mutated", mutated(slug, turn.legal(), services.rng))
    pytest.fail(f"500 mutated actions: {_counts(refused)}")


def choose_legally(services: FuzzedApp, case: Any, table: LiveGame) -> None:
    """Make it a legal action of a seat that owes one, where there is such a seat."""
    for seat, actions in services.reach.choices(table):
        case.headers["Authorization"] = f"Bearer {table.tokens[seat]}"
        case.body = services.rng.choice(actions)


@pytest.mark.parametrize("slug", slugs())
def test_walks_along_the_links(services: FuzzedApp, slug: str) -> None:
    walks = services.schema.include(tag=[slug, "jobs"])
    walks.app = services.app

    class Walk(walks.as_state_machine()):  # type: ignore[misc]
        """Create, look, list, act, join, ask for the job: ids by links, tokens from what creation told."""

        def setup(self) -> None:
            self.tables: dict[str, LiveGame] = {}
            self.asked: list[tuple[Any, Any]] = []

        def teardown(self) -> None:
            services.reach.end(*self.tables.values())
            services.cancel_jobs(*self.asked)  # not before: the walk may go on to a job

        def get_call_kwargs(self, case: Any) -> dict[str, Any]:
            return PLAIN

        def before_call(self, case: Any) -> None:
            tame(case)
            table = self.tables.get((case.path_parameters or {}).get("id", ""))
            if table is None:
                return
            authorize(services, case, table, services.rng.choice(BEARERS))
            if case.operation.label == LABELS[f"{slug}_act"] and services.rng.random() < 0.7:
                choose_legally(services, case, table)

        def after_call(self, response: Any, case: Any) -> None:
            services.reach.saw(NAMES[case.operation.label], response.status_code)
            self.asked.append((case, response))
            if response.status_code == 201 and case.operation.label == LABELS[f"{slug}_create"]:
                made = Reach.opened(slug, response.json())
                self.tables[made.id] = made

    for _ in rounds(WALKS_SHARE, len(slugs())):
        with suppress(FlakyStrategyDefinition):  # a live server does not answer alike each time; failures are no such
            Walk.run(settings=settings(SETTINGS, max_examples=4, stateful_step_count=8))


def test_every_operation_and_phase_was_reached(services: FuzzedApp, capsys: pytest.CaptureFixture[str]) -> None:
    """What was seen: every operation in success and in failure, every phase with every kind of action."""
    reach, total = services.reach, Counter[int]()
    lines = ["operation: answers by status"]
    for name in LABELS:
        seen = reach.statuses.get(name, Counter())
        total += seen
        lines.append(f"  {name}: {_counts(seen)}")
    lines.append("actions sent in every phase: answers by status")
    for slug, phase in PHASES:
        kinds = (f"{kind} {_counts(reach.acts[slug, phase, kind])}" for kind in ("untouched", "mutated", "generated"))
        lines.append(f"  {slug} {phase}: {'; '.join(kinds)}")
    lines.append(f"{total.total()} cases: {_counts(total)}")
    report = ROOT / "build" / "fuzz.txt"
    report.parent.mkdir(exist_ok=True)
    report.write_text("\n".join(lines) + "\n", "utf-8")
    with capsys.disabled():
        print(f"\nfuzz: {lines[-1]}; by operation and phase: {report.relative_to(ROOT)}")
    for name in LABELS:
        answers = committed_statuses(name)
        seen = reach.statuses[name]
        assert any(status < 400 for status in seen), name
        assert any(400 <= status < 500 for status in seen) == any(400 <= status < 500 for status in answers), name
    for slug, phase in PHASES:
        assert reach.acts[slug, phase, "untouched"][200], (slug, phase)
        assert reach.acts[slug, phase, "mutated"].total(), (slug, phase)
        assert reach.acts[slug, phase, "generated"].total(), (slug, phase)


def _counts(seen: Counter[int]) -> str:
    return ", ".join(f"{count} x {status}" for status, count in sorted(seen.items())) or "none"

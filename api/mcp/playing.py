"""Tools that play: create and join a game, look, act, wait."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from marshmallow import ValidationError
from msgspec import UNSET

from api.http.auth import Bearer, bearer_for_seat
from api.http.problems import Problem, invalid
from api.http.problems.fields import field_errors
from api.http.request import ApiRequest
from api.mcp.answers import Answer, refused
from api.mcp.arguments import (
    ActArguments,
    CreateArguments,
    GameArguments,
    JoinArguments,
    LegalArguments,
    LookArguments,
    WaitArguments,
    wrong,
)
from api.mcp.catalogue import CatalogueTools
from api.mcp.state import Seen
from api.mcp.words import say
from api.schemas.games import schemas_of
from api.services import ApiServices
from api.views.game.access import GameAccess
from api.views.game.actions import ActionViews
from api.views.games import GamesViews
from engines.kernel.records import Action
from store.games.changes.actions import SubmitAction, check_action
from store.games.repository import NoSuchGame
from store.ids import hashed, same
from store.model.game import StoredGame
from store.model.outcomes import Accepted, Refusal, Refused, Superseded
from store.model.record import OVER, SchemaMismatch, owed_decision
from store.redis.keys import UnknownId

ONE_OF = "Give either `number` (with its `decision`) or `action`."
GIVEN_IN_SEATS = "A list of `seats` says this for each of them."


class Later(NamedTuple):
    """A result that waits for a change, at most this many seconds."""

    id: str
    seconds: int
    ready: Callable[[], bool]
    resume: Callable[[], Answer]


class Played(NamedTuple):
    """A game and the bearer of the call."""

    game: StoredGame
    bearer: Bearer

    def seen(self, request: ApiRequest) -> Seen:
        return Seen(self.game, self.bearer.seat, self.bearer.role == "bot", request.language)


class PlayingTools:
    def __init__(self, catalogue: CatalogueTools, services: ApiServices) -> None:
        self.catalogue = catalogue
        self.services = services
        self.access = {slug: GameAccess(engine, services) for slug, engine in catalogue.engines.items()}

    # --- who asks, and for which game -----------------------------------------------------------------------------

    def found(self, request: ApiRequest, arguments: GameArguments) -> Played:
        """The game, and the bearer of the argument `token` or of the Authorization header."""
        game = self._load(request, arguments.id)
        asking = request if arguments.token is UNSET else request.with_token(arguments.token)
        bearer = self.access[game.record.slug].bearer(asking, game)
        return Played(game, bearer_for_seat(game, bearer, None if arguments.seat is UNSET else arguments.seat))

    def _load(self, request: ApiRequest, identifier: str) -> StoredGame:
        try:
            slug = self.services.store.record(identifier).slug
        except (SchemaMismatch, UnknownId) as error:  # a game of another version may be private: hide it
            raise NoSuchGame(identifier) from error
        request.slug = slug  # refusals name its rules
        return self.access[slug].load(request, identifier)

    # --- the way into a game --------------------------------------------------------------------------------------

    def create(self, request: ApiRequest, arguments: CreateArguments) -> Answer:
        engine, spoken = self.catalogue.engine(arguments.game), request.language
        request.slug = engine.slug
        try:
            payload = schemas_of(engine).new_game.load(_new_game(arguments, engine.seats[0]))
        except ValidationError as error:
            raise invalid(field_errors(error.messages)) from error
        outcome = GamesViews(engine, self.services).open(request, payload)
        made = _body(request, outcome)
        name = engine.content["game"]["name"][spoken]
        lines = [say("created", spoken, id=made["id"], name=name)]
        lines += [say("your_seat", spoken, **seat) for seat in made["seats"] if "token" in seat]
        lines.append(say("host", spoken, token=made["host_token"]))
        if "invite" in made:
            lines.append(say("invite", spoken, invite=made["invite"]))
        shown = ("id", "game", "version", "status", "seats", "host_token", "spectator_token", "invite", "commitment")
        return Answer("\n".join(lines), {key: made[key] for key in shown if key in made})

    def join(self, request: ApiRequest, arguments: JoinArguments) -> Answer:
        game, spoken = self._load(request, arguments.id), request.language
        invite = game.record.invite
        if game.record.private and (
            invite is None or arguments.invite is UNSET or not same(hashed(arguments.invite), invite)
        ):  # hidden
            raise NoSuchGame(arguments.id)
        seat, name = (None if given is UNSET else given for given in (arguments.seat, arguments.name))
        made = _body(request, self.services.games.take_seat(game, seat, name, None, None))  # type: ignore[arg-type]
        return Answer(say("joined", spoken, **{key: made[key] for key in ("seat", "name", "token")}), made)

    # --- play -----------------------------------------------------------------------------------------------------

    def look(self, request: ApiRequest, arguments: LookArguments) -> Answer:
        return self.found(request, arguments).seen(request).answer(self.services.history, arguments)

    def legal(self, request: ApiRequest, arguments: LegalArguments) -> Answer:
        played = self.found(request, arguments)
        played.bearer.require_seat()
        return played.seen(request).legal_answer(arguments.first)

    def act(self, request: ApiRequest, arguments: ActArguments) -> Answer:
        played = self.found(request, arguments)
        game, bearer = played
        seat, remote = bearer.require_seat(), bearer.role == "bot"
        action = self._action(request, played, arguments)
        decision = None if arguments.decision is UNSET else arguments.decision
        bot = game.record.seats[seat].bot if remote else None
        if arguments.after is UNSET:
            arguments.after = game.record.seq
        submitted = SubmitAction(seat, action, request.language, None, decision, bot, bearer.token)
        outcome = ActionViews(game.engine, self.services, self.access[game.record.slug]).submit(game, submitted)
        if isinstance(outcome, Refused):
            raise refused(request, outcome.cause)
        now = outcome.game if isinstance(outcome, Accepted) else game
        return Played(now, bearer).seen(request).answer(self.services.history, arguments)

    def _action(self, request: ApiRequest, played: Played, arguments: ActArguments) -> Action:
        """The chosen action, by its number in the list or as JSON."""
        game, seen = played.game, played.seen(request)
        if (arguments.number is UNSET) == (arguments.action is UNSET):
            raise wrong("", ONE_OF)
        if arguments.number is not UNSET:
            if arguments.decision is UNSET:
                raise wrong("/decision", ONE_OF)
            actions = seen.actions().actions if seen.owed == arguments.decision else []
            if arguments.number <= len(actions):
                chosen: Action = actions[arguments.number - 1]
                return chosen
            if seen.owed == arguments.decision and not game.over:
                raise wrong("/number", f"The list has {len(actions)} actions, counted from 1.")
            raise refused(request, _not_now(played, arguments.decision))
        union = schemas_of(game.engine).action
        try:
            return msgspec.convert(union.load(arguments.action), union.struct_type)  # type: ignore[no-any-return]
        except ValidationError as error:
            raise invalid(field_errors(error.messages, "/action")) from error

    def wait(self, request: ApiRequest, arguments: WaitArguments) -> Answer | Later:
        played = self.found(request, arguments)
        game, seen = played.game, played.seen(request)
        if game.over or seen.owed is not None or not arguments.seconds:
            return seen.answer(self.services.history, arguments)
        if arguments.after is UNSET:
            arguments.after = game.record.seq
        seat, remote, version = seen.seat, seen.remote, game.version

        def ready() -> bool:
            try:
                record = self.services.store.record(game.id)
            except NoSuchGame:
                return True
            if record.status in OVER:
                return True
            if seat is None:
                return self.services.store.version(game.id) != version
            return owed_decision(record, seat, remote) is not None

        return Later(game.id, arguments.seconds, ready, lambda: self.look(request, arguments))


def _not_now(played: Played, decision: int) -> Refusal:
    """Refuse a number from an outdated list."""
    seat = played.bearer.require_seat()
    bot = played.game.record.seats[seat].bot if played.bearer.role == "bot" else None
    nothing = SubmitAction(seat, Action(), decision=decision, bot=bot)
    return check_action(played.game, nothing, None, False) or Superseded()


def _body(request: ApiRequest, outcome: Any) -> dict[str, Any]:
    """The document of an accepted change; raises a problem for a refused one."""
    if not isinstance(outcome, Accepted):
        raise refused(request, outcome.cause) if isinstance(outcome, Refused) else Problem("answer-gone")
    body: dict[str, Any] = msgspec.json.decode(outcome.body)
    return body


def _new_game(arguments: CreateArguments, fewest: int) -> dict[str, Any]:
    """The body of the request that creates a game."""
    names = ("options", "visibility", "seed", "clock")
    body = {name: value for name in names if (value := getattr(arguments, name)) is not UNSET}
    if isinstance(arguments.seats, list):
        for name in ("name", "bot", "level"):
            if getattr(arguments, name) is not UNSET:
                raise wrong(f"/{name}", GIVEN_IN_SEATS)
        return {**body, "seats": arguments.seats}
    bots = {"kind": "bot", "bot": arguments.bot, "level": arguments.level}
    bots = {key: value for key, value in bots.items() if value is not UNSET}
    you = {"kind": "human"} | ({} if arguments.name is UNSET else {"name": arguments.name})
    count = fewest if arguments.seats is UNSET else arguments.seats
    return {**body, "seats": [you, *([bots] * max(0, min(count, 100) - 1))]}

"""Bodies and signatures of calls to webhook bots, and the parsing of their replies.

Calls are signed as in Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`, an HMAC-SHA256 of
id, timestamp and body, once for every valid secret.
"""

from __future__ import annotations

import base64
import hmac
import logging
import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec

from engines.kernel.game import Game
from engines.kernel.records import Action
from engines.kernel.refusals import Illegal
from store.games.views import encode, game_document
from store.model.documents.calls import Challenge
from store.model.documents.game import documents_of
from store.model.game import StoredGame
from store.model.turns import NoticeTask
from store.process.clock import now_ms
from workers.remote.client import CallFailed, Reply

LATER = "later"
log = logging.getLogger("ludotheque")


def signature(secret: bytes, identifier: str, timestamp: int, body: bytes) -> str:
    signed = f"{identifier}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(secret, signed, sha256).digest()).decode()


def signed_headers(secrets: Sequence[bytes], about: str, body: bytes) -> dict[str, str]:
    """The headers of a call; the same turn or notice has the same id, however often it is sent."""
    identifier, timestamp = "msg_" + sha256(about.encode()).hexdigest()[:32], now_ms() // 1000
    return {
        "webhook-id": identifier,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(signature(secret, identifier, timestamp, body) for secret in secrets),
    }


def challenge_body(challenge: str) -> bytes:
    return encode(Challenge("challenge", challenge))


def notice_body(task: NoticeTask, game: StoredGame) -> bytes:
    """The notice that a game begins or ends for a bot; a bot that lost its seat gets the public view."""
    still = game.record.seats[task.seat].bot == task.bot
    view = game_document(game, task.seat if still else None)
    notice_type: Any = documents_of(game.engine).notice
    return encode(
        notice_type(
            notice=task.event,
            game=task.slug,
            id=task.game,
            version=game.version,
            seat=task.seat,
            status=game.status,
            result=view.result,  # type: ignore[attr-defined]
            view=view,
        )
    )


def proven(reply: Reply, challenge: str) -> None:
    """Raise CallFailed unless the answer repeats the challenge."""
    if reply.status != 200:
        raise CallFailed("status", f"it answered {reply.status}, not 200", reply.status)
    answer = _object(reply)
    if answer.get("challenge") != challenge:
        raise CallFailed("nonsense", "it did not repeat the challenge", reply.status)


def check_acknowledged(reply: Reply) -> None:
    """Raise CallFailed unless a notice was answered with any 2xx."""
    if not 200 <= reply.status < 300:
        raise CallFailed("status", f"it answered {reply.status}", reply.status)


def action_of(reply: Reply, engine: Game[Any, Any]) -> Any:
    """The action in a bot's answer, or LATER; raises CallFailed."""
    if reply.status == 202:
        return LATER
    if reply.status != 200:
        raise CallFailed("status", f"it answered {reply.status}, neither 200 nor 202", reply.status)
    try:
        return engine.strict_actions.convert(_object(reply).get("action"))
    except msgspec.ValidationError as error:
        detail = f"there is no action of this game in the answer: {error}"
        raise CallFailed("nonsense", detail, reply.status, field=pointer_of(str(error))) from error


def play(game: StoredGame, seat: int, action: Action) -> None:
    """Play a bot's answer. Raises Illegal, or CallFailed if the engine cannot judge it; the game is then spoilt."""
    try:
        game.act(seat, action)
    except Illegal:
        raise
    except Exception as error:
        log.exception("an engine failed at a bot's answer", extra={"fields": {"game": game.id, "action": repr(action)}})
        raise CallFailed("nonsense", "the game cannot make anything of the action") from error


def pointer_of(message: str) -> str:
    """The JSON pointer in the reply's body to the error that msgspec reports."""
    found = re.search(r"at `\$([^`]*)`$", message)
    path = "" if found is None else re.sub(r"\[(\d+)\]", r".\1", found[1]).replace("[...]", "").replace(".", "/")
    return f"/action{path}"


def declines(reply: Reply) -> bool:
    """Does the answer to a start notice decline the game?"""
    try:
        return bool(reply.body) and _object(reply).get("decline") is True
    except CallFailed:
        return False


def _object(reply: Reply) -> dict[str, Any]:
    try:
        answer = msgspec.json.decode(reply.body)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise CallFailed("nonsense", "the answer is not JSON", reply.status) from error
    if not isinstance(answer, dict):
        raise CallFailed("nonsense", "the answer is no JSON object", reply.status)
    return answer

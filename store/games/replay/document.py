"""The replay of a finished game: everything needed to verify it."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from store.model.documents.game import documents_of
from store.model.documents.parts import ReplayAct, ReplayDeal
from store.model.game import StoredGame
from store.model.record import ActRecord
from store.process.clock import iso


def replay_document(game: StoredGame, recorded: list[ActRecord]) -> Struct:
    """The replay of a dealt game from its recorded acts."""
    deal, *acts = recorded
    record, position = game.record, game.position
    taken_back = {act.takes_back: act.version for act in acts if act.takes_back is not None}
    return documents_of(game.engine).replay(
        game=record.slug,
        id=game.id,
        status=record.status,
        seats=len(record.seats),
        seed=record.seed.hex(),
        nonces=[player.nonce for player in record.seats if player.nonce],
        commitment=game.commitment,
        options=position.options,
        opening=None if record.scenario is None else msgspec.Raw(record.scenario),
        deal=ReplayDeal(deal.dice, deal.sha256, _outcomes(deal)),
        acts=[_act(act, taken_back.get(act.version, UNSET)) for act in acts if act.takes_back is None],
        result=game.result(),
        created_at=iso(record.created),
        players=game.players,
    )


def _act(act: ActRecord, taken_back: int | UnsetType) -> ReplayAct:
    action: Any = act.action
    return ReplayAct(act.seat or 0, act.version, action, act.dice, act.sha256, taken_back, _outcomes(act))


def _outcomes(act: ActRecord) -> list[int] | UnsetType:
    return UNSET if act.outcomes is None else act.outcomes

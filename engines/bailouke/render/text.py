"""The hunt in a few lines of text, for people in a shell."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from engines.bailouke.position import CardView, ZoneCardView
from engines.bailouke.render.captions import SEAT_COLOURS, Scene, counted
from engines.kernel.drawing import MARKS, SIGNS
from engines.kernel.protocols.render import NOTE_COLUMNS, padded

COLUMNS = 98


def draw(scene: Scene) -> str:
    """Head, middle of the table, seats, last round."""
    note = wrap(scene.say("reconstructed"), NOTE_COLUMNS)
    return "\n".join(line.rstrip() for line in [*_lines(scene), "", *note]) + "\n"


def _lines(scene: Scene) -> Iterator[str]:
    view = scene.view
    yield scene.headline()
    yield scene.situation()
    value = scene.explained()
    if value is not None:
        yield from wrap(_lore(scene, value), COLUMNS, subsequent_indent="  ", break_on_hyphens=False)
    yield ""
    yield from _middle(scene)
    for seat in range(len(view.players)):
        yield ""
        yield from _seat(scene, seat)
    yield ""
    yield scene.say("text_key")
    if view.last_round is not None:
        yield ""
        yield scene.round_before(view.last_round)
        for seat in range(len(view.players)):
            won = " *" if seat == view.last_round.winner else ""
            yield from wrap(f"{sign(seat)} {counted(view.last_round, seat)}{won}", COLUMNS, subsequent_indent="  ")


def _middle(scene: Scene) -> Iterator[str]:
    view, name = scene.view, scene.wording.name
    top = "" if view.pile.top is None else f" ({_card(scene, view.pile.top)})"
    yield scene.say("line", what=name("pile"), value=f"{view.pile.count}{top}")
    values = " ".join(str(lying.value) for lying in view.graveyard) or "-"
    yield from wrap(scene.say("line", what=name("graveyard"), value=values), COLUMNS, subsequent_indent="  ")
    yield scene.say("out_of_play", set_aside=view.set_aside, removed=view.removed)
    if view.drawn is not None:
        drawn = scene.say("drawn_by", player=scene.wording.players[view.active_seat])
        yield scene.say("line", what=drawn, value=_card(scene, view.drawn))
    if view.incoming is not None:
        coming = scene.say("comes_to", player=scene.wording.players[view.incoming.seat])
        yield scene.say("line", what=coming, value="?")


def _lore(scene: Scene, value: int) -> str:
    return f"{value} {scene.beast(value)} · {scene.lore(value)}"


def sign(seat: int) -> str:
    return SIGNS[MARKS[SEAT_COLOURS[seat]]]


def _card(scene: Scene, lying: CardView | ZoneCardView) -> str:
    """A card's value where it is known, and what lies on it."""
    effect = scene.view.effect
    value = "?" if lying.value is None else str(lying.value)
    token = " (o)" if isinstance(lying, ZoneCardView) and lying.token else ""
    looked = "*" if effect is not None and lying.card in effect.looked else ""
    return f"{value}{looked}{token}"


def _seat(scene: Scene, seat: int) -> Iterator[str]:
    player = scene.view.players[seat]
    cells = [
        padded(f"{'>' if seat in scene.concerned() else ' '} {sign(seat)} {scene.wording.players[seat]}", 20),
        scene.say("short_crowns", count=player.kouronn, needed=scene.view.options.wins_needed),
        scene.say("short_tokens", count=player.tokens - len(player.assigned)),
    ]
    if player.peboude:
        cells.append(scene.say("short_sulking", side=player.peboude))
    if player.fer:
        cells.append(scene.say("short_discount", points=-sum(player.fer)))
    yield "  ".join([*cells, scene.remarks(seat)])
    cards = [f"{place}: {_card(scene, lying)}" for place, lying in enumerate(player.zone, 1)]
    row = " | ".join(card.replace(" ", "\u00a0") for card in cards) or scene.say("empty")
    for line in wrap(row, COLUMNS - 6, break_on_hyphens=False):
        yield "      " + line.replace("\u00a0", " ")

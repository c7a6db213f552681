"""What the picture and the text board both say of a view: who is waited for, which beast is at work, how it ended."""

from __future__ import annotations

from collections.abc import Sequence

from engines.bailouke.parts import LastRound
from engines.bailouke.pieces import SECRET, Bestiary, Step
from engines.bailouke.position import View
from engines.kernel.content import Content
from engines.kernel.protocols.render import Wording
from engines.kernel.records import GAME_OVER

SEAT_COLOURS = ("red", "blue", "yellow", "green")
"""Only to tell the seats apart: the box has no colours."""


class Scene:
    """A view, with the Bestiary that it is played with and the words for it."""

    def __init__(self, view: View, beasts: Bestiary, content: Content, wording: Wording) -> None:
        self.view = view
        self.beasts = beasts
        self.wording = wording
        self.say = wording.say
        self._creatures = {creature["value"]: creature for creature in content["creatures"]}

    def beast(self, value: int) -> str:
        """The name of the beast with this value."""
        return str(self._creatures[value]["name"][self.wording.language])

    def lore(self, value: int) -> str:
        """What the beast does."""
        return str(self._creatures[value]["text"][self.wording.language])

    def waited_for(self) -> Sequence[int]:
        """The seats that owe a decision."""
        view = self.view
        if view.phase == GAME_OVER:
            return ()
        if view.phase == "place_tokens":
            return [seat for seat, player in enumerate(view.players) if not player.ready]
        if view.discard is not None:
            return [view.discard.seat]
        if view.incoming is not None:
            return [view.incoming.seat]
        step = self.step()
        if step is not None and step.op in SECRET:
            return self._owing(step)
        return [view.active_seat]

    def _owing(self, step: Step) -> list[int]:
        """Who still has to choose in secret: all with cards, or the active seat and all who are not protected."""
        view = self.view
        committed = () if view.effect is None else view.effect.committed
        return [
            seat
            for seat, player in enumerate(view.players)
            if seat not in committed
            and player.zone
            and (step.op == "reveal_contest" or seat == view.active_seat or not player.peboude)
        ]

    def step(self) -> Step | None:
        """The step that the effect has come to; None where there is no effect, or one of several is to be chosen."""
        effect = self.view.effect
        if self.view.phase != "effect" or effect is None:
            return None
        beast = self.beasts[effect.value]
        if beast.mode == "choose_one" and effect.option is None:
            return None
        return beast.on_play[effect.step]

    def concerned(self) -> Sequence[int]:
        """Who is waited for; at the end, who has won."""
        return self.view.winners or self.waited_for()

    def headline(self) -> str:
        view = self.view
        key = "headline" if view.turn else "headline_start"
        return self.say(key, game=self.wording.name("game"), round=view.round, turn=view.turn)

    def situation(self) -> str:
        """Who has to do what, or how the game ended."""
        view = self.view
        if view.phase == GAME_OVER:
            return self.say("won", players=self.wording.all(view.winners)) if view.winners else self.say("nobody")
        step = self.step()
        task = self.wording.phases[view.phase] if step is None else self.wording.name(step.op)
        return self.say("to_act", players=self.wording.all(self.waited_for(), most=2), task=task)

    def explained(self) -> int | None:
        """The beast whose text helps now: the one at work, the one drawn, or the one on top of the graveyard."""
        view = self.view
        if view.effect is not None:
            return view.effect.value
        if view.drawn is not None and view.drawn.value is not None:
            return view.drawn.value
        return view.graveyard[-1].value if view.graveyard else None

    def card(self, value: int | None, place: int | None = None) -> str:
        """A card in words, with its place where it lies in a row."""
        key = "hidden" if value is None else "shown"
        named = {} if value is None else {"beast": self.beast(value), "value": value}
        return self.say(f"{key}_card", **named) if place is None else self.say(key, place=place, **named)

    def round_before(self, last: LastRound) -> str:
        """What ended the round before."""
        player = "" if last.announced_by is None else self.wording.players[last.announced_by]
        return self.say(f"round_{last.ending}", round=last.round, player=player)

    def remarks(self, seat: int) -> str:
        """What is special about a seat just now."""
        view = self.view
        said = []
        if view.winners and seat in view.winners:
            said.append("winner")
        if view.announced_by == seat:
            said.append("announced")
        if view.phase == "place_tokens":
            said += ["ready"] if view.players[seat].ready else []
            said += ["first"] if view.first_seat == seat else []
        if view.effect is not None and seat in view.effect.committed:
            said.append("committed")
        return ", ".join(self.say(key) for key in said)


def counted(last: LastRound, seat: int) -> str:
    """A seat's cards of the round before, added up."""
    cards = " + ".join(map(str, last.zones[seat])) or "0"
    discount = f" - {last.reductions[seat]}" if last.reductions[seat] else ""
    return f"{cards}{discount} = {last.totals[seat]}"

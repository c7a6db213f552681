"""The state of a game in words: whose turn it is, the board, recent events, and the legal actions."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from api.mcp.answers import MOST_BYTES, Answer, latest, listed, size
from api.mcp.arguments import LookArguments
from api.mcp.boards import fitted
from api.mcp.words import say
from engines.kernel.records import Action, Result
from store.games.history import History
from store.games.views import choices_document, encode, redacted_events
from store.model.game import StoredGame
from store.model.record import owed_decision

LATELY, MOST_EVENTS = 6, 50
"""Events in a result by default, and at most."""
ROOM_BELOW = 500
"""Bytes reserved for the text below the board."""


class Seen:
    """A game as one reader sees it."""

    def __init__(self, game: StoredGame, seat: int | None, remote: bool, language: str) -> None:
        self.game = game
        self.seat = seat
        self.remote = remote
        """The reader is the remote bot that plays the seat."""
        self.language = language

    @property
    def owed(self) -> int | None:
        """The decision that the reader owes."""
        return None if self.seat is None else owed_decision(self.game.record, self.seat, self.remote)

    def actions(self) -> Any:
        """The reader's legal actions, with a sentence for each."""
        return choices_document(self.game, self.seat or 0, self.language, self.remote)

    def data(self) -> dict[str, Any]:
        """The facts for programs."""
        game, record = self.game, self.game.record
        return {
            "id": game.id, "game": record.slug, "status": record.status, "version": game.version,
            "event": record.seq, "you": self.seat, "to_act": list(game.to_act()), "decision": self.owed,
        }  # fmt: skip

    def answer(self, history: History, arguments: LookArguments) -> Answer:
        """The whole state, within the size limit of a result."""
        game, data, head = self.game, self.data(), self._head()
        if game.position is None:
            return Answer("\n".join(head), data)
        room = MOST_BYTES - size("\n".join(head)) - 2
        board = self._board(room - ROOM_BELOW) if arguments.board else ""
        room -= size(board) + 2
        choices = self.actions() if self.owed is not None else None
        news = self._news(history, arguments, room // 2 if choices and arguments.legal else room)
        room -= size("\n".join(news)) + 1
        legal = [] if choices is None else self._legal(choices, arguments.legal, room)
        if choices is not None:
            data["legal"] = len(choices.actions)
        return Answer("\n".join(filter(None, ["\n".join(head), board, *news, *legal])), data)

    def _head(self) -> list[str]:
        game, language = self.game, self.language
        name = game.engine.content["game"]["name"][language]
        who = "watching" if self.seat is None else "you"
        lines = [f"{name} · {game.id}", say(who, language, seat=self.seat, name=self._name(self.seat or 0))]
        if game.status == "aborted":
            return [*lines, say("aborted", language)]
        if game.position is None:
            return [*lines, say("waiting_for_players", language)]
        result = game.result()
        return lines + (self._turn() if result is None else self._end(result))

    def _turn(self) -> list[str]:
        game, language = self.game, self.language
        phase = game.engine.words.phases.get(game.position.phase, {}).get(language, "")
        if self.owed is not None:
            turn = say("your_turn", language, decision=self.owed)
        else:
            turn = say("turn_of", language, players=", ".join(self._name(seat) for seat in game.to_act()))
        return [turn, *([say("phase", language, phase=phase)] if phase else [])]

    def _end(self, result: Result) -> list[str]:
        words, language = self.game.engine.words, self.language
        reason = words.reasons.get(result.reason, {}).get(language, result.reason)
        names = ", ".join(map(self._name, result.winners))
        lines = [say("over", language, reason=reason)]
        lines.append(say("winners", language, players=names) if names else say("nobody", language))
        if result.scores:
            scores = ", ".join(f"{self._name(seat)} {score}" for seat, score in enumerate(result.scores))
            lines.append(say("scores", language, scores=scores))
        return lines

    def _board(self, room: int) -> str:
        engine, game = self.game.engine, self.game
        drawn = engine.renderer.text(engine.visibility.view(game.position, self.seat), game.players, self.language)
        return fitted(drawn, engine.words.board.get("reconstructed", {}).get(self.language, ""), room)

    def _news(self, history: History, arguments: LookArguments, room: int) -> list[str]:
        record, last = self.game.record, self.game.record.seq
        after = max(0, last - LATELY) if arguments.after is UNSET else max(arguments.after, last - MOST_EVENTS)
        if after >= last:
            return []
        events = history.events(record.slug, self.game.id, after, last - after)
        shown = redacted_events(self.game, events, self.seat, self.language)
        title = say("events", self.language, event=last)
        lines = latest([f"- {event.sentence}" for event in shown], room - size(title) - 1)
        return [title, *lines] if lines else []

    def _legal(self, choices: Any, shown: bool, room: int) -> list[str]:
        count, language = len(choices.actions), self.language
        if not shown:
            return [say("hidden", language, count=count)]
        title = say("legal", language, count=count, decision=self.owed)
        more = say("more", language)
        below = [] if choices.complete else [self._form(choices)]
        room -= size("\n".join([title, *below])) + 2
        return [title, *listed(numbered(choices), room, more), *below]

    def _form(self, choices: Any) -> str:
        return say("sample", self.language) + " " + encode(brief_templates(choices)).decode()

    def legal_answer(self, first: int) -> Answer:
        """The list of legal actions from a number on, each in words and as JSON."""
        data = self.data()
        if self.owed is None:
            return Answer(say("none", self.language), data)
        choices = self.actions()
        data |= {"legal": len(choices.actions), "complete": choices.complete}
        title = say("legal", self.language, count=len(choices.actions), decision=self.owed)
        below = [] if choices.complete else [self._form(choices)]
        room = MOST_BYTES - size("\n".join([title, *below])) - 2
        lines = numbered(choices, as_json=True)[first - 1 :]
        return Answer("\n".join([title, *listed(lines, room, say("more_pages", self.language)), *below]), data)

    def _name(self, seat: int) -> str:
        return self.game.players[seat] if seat < len(self.game.players) else str(seat)


def numbered(choices: Any, as_json: bool = False) -> list[str]:
    """The legal actions in words, counted from 1."""
    actions: list[Action] = choices.actions
    said = [f"{number}. {label.sentence}" for number, label in enumerate(choices.labels, 1)]
    if not as_json:
        return said
    return [f"{words} {encode(action).decode()}" for words, action in zip(said, actions, strict=True)]


def brief_templates(choices: Any) -> list[dict[str, Any]]:
    """Templates of actions that are too many to list: each parameter with its length and domain."""
    return [
        {
            "type": template.type,
            **{
                name: {"length": d.length, "distinct": d.distinct, "from": d.from_, "at_most": d.at_most}
                for name, d in template.parameters.items()
            },
        }
        for template in choices.templates
    ]

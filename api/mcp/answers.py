"""Results of tools: text that fits into a prompt, and a few facts for programs."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from api.http.problems import Problem
from api.http.problems.causes import broken_rule, refusal_problem
from api.http.problems.details import Details
from api.http.request import ApiRequest
from api.mcp.words import WORDS, say
from engines.kernel.registry import game as registered_game
from store.model.outcomes import BrokenRule, Refusal

MOST_BYTES = 4096
"""Size limit of the text of one result; longer text is cut and marked."""
DETAILS = Details(WORDS["details"])
_RULE_URL = re.compile(r"^/v1/\w+/rules/")


class Answer(Struct):
    """The result of a tool."""

    text: str
    data: dict[str, Any]
    error: bool = False

    def document(self) -> dict[str, Any]:
        """The result of `tools/call`."""
        content = [{"type": "text", "text": cut(self.text, MOST_BYTES)}]
        return {"content": content, "structuredContent": self.data, "isError": self.error}


def refused(request: ApiRequest, cause: Refusal) -> Problem:
    """The problem of a refusal; a tool is the next step after a broken rule."""
    if isinstance(cause, BrokenRule):
        return broken_rule(cause, request, WORDS["next_steps"])
    return refusal_problem(cause, request)


def refusal(request: ApiRequest, problem: Problem) -> Answer:
    """A refusal as a tool error: what was wrong, and the broken rule with its text."""
    spoken = request.language
    document = problem.document("/mcp", request.id, spoken)
    document.detail = DETAILS.find(problem.detail, spoken) or document.detail
    lines = [f"{document.title}. {document.detail}"]
    if document.errors is not UNSET:
        lines = [document.title + ".", *(f"- {error.place}: {error.detail}" for error in document.errors)]
    if document.rule is not UNSET and _RULE_URL.match(document.type):
        rule = registered_game(request.slug).rulebook[document.rule]
        lines.append(say("rule", spoken, id=rule.id, text=rule.text[spoken]))
    if (seconds := problem.headers.get("Retry-After")) is not None:
        lines.append(say("retry", spoken, seconds=seconds))
    return Answer("\n".join(lines), msgspec.to_builtins(document), error=True)


def listed(lines: list[str], room: int, more: str) -> list[str]:
    """As many lines as fit into this many bytes; ``more`` is a template with the number of the others."""
    kept, used = list[str](), 0
    for number, line in enumerate(lines):
        used += size(line) + 1
        left = len(lines) - number - 1
        reserve = size(more) + 10 if left else 0
        if used + reserve > room:
            return [*kept, more.format(count=len(lines) - number)]
        kept.append(line)
    return kept


def latest(lines: list[str], room: int) -> list[str]:
    """The last lines that fit into this many bytes."""
    kept, used = list[str](), 0
    for line in reversed(lines):
        used += size(line) + 1
        if used > room:
            break
        kept.append(line)
    return kept[::-1]


def size(text: str) -> int:
    return len(text.encode())


def cut(text: str, most: int) -> str:
    """The text, or as much of it as fits."""
    return text if size(text) <= most else text.encode()[: most - 4].decode(errors="ignore") + "\n…"

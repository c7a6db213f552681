"""Text boards that fit into a prompt: redundant strokes are dropped if space is short."""

from __future__ import annotations

import re

from api.mcp.answers import cut, size

_STROKES = re.compile(r"^[ |/\\#]+$")
_MOVING = [re.compile(r"/+"), re.compile(r"\\+"), re.compile(r"#+")]


def fitted(board: str, note: str, room: int) -> str:
    """The board within this many bytes. ``note`` is the remark about reconstructed pieces below it."""
    board = without_note(board.rstrip(), note)
    for shorten in (_without_blank_lines, without_plain_strokes):
        if size(board) <= room:
            break
        board = shorten(board)
    return cut(board, room)


def without_note(board: str, note: str) -> str:
    """Drop the note, which agents find in the rules."""
    body, _, last = board.rpartition("\n\n")
    return body if " ".join(last.split()) == " ".join(note.split()) else board


def without_plain_strokes(board: str) -> str:
    """Drop lines of strokes that all continue in a neighbouring line: the map stays connected."""
    lines, kept = board.split("\n"), list[str]()
    for number, line in enumerate(lines):
        around = [*kept[-1:], *lines[number + 1 : number + 2]]
        if not (_STROKES.match(line) and line.strip() and any(_goes_on(line, other) for other in around)):
            kept.append(line)
    return "\n".join(kept)


def _goes_on(line: str, other: str) -> bool:
    """Does the other line have the same bars, and as many slanted lines and bridges, which shift from line to line?"""
    bars = all(other[column : column + 1] == "|" for column, letter in enumerate(line) if letter == "|")
    return bars and all(len(moving.findall(line)) == len(moving.findall(other)) for moving in _MOVING)


def _without_blank_lines(board: str) -> str:
    return re.sub(r"\n\s*\n", "\n", board)

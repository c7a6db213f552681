"""Path parameters, headers and statuses that several operations document."""

from __future__ import annotations

from api.http.problems import KINDS
from api.spec.operation import Answer

ID = {
    "in": "path",
    "name": "id",
    "description": "The game's id.",
    "x-name": "game-id",
    "schema": {"type": "string", "minLength": 28, "maxLength": 28, "pattern": "^[0-9]{2}[a-z0-9]{26}$"},
}
SEAT = {
    "in": "path",
    "name": "seat",
    "description": "Seat number, counted clockwise from 0.",
    "x-name": "seat-number",
    "schema": {"type": "integer", "minimum": 0, "maximum": 5},
}
VERSION = {
    "in": "path",
    "name": "version",
    "description": "The version that the action made.",
    "schema": {"type": "integer", "minimum": 1, "maximum": 9999999999},
}
HOOK = {**ID, "name": "hook", "description": "The hook's id.", "x-name": "hook"}
BOT = {**ID, "description": "The bot's id.", "x-name": "bot-id"}
GAME = {**ID, "name": "game"}
JOB = {**ID, "description": "The job's id.", "x-name": "job-id"}
PROBLEM_NAME = {
    "in": "path",
    "name": "name",
    "description": "The last part of a problem's `type`.",
    "schema": {"type": "string", "enum": list(KINDS), "x-name": "ProblemName"},
}
TEXT = {"type": "string", "minLength": 1}
STRING = {"type": "string"}
CACHED = ("Cache-Control", "Vary")
DOCUMENT = ("Content-Language", "Vary", "ETag=DocumentETag", "Cache-Control")
UNCHANGED = Answer(304, "Nothing has changed.", None, DOCUMENT[1:])
UNCHANGED_GAME = Answer(304, "Nothing has changed.", None, ("ETag", "Preference-Applied", "Content-Language", *CACHED))
JOB_LINKS = {
    "job": {
        "operationId": "readJob",
        "parameters": {"id": "$response.body#/id"},
        "description": "Ask how far it has come.",
    },
    "cancel": {
        "operationId": "cancelJob",
        "parameters": {"id": "$response.body#/id"},
        "description": "Call it off.",
    },
}
GAME_PROBLEMS = (401, 404, 409, 503)
"""409: a game stored by another version can be found but not read."""
BODY_PROBLEMS = (400, 413, 415, 422)
